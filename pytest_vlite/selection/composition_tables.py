"""The tables of a composition, with the published figures beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from pytest_vlite.selection.composition import Composition
from pytest_vlite.selection.strata import source_of_group
from pytest_vlite.selection.tables import Cells, Table
from pytest_vlite.selection.yaml_text import parse_yaml

_DATA = "published_lite.yaml"


def published_figures(composition: Composition) -> Mapping[str, Any] | None:
    """The published figures, where the full set has the published number in every group."""
    data = files("pytest_vlite.data").joinpath(_DATA).read_bytes()
    published: Mapping[str, Any] = parse_yaml(data, _DATA)
    counts = {group.group: group.full for group in composition.groups}
    expected = {name: entry["full"] for name, entry in published["groups"].items()}
    return published if counts == expected else None


def tables(composition: Composition, published: Mapping[str, Any] | None) -> list[Table]:
    """The two tables: problems a group, and proof lines by source."""
    return [_counts(composition, published), _sizes(composition, published)]


def number(value: float | None) -> str:
    """A quantile with at most two decimal places."""
    if value is None:
        return "-"
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _counts(composition: Composition, published: Mapping[str, Any] | None) -> Table:
    head = ["group", "full", "after filters", "subset", "share of full", "share of subset"]
    if published:
        head += ["published full", "published Lite"]
    groups = composition.groups
    full, subset = sum(g.full for g in groups), sum(g.subset for g in groups)

    def row(name: str, numbers: tuple[int, int, int], known: tuple[int, int] | None) -> Cells:
        cells = [name, *map(str, numbers), _share(numbers[0], full), _share(numbers[2], subset)]
        if published:
            cells += ["-", "-"] if known is None else [str(count) for count in known]
        return cells

    rows = []
    for source in dict.fromkeys(source_of_group(group.group) for group in groups):
        members = [group for group in groups if source_of_group(group.group) == source]
        known = [_known(published, group.group) for group in members]
        rows += [
            row(group.group, (group.full, group.remaining, group.subset), figures)
            for group, figures in zip(members, known, strict=True)
        ]
        totals = _total([(g.full, g.remaining, g.subset) for g in members])
        sums = tuple(map(sum, zip(*known, strict=True))) if published else (0, 0)
        rows.append(row(f"{source}, all", totals, (sums[0], sums[1])))
    everything = _total([(g.full, g.remaining, g.subset) for g in groups])
    known_sizes = (published["problems"], published["size"]) if published else None
    rows.append(row("all", everything, known_sizes))
    return Table("Problems by source and difficulty", head, rows)


def _sizes(composition: Composition, published: Mapping[str, Any] | None) -> Table:
    head = ["source and set", "problems", "median", "75th", "90th", "distance"]
    if published:
        head += ["published", "75th", "90th"]
    rows = []
    for sizes in composition.sources:
        distance = "-" if sizes.distance is None else f"{sizes.distance:.4f}"
        for name, values, quantiles in (
            ("full", sizes.full, sizes.full_quantiles),
            ("subset", sizes.subset, sizes.subset_quantiles),
        ):
            cells = [f"{sizes.source}, {name}", str(len(values))]
            cells += [number(value) for value in quantiles or (None, None, None)]
            cells.append(distance if name == "subset" else "")
            if published:
                cells += [str(value) for value in published["proof_lines"][sizes.source][name]]
            rows.append(cells)
    return Table("Proof lines (quantiles; distance of the distribution functions)", head, rows)


def _known(published: Mapping[str, Any] | None, group: str) -> tuple[int, int]:
    if published is None:
        return (0, 0)
    entry = published["groups"][group]
    return (entry["full"], entry["subset"])


def _total(numbers: Sequence[tuple[int, int, int]]) -> tuple[int, int, int]:
    return (
        sum(row[0] for row in numbers),
        sum(row[1] for row in numbers),
        sum(row[2] for row in numbers),
    )


def _share(count: int, total: int) -> str:
    return f"{100 * count / total:.1f}%" if total else "-"
