"""`vlite merge`: join results into one leaderboard."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_vlite import __version__
from pytest_vlite.errors import InputError

if TYPE_CHECKING:
    from pytest_vlite.leaderboard.load import Result

HELP = "Join results (shards of one run, or several systems) into one leaderboard."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Inputs, and where to write."""
    parser.add_argument(
        "results",
        nargs="+",
        type=Path,
        metavar="RESULT",
        help="result directories, leaderboard.json files (attempts.jsonl beside them), or CSV"
        " tables of published pass rates in per cent (columns: system, organisation, settings)",
    )
    parser.add_argument(
        "--problems", type=int, metavar="N", help="how many problems a CSV table's rates are of"
    )
    parser.add_argument(
        "--release",
        default="published figures",
        metavar="ID",
        help="release of a CSV table (default: %(default)s)",
    )
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="DIR", help="directory to write to"
    )


def run(options: argparse.Namespace) -> int:
    """Write leaderboard.json and attempts.jsonl to the output directory."""
    from pytest_vlite.leaderboard.attempts import write_attempts
    from pytest_vlite.leaderboard.load import ATTEMPTS_NAME, DOCUMENT_NAME
    from pytest_vlite.leaderboard.merge import merge_results
    from pytest_vlite.leaderboard.text import plain
    from pytest_vlite.leaderboard.write import json_text, write_document

    merged = merge_results([_load(place, options) for place in options.results])
    if merged.verdicts:
        write_attempts(merged.verdicts, options.output / ATTEMPTS_NAME)
    write_document(merged.document, options.output / DOCUMENT_NAME)
    entries = merged.document["entries"]
    if options.json:
        summary = {
            "written": str(options.output / DOCUMENT_NAME),
            "attempts": len(merged.verdicts),
            "entries": [
                {
                    "submission": entry["submission"]["name"],
                    "complete": entry["complete"],
                    "incomplete_because": entry["incomplete_because"],
                }
                for entry in entries
            ],
        }
        print(json_text(summary, indent=1))
        return 0
    print(f"{options.output / DOCUMENT_NAME}: {len(entries)} entries")
    for entry in entries:
        name = plain(entry["submission"]["name"], 60)
        because = plain("; ".join(entry["incomplete_because"]), 300)
        print(f"  {name}: {'complete' if entry['complete'] else f'incomplete ({because})'}")
    return 0


def _load(place: Path, options: argparse.Namespace) -> Result:
    from pytest_vlite.leaderboard.context import Harness
    from pytest_vlite.leaderboard.load import Result, load_result
    from pytest_vlite.leaderboard.published import published_document

    if place.suffix.lower() != ".csv":
        return load_result(place)
    if options.problems is None:
        raise InputError(f"{place}: --problems must say how many problems the table's rates are of")
    document = published_document(
        place,
        release_id=options.release,
        problems=options.problems,
        harness=Harness("pytest-vlite", __version__),
        generated_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    return Result(place, document, ())
