"""Contest ratings of a system among human contestants, as CodeElo defines them.

A system hands in at most eight attempts per problem, in order. The first accepted one solves the
problem; each wrong one before it costs 50 points where the problem has points (never below 0),
else 10 units of penalty. Score and penalty give a place among the human contestants, and the place
a rating.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from statistics import fmean, stdev

import numpy as np

from pytest_vlite.scoring.elo import SLOPE, chances, expected_place, rating_of_place

MOST_ATTEMPTS = 8
WRONG_ATTEMPT_POINTS = 50.0
WRONG_ATTEMPT_PENALTY = 10.0
FEWEST_RATED = 200


@dataclass(frozen=True)
class Contestant:
    """A rated human: rating before the contest, points and penalty in it."""

    handle: str
    rating: float
    points: float
    penalty: float


@dataclass(frozen=True)
class Contest:
    """One contest; `problems` maps a problem's index to its points (None where it has none)."""

    id: str
    name: str
    problems: Mapping[str, float | None]
    contestants: tuple[Contestant, ...]

    @cached_property
    def ratings(self) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """The contestants' ratings before the contest."""
        return np.array([human.rating for human in self.contestants])

    @cached_property
    def results(self) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
        """The contestants' points and penalties, two columns."""
        table = np.array([(human.points, human.penalty) for human in self.contestants])
        return table.reshape(len(self.contestants), 2)

    @property
    def division(self) -> str:
        """`Div. 1`, `Div. 2`, `Div. 1 + Div. 2` and so on, by the name; else `other`."""
        if "Global Round" in self.name:
            return "Div. 1 + Div. 2"
        found = sorted(set(re.findall(r"Div\. ?([1-4])", self.name)))
        if not found and "Educational" in self.name:
            return "Div. 2"
        return " + ".join(f"Div. {number}" for number in found) or "other"


@dataclass(frozen=True)
class ContestRating:
    """A system's result in one contest; `bound` says that `rating` is an end of the search."""

    contest: str
    name: str
    division: str
    contestants: int
    solved: int
    score: float
    penalty: float
    place: int
    rating: float
    bound: bool


@dataclass(frozen=True)
class AverageRating:
    """Mean over contests; `deviation` across contests and `error` of the mean (None for one).

    The rating of a single contest bends with luck: a good day raises it by more than a bad day
    lowers it, so the mean over contests lies somewhat high. `pooled` has no such bias: the one
    rating whose expected places over all contests sum to the places reached, with the standard
    error `pooled_error` (None for one contest, or where the rating is only a bound).
    """

    contests: int
    rating: float
    deviation: float | None
    error: float | None
    pooled: float
    pooled_error: float | None
    bounds: int


def score_attempts(
    contest: Contest, attempts: Mapping[str, Sequence[bool]]
) -> tuple[float, float, int]:
    """Points, penalty and number of problems solved; `attempts` says which were accepted."""
    points = penalty = 0.0
    solved = 0
    for index, worth in contest.problems.items():
        tries = list(attempts.get(index, ()))[:MOST_ATTEMPTS]
        if True not in tries:
            continue
        wrong = tries.index(True)
        solved += 1
        if worth is None:
            points += 1
            penalty += WRONG_ATTEMPT_PENALTY * wrong
        else:
            points += max(0.0, worth - WRONG_ATTEMPT_POINTS * wrong)
    return points, penalty, solved


def place_among(contest: Contest, points: float, penalty: float) -> int:
    """1 + the number of contestants with more points, or as many and less penalty."""
    theirs, penalties = contest.results.T
    ahead = (theirs > points) | ((theirs == points) & (penalties < penalty))
    return 1 + int(ahead.sum())


def rate_contest(contest: Contest, attempts: Mapping[str, Sequence[bool]]) -> ContestRating:
    """Score, place and rating in one contest.

    Raises:
        ValueError: no contestants.
    """
    points, penalty, solved = score_attempts(contest, attempts)
    place = place_among(contest, points, penalty)
    rating, bound = rating_of_place(place, contest.ratings)
    return ContestRating(
        contest=contest.id,
        name=contest.name,
        division=contest.division,
        contestants=len(contest.contestants),
        solved=solved,
        score=points,
        penalty=penalty,
        place=place,
        rating=rating,
        bound=bound,
    )


def average(ratings: Sequence[ContestRating], contests: Mapping[str, Contest]) -> AverageRating:
    """The mean over contests, its spread, and the pooled rating.

    Raises:
        ValueError: no contest.
    """
    if not ratings:
        raise ValueError("no contest to average over")
    values = [one.rating for one in ratings]
    deviation = stdev(values) if len(values) > 1 else None
    humans = [contests[one.contest].ratings for one in ratings]
    pooled, pooled_error = _pooled([one.place for one in ratings], humans)
    return AverageRating(
        contests=len(values),
        rating=fmean(values),
        deviation=deviation,
        error=None if deviation is None else deviation / sqrt(len(values)),
        pooled=pooled,
        pooled_error=pooled_error,
        bounds=sum(one.bound for one in ratings),
    )


def _pooled(
    places: Sequence[int], humans: Sequence[np.ndarray[tuple[int], np.dtype[np.float64]]]
) -> tuple[float, float | None]:
    everyone = np.concatenate(humans)
    # Summing the expected places of several contests is one expected place among all contestants.
    total = sum(places) - len(humans) + 1
    rating, bound = rating_of_place(total, everyone)
    if bound or len(places) < 2:
        return rating, None
    # The places' spread about their expectation, over how fast the expectation falls with rating.
    gaps = [
        place - expected_place(rating, some) for place, some in zip(places, humans, strict=True)
    ]
    ahead = chances(everyone - rating)
    slope = SLOPE * float((ahead * (1 - ahead)).sum())
    spread = sqrt(sum(gap * gap for gap in gaps) * len(gaps) / (len(gaps) - 1))
    return rating, spread / slope


def by_division(ratings: Iterable[ContestRating]) -> dict[str, list[ContestRating]]:
    """The ratings of each division, divisions in order of their names."""
    groups: dict[str, list[ContestRating]] = {}
    for one in ratings:
        groups.setdefault(one.division, []).append(one)
    return dict(sorted(groups.items()))


def percentile(rating: float, humans: Sequence[float]) -> float:
    """The share of human ratings below `rating`, in per cent.

    Raises:
        ValueError: no human ratings.
    """
    if not humans:
        raise ValueError("no human ratings to compare with")
    return 100.0 * sum(human < rating for human in humans) / len(humans)
