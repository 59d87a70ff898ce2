"""A rating from problem difficulties alone, for where no standings exist.

Maximum likelihood of one ability x under the logistic law: a problem of difficulty d is passed at
the first attempt with probability 1 / (1 + 10^((d - x) / 400)), so with probability one half where
d = x. A problem with several samples weighs as one problem, by the share of them that passed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from pytest_vlite.scoring.elo import PRECISION, SLOPE, chances

# Twice the log likelihood falls by this at the ends of a 95% interval: chi squared, 1 degree.
CHI_SQUARED_95 = 3.841458820694124
# So far from every difficulty the law is flat to the last digit: all finite answers lie within.
_FAR = 20_000.0


@dataclass(frozen=True)
class Ability:
    """`rating` and the 95% profile-likelihood interval from `low` to `high`.

    Where every problem was passed there is no finite maximum: `rating` and `high` are None and
    `low` is a bound; where none was, `rating` and `low` are None and `high` is one.
    """

    rating: float | None
    low: float | None
    high: float | None
    problems: int
    passed: float


def ability(difficulties: Sequence[float], shares: Sequence[float]) -> Ability:
    """The ability that best explains which share of its samples passed each problem.

    Raises:
        ValueError: no problems, different lengths, a share outside 0 to 1, no finite difficulty.
    """
    levels = np.asarray(difficulties, dtype=np.float64)
    passed = np.asarray(shares, dtype=np.float64)
    if levels.size == 0 or levels.shape != passed.shape:
        raise ValueError("as many difficulties as shares are needed, and at least one")
    if not (np.all(passed >= 0) and np.all(passed <= 1) and np.all(np.isfinite(levels))):
        raise ValueError("shares must lie between 0 and 1 and difficulties be finite")

    def log_likelihood(rating: float) -> float:
        # log(chance) = -log(1 + exp(-SLOPE * advantage)), without overflow at either end.
        exponents = SLOPE * (rating - levels)
        lost = np.logaddexp(0.0, -exponents), np.logaddexp(0.0, exponents)
        return -float((passed * lost[0] + (1 - passed) * lost[1]).sum())

    total, count = float(passed.sum()), levels.size
    lowest, highest = float(levels.min()) - _FAR, float(levels.max()) + _FAR
    best: float | None
    if 0 < total < count:
        # The likelihood is concave: at its top, expected and observed passes are equal.
        best = _first(lambda x: float(chances(x - levels).sum()) >= total, lowest, highest)
        floor = log_likelihood(best) - CHI_SQUARED_95 / 2
    else:
        best, floor = None, -CHI_SQUARED_95 / 2
    low = high = None
    if total > 0:
        low = _first(
            lambda x: log_likelihood(x) >= floor, lowest, highest if best is None else best
        )
    if total < count:
        start = lowest if best is None else best
        high = _first(lambda x: log_likelihood(x) < floor, start, highest)
    return Ability(best, low, high, count, total)


def _first(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Where a condition that does not hold at `low` and does at `high` begins to hold."""
    while high - low > PRECISION:
        middle = (low + high) / 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return (low + high) / 2
