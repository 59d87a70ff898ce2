"""The specification of an answer: made executable and held against the test cases.

A program's cases are texts. They are held against the specification by the calls of the target that
lie behind them.
"""

from __future__ import annotations

from pytest_vlite.judge.calls.bridge import Bridge
from pytest_vlite.judge.calls.source import NoBridge, bridge_program
from pytest_vlite.judge.calls.tracing import Tracer
from pytest_vlite.judge.progress import Decision, Progress
from pytest_vlite.judge.spec_cases import (
    Cases,
    FunctionCases,
    ProgramCases,
    output_type,
)
from pytest_vlite.judge.spec_check import SpecCheck, compile_check
from pytest_vlite.judge.spec_examination import Examination, undecided
from pytest_vlite.verus import VerusSyntaxError
from pytest_vlite.verus.evaluation import Translation, translate
from pytest_vlite.vocabulary import Stage, Status

# Runs the release's own reference, so it is optimised; compiling counts, too.
_BRIDGE_FLAGS = ("-Copt-level=1",)


def run(progress: Progress) -> Decision | None:
    """Check the specification; None if it accepts and rejects what it must."""
    progress.stage = Stage.SPECIFICATION
    problem = progress.attempt.problem
    try:
        translation = translate(progress.specification, problem.target.function)
    except VerusSyntaxError as fault:
        line = progress.answer_line(fault.line)
        return Decision(Status.MALFORMED, Stage.SPECIFICATION, f"{line}{fault.message}")
    if translation.program is None:
        return undecided(f"not executable: {translation.reason}")
    check = compile_specification(progress, translation)
    if isinstance(check, Decision):
        return check
    cases = (
        program_cases(progress)
        if problem.style == "program"
        else FunctionCases(output_type(problem.target))
    )
    if isinstance(cases, Decision):
        return cases
    return Examination(progress, check, cases).run()


def program_cases(progress: Progress) -> Cases | Decision:
    """What finds the calls behind a program's texts, or why they cannot be told.

    rustc must be there, as `compile_specification` has found.
    """
    bridge = open_bridge(progress)
    if isinstance(bridge, Decision):
        return bridge
    return ProgramCases(Tracer(bridge, progress.attempt.problem.target.return_type))


def open_bridge(progress: Progress) -> Bridge | Decision:
    """The compiled bridge to the release's `main`, or why there is none; as `program_cases`."""
    bench, problem = progress.bench, progress.attempt.problem
    try:
        program = bridge_program(problem)
    except NoBridge as fault:
        return undecided(f"the calls behind the texts cannot be told: {fault}")
    assert bench.rustc is not None
    with progress.folder("bridge-compile") as folder:
        compilation = bench.rustc.compile(program, folder, bench.sandbox, extra=_BRIDGE_FLAGS)
    progress.used(compilation.cpu_s, compilation.peak_memory_bytes)
    if compilation.executable is None:
        progress.log("bridge.rs", program.source)
        progress.log("bridge-rustc.txt", compilation.log)
        return undecided(
            "the calls behind the texts cannot be told: the release's main.rs does not compile in "
            f"its bridge ({compilation.detail})"
        )
    with progress.folder("bridge-run") as folder:
        return Bridge(compilation.executable, bench.sandbox, folder)


def compile_specification(progress: Progress, translation: Translation) -> SpecCheck | Decision:
    """The compiled check of the answer's specification, or why there is none."""
    bench = progress.bench
    if bench.rustc is None:
        return Decision(
            Status.UNAVAILABLE,
            Stage.SPECIFICATION,
            "rustc is not installed: get Rust from https://rustup.rs",
        )
    with progress.folder("spec-compile") as folder:
        compilation = compile_check(translation, bench.rustc, folder, bench.sandbox)
    progress.used(compilation.cpu_s, compilation.peak_memory_bytes)
    progress.measurements["specification_compile_cpu_s"] = round(compilation.cpu_s, 3)
    if compilation.executable is None:
        progress.log("specification.rs", translation.program or "")
        progress.log("specification-rustc.txt", compilation.log)
        return undecided(f"not executable: its check does not compile ({compilation.detail})")
    with progress.folder("spec-run") as folder:
        return SpecCheck(
            compilation.executable,
            translation,
            progress.attempt.problem.target,
            bench.sandbox,
            folder,
        )
