"""Runs a problem's checker, the program that accepts outputs other than the expected one.

The published protocol: the checker reads lines `{"input": ..., "output": ...}` (the output being
the candidate's) on standard input and prints `accept`, `reject` or `error` for each, in order; exit
code 2 means a malformed record. Many cases go to one start of the checker. What it prints is read
strictly: an answer that is none of these never becomes a verdict.

An output is hostile, and a checker may break on it (a number of a million digits, a flood of
words). Where it breaks on one output and not on the release's own for the same case, that output is
ruled `error`, so that nobody's run fails for what a program printed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from pytest_vlite.errors import HarnessError
from pytest_vlite.release import JsonValue
from pytest_vlite.sandbox import Sandbox, ToolLimits

INPUT_NAME = "records.jsonl"
CHECKER_LIMITS = ToolLimits(
    cpu_s=120.0,
    wall_s=300.0,
    memory_bytes=2 * 2**30,
    output_bytes=16 * 2**20,
    processes=8,
    address_space_bytes=None,
)
_MALFORMED_RECORD = 2


class Ruling(StrEnum):
    """What a checker says about one output."""

    ACCEPT = "accept"
    REJECT = "reject"
    ERROR = "error"


@dataclass(frozen=True)
class CheckerRun:
    """One ruling for each record, in order; seconds of CPU time."""

    rulings: tuple[Ruling, ...]
    cpu_s: float


class CheckerFailure(HarnessError):
    """The checker ended badly, or did not answer by the protocol."""


@dataclass(frozen=True)
class Candidate:
    """An untrusted output of a case, and the release's own output for it."""

    case_input: JsonValue
    output: JsonValue
    expected: JsonValue


def judge_outputs(
    checker: Path, candidates: Sequence[Candidate], work_dir: Path, sandbox: Sandbox
) -> CheckerRun:
    """The checker's rulings; `ERROR` from the first output on that breaks the checker.

    Raises:
        HarnessError: the checker breaks on the release's own output, too.
    """
    try:
        return run_checker(
            checker, [(c.case_input, c.output) for c in candidates], work_dir, sandbox
        )
    except CheckerFailure:
        pass
    rulings: list[Ruling] = []
    cpu_s = 0.0
    for candidate in candidates:
        try:
            run = run_checker(
                checker, [(candidate.case_input, candidate.output)], work_dir, sandbox
            )
        except CheckerFailure:
            run_checker(checker, [(candidate.case_input, candidate.expected)], work_dir, sandbox)
            unjudged = len(candidates) - len(rulings)
            return CheckerRun((*rulings, *[Ruling.ERROR] * unjudged), cpu_s)
        rulings += run.rulings
        cpu_s += run.cpu_s
    return CheckerRun(tuple(rulings), cpu_s)


def run_checker(
    checker: Path,
    records: Iterable[tuple[JsonValue, JsonValue]],
    work_dir: Path,
    sandbox: Sandbox,
) -> CheckerRun:
    """The checker's rulings on (input, candidate's output) pairs.

    `work_dir` is a folder of this call's own.

    Raises:
        CheckerFailure: the checker failed, or did not answer by the protocol.
        HarnessError: the isolation failed.
    """
    stdin = work_dir / INPUT_NAME
    count = 0
    with stdin.open("w", encoding="utf-8") as file:
        for case_input, output in records:
            file.write(json.dumps({"input": case_input, "output": output}) + "\n")
            count += 1
    interpreter = _interpreter()
    run = sandbox.run_tool(
        [interpreter, "-I", "-S", "-B", checker],
        work_dir=work_dir,
        read_only=[checker, *_interpreter_directories()],
        limits=CHECKER_LIMITS,
        stdin=stdin,
    )
    stdin.unlink()
    if run.stopped_by is not None:
        raise CheckerFailure(f"{checker}: stopped by its {run.stopped_by} limit")
    if run.exit_code == _MALFORMED_RECORD:
        raise CheckerFailure(f"{checker}: calls a record malformed: {_tail(run.stderr)}")
    # 1 is how a program may say that it rejected something; then every line is there.
    if run.exit_code not in (0, 1):
        raise CheckerFailure(
            f"{checker}: exit code {run.exit_code}, signal {run.signal}: {_tail(run.stderr)}"
        )
    return CheckerRun(_read_rulings(run.stdout, count, checker, _tail(run.stderr)), run.cpu_s)


def _read_rulings(stdout: bytes, count: int, checker: Path, said: str) -> tuple[Ruling, ...]:
    lines = stdout.removesuffix(b"\n").split(b"\n") if stdout else []
    if len(lines) != count:
        raise CheckerFailure(f"{checker}: {len(lines)} answers to {count} records: {said}")
    try:
        return tuple(Ruling(line.strip().decode("ascii")) for line in lines)
    except ValueError:
        raise CheckerFailure(f"{checker}: an answer is none of accept, reject, error") from None


def _interpreter() -> Path:
    return Path(getattr(sys, "_base_executable", None) or sys.executable).resolve()


def _interpreter_directories() -> tuple[Path, ...]:
    """What the interpreter needs to see: its installation, and the system's libraries."""
    system = [Path(d) for d in ("/usr", "/bin", "/lib", "/lib64") if Path(d).exists()]
    own = [Path(d).resolve() for d in dict.fromkeys((sys.base_prefix, sys.base_exec_prefix))]
    return (*system, *(d for d in own if not any(d.is_relative_to(s) for s in system)))


def _tail(stderr: bytes) -> str:
    lines = stderr.decode("utf-8", "backslashreplace").strip().splitlines()
    return lines[-1][:200] if lines else "(nothing on standard error)"
