"""What the method buys: this selection's agreement with the full set beside that of other subsets.

Three kinds of other subsets of the same size, all drawn from the problems that the filters leave:
the method itself with other seeds, stratified (the same places a group, drawn plainly within it),
and plainly random.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pytest_vlite.scoring.compare import exact_sign_test
from pytest_vlite.selection.random_draw import RandomDraw
from pytest_vlite.selection.rank_agreement import (
    MEASURES,
    Agreement,
    Array,
    agreement,
    scores,
    significant_pairs,
)
from pytest_vlite.selection.sampling import draw_sample
from pytest_vlite.selection.selection_file import Selection

METHOD_KIND, STRATIFIED_KIND, PLAIN_KIND = (
    "method, other seeds",
    "stratified random",
    "plain random",
)
# For these more is better, for all other measures less.
_MORE_IS_BETTER = ("tau_b", "spearman")


@dataclass(frozen=True)
class Spread:
    """A measure over many subsets: median, 5th and 95th percentile."""

    median: float
    low: float
    high: float


@dataclass(frozen=True)
class SwappedPair:
    """Two systems whose order on the subset is not that on the full set; differences are of
    shares, the first less the second."""

    first: str
    second: str
    full_difference: float
    subset_difference: float
    p_value: float


@dataclass(frozen=True)
class Report:
    """The agreement of one panel of systems, or the mean over several panels.

    own: this selection's figures; None where one is not defined. others: for each kind of subset
    and measure its spread. at_least_as_good: for each kind and measure the share of those subsets
    that this selection equals or betters. samples: the values of each kind and measure, for plots.
    """

    setting: str
    systems: int
    own: dict[str, float | None]
    others: dict[str, dict[str, Spread]]
    at_least_as_good: dict[str, dict[str, float]]
    samples: dict[str, dict[str, Array]]
    swapped: tuple[SwappedPair, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "setting": self.setting,
            "systems": self.systems,
            "selection": self.own,
            "others": {
                kind: {
                    name: {
                        "median": spread.median,
                        "p5": spread.low,
                        "p95": spread.high,
                        "selection_at_least_as_good": self.at_least_as_good[kind][name],
                    }
                    for name, spread in spreads.items()
                }
                for kind, spreads in self.others.items()
            },
            "swapped_pairs": [
                {name: getattr(pair, name) for name in SwappedPair.__dataclass_fields__}
                for pair in self.swapped
            ],
        }


def other_subsets(selection: Selection, draws: int, seed: int) -> dict[str, list[list[int]]]:
    """`draws` subsets of each kind, as problem numbers (groups one after the other)."""
    groups = selection.ranked_groups
    numbers = problem_numbers(selection)
    pools = [
        [numbers[problem.id] for problem in group.problems if not problem.removed]
        for group in groups
    ]
    everything = [number for pool in pools for number in pool]
    draw = RandomDraw(seed)
    found: dict[str, list[list[int]]] = {METHOD_KIND: [], STRATIFIED_KIND: [], PLAIN_KIND: []}
    for _ in range(draws):
        sample = draw_sample(groups, len(selection.ids), draw.below(2**63))
        found[METHOD_KIND].append([numbers[problem] for problem in sample.ids])
        found[STRATIFIED_KIND].append(
            [
                pool[index]
                for pool, group in zip(pools, selection.groups, strict=True)
                for index in draw.sample(len(pool), group.places)
            ]
        )
        plain = draw.sample(len(everything), len(selection.ids))
        found[PLAIN_KIND].append([everything[index] for index in plain])
    return found


def problem_numbers(selection: Selection) -> dict[str, int]:
    """The column of each problem: groups one after the other, each by rank."""
    ranked = (problem for group in selection.ranked_groups for problem in group.problems)
    return {problem.id: number for number, problem in enumerate(ranked)}


def report(
    setting: str,
    names: Sequence[str],
    panels: Sequence[Array],
    selection: Selection,
    others: dict[str, list[list[int]]],
) -> Report:
    """Compare on every panel (systems by problems); with several, figures are means over panels.

    Swapped pairs are listed where there is one panel.
    """
    numbers = problem_numbers(selection)
    own_numbers = [[numbers[problem] for problem in selection.ids]]
    own = _over_panels(panels, own_numbers)
    samples = {kind: _over_panels(panels, subsets) for kind, subsets in others.items()}
    spreads: dict[str, dict[str, Spread]] = {}
    good: dict[str, dict[str, float]] = {}
    for kind, by_measure in samples.items():
        spreads[kind], good[kind] = {}, {}
        for name, values in by_measure.items():
            defined = values[~np.isnan(values)]
            if not len(defined) or np.isnan(own[name][0]):
                continue
            low, median, high = np.quantile(defined, [0.05, 0.5, 0.95])
            spreads[kind][name] = Spread(float(median), float(low), float(high))
            ahead = own[name][0] - defined
            ahead = ahead if name in _MORE_IS_BETTER else -ahead
            good[kind][name] = float((ahead >= -1e-12).mean())
    figures = {name: None if np.isnan(own[name][0]) else float(own[name][0]) for name in MEASURES}
    swapped = _swapped(names, panels[0], own_numbers) if len(panels) == 1 else ()
    return Report(setting, len(panels[0]), figures, spreads, good, samples, swapped)


def _over_panels(panels: Sequence[Array], subsets: Sequence[Sequence[int]]) -> dict[str, Array]:
    found: list[Agreement] = []
    for panel in panels:
        full = panel.mean(axis=1)
        found.append(agreement(full, scores(panel, subsets), significant_pairs(panel)))
    return {name: np.mean([getattr(one, name) for one in found], axis=0) for name in MEASURES}


def _swapped(
    names: Sequence[str], panel: Array, own: Sequence[Sequence[int]]
) -> tuple[SwappedPair, ...]:
    full = np.round(panel.mean(axis=1), 9)
    subset = np.round(scores(panel, own)[0], 9)
    pairs = []
    for one in range(len(names)):
        for other in range(one + 1, len(names)):
            gap, subset_gap = full[one] - full[other], subset[one] - subset[other]
            if gap * subset_gap < 0:
                wins = int((panel[one] > panel[other]).sum())
                losses = int((panel[one] < panel[other]).sum())
                pairs.append(
                    SwappedPair(
                        names[one],
                        names[other],
                        float(gap),
                        float(subset_gap),
                        exact_sign_test(wins, losses),
                    )
                )
    return tuple(sorted(pairs, key=lambda pair: (pair.p_value, pair.first, pair.second)))
