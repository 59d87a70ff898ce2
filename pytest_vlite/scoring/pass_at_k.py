"""pass@k: the chance that at least one of k samples drawn without replacement passes.

The unbiased estimator of Chen et al. 2021 ("Evaluating Large Language Models Trained on Code"):
with `n` samples of which `c` passed, `1 - C(n - c, k) / C(n, k)`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import comb, fsum


@lru_cache(maxsize=65536)
def pass_at_k(samples: int, passed: int, k: int) -> float:
    """The estimate for one problem, correctly rounded (computed with whole numbers).

    Raises:
        ValueError: `k` is below 1 or above `samples`, or `passed` is no count of the samples.
    """
    if not 0 <= passed <= samples:
        raise ValueError(f"{passed} passed of {samples} samples is no possible count")
    if not 1 <= k <= samples:
        raise ValueError(f"pass@{k} cannot be estimated from {samples} samples")
    return float(1 - Fraction(comb(samples - passed, k), comb(samples, k)))


def mean_pass_at_k(counts: Iterable[tuple[int, int]], k: int) -> float:
    """The mean over problems of `pass_at_k`; `counts` holds (samples, passed) of each problem.

    Raises:
        ValueError: no problem at all, or one with fewer than `k` samples.
    """
    values = [pass_at_k(samples, passed, k) for samples, passed in counts]
    if not values:
        raise ValueError("pass@k of no problems is not defined")
    return fsum(values) / len(values)
