"""`vlite composition`: the tables of a subset beside the full set."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_vlite.selection.composition import Composition
    from pytest_vlite.selection.sampling import RankedGroup

HELP = (
    "Show what a subset is made of: problems by difficulty, proof sizes, distance to the full set."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Selection, release, form of the output."""
    parser.add_argument(
        "selection",
        type=Path,
        metavar="SELECTION",
        help="a selection file; with --release also a list of ids, one a line",
    )
    parser.add_argument(
        "--release",
        type=Path,
        metavar="DIR",
        help="measure the proofs of this release instead of taking the sizes from the file",
    )
    parser.add_argument("--markdown", action="store_true", help="print Markdown instead of text")
    parser.add_argument(
        "--plot", type=Path, metavar="FILE", help="also write the distributions as SVG"
    )


def run(options: argparse.Namespace) -> int:
    """Print the tables."""
    from pytest_vlite.leaderboard.write import json_text, write_atomically
    from pytest_vlite.selection.composition import compose
    from pytest_vlite.selection.composition_tables import published_figures, tables
    from pytest_vlite.selection.tables import as_markdown, as_text

    groups, ids = _groups_and_ids(options)
    composition = compose(groups, ids)
    published = published_figures(composition)
    if options.plot is not None:
        write_atomically(options.plot, _plot(composition).encode())
    if options.json:
        print(json_text({**composition.to_json(), "published": published}, indent=1))
        return 0
    found = tables(composition, published)
    print(as_markdown(found) if options.markdown else as_text(found))
    beside = f" (published: {published['largest_tenth_in_subset']})" if published else ""
    print(
        f"\nOf the {composition.largest} problems with the largest proofs the subset has "
        f"{composition.largest_in_subset}{beside}."
    )
    if published:
        print(f"Published: {published['remaining']} problems after the filters.")
    return 0


def _groups_and_ids(options: argparse.Namespace) -> tuple[Sequence[RankedGroup], Sequence[str]]:
    from pytest_vlite.errors import InputError
    from pytest_vlite.release import load_release
    from pytest_vlite.selection.building import check_problems, proof_sizes, rank_groups
    from pytest_vlite.selection.id_list import read_ids
    from pytest_vlite.selection.selection_file import read_selection

    is_selection = options.selection.suffix in (".yaml", ".yml")
    selection = read_selection(options.selection) if is_selection else None
    if options.release is None:
        if selection is None:
            raise InputError(
                f"{options.selection}: a list of ids needs --release DIR; a selection file "
                "(.yaml) holds the proof sizes itself"
            )
        return selection.ranked_groups, selection.ids
    release = load_release(options.release)
    check_problems(release)
    if selection is None:
        ids = read_ids(options.selection)
        for problem_id in ids:
            release.problem(problem_id)
        return rank_groups(release.problems, frozenset(), proof_sizes(release.problems)), ids
    if selection.problem_ids_sha256 != release.problem_ids_sha256:
        raise InputError(
            f"{options.selection}: made from another release: its problem ids have sha256 "
            f"{selection.problem_ids_sha256}, those of {options.release} "
            f"{release.problem_ids_sha256}"
        )
    return rank_groups(
        release.problems, selection.removed, proof_sizes(release.problems)
    ), selection.ids


def _plot(composition: Composition) -> str:
    from pytest_vlite.selection.svg import COLOURS, Axis, Line, Panel, figure, log_ticks, steps

    shares = [(0.0, "0"), (0.25, "25%"), (0.5, "50%"), (0.75, "75%"), (1.0, "100%")]
    panels = []
    for sizes in composition.sources:
        if not sizes.full:
            continue
        ticks = log_ticks(sizes.full[-1])
        lines = [Line("full", steps(sizes.full, 0, ticks[-1][0]), COLOURS[0])]
        if sizes.subset:
            lines.append(
                Line("subset", steps(sizes.subset, 0, ticks[-1][0]), COLOURS[1], dashed=True)
            )
        panels.append(
            Panel(
                sizes.source,
                Axis("proof lines (logarithmic)", ticks, log=True),
                Axis("share of problems", shares),
                lines,
            )
        )
    return figure(
        "Proof sizes of the full set and of the subset",
        "Empirical distribution functions of proof lines, one panel a source.",
        panels,
    )
