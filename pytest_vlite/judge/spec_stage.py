"""Holds a specification against the test cases.

Preconditions must accept every valid input, postconditions every right output and no wrong one. One
clause that says no is enough; a clause that cannot be decided decides nothing, and if nothing else
refutes the specification, the attempt is `undecided` with that clause named. The wrong outputs are
the release's negative cases; where there are none the specification's completeness is undecided.
"""

from __future__ import annotations

from collections.abc import Iterable

from pytest_vlite.judge.function_result import excerpt
from pytest_vlite.judge.progress import Decision, Progress
from pytest_vlite.judge.spec_check import CaseAnswer, Side, SpecCheck, compile_check
from pytest_vlite.release import (
    TestCase,
    example_cases,
    has_cases,
    negative_cases,
    positive_cases,
)
from pytest_vlite.verus import VerusSyntaxError
from pytest_vlite.verus.evaluation import Translation, translate
from pytest_vlite.vocabulary import CaseEvidence, Stage, Status


def run(progress: Progress) -> Decision | None:
    """Check the specification; None if it accepts and rejects what it must."""
    progress.stage = Stage.SPECIFICATION
    problem = progress.attempt.problem
    if problem.style == "program":
        return _undecided(
            "specifications of programs are not executed yet: the test cases hold texts, the "
            "specification speaks of a function's arguments"
        )
    try:
        translation = translate(progress.specification, problem.target.function)
    except VerusSyntaxError as fault:
        line = progress.answer_line(fault.line)
        return Decision(Status.MALFORMED, Stage.SPECIFICATION, f"{line}{fault.message}")
    if translation.program is None:
        return _undecided(f"not executable: {translation.reason}")
    check = _compiled(progress, translation)
    if isinstance(check, Decision):
        return check
    return _Examination(progress, check).run()


def _compiled(progress: Progress, translation: Translation) -> SpecCheck | Decision:
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
        return _undecided(f"not executable: its check does not compile ({compilation.detail})")
    with progress.folder("spec-run") as folder:
        return SpecCheck(
            compilation.executable,
            translation,
            progress.attempt.problem.target,
            bench.sandbox,
            folder,
        )


class _Examination:
    """The cases in their order, and the first undecided one for the end."""

    def __init__(self, progress: Progress, check: SpecCheck) -> None:
        self._progress = progress
        self._check = check
        self._open: Decision | None = None
        self._undecided = 0

    def run(self) -> Decision | None:
        problem = self._progress.attempt.problem
        if self._progress.bench.examples_as_tests:
            found = example_cases(problem)
            positives: Iterable[TestCase] = found.cases
            negatives: Iterable[TestCase] = ()
            if not found.cases:
                return _undecided(f"no example: {found.reason}")
        elif has_cases(problem):
            positives, negatives = positive_cases(problem), negative_cases(problem)
        else:
            return _undecided(f"no test cases at {problem.tests_directory}")
        decision = self._accepts(positives) or self._rejects(negatives)
        self._progress.measurements["specification_undecided_cases"] = self._undecided
        return decision or self._open

    def _accepts(self, cases: Iterable[TestCase]) -> Decision | None:
        for answer in self._ask(cases):
            if answer.misfit:
                self._leave_open(f"case {answer.case.index} does not fit it: {answer.misfit}")
                continue
            for pre, what in (
                (True, "precondition rejects a valid input"),
                (False, "postcondition rejects a right output"),
            ):
                side = self._check.side(answer, pre=pre)
                if side.holds is False:
                    return self._refuted(Status.SPEC_UNSOUND, what, side, answer, "positive")
                self._note(side, answer)
        return None

    def _rejects(self, cases: Iterable[TestCase]) -> Decision | None:
        count = 0
        for answer in self._ask(cases):
            count += 1
            # An output of another type than the function's is rejected by the type.
            if answer.misfit:
                if not answer.misfit.startswith("output"):
                    self._leave_open(f"case {answer.case.index}: {answer.misfit}")
                continue
            side = self._check.side(answer, pre=False)
            if side.holds is True:
                what = "postcondition accepts a wrong output"
                return self._refuted(Status.SPEC_INCOMPLETE, what, side, answer, "negative")
            if side.holds is None:
                self._note(side, answer)
        if count == 0:
            self._leave_open("there is no wrong output to reject: no negative test cases")
        self._progress.measurements["negative_cases"] = count
        return None

    def _ask(self, cases: Iterable[TestCase]) -> Iterable[CaseAnswer]:
        for answer in self._check.ask(cases):
            self._progress.bench.check_deadline()
            yield answer

    def _note(self, side: Side, answer: CaseAnswer) -> None:
        clause = self._check.clause(side)
        if side.holds is not None or clause is None:
            return
        line = self._progress.answer_line(clause.line)
        why = clause.undecidable_reason or side.said
        self._leave_open(f"{line}{clause.kind} `{clause.text}` on case {answer.case.index}: {why}")

    def _leave_open(self, reason: str) -> None:
        self._undecided += 1
        self._open = self._open or _undecided(reason)

    def _refuted(
        self, status: Status, what: str, side: Side, answer: CaseAnswer, kind: str
    ) -> Decision:
        clause = self._check.clause(side)
        place = ""
        if clause is not None:
            line = self._progress.answer_line(clause.line)
            place = f": {line}{clause.kind} `{clause.text}`"
        case = answer.case
        positive = kind == "positive"
        evidence = CaseEvidence(
            case.index,
            excerpt(case.input),
            excerpt(case.output) if positive else None,
            None if positive else excerpt(case.output),
            kind,
        )
        return Decision(
            status, Stage.SPECIFICATION, f"{kind} case {case.index}: {what}{place}", evidence
        )


def _undecided(reason: str) -> Decision:
    return Decision(Status.UNDECIDED, Stage.SPECIFICATION, reason)
