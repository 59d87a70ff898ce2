"""`vlite family scores RESULTS...`: systems side by side, variants against seeds, the spread."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from pytest_vlite.commands import output
from pytest_vlite.errors import InputError
from pytest_vlite.leaderboard.text import percent, plain


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "results", metavar="RESULTS", type=Path, nargs="+", help="families.json, or its folder"
    )
    parser.add_argument(
        "--plot", metavar="FILE", type=Path, help="the perturbation scores of a drawn set, as SVG"
    )
    parser.add_argument("--drawn", metavar="DIR", type=Path, help="the drawn set, for --plot")


def run(options: argparse.Namespace) -> int:
    from pytest_vlite.renewal.answers.reading import read_families_documents
    from pytest_vlite.scoring.families import panel_mean

    if (options.plot is None) != (options.drawn is None):
        raise InputError("--plot needs --drawn, and the other way round")
    documents = read_families_documents(options.results)
    entries = [entry for document in documents for entry in document["entries"]]
    averages: dict[str, dict[str, float]] = {}
    for entry in entries:
        for name, figures in entry["sets"].items():
            averages.setdefault(name, {})[entry["submission"]] = figures["average"]
    panel = {name: panel_mean(of_systems) for name, of_systems in averages.items()}
    if options.plot is not None:
        _plot(options.drawn, options.plot)
    data: dict[str, Any] = {
        "set_sha256": documents[0]["set"]["sha256"],
        "entries": entries,
        "panel": panel,
    }
    output.emit(options, data, "\n".join(_table(entries, panel)))
    return 0


def _table(entries: list[dict[str, Any]], panel: dict[str, float | None]) -> list[str]:
    lines = []
    for entry in sorted(entries, key=lambda entry: str(entry["submission"])):
        sets = ", ".join(
            f"{name} {percent(figures['average'])}" for name, figures in entry["sets"].items()
        )
        lines.append(f"{plain(entry['submission'], 60)}: Avg@{entry['samples']} {sets}")
        difference = entry["seeds_and_variants"]
        if difference is not None:
            low, high = difference["ci95"]
            lines.append(
                f"  variants less seeds {difference['difference']:+.3f} "
                f"(95% {low:+.3f} to {high:+.3f})"
            )
        if not entry["complete"]:
            lines.append("  incomplete: not every answer was judged")
    means = ", ".join(f"{name} {percent(mean)}" for name, mean in panel.items() if mean is not None)
    lines.append(f"mean of {len(entries)} systems: {means}")
    return lines


def _plot(drawn: Path, place: Path) -> None:
    from pytest_vlite.leaderboard.write import write_atomically
    from pytest_vlite.renewal.answers.drawn_set import load_drawn_set
    from pytest_vlite.renewal.answers.plot import perturbation_figure

    figure = perturbation_figure(load_drawn_set(drawn).items)
    write_atomically(place, figure.encode("utf-8"))
