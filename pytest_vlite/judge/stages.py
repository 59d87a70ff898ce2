"""The stages of judging. Each takes the attempt as far as it got and decides, or hands it on."""

from __future__ import annotations

from collections.abc import Callable

from pytest_vlite.errors import HarnessError
from pytest_vlite.judge import test_stage
from pytest_vlite.judge.driver import build_program
from pytest_vlite.judge.progress import Decision, Progress
from pytest_vlite.judge.verifier import Unavailable, VerifyLimits, method_key, verify
from pytest_vlite.submission import extract_code
from pytest_vlite.verus import VerusSyntaxError, check_gate
from pytest_vlite.verus import examine_proof as examine
from pytest_vlite.verus.bodies import without_bodies
from pytest_vlite.verus.erase import erase
from pytest_vlite.verus.signatures import signature_difference
from pytest_vlite.vocabulary import Stage, Status

_MALFORMED_CODE = "the answer cannot be parsed"


def extract(progress: Progress) -> Decision | None:
    """Take the code out of the answer."""
    progress.stage = Stage.EXTRACT
    answer = progress.attempt.answer
    if answer.status != "ok" or answer.text is None:
        status = Status.MISSING if answer.status == "missing" else Status.MALFORMED
        return Decision(status, Stage.EXTRACT, answer.detail)
    if not answer.raw:
        progress.set_code(answer.text)
        return None
    problem = progress.attempt.problem
    extraction = extract_code(
        answer.text,
        progress.attempt.setting,
        problem.target.function,
        program=problem.style == "program",
    )
    if extraction.code is None:
        return Decision(Status.MALFORMED, Stage.EXTRACT, extraction.reason)
    progress.set_code(extraction.code)
    progress.first_line = extraction.first_line
    return None


def erase_ghost(progress: Progress) -> Decision | None:
    """Reduce a Verus program to what rustc would compile; plain Rust stays as it is."""
    progress.stage = Stage.COMPILE
    if "verus!" not in progress.code and "vstd" not in progress.code:
        return None
    try:
        progress.code = erase(progress.code)
    except VerusSyntaxError as fault:
        line = progress.answer_line(fault.line)
        return Decision(Status.COMPILE_ERROR, Stage.COMPILE, f"{line}{fault.message}")
    return None


def compile_program(progress: Progress) -> Decision | None:
    """Build the program around the answer and compile it."""
    progress.stage = Stage.COMPILE
    rustc = progress.bench.rustc
    if rustc is None:
        return Decision(
            Status.UNAVAILABLE,
            Stage.COMPILE,
            "rustc is not installed: get Rust from https://rustup.rs",
        )
    progress.tool_versions["rustc"] = rustc.version
    program = build_program(progress.attempt.problem, progress.code)
    with progress.folder("compile") as folder:
        compilation = rustc.compile(program, folder, progress.bench.sandbox)
    progress.used(compilation.cpu_s, compilation.peak_memory_bytes)
    progress.measurements["compile_cpu_s"] = round(compilation.cpu_s, 3)
    progress.measurements["compile_stopped_by"] = compilation.stopped_by
    if not compilation.ok:
        progress.log("rustc.txt", compilation.log)
        progress.log("answer.rs", program.source)
        line = progress.answer_line(compilation.line)
        return Decision(Status.COMPILE_ERROR, Stage.COMPILE, f"{line}{compilation.detail}")
    progress.program, progress.executable = program, compilation.executable
    return None


def run_tests(progress: Progress) -> Decision | None:
    """Run the program on the positive test cases."""
    progress.stage = Stage.TESTS
    return test_stage.run(progress)


def gate(progress: Progress) -> Decision | None:
    """Refuse constructs that let the verifier accept without proof."""
    progress.stage = Stage.GATE
    try:
        findings = check_gate(progress.code, target=progress.attempt.problem.target.function)
    except VerusSyntaxError as fault:
        line = progress.answer_line(fault.line)
        return Decision(Status.MALFORMED, Stage.GATE, f"{_MALFORMED_CODE}: {line}{fault.message}")
    if findings:
        first = findings[0]
        line = progress.answer_line(first.line)
        return Decision(Status.CHEATING, Stage.GATE, f"{line}{first.message} ({first.rule})")
    return None


