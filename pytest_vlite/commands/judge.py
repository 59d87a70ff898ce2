"""`vlite judge FILE`: judge one answer and explain the verdict. Exit 0: passed, 1: not passed."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_vlite.commands import arguments, output
from pytest_vlite.errors import InputError

if TYPE_CHECKING:
    from pytest_vlite.vocabulary import Verdict

HELP = "judge one answer and explain the verdict"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE[:LINE]",
        help="the answer: a .rs file, raw model text, or a line of a .jsonl file",
    )
    parser.add_argument("--problem", metavar="ID", required=True, help="problem that it answers")
    parser.add_argument("--setting", metavar="S", required=True, help="setting that it answers")
    parser.add_argument("--logs", metavar="DIR", type=Path, help="keep logs and programs there")
    arguments.add_release(parser)
    arguments.add_tools(parser)


def run(options: argparse.Namespace) -> int:
    from pytest_vlite.judge.attempt import Attempt
    from pytest_vlite.judge.pipeline import judge
    from pytest_vlite.judge.toolbox import make_workbench
    from pytest_vlite.release import load_release
    from pytest_vlite.submission import read_answer
    from pytest_vlite.vocabulary import Status, setting_named

    setting = setting_named(options.setting, "--setting")
    tests = options.tests
    tests_root = Path(tests).absolute() if tests and tests != "examples" else None
    release = load_release(arguments.release_root(options), tests_root=tests_root)
    problem = release.problem(options.problem)
    path, line = _place(options.file)
    attempt = Attempt(
        submission=path.name,
        problem=problem,
        setting=setting,
        sample=0,
        answer=read_answer(path, line=line),
    )
    with tempfile.TemporaryDirectory(prefix="vlite-") as scratch:
        bench = make_workbench(
            release,
            Path(scratch),
            sandbox=options.sandbox,
            verus=options.verus,
            examples_as_tests=tests == "examples",
            time_limit_s=options.time_limit,
            memory_limit_bytes=int(options.memory_limit * 2**20) if options.memory_limit else None,
            verify_timeout_s=options.verify_timeout,
        )
        verdict = judge(attempt, bench.for_attempt(logs=options.logs))
    output.emit(options, verdict.to_json(), explain(verdict))
    if verdict.status is Status.ERROR:
        return 3
    return 0 if verdict.status is Status.PASSED else 1


def _place(text: str) -> tuple[Path, int | None]:
    """`FILE` or `FILE:LINE`.

    Raises:
        InputError: there is no such file.
    """
    path = Path(text)
    if path.is_file():
        return path.absolute(), None
    name, colon, line = text.rpartition(":")
    if colon and line.isascii() and line.isdigit() and Path(name).is_file():
        return Path(name).absolute(), int(line)
    raise InputError(f"{text}: no such file")


def explain(verdict: Verdict) -> str:
    """Verdict, reason, evidence and measurements for a person."""
    lines = [
        f"{verdict.status.upper()}  {verdict.problem_id}  {verdict.setting}",
        f"  {verdict.detail}" if verdict.detail else "",
        f"  decided at: {verdict.stage}",
    ]
    if verdict.case is not None:
        lines.append(f"  {verdict.case.kind} case {verdict.case.index}")
        for label, text in (
            ("input", verdict.case.input),
            ("expected", verdict.case.expected),
            ("got", verdict.case.got),
        ):
            if text is not None:
                lines += [f"  {label}:", *(f"    {line}" for line in text.splitlines() or [""])]
    lines.append(
        f"  {verdict.duration_s:.2f} s wall, {verdict.cpu_s:.2f} s CPU, "
        f"{verdict.peak_memory_bytes / 2**20:.0f} MiB peak"
    )
    lines += [f"  {name}: {_plain(value)}" for name, value in verdict.measurements.items()]
    return "\n".join(line for line in lines if line)


def _plain(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
