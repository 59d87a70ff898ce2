"""Confidence intervals of rates.

One sample per problem: the Wilson score interval. Several: samples of one problem belong together
(they share its difficulty), so whole problems are drawn again, not samples (cluster bootstrap).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

# The 97.5% point of the standard normal distribution.
NORMAL_975 = 1.959963984540054
RESAMPLES = 10_000
SEED = 20_261_001
# Above this many possible sums, drawing is cheaper than the whole distribution.
_LARGEST_SUPPORT = 1 << 20

Interval = tuple[float, float]


def wilson(successes: float, trials: int, *, z: float = NORMAL_975) -> Interval:
    """The Wilson score interval of a proportion; exact 0 and 1 at the edges.

    Raises:
        ValueError: no trials, or more successes than trials.
    """
    if trials < 1 or not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes of {trials} trials have no interval")
    rate = successes / trials
    spread = z * z / trials
    centre = (rate + spread / 2) / (1 + spread)
    half = z * sqrt((rate * (1 - rate) + spread / 4) / trials) / (1 + spread)
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return (low, high)


def cluster_bootstrap(
    problem_values: Sequence[float], *, resamples: int = RESAMPLES, seed: int = SEED
) -> Interval:
    """The 95% percentile interval of the mean of `problem_values`, drawing problems anew.

    Each value is one problem's own mean (or pass@k), between 0 and 1. Where all problems have one
    value, the resampled means do not vary and would claim certainty: then the Wilson interval of as
    many trials as problems stands in. For the rest see `bootstrap_mean`.

    Raises:
        ValueError: no problems.
    """
    if not problem_values:
        raise ValueError("no problems to draw from")
    if len(set(problem_values)) == 1:
        return wilson(problem_values[0] * len(problem_values), len(problem_values))
    return bootstrap_mean(problem_values, resamples=resamples, seed=seed)


def bootstrap_mean(
    values: Sequence[float], *, resamples: int = RESAMPLES, seed: int = SEED
) -> Interval:
    """The percentile bootstrap interval of the mean of values that are not all equal.

    Where the values are multiples of a common step (shares of as many samples for each problem
    are), the distribution of the resampled mean is computed whole, as if resampled without end.
    Else it is drawn, the seed fixing the result: drawing n values with replacement is drawing how
    often each distinct value occurs from a multinomial distribution.
    """
    import numpy as np

    count = len(values)
    distinct = sorted(Counter(values).items())
    weights = np.array([times / count for _, times in distinct])
    steps = _common_step([value for value, _ in distinct])
    if steps is not None and (steps[-1] - steps[0]) * count <= _LARGEST_SUPPORT:
        low, high = _exact_quantiles(steps, weights, count)
        scale = (distinct[-1][0] - distinct[0][0]) / (steps[-1] - steps[0])
        lowest, highest = distinct[0][0], distinct[-1][0]
        return (
            min(lowest + scale * low / count, highest),
            min(lowest + scale * high / count, highest),
        )
    draws = np.random.default_rng(seed).multinomial(count, weights, size=resamples)
    means = draws @ np.array([value for value, _ in distinct]) / count
    first, last = np.quantile(means, [0.025, 0.975])
    return (float(first), float(last))


def _common_step(values: Sequence[float]) -> list[int] | None:
    """The values as whole numbers of the largest step 1/k, k up to 100; None if there is none."""
    for parts in range(1, 101):
        steps = [round(value * parts) for value in values]
        if all(abs(step - value * parts) < 1e-9 for step, value in zip(steps, values, strict=True)):
            return steps
    return None


def _exact_quantiles(
    steps: Sequence[int], weights: np.ndarray[tuple[int], np.dtype[np.float64]], count: int
) -> tuple[int, int]:
    """The 2.5% and 97.5% points of the sum of `count` draws, less `count` times the lowest step.

    The distribution of a sum of independent draws is a convolution: a power of the transform.
    """
    import numpy as np

    size = (steps[-1] - steps[0]) * count + 1
    single = np.zeros(size)
    for step, weight in zip(steps, weights, strict=True):
        single[step - steps[0]] = weight
    total = np.fft.irfft(np.fft.rfft(single) ** count, n=size)
    cumulative = np.cumsum(np.maximum(total, 0.0))
    low, high = np.searchsorted(cumulative, [0.025, 0.975])
    return int(low), int(min(high, size - 1))