def examine_proof(progress: Progress) -> Decision | None:
    """Gate and preservation of a proof answer, and the program that the verifier will get."""
    progress.stage = Stage.GATE
    problem = progress.attempt.problem
    try:
        examination = examine(
            problem.artifact("code_spec.rs"), progress.code, problem.target.function
        )
    except VerusSyntaxError as fault:
        line = progress.answer_line(fault.line)
        return Decision(Status.MALFORMED, Stage.GATE, f"{_MALFORMED_CODE}: {line}{fault.message}")
    if examination.findings:
        first = examination.findings[0]
        line = progress.answer_line(first.line)
        return Decision(Status.CHEATING, Stage.GATE, f"{line}{first.message} ({first.rule})")
    if examination.differences:
        difference = examination.differences[0]
        return Decision(Status.ALTERED, Stage.PRESERVE, f"{difference} ({difference.rule})")
    if examination.assembly is None:
        raise HarnessError("a proof without a finding was not assembled")
    progress.assembled = examination.assembly
    progress.log("assembled.rs", examination.assembly.text)
    return None


def signature(progress: Progress) -> Decision | None:
    """The target function must have the header that the task gives."""
    progress.stage = Stage.GATE
    problem = progress.attempt.problem
    try:
        difference = signature_difference(
            problem.artifact("spec.rs"), progress.code, problem.target.function
        )
    except VerusSyntaxError as fault:
        line = progress.answer_line(fault.line)
        return Decision(Status.MALFORMED, Stage.GATE, f"{_MALFORMED_CODE}: {line}{fault.message}")
    if difference is None:
        return None
    return Decision(Status.ALTERED, Stage.PRESERVE, str(difference))


def type_check(progress: Progress) -> Decision | None:
    """Let the verifier check names and types of a specification, where there is a verifier."""
    checked = not isinstance(progress.bench.verifier, Unavailable)
    progress.measurements["type_checked"] = checked
    if not checked:
        return None
    target = progress.attempt.problem.target.function
    program = without_bodies(progress.code, target)
    return _verify(progress, program, lambda line: line, type_check_only=True)


def verify_assembled(progress: Progress) -> Decision | None:
    """Verify the program that was assembled from the release and the answer."""
    assembly = progress.assembled
    return _verify(progress, assembly.text, assembly.answer_lines.get)


def verify_answer(progress: Progress) -> Decision | None:
    """Verify the answer as it is."""
    return _verify(progress, progress.code, lambda line: line)


def _verify(
    progress: Progress,
    program: str,
    map_line: Callable[[int], int | None],
    *,
    type_check_only: bool = False,
) -> Decision | None:
    progress.stage = Stage.VERIFY
    bench = progress.bench
    if isinstance(bench.verifier, Unavailable):
        return Decision(Status.UNAVAILABLE, Stage.VERIFY, bench.verifier.reason)
    target = progress.attempt.problem.target
    verification = verify(
        program,
        frozenset({method_key(target.function, target.owner)}),
        bench.verifier,
        bench.sandbox,
        VerifyLimits(timeout_s=bench.limits.verify_timeout_s),
        type_check_only=type_check_only,
        map_line=map_line,
        scratch=progress.work_dir,
    )
    progress.tool_versions.update(bench.verifier.tool_versions())
    progress.measurements.update(verification.measurements())
    run = verification.run
    if run is not None:
        progress.used(run.cpu_s, run.peak_memory_bytes)
        progress.log("verus.json", run.stdout.decode("utf-8", "backslashreplace"))
        progress.log("verus.txt", run.stderr.decode("utf-8", "backslashreplace"))
    outcome = verification.outcome
    if outcome.status is Status.PASSED:
        return None
    return Decision(outcome.status, Stage.VERIFY, outcome.detail)
