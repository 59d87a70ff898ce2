"""The sampling of a subset: places a group, intervals of proof size, draws, replacements.

Works on ranked groups of (id, proof size, removed); knows no release and no file. `METHOD` names
the rules below and the random draw; a change of either that can change an outcome is a new method.

1. Places: each group's share of the full set, largest remainder. Of equal remainders the group that
   comes first gets the place. A group with fewer remaining problems than places gives the rest to
   the groups that have room, shared out in the same way.
2. A group's problems, removed ones included, are ranked by (proof size, natural order of the id)
   and cut into as many intervals as it has places: interval i of p over n problems holds the ranks
   from floor(i * n / p) to floor((i + 1) * n / p) - 1.
3. One problem is drawn from each interval, group after group, interval after interval.
4. After all draws of a group, interval after interval, each drawn problem that a filter removed is
   replaced by the remaining problem of the group, not yet taken, that is nearest in proof size; of
   equally near ones the nearest in rank, then the lower rank.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_vlite.selection.random_draw import RandomDraw

METHOD = "vlite-lite-1"


@dataclass(frozen=True, slots=True)
class Ranked:
    """A problem as the sampling sees it; `size` is the proof size in lines."""

    id: str
    size: int
    removed: bool = False


@dataclass(frozen=True, slots=True)
class RankedGroup:
    """A group's problems in rank order, removed ones included."""

    name: str
    problems: tuple[Ranked, ...]

    @property
    def remaining(self) -> int:
        return sum(not problem.removed for problem in self.problems)


@dataclass(frozen=True, slots=True)
class Replacement:
    """A drawn problem that was removed, and the one taken for it."""

    group: str
    interval: int
    drawn: str
    taken: str


@dataclass(frozen=True, slots=True)
class Sample:
    """`places` and `drawn` are by group, in the order given; `drawn` has one id an interval."""

    places: tuple[int, ...]
    drawn: tuple[tuple[str, ...], ...]
    replacements: tuple[Replacement, ...]
    ids: tuple[str, ...]


def largest_remainder(size: int, weights: Sequence[int]) -> list[int]:
    """Share `size` places in proportion to `weights`, in whole numbers only."""
    total = sum(weights)
    if total == 0:
        if size:
            raise ValueError("places and nobody to give them to")
        return [0] * len(weights)
    places = [size * weight // total for weight in weights]
    order = sorted(range(len(weights)), key=lambda i: (-(size * weights[i] % total), i))
    for index in order[: size - sum(places)]:
        places[index] += 1
    return places


def group_places(size: int, groups: Sequence[RankedGroup]) -> list[int]:
    """The places of each group (rule 1).

    Raises:
        ValueError: fewer problems remain than `size`.
    """
    room = [group.remaining for group in groups]
    if size > sum(room):
        raise ValueError(f"{size} places and {sum(room)} problems")
    places = [0] * len(groups)
    left = size
    while left:
        weights = [
            len(group.problems) if places[i] < room[i] else 0 for i, group in enumerate(groups)
        ]
        for i, share in enumerate(largest_remainder(left, weights)):
            places[i] = min(room[i], places[i] + share)
        left = size - sum(places)
    return places


def intervals(count: int, places: int) -> list[range]:
    """The ranks of each interval (rule 2); none is empty where `places <= count`."""
    return [range(i * count // places, (i + 1) * count // places) for i in range(places)]


def draw_sample(groups: Sequence[RankedGroup], size: int, seed: int) -> Sample:
    """Draw a subset of `size` problems.

    Raises:
        ValueError: fewer problems remain than `size`, or the seed is out of range.
    """
    draw = RandomDraw(seed)
    places = group_places(size, groups)
    drawn: list[tuple[str, ...]] = []
    replacements: list[Replacement] = []
    ids: list[str] = []
    for group, count in zip(groups, places, strict=True):
        ranks = [
            ranks.start + draw.below(len(ranks)) for ranks in intervals(len(group.problems), count)
        ]
        drawn.append(tuple(group.problems[rank].id for rank in ranks))
        taken = {rank for rank in ranks if not group.problems[rank].removed}
        for interval, rank in enumerate(ranks):
            if group.problems[rank].removed:
                nearest = _nearest(group, rank, taken)
                taken.add(nearest)
                replacements.append(
                    Replacement(
                        group.name, interval, group.problems[rank].id, group.problems[nearest].id
                    )
                )
        ids += [group.problems[rank].id for rank in taken]
    return Sample(tuple(places), tuple(drawn), tuple(replacements), tuple(sorted(ids)))


def _nearest(group: RankedGroup, rank: int, taken: set[int]) -> int:
    """Rule 4. There is one: a group has no more places than remaining problems."""
    size = group.problems[rank].size
    return min(
        (
            other
            for other, problem in enumerate(group.problems)
            if not problem.removed and other not in taken
        ),
        key=lambda other: (abs(group.problems[other].size - size), abs(other - rank), other),
    )
