"""Distributions of whole numbers: quantiles and the distance of two distribution functions."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Sequence


def quantile(values: Iterable[int], numerator: int, denominator: int) -> float:
    """The quantile `numerator / denominator`, linear between the two nearest ranks.

    The position is worked out in whole numbers, so that every platform gives the same float.

    Raises:
        ValueError: there are no values, or the fraction is not within 0 and 1.
    """
    ordered = sorted(values)
    if not ordered:
        raise ValueError("no values")
    if denominator <= 0 or not 0 <= numerator <= denominator:
        raise ValueError("a quantile lies between 0 and 1")
    below, rest = divmod((len(ordered) - 1) * numerator, denominator)
    if rest == 0:
        return float(ordered[below])
    step = ordered[below + 1] - ordered[below]
    return (ordered[below] * denominator + step * rest) / denominator


def largest_difference(first: Sequence[int], second: Sequence[int]) -> float:
    """The largest difference of the two empirical distribution functions (Kolmogorov-Smirnov).

    Raises:
        ValueError: one of the two is empty.
    """
    if not first or not second:
        raise ValueError("no values")
    one, other = sorted(first), sorted(second)
    largest = 0
    for value in sorted({*one, *other}):
        # Differences of fractions with the common denominator len(one) * len(other).
        difference = bisect.bisect_right(one, value) * len(other)
        difference -= bisect.bisect_right(other, value) * len(one)
        largest = max(largest, abs(difference))
    return largest / (len(one) * len(other))
