"""How well scores on a subset rank systems as scores on the full set do.

All functions take the scores of the same systems: one row on the full set, many rows on subsets.
Scores are shares of problems passed, 0 to 1; they are compared after rounding to nine places, so
that equal counts are equal whatever order they were added in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

import numpy as np
import numpy.typing as npt

from pytest_vlite.scoring.compare import SIGNIFICANCE, exact_sign_test

Array = npt.NDArray[np.float64]
_PLACES = 9


@dataclass(frozen=True)
class Agreement:
    """Agreement of each of several subsets with the full set; every array has one value a subset.

    tau_b, spearman: rank correlations, not a number where all scores are equal. largest_error,
    mean_error: of the systems' scores, as shares. swapped: pairs of systems in opposite order;
    swapped_significant: those of them whose difference on the full set is significant.
    """

    tau_b: Array
    spearman: Array
    largest_error: Array
    mean_error: Array
    swapped: Array
    swapped_significant: Array

    def value(self, name: str, index: int = 0) -> float | None:
        """One subset's figure; None where it is not defined."""
        found = float(getattr(self, name)[index])
        return None if isnan(found) else found


MEASURES = tuple(Agreement.__dataclass_fields__)


def agreement(full: Array, subsets: Array, significant: npt.NDArray[np.bool_]) -> Agreement:
    """Compare scores on subsets (one row each) with those on the full set.

    significant: for each pair of systems whether they differ significantly on the full set.
    """
    full, subsets = np.round(full, _PLACES), np.round(subsets, _PLACES)
    reference = _signs(full[np.newaxis, :])[0]
    orders = _signs(subsets)
    above = np.triu(np.ones(reference.shape, dtype=bool), 1)
    products = (orders * reference)[:, above]
    opposite = products < 0
    errors = np.abs(subsets - full)
    return Agreement(
        tau_b=_ratio(
            products.sum(axis=1),
            np.sqrt(
                (orders[:, above] != 0).sum(axis=1, dtype=np.float64)
                * float((reference[above] != 0).sum())
            ),
        ),
        spearman=_correlation(_ranks(subsets), _ranks(full[np.newaxis, :])),
        largest_error=errors.max(axis=1),
        mean_error=errors.mean(axis=1),
        swapped=opposite.sum(axis=1).astype(np.float64),
        swapped_significant=(opposite & significant[above]).sum(axis=1).astype(np.float64),
    )


def significant_pairs(outcomes: Array) -> npt.NDArray[np.bool_]:
    """For each pair of systems (rows of shares passed a problem) whether an exact two-sided sign
    test over the problems tells them apart at 5%, each pair on its own."""
    systems = len(outcomes)
    found = np.zeros((systems, systems), dtype=bool)
    for one in range(systems):
        for other in range(one + 1, systems):
            wins = int((outcomes[one] > outcomes[other]).sum())
            losses = int((outcomes[one] < outcomes[other]).sum())
            found[one, other] = found[other, one] = exact_sign_test(wins, losses) < SIGNIFICANCE
    return found


def scores(outcomes: Array, subsets: Sequence[Sequence[int]]) -> Array:
    """The scores of all systems (rows of `outcomes`) on each subset of problem numbers."""
    chosen = np.zeros((len(subsets), outcomes.shape[1]))
    for row, numbers in zip(chosen, subsets, strict=True):
        row[list(numbers)] = 1 / len(numbers)
    result: Array = chosen @ outcomes.T
    return result


def _signs(rows: Array) -> Array:
    signs: Array = np.sign(rows[:, :, np.newaxis] - rows[:, np.newaxis, :])
    return signs


def _ranks(rows: Array) -> Array:
    """Ranks from 1, equal scores sharing the mean of theirs."""
    signs = _signs(rows)
    ranks: Array = (signs > 0).sum(axis=2) + ((signs == 0).sum(axis=2) + 1) / 2
    return ranks


def _correlation(rows: Array, other: Array) -> Array:
    one = rows - rows.mean(axis=1, keepdims=True)
    two = other - other.mean(axis=1, keepdims=True)
    return _ratio((one * two).sum(axis=1), np.sqrt((one**2).sum(axis=1) * (two**2).sum(axis=1)))


def _ratio(numerators: Any, denominators: Any) -> Array:
    with np.errstate(invalid="ignore", divide="ignore"):
        result: Array = np.where(denominators > 0, numerators / denominators, np.nan)
    return result
