"""Two systems on the same problems: difference, interval, test, and who won which problem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from pytest_vlite.scoring.groups import natural
from pytest_vlite.scoring.intervals import NORMAL_975, Interval, bootstrap_mean

SIGNIFICANCE = 0.05


@dataclass(frozen=True)
class Comparison:
    """System A less system B over the problems of both.

    difference: mean over problems of (share of A's samples passed - share of B's); `ci95` its 95%
        interval by drawing problems anew.
    wins, losses: problems on which A's share is higher, or lower, by id.
    p_value: exact two-sided sign test of wins against losses; with one sample per problem this is
        exact McNemar.
    """

    problems: int
    rate_a: float
    rate_b: float
    difference: float
    ci95: Interval
    wins: tuple[str, ...]
    losses: tuple[str, ...]
    p_value: float


def compare(first: Mapping[str, float], second: Mapping[str, float]) -> Comparison:
    """Compare on the problems that both have, given the share of samples passed of each.

    Raises:
        ValueError: they share no problem.
    """
    shared = [problem for problem in first if problem in second]
    if not shared:
        raise ValueError("no problem in common")
    gaps = [first[problem] - second[problem] for problem in shared]
    wins = [problem for problem, gap in zip(shared, gaps, strict=True) if gap > 0]
    losses = [problem for problem, gap in zip(shared, gaps, strict=True) if gap < 0]
    return Comparison(
        problems=len(shared),
        rate_a=fsum([first[problem] for problem in shared]) / len(shared),
        rate_b=fsum([second[problem] for problem in shared]) / len(shared),
        difference=fsum(gaps) / len(shared),
        ci95=paired_interval(gaps),
        wins=tuple(sorted(wins, key=natural)),
        losses=tuple(sorted(losses, key=natural)),
        p_value=exact_sign_test(len(wins), len(losses)),
    )


def exact_sign_test(wins: int, losses: int) -> float:
    """The two-sided exact binomial p-value of `wins` against `losses` at even odds."""
    trials = wins + losses
    tail = ways = 1
    for count in range(min(wins, losses)):
        ways = ways * (trials - count) // (count + 1)
        tail += ways
    # Whole numbers of any size divide to the nearest double.
    return min(1.0, 2 * tail / (1 << trials))


def paired_interval(gaps: Sequence[float]) -> Interval:
    """The 95% percentile bootstrap interval of the mean of paired differences in [-1, 1].

    Where all differences are equal, drawing anew shows no variation: then the mean is widened by
    z^2 / (n + z^2), which is the score interval (Tango 1998) of n pairs that all agree.

    Raises:
        ValueError: no differences.
    """
    if not gaps:
        raise ValueError("no pairs to draw from")
    if len(set(gaps)) == 1:
        reach = NORMAL_975**2 / (len(gaps) + NORMAL_975**2)
        return (max(-1.0, gaps[0] - reach), min(1.0, gaps[0] + reach))
    return bootstrap_mean(gaps)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values, in the order given."""
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, place in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = largest
    return adjusted


def in_words(name_a: str, name_b: str, result: Comparison, adjusted_p: float) -> str:
    """One sentence: whether the two can be told apart.

    They can if the test says so at 5% after correction and the interval leaves out zero.
    """
    if not result.wins and not result.losses:
        return f"{name_a} and {name_b} passed the same problems"
    low, high = result.ci95
    if adjusted_p >= SIGNIFICANCE or low <= 0 <= high:
        return f"{name_a} and {name_b} cannot be told apart"
    better, worse = (name_a, name_b) if result.difference > 0 else (name_b, name_a)
    return f"{better} is better than {worse}"
