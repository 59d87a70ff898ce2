"""Simulated systems, for where no verdicts on the full set exist.

The model is logistic. Problem p has the difficulty

    d(p) = level(p) + 0.8 * z(p) + 0.8 * e(p)

with level -0.8, 0, 0.8 by thirds of the order of its group within the source (easy to hard), z the
standardised logarithm of 1 + proof lines over the full set, and e a standard normal term of the
problem's own that all systems share. System i of n has the ability

    a(i) = -2.5 + 5 * (i + u(i)) / n,    u(i) uniform between 0 and 1,

and passes p with probability 1 / (1 + exp(d(p) - a(i))), independently. All randomness comes from
`RandomDraw`, so that a seed gives the same panel everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, pstdev

import numpy as np

from pytest_vlite.selection.random_draw import RandomDraw
from pytest_vlite.selection.rank_agreement import Array
from pytest_vlite.selection.sampling import RankedGroup
from pytest_vlite.selection.strata import source_of_group

_STEPS = 1 << 53
_LEVEL, _SIZE, _OWN = 0.8, 0.8, 0.8
_LEAST_ABLE, _RANGE = -2.5, 5.0


def simulate_panel(groups: Sequence[RankedGroup], systems: int, draw: RandomDraw) -> Array:
    """1 and 0 for each system (row) and problem (column, groups one after the other)."""
    problems = [(group, problem) for group in groups for problem in group.problems]
    sizes = [math.log1p(problem.size) for _, problem in problems]
    centre, spread = fmean(sizes), pstdev(sizes) or 1.0
    normal = NormalDist()
    difficulties = [
        _LEVEL * _third(group, groups)
        + _SIZE * (size - centre) / spread
        + _OWN * normal.inv_cdf((draw.below(_STEPS) + 0.5) / _STEPS)
        for (group, _), size in zip(problems, sizes, strict=True)
    ]
    panel = np.zeros((systems, len(problems)))
    for system in range(systems):
        ability = _LEAST_ABLE + _RANGE * (system + draw.below(_STEPS) / _STEPS) / systems
        for number, difficulty in enumerate(difficulties):
            chance = 1 / (1 + math.exp(difficulty - ability))
            panel[system, number] = draw.below(_STEPS) < chance * _STEPS
    return panel


def _third(group: RankedGroup, groups: Sequence[RankedGroup]) -> int:
    """-1, 0 or 1: the third of the source's groups, easy to hard, in which the group lies."""
    source = source_of_group(group.name)
    names = [other.name for other in groups if source_of_group(other.name) == source]
    return 3 * names.index(group.name) // len(names) - (1 if len(names) > 1 else 0)
