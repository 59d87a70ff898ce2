"""`vlite replay RESULTS`: judge a random sample of a run again. Exit 0: all the same, 1: not."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_vlite.commands import output
from pytest_vlite.errors import InputError
from pytest_vlite.printable import printable

if TYPE_CHECKING:
    from pytest_vlite.run.replay import Replayed

HELP = "judge a random sample of a run's attempts again and report differences"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", metavar="RESULTS", type=Path, help="output folder of a run")
    parser.add_argument(
        "--sample", metavar="N", type=at_least_one, default=50, help="how many (default: 50)"
    )
    parser.add_argument(
        "--seed", metavar="N", type=int, default=0, help="another seed, another sample"
    )
    parser.add_argument(
        "--submission",
        metavar="DIR",
        type=Path,
        help="where the run's only submission lies now (default: where it lay)",
    )
    parser.add_argument("--release", metavar="DIR", type=Path, help="where the release lies now")
    parser.add_argument("--tests", metavar="DIR", type=Path, help="where its test cases lie now")


def at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not at least 1")
    return number


def run(options: argparse.Namespace) -> int:
    from pytest_vlite.leaderboard.attempts import read_attempts
    from pytest_vlite.leaderboard.load import ATTEMPTS_NAME
    from pytest_vlite.run.output import RUN_NAME
    from pytest_vlite.run.record import read_record
    from pytest_vlite.run.replay import drawn, replay

    record = read_record(options.results / RUN_NAME)
    verdicts = drawn(read_attempts(options.results / ATTEMPTS_NAME), options.sample, options.seed)
    if options.submission is not None:
        if len(record.submissions) != 1:
            raise InputError(
                f"--submission: the run had {len(record.submissions)} submissions, so it cannot be "
                "told which one this is"
            )
        moved = {name: options.submission.absolute() for name in record.submissions}
        record = replace(record, submissions=moved)
    if options.release is not None:
        record = replace(record, release=options.release.absolute())
    if options.tests is not None:
        record = replace(record, tests=options.tests.absolute())
    if not verdicts:
        raise InputError(f"{options.results}: no verdict that could be repeated")
    with tempfile.TemporaryDirectory(prefix="vlite-") as scratch:
        results = list(replay(record, verdicts, Path(scratch)))
    return report(options, results, {})


def report(options: argparse.Namespace, results: Iterable[Replayed], more: dict[str, Any]) -> int:
    """Print what came out of judging again; the exit code."""
    results = list(results)
    differing = [result for result in results if result.differs]
    changed = sum(result.same_basis is False for result in results)
    data = {
        "judged_again": len(results),
        "from_something_else": changed,
        "differences": [_difference(result) for result in differing],
        **more,
    }
    lines = [f"{len(results)} judged again, {len(differing)} differ"]
    if changed:
        lines.append(
            f"{changed} were recorded from something else than what is there now (answer, tests, "
            "tools, limits or harness)"
        )
    for result in differing:
        lines += _lines(result)
    lines += [f"{name.replace('_', ' ')}: {value}" for name, value in more.items()]
    output.emit(options, data, "\n".join(map(printable, lines)))
    return 1 if differing else 0


def _difference(result: Replayed) -> dict[str, Any]:
    recorded = result.recorded
    return {
        "submission": recorded.submission,
        "problem_id": recorded.problem_id,
        "setting": recorded.setting,
        "sample": recorded.sample,
        "recorded": {"status": recorded.status.value, "detail": recorded.detail},
        "now": {"status": result.now.status.value, "detail": result.now.detail},
        "same_basis": result.same_basis,
    }


def _lines(result: Replayed) -> list[str]:
    recorded, now = result.recorded, result.now
    name = f"{recorded.problem_id}[{recorded.setting}] sample {recorded.sample}"
    note = "" if result.same_basis else " (made from something else)"
    return [
        f"{name} of {recorded.submission}{note}",
        f"  recorded: {recorded.status} {recorded.detail}",
        f"  now:      {now.status} {now.detail}",
    ]
