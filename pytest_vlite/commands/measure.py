"""`vlite measure`: the CPU time of each reference solution, for `vlite select`'s time filter."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_vlite.release import Problem, Release
    from pytest_vlite.selection.measurements import Measured

HELP = "Measure the CPU time of the reference solutions on their test cases; goes on where it was."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Release, output, how much at a time."""
    parser.add_argument("release", type=Path, metavar="RELEASE", help="directory of the release")
    parser.add_argument("--tests", type=Path, metavar="DIR", help="second root with test cases")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        default=Path("measurements.jsonl"),
        metavar="FILE",
        help="file to write or to go on with (default measurements.jsonl)",
    )
    parser.add_argument("--jobs", type=int, default=1, help="problems at a time (default 1)")
    parser.add_argument(
        "--limit", type=float, default=2.0, metavar="S", help="CPU seconds a case (default 2)"
    )
    parser.add_argument(
        "--problem", action="append", default=[], metavar="ID", help="only this one (repeatable)"
    )
    parser.add_argument("--sandbox", choices=("auto", "bwrap", "rlimits"), default="auto")


def run(options: argparse.Namespace) -> int:
    """Measure; 0 if every problem asked for has a measurement, else 1."""
    import tempfile

    from pytest_vlite.errors import InputError
    from pytest_vlite.judge.rustc import find_rustc
    from pytest_vlite.leaderboard.write import json_text
    from pytest_vlite.release import load_release
    from pytest_vlite.sandbox import choose_sandbox
    from pytest_vlite.selection.measurements import read_measurements
    from pytest_vlite.selection.measuring import Bench, already_measured, make_header, measure_all

    if not 1 <= options.jobs <= 1024:
        raise InputError(f"--jobs {options.jobs}: must lie between 1 and 1024")
    # Below the limit of the filter nothing could be told apart.
    if not 1.0 <= options.limit <= 3600.0:
        raise InputError(f"--limit {options.limit:g}: must lie between 1 and 3600 seconds")
    release = load_release(options.release, tests_root=options.tests)
    problems = _problems(release, options.problem)
    rustc = find_rustc()
    if rustc is None:
        raise InputError("measuring needs rustc, and there is none on PATH; see `vlite doctor`")
    sandbox = choose_sandbox(options.sandbox)
    if sandbox.weaker:
        print(f"vlite measure: weaker isolation: {sandbox.description}", file=sys.stderr)
    header = make_header(release, rustc, sandbox, options.limit)
    done = already_measured(options.output, header, release)
    todo = [problem for problem in problems if problem.id not in done]
    if todo:
        with tempfile.TemporaryDirectory(prefix="vlite-measure-") as folder:
            # A sandbox may run as another user.
            Path(folder).chmod(0o755)
            prepared = rustc.prepare(Path(folder), sandbox)
            measure_all(
                todo,
                Bench(prepared, sandbox, options.limit, Path(folder)),
                header=header,
                path=options.output,
                jobs=options.jobs,
                report=_progress,
            )
    kept = len(problems) - len(todo)
    found = read_measurements(options.output)
    entries = [found.by_id[problem.id] for problem in problems]
    if options.json:
        print(json_text(_record(found.sha256, entries, kept), indent=1))
    else:
        print(_report(options.output, entries, kept))
    return 1 if any(entry.failed is not None for entry in entries) else 0


def _problems(release: Release, ids: list[str]) -> list[Problem]:
    from pytest_vlite.errors import InputError
    from pytest_vlite.release import has_cases

    chosen = [release.problem(problem_id) for problem_id in dict.fromkeys(ids)]
    problems = chosen or list(release.problems)
    if not any(has_cases(problem) for problem in problems):
        raise InputError(
            f"release {release.root}: no test cases to measure on; give their root with --tests DIR"
        )
    return problems


def _progress(measured: Measured, done: int, total: int) -> None:
    said = (
        f"{measured.max_cpu_s:.3f} s" if measured.failed is None else f"failed: {measured.failed}"
    )
    if measured.failed is not None or measured.stopped or done % 25 == 0 or done == total:
        print(f"{done}/{total} {measured.problem_id}: {said}", file=sys.stderr, flush=True)


def _over(entries: list[Measured]) -> list[Measured]:
    from pytest_vlite.selection.filters import CASE_TIME_LIMIT_S, LARGEST_TIME_SHARE

    limit_s = CASE_TIME_LIMIT_S * LARGEST_TIME_SHARE
    return [entry for entry in entries if entry.stopped or entry.max_cpu_s > limit_s]


def _record(sha256: str, entries: list[Measured], kept: int) -> dict[str, object]:
    return {
        "sha256": sha256,
        "problems": len(entries),
        "measured_before": kept,
        "failed": {entry.problem_id: entry.failed for entry in entries if entry.failed},
        "over_half_of_the_limit": {entry.problem_id: entry.max_cpu_s for entry in _over(entries)},
        "max_cpu_s": {entry.problem_id: entry.max_cpu_s for entry in entries if not entry.failed},
    }


def _report(path: Path, entries: list[Measured], kept: int) -> str:
    failed = [entry for entry in entries if entry.failed is not None]
    lines = [
        f"{path}: {len(entries) - len(failed)} of {len(entries)} problems measured "
        f"({kept} of them before), {len(failed)} failed"
    ]
    lines += [f"  failed {entry.problem_id}: {entry.failed}" for entry in failed]
    over = _over(entries)
    lines.append(f"more than half of the time limit: {len(over) or 'none'}")
    lines += [
        f"  {entry.problem_id}: {entry.max_cpu_s:.3f} s on case {entry.case}"
        f"{' (stopped)' if entry.stopped else ''}"
        for entry in over
    ]
    return "\n".join(lines)
