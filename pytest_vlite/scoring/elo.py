"""The logistic law that Codeforces ratings are made for, and the rating that a place stands for.

A contestant of rating a is placed before one of rating b with probability
1 / (1 + 10^((b - a) / 400)). The expected place of a rating r among contestants of ratings r_i is
1 + sum over i of 1 / (1 + 10^((r - r_i) / 400)).
"""

from __future__ import annotations

from math import log

import numpy as np
from numpy.typing import ArrayLike

# exp(SLOPE * x) is 10^(x / 400).
SLOPE = log(10) / 400
# How far above the best human contestant a rating can be told at all.
ABOVE_THE_BEST = 100.0
PRECISION = 1e-7


def chances(advantages: ArrayLike) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The law: the chance to come out ahead (or to pass) with each advantage in rating points."""
    exponents = -SLOPE * np.asarray(advantages, dtype=np.float64)
    # Past 700 the exponential would overflow; the chance is then 0 to every digit that matters.
    return np.asarray(1.0 / (1.0 + np.exp(np.minimum(exponents, 700.0))))


def expected_place(rating: float, others: ArrayLike) -> float:
    """The expected place (1 is best) of `rating` among `others`."""
    return 1.0 + float(chances(np.asarray(others, dtype=np.float64) - rating).sum())


def rating_of_place(
    place: float, others: ArrayLike, *, lowest: float = 0.0, highest: float | None = None
) -> tuple[float, bool]:
    """The rating whose expected place is `place`, by bisection, and whether it is only a bound.

    A first place means an infinite rating and a last one an infinitely low one, so the search has
    ends: CodeElo's, 0 and 100 above the best of `others`, unless given. Where the answer lies
    beyond an end, that end is the result, and a bound.

    Raises:
        ValueError: no contestants, or a place that does not exist among them.
    """
    ratings = np.asarray(others, dtype=np.float64)
    if ratings.size == 0 or not 1 <= place <= ratings.size + 1:
        raise ValueError(f"no place {place} among {ratings.size} contestants")
    low = lowest
    high = max(low, float(ratings.max()) + ABOVE_THE_BEST) if highest is None else highest
    if expected_place(low, ratings) <= place:
        return low, True
    if expected_place(high, ratings) >= place:
        return high, True
    while high - low > PRECISION:
        middle = (low + high) / 2
        if expected_place(middle, ratings) > place:
            low = middle
        else:
            high = middle
    return (low + high) / 2, False
