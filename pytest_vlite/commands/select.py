"""`vlite select`: build a subset of a release, such as VeriContest Lite."""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_vlite.release import Release
    from pytest_vlite.selection.building import Evidence
    from pytest_vlite.selection.selection_file import Selection

HELP = "Build a subset of a release (VeriContest Lite), the same bytes from the same inputs."
_FILTERS = ("image_or_link", "other_problem", "checker", "time")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Release, size, seed, what the filters need, output."""
    parser.add_argument("release", type=Path, metavar="RELEASE", help="directory of the release")
    parser.add_argument("--size", type=int, default=300, help="problems to select (default 300)")
    parser.add_argument("--seed", type=int, required=True, help="seed of the random draw")
    parser.add_argument("--tests", type=Path, metavar="DIR", help="second root with test cases")
    parser.add_argument(
        "--measurements",
        type=Path,
        metavar="FILE",
        help="CPU times of the reference solutions, made by `vlite measure`",
    )
    parser.add_argument(
        "--checkers",
        type=Path,
        metavar="FILE",
        help="ids of all problems judged by a checker, one a line, where the tests do not tell",
    )
    parser.add_argument(
        "--overrides",
        type=Path,
        metavar="FILE",
        help="decisions against the filters (default: those of the package)",
    )
    parser.add_argument(
        "--skip-filter",
        action="append",
        default=[],
        choices=_FILTERS,
        metavar="NAME",
        help=f"do not apply this filter (repeatable): {', '.join(_FILTERS)}",
    )
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help="selection file to write"
    )


def run(options: argparse.Namespace) -> int:
    """Select, write the file, print what was done."""
    from pytest_vlite.leaderboard.write import json_text, write_atomically
    from pytest_vlite.release import load_release
    from pytest_vlite.selection.building import build_selection
    from pytest_vlite.selection.pinned import find_subset
    from pytest_vlite.selection.selection_file import to_yaml

    release = load_release(options.release, tests_root=options.tests)
    # A release that lacks some of its own problems gives no selection of it.
    find_subset("full", release).verify(release)
    selection = build_selection(release, options.size, options.seed, _evidence(options, release))
    text = to_yaml(selection).encode()
    write_atomically(options.output, text)
    if options.json:
        print(json_text(_record(selection, text), indent=1))
    else:
        print(_report(selection, text, options.output))
    return 0


def _evidence(options: argparse.Namespace, release: Release) -> Evidence:
    from importlib.resources import as_file, files

    from pytest_vlite.selection.building import Evidence
    from pytest_vlite.selection.filters import read_overrides
    from pytest_vlite.selection.id_list import read_ids
    from pytest_vlite.selection.measurements import read_measurements
    from pytest_vlite.selection.yaml_text import read_limited

    if options.overrides is not None:
        overrides = read_overrides(options.overrides)
        overrides_bytes = read_limited(options.overrides)
    else:
        with as_file(files("pytest_vlite.data") / "filter_overrides.yaml") as path:
            overrides = read_overrides(path)
            overrides_bytes = read_limited(path)
        overrides = tuple(entry for entry in overrides if entry.problem in release)
    skipped = frozenset(options.skip_filter)
    checkers = checkers_sha256 = None
    if options.checkers is not None and "checker" not in skipped:
        checkers = frozenset(read_ids(options.checkers))
        checkers_sha256 = hashlib.sha256(read_limited(options.checkers)).hexdigest()
        for problem_id in sorted(checkers):
            release.problem(problem_id)
    measurements = None
    if options.measurements is not None and "time" not in skipped:
        measurements = read_measurements(options.measurements)
    elif options.measurements is not None:
        print("vlite select: --measurements is not used: the filter is skipped", file=sys.stderr)
    return Evidence(
        measurements,
        checkers,
        checkers_sha256,
        overrides,
        hashlib.sha256(overrides_bytes).hexdigest(),
        skipped,
    )


def _record(selection: Selection, text: bytes) -> dict[str, object]:
    return {
        "size": len(selection.ids),
        "seed": selection.seed,
        "method": selection.method,
        "ids_sha256": selection.ids_sha256,
        "file_sha256": hashlib.sha256(text).hexdigest(),
        "problem_ids_sha256": selection.problem_ids_sha256,
        "filters": [
            {
                "name": entry.name,
                "applied": entry.applied,
                "note": entry.note,
                "removed": dict(entry.removed),
            }
            for entry in selection.filters
        ],
        "overrides": [
            {
                "problem": entry.problem,
                "filter": entry.filter,
                "remove": entry.remove,
                "reason": entry.reason,
            }
            for entry in selection.overrides
        ],
        "groups": [
            {
                "name": group.name,
                "problems": len(group.ranked.problems),
                "remaining": group.ranked.remaining,
                "places": group.places,
            }
            for group in selection.groups
        ],
        "replacements": [
            {"group": entry.group, "drawn": entry.drawn, "taken": entry.taken}
            for entry in selection.replacements
        ],
        "notes": list(selection.notes),
        "ids": list(selection.ids),
    }


def _report(selection: Selection, text: bytes, path: Path) -> str:
    problems = sum(len(group.ranked.problems) for group in selection.groups)
    lines = [f"{problems} problems, {problems - len(selection.removed)} after the filters"]
    for entry in selection.filters:
        said = f"removes {len(entry.removed)}" if entry.applied else entry.note
        lines.append(f"  {entry.name:<14} {said}")
        lines += [f"    {problem}: {reason}" for problem, reason in entry.removed.items()]
    lines.append(f"overrides: {len(selection.overrides) or 'none'}")
    for override in selection.overrides:
        decision = "removed" if override.remove else "kept"
        lines.append(f"  {override.problem}, {override.filter}: {decision}, {override.reason}")
    lines.append(f"places ({len(selection.ids)}):")
    for group in selection.groups:
        lines.append(
            f"  {group.name:<22} {group.places:>4} of {len(group.ranked.problems):>4}"
            f" ({group.ranked.remaining} remaining)"
        )
    lines.append(f"replacements: {len(selection.replacements) or 'none'}")
    lines += [f"  {r.group}: {r.drawn} -> {r.taken}" for r in selection.replacements]
    lines += [f"note: {note}" for note in selection.notes]
    lines.append(f"sha256 of the ids {selection.ids_sha256}")
    lines.append(f"sha256 of {path} {hashlib.sha256(text).hexdigest()}")
    return "\n".join(lines)
