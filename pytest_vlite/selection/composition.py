"""What a subset is made of, beside the full set: counts, proof sizes, distance of distributions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_vlite.selection.distribution import largest_difference, quantile
from pytest_vlite.selection.sampling import Ranked, RankedGroup
from pytest_vlite.selection.strata import source_of_group

# The quantiles of the published table: median, 75th and 90th percentile.
POINTS = ((1, 2), (3, 4), (9, 10))


@dataclass(frozen=True, slots=True)
class GroupCount:
    """Problems of a group: all, those after the filters, those in the subset."""

    group: str
    full: int
    remaining: int
    subset: int


@dataclass(frozen=True)
class SourceSizes:
    """Proof sizes of one source, sorted; quantiles are None where a set is empty.

    distance: the largest difference of the two distribution functions, 0 to 1.
    """

    source: str
    full: tuple[int, ...]
    subset: tuple[int, ...]

    @property
    def full_quantiles(self) -> tuple[float, ...] | None:
        return _quantiles(self.full)

    @property
    def subset_quantiles(self) -> tuple[float, ...] | None:
        return _quantiles(self.subset)

    @property
    def distance(self) -> float | None:
        if not self.full or not self.subset:
            return None
        return largest_difference(self.full, self.subset)


@dataclass(frozen=True)
class Composition:
    """The tables of a subset.

    largest, largest_in_subset: how many problems make the tenth of the full set with the largest
    proofs (rounded up; of equal proofs the later in rank), and how many of them the subset has.
    """

    groups: tuple[GroupCount, ...]
    sources: tuple[SourceSizes, ...]
    largest: int
    largest_in_subset: int

    def to_json(self) -> dict[str, Any]:
        return {
            "problems": sum(group.full for group in self.groups),
            "remaining": sum(group.remaining for group in self.groups),
            "size": sum(group.subset for group in self.groups),
            "groups": [
                {
                    "group": group.group,
                    "full": group.full,
                    "remaining": group.remaining,
                    "subset": group.subset,
                }
                for group in self.groups
            ],
            "proof_lines": [
                {
                    "source": sizes.source,
                    "full": _named(sizes.full_quantiles),
                    "subset": _named(sizes.subset_quantiles),
                    "distance": sizes.distance,
                }
                for sizes in self.sources
            ],
            "largest_tenth": {"problems": self.largest, "in_subset": self.largest_in_subset},
        }


def compose(groups: Sequence[RankedGroup], ids: Collection[str]) -> Composition:
    """Describe the subset `ids` of the ranked groups."""
    chosen = frozenset(ids)
    counts = tuple(
        GroupCount(
            group.name,
            len(group.problems),
            group.remaining,
            sum(problem.id in chosen for problem in group.problems),
        )
        for group in groups
    )
    by_source: dict[str, list[Ranked]] = {}
    for group in groups:
        by_source.setdefault(source_of_group(group.name), []).extend(group.problems)
    sources = tuple(
        SourceSizes(
            source,
            tuple(sorted(problem.size for problem in problems)),
            tuple(sorted(problem.size for problem in problems if problem.id in chosen)),
        )
        for source, problems in by_source.items()
    )
    everything = [problem for group in groups for problem in group.problems]
    everything.sort(key=lambda problem: problem.size)
    largest = -(-len(everything) // 10)
    top = everything[len(everything) - largest :]
    return Composition(counts, sources, largest, sum(problem.id in chosen for problem in top))


def _quantiles(values: Sequence[int]) -> tuple[float, ...] | None:
    if not values:
        return None
    return tuple(quantile(values, *point) for point in POINTS)


def _named(quantiles: tuple[float, ...] | None) -> dict[str, float] | None:
    if quantiles is None:
        return None
    return {"median": quantiles[0], "p75": quantiles[1], "p90": quantiles[2]}
