"""`vlite agreement`: how well a subset ranks systems, beside random subsets of the same size."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_vlite.selection.agreement import Report
    from pytest_vlite.selection.selection_file import Selection

HELP = "Hold a subset's ranking of systems against that of the full set, and of random subsets."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Verdicts or a simulation, the subset, how much to draw."""
    verdicts = parser.add_mutually_exclusive_group(required=True)
    verdicts.add_argument(
        "--full",
        nargs="+",
        type=Path,
        metavar="ATTEMPTS",
        help="attempts.jsonl files (or their directories) of several systems on the full set",
    )
    verdicts.add_argument(
        "--simulate", type=int, metavar="N", help="simulate N systems instead (logistic model)"
    )
    parser.add_argument(
        "--subset", type=Path, required=True, metavar="SELECTION", help="the selection file"
    )
    parser.add_argument(
        "--setting", action="append", default=[], help="only this setting (repeatable)"
    )
    parser.add_argument(
        "--draws", type=int, default=1000, help="subsets of each other kind (default 1000)"
    )
    parser.add_argument(
        "--panels", type=int, default=20, help="simulated panels to average over (default 20)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of all draws (default 1)")
    parser.add_argument("--markdown", action="store_true", help="print Markdown instead of text")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="also write a plot as SVG")


def run(options: argparse.Namespace) -> int:
    """Print a table for each setting."""
    from pytest_vlite.errors import InputError
    from pytest_vlite.leaderboard.write import json_text, write_atomically
    from pytest_vlite.selection.agreement import other_subsets
    from pytest_vlite.selection.agreement_tables import plot
    from pytest_vlite.selection.random_draw import LARGEST_SEED
    from pytest_vlite.selection.selection_file import read_selection

    for name, least, most in (
        ("draws", 1, 100_000),
        ("panels", 1, 1000),
        ("simulate", 2, 200),
        ("seed", 0, LARGEST_SEED),
    ):
        value = getattr(options, name)
        if value is not None and not least <= value <= most:
            raise InputError(f"--{name} {value}: must lie between {least} and {most}")
    selection = read_selection(options.subset)
    others = other_subsets(selection, options.draws, options.seed)
    reports, notes = _reports(options, selection, others)
    if options.plot is not None:
        if len(reports) > 1:
            raise InputError("--plot shows one setting: choose it with --setting")
        write_atomically(options.plot, plot(reports[0]).encode())
    if options.json:
        record = {"reports": [report.to_json() for report in reports], "notes": list(notes)}
        print(json_text(record, indent=1))
        return 0
    for report in reports:
        print(_text(report, markdown=options.markdown))
    for note in notes:
        print(f"note: {note}")
    return 0


def _reports(
    options: argparse.Namespace, selection: Selection, others: dict[str, list[list[int]]]
) -> tuple[list[Report], Sequence[str]]:
    from pytest_vlite.selection.agreement import problem_numbers, report
    from pytest_vlite.selection.random_draw import RandomDraw
    from pytest_vlite.selection.simulation import simulate_panel
    from pytest_vlite.selection.systems import read_panels

    if options.simulate is None:
        panels = read_panels(options.full, list(problem_numbers(selection)), options.setting)
        found = [
            report(panel.setting, panel.names, [panel.outcomes], selection, others)
            for panel in panels
        ]
        return found, [note for panel in panels for note in panel.notes]
    draw = RandomDraw(options.seed)
    names = [f"simulated {number + 1}" for number in range(options.simulate)]
    simulated = [
        simulate_panel(selection.ranked_groups, options.simulate, draw)
        for _ in range(options.panels)
    ]
    title = f"simulated, mean of {options.panels} panels" if options.panels > 1 else "simulated"
    return [report(title, names, simulated, selection, others)], ()


def _text(report: Report, *, markdown: bool) -> str:
    from pytest_vlite.leaderboard.text import plain
    from pytest_vlite.selection.agreement_tables import table
    from pytest_vlite.selection.tables import as_markdown, as_text

    lines = [(as_markdown if markdown else as_text)([table(report)]), ""]
    for pair in report.swapped:
        significant = "significant" if pair.p_value < 0.05 else "not significant"
        lines.append(
            f"swapped: {plain(pair.first, 60)} and {plain(pair.second, 60)}: "
            f"{100 * pair.full_difference:+.2f} points on the full set ({significant}, "
            f"p = {pair.p_value:.3g}), {100 * pair.subset_difference:+.2f} on the subset"
        )
    return "\n".join(lines)
