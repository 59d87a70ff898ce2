"""Confidence intervals of rates.

One sample per problem: the Wilson score interval. Several: samples of one problem belong together
(they share its difficulty), so whole problems are drawn again, not samples (cluster bootstrap).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt

# The 97.5% point of the standard normal distribution.
NORMAL_975 = 1.959963984540054
RESAMPLES = 10_000
SEED = 20_261_001

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

    Each value is one problem's own mean (or pass@k), between 0 and 1. Drawing n problems with
    replacement is drawing the numbers of times that each distinct value occurs from a multinomial
    distribution, which is what is done here: same distribution, far cheaper. Where all problems
    have one value, the resampled means do not vary and would claim certainty: then the Wilson
    interval of as many trials as problems stands in. The seed fixes the result.

    Raises:
        ValueError: no problems.
    """
    count = len(problem_values)
    if count == 0:
        raise ValueError("no problems to draw from")
    distinct = sorted(Counter(problem_values).items())
    if len(distinct) == 1:
        return wilson(distinct[0][0] * count, count)
    import numpy as np

    values = np.array([value for value, _ in distinct])
    weights = np.array([times / count for _, times in distinct])
    draws = np.random.default_rng(seed).multinomial(count, weights, size=resamples)
    low, high = np.quantile(draws @ values / count, [0.025, 0.975])
    return (float(low), float(high))
