"""Compiles solvers once and runs them on many inputs, in the judge's own way."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pytest_vlite.judge.attempt import Workbench
from pytest_vlite.judge.case_rules import rules_for
from pytest_vlite.judge.driver import build_program
from pytest_vlite.judge.executor import Executor, ProgramLimits
from pytest_vlite.judge.function_result import NoResult, read_result
from pytest_vlite.judge.program import Program
from pytest_vlite.judge.run_failure import run_failure
from pytest_vlite.release import JsonValue, Problem, TestCase
from pytest_vlite.vocabulary import Status

MOST_OUTPUT_BYTES = 16 * 2**20
# A program that loops would cost its whole limit on every input.
MOST_TIME_LIMITS = 2


@dataclass(frozen=True)
class Solver:
    """A program that answers inputs; `executable` is None, and `fault` set, if it does not
    compile."""

    name: str
    program: Program
    executable: Path | None
    fault: str = ""


@dataclass(frozen=True)
class Run:
    """One answer. `output` is there exactly if `status` is `passed`, which says only that the
    program ended well with a result of the right type."""

    status: Status
    output: JsonValue = None
    detail: str = ""
    cpu_s: float = 0.0
    peak_memory_bytes: int = 0

    @property
    def ok(self) -> bool:
        return self.status is Status.PASSED


def compile_solver(
    name: str, code: str, problem: Problem, bench: Workbench, scratch: Path
) -> Solver:
    """The compiled solver, in a new folder of `scratch`.

    Raises:
        HarnessError: rustc failed.
        InputError: there is no rustc.
    """
    program = build_program(problem, code)
    folder = Path(tempfile.mkdtemp(dir=scratch, prefix="solver-"))
    compilation = bench.require_rustc().compile(program, folder, bench.sandbox)
    return Solver(name, program, compilation.executable, compilation.detail)


def run_solver(
    solver: Solver,
    inputs: Sequence[JsonValue],
    problem: Problem,
    limits: ProgramLimits,
    bench: Workbench,
) -> list[Run]:
    """The solver's answer to each input, in order.

    After `MOST_TIME_LIMITS` broken limits of time the rest is `not_run`.

    Raises:
        HarnessError: the isolation failed.
    """
    if solver.executable is None:
        return [Run(Status.COMPILE_ERROR, detail=solver.fault)] * len(inputs)
    rules = rules_for(problem)
    runs: list[Run] = []
    over = 0
    with (
        tempfile.TemporaryDirectory(dir=bench.scratch, prefix="runs-") as work,
        Executor(solver.executable, limits, bench.sandbox, Path(work)) as executor,
    ):
        for index, value in enumerate(inputs):
            if over >= MOST_TIME_LIMITS:
                runs.append(Run(Status.NOT_RUN, detail=f"not run after {over} broken time limits"))
                continue
            stdin = rules.stdin(TestCase(index, value, None))
            runs.append(_run(solver, executor, stdin, problem, limits))
            over += runs[-1].status is Status.TIME_LIMIT
    return runs


def _run(
    solver: Solver, executor: Executor, stdin: bytes, problem: Problem, limits: ProgramLimits
) -> Run:
    run = executor.run(stdin, MOST_OUTPUT_BYTES)
    failure = run_failure(
        run,
        executor.said(),
        output_bytes=executor.stdout.seek(0, 2),
        output_limit_bytes=MOST_OUTPUT_BYTES,
        cpu_limit_s=limits.cpu_s,
        memory_limit_bytes=limits.memory_bytes,
        program=solver.program,
    )
    if failure is not None:
        return Run(failure.status, None, failure.detail, run.cpu_s, run.peak_memory_bytes)
    try:
        output = _output(problem, executor.stdout)
    except NoResult as fault:
        return Run(Status.WRONG_ANSWER, None, str(fault), run.cpu_s, run.peak_memory_bytes)
    return Run(Status.PASSED, output, "", run.cpu_s, run.peak_memory_bytes)


def _output(problem: Problem, file: BinaryIO) -> JsonValue:
    if problem.style == "function":
        return read_result(problem.target, file)
    file.seek(0)
    try:
        text = file.read().decode("utf-8")
    except UnicodeDecodeError:
        raise NoResult("its output is not UTF-8") from None
    # As comparison sees it, so that equal outputs are the same text.
    lines = [line.rstrip(" \t\r\v\f") for line in text.split("\n")]
    return "\n".join(lines).rstrip("\n") + "\n"
