"""Scores on drawn items: Avg@k, panel means, and seeds against their variants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np

RESAMPLES = 10_000
_SEED = 20_602


@dataclass(frozen=True)
class Item:
    """An item's part in the scores: its seed's id (the cluster), whether it is the seed or a
    variant, and the share of samples that passed."""

    cluster: str
    is_seed: bool
    share: float


@dataclass(frozen=True)
class Difference:
    """Variants less seeds: mean over clusters that have both, with its 95% interval."""

    clusters: int
    seeds: float
    variants: float
    difference: float
    ci95: tuple[float, float]


def average_at_k(shares: Sequence[float]) -> float | None:
    """The mean over items of the share of their k samples that passed; None without items."""
    return fsum(shares) / len(shares) if shares else None


def panel_mean(averages: Mapping[str, float]) -> float | None:
    """The mean over systems, each with the same weight however many items it was asked."""
    return fsum(averages.values()) / len(averages) if averages else None


def seeds_and_variants(items: Sequence[Item]) -> Difference | None:
    """How much lower or higher systems score on variants than on the seeds they come from.

    Each cluster (a seed with its variants) has the same weight, and its difference is that of the
    means of its two parts. The interval is the percentile bootstrap over clusters, as variants of
    one seed are not independent (A. C. Davison and D. V. Hinkley, Bootstrap Methods and their
    Application, 1997, section 3.8): 10,000 draws, a fixed random seed. None without such clusters.
    """
    parts: dict[str, tuple[list[float], list[float]]] = {}
    for item in items:
        seeds, variants = parts.setdefault(item.cluster, ([], []))
        (seeds if item.is_seed else variants).append(item.share)
    pairs = [
        (fsum(seeds) / len(seeds), fsum(variants) / len(variants))
        for _, (seeds, variants) in sorted(parts.items())
        if seeds and variants
    ]
    if not pairs:
        return None
    differences = np.array([variant - seed for seed, variant in pairs])
    generator = np.random.Generator(np.random.PCG64(_SEED))
    drawn = generator.integers(0, len(pairs), size=(RESAMPLES, len(pairs)))
    means = differences[drawn].mean(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return Difference(
        clusters=len(pairs),
        seeds=fsum(seed for seed, _ in pairs) / len(pairs),
        variants=fsum(variant for _, variant in pairs) / len(pairs),
        difference=fsum(variant - seed for seed, variant in pairs) / len(pairs),
        ci95=(float(low), float(high)),
    )
