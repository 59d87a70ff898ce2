"""Runs an answer on the test cases it is owed: the release's, or the description's examples.

An example is a weaker witness than a test case: where several answers are valid, or the text is
garbled or wrong, even the release's own solution does not give what the example shows. So before an
example speaks against an answer, the reference must reproduce it; one that it does not reproduce is
not counted, and an answer that fails only on such ones is `undecided`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pytest_vlite.errors import HarnessError
from pytest_vlite.judge.case_rules import rules_for
from pytest_vlite.judge.cases import TestOutcome, run_cases
from pytest_vlite.judge.driver import build_program
from pytest_vlite.judge.executor import ProgramLimits
from pytest_vlite.judge.program import Program
from pytest_vlite.judge.progress import Decision, Progress
from pytest_vlite.release import TestCase, example_cases, has_cases, positive_cases
from pytest_vlite.vocabulary import Stage, Status


def run(progress: Progress) -> Decision | None:
    """Run the compiled program on every case; None if all are right."""
    if progress.executable is None or progress.program is None:
        raise HarnessError("there is no compiled program to test")
    problem = progress.attempt.problem
    if progress.bench.examples_as_tests:
        return _run_examples(progress, progress.executable, progress.program)
    if not has_cases(problem):
        return Decision(
            Status.UNDECIDED, Stage.TESTS, f"no test cases at {problem.tests_directory}"
        )
    outcome = _outcome(progress, progress.executable, progress.program, positive_cases(problem))
    return _decision(outcome)


def _run_examples(progress: Progress, executable: Path, program: Program) -> Decision | None:
    examples = example_cases(progress.attempt.problem)
    if not examples.cases:
        return Decision(Status.UNDECIDED, Stage.TESTS, f"no example: {examples.reason}")
    # All in one isolation; one by one only where one fails.
    if _outcome(progress, executable, program, examples.cases).status is Status.PASSED:
        return None
    reference: tuple[Path, Program] | None = None
    unusable: list[int] = []
    for case in examples.cases:
        outcome = _outcome(progress, executable, program, [case], measured=False)
        if outcome.status is Status.PASSED:
            continue
        if outcome.status is Status.UNDECIDED:
            return _decision(outcome)
        reference = reference or compile_reference(progress)
        if reproduces(progress, reference, case):
            return _decision(outcome)
        unusable.append(case.index)
    if not unusable:
        return None
    numbers = ", ".join(str(index + 1) for index in unusable)
    return Decision(
        Status.UNDECIDED,
        Stage.TESTS,
        f"fails example {numbers}, but so does the release's own solution: another answer is "
        "valid there, or the example's text is wrong",
    )


def reproduces(progress: Progress, reference: tuple[Path, Program], case: TestCase) -> bool:
    """Whether the release's own solution gives what an example shows.

    Raises:
        HarnessError: the sandbox failed.
    """
    return _outcome(progress, *reference, [case], measured=False).status is Status.PASSED


def compile_reference(progress: Progress) -> tuple[Path, Program]:
    """The release's own solution, once for an attempt.

    Raises:
        HarnessError: it does not compile.
    """
    problem = progress.attempt.problem
    rustc = progress.bench.rustc
    name = "main.rs" if problem.has("main.rs") else "code.rs"
    program = build_program(problem, problem.artifact(name))
    if rustc is None:
        raise HarnessError("there is no rustc to compile the reference with")
    with progress.folder("reference") as folder:
        compilation = rustc.compile(program, folder, progress.bench.sandbox)
    if compilation.executable is None:
        raise HarnessError(f"{problem.id}: its own {name} does not compile: {compilation.detail}")
    return compilation.executable, program


def _outcome(
    progress: Progress,
    executable: Path,
    program: Program,
    cases: Iterable[TestCase],
    *,
    measured: bool = True,
) -> TestOutcome:
    bench, problem = progress.bench, progress.attempt.problem
    limits = ProgramLimits(
        cpu_s=bench.limits.time_limit_s, memory_bytes=bench.limits.memory_for(problem)
    )
    outcome = run_cases(
        executable,
        program,
        _until_deadline(progress, cases),
        rules_for(problem),
        limits=limits,
        sandbox=bench.sandbox,
        scratch=progress.work_dir,
        checker=problem.checker,
        turns=bench.turns,
    )
    if measured:
        progress.used(outcome.cpu_s + outcome.checker_cpu_s, outcome.peak_memory_bytes)
        figures = progress.measurements
        figures["cases"] = figures.get("cases", 0) + outcome.cases
        if outcome.max_cpu_s >= figures.get("max_case_cpu_s", 0.0):
            figures["max_case_cpu_s"] = round(outcome.max_cpu_s, 4)
            figures["slowest_case"] = outcome.slowest_case
        if outcome.repeats:
            figures["time_measured_again"] = figures.get("time_measured_again", 0) + outcome.repeats
        figures["time_limit_s"] = limits.cpu_s
        figures["memory_limit_bytes"] = limits.memory_bytes
    return outcome


def _until_deadline(progress: Progress, cases: Iterable[TestCase]) -> Iterator[TestCase]:
    for case in cases:
        progress.bench.check_deadline()
        yield case


def _decision(outcome: TestOutcome) -> Decision | None:
    if outcome.status is Status.PASSED:
        return None
    return Decision(outcome.status, Stage.TESTS, outcome.detail, outcome.case)
