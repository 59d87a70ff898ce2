"""Holds a compiled specification against the test cases.

Preconditions must accept every valid input, postconditions every right output and no wrong one. One
clause that says no is enough; a clause that cannot be decided decides nothing, and if nothing else
refutes the specification, the attempt is `undecided` with that clause named. The wrong outputs are
the release's negative cases. Examples have none; there, changed outputs stand in for them
(`wrong_outputs`), and one that is accepted speaks against the specification only if the release's
own specification rejects it. Without any wrong output, completeness is undecided.

A wrong text of a program that no result was found to print tests nothing, and if that is so for
nearly all of them, completeness is undecided.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pytest_vlite.judge.function_result import excerpt
from pytest_vlite.judge.program import Program
from pytest_vlite.judge.progress import Decision, Progress
from pytest_vlite.judge.spec_cases import (
    Cases,
    Question,
)
from pytest_vlite.judge.spec_check import CaseAnswer, Side, SpecCheck, compile_check
from pytest_vlite.judge.test_stage import compile_reference, reproduces
from pytest_vlite.release import (
    JsonValue,
    TestCase,
    example_cases,
    has_cases,
    negative_cases,
    positive_cases,
)
from pytest_vlite.verus.evaluation import translate
from pytest_vlite.vocabulary import CaseEvidence, Stage, Status

# Of the wrong outputs at least this share must have tested something.
_LEAST_TRACED = 0.1


class Examination:
    """The cases in their order, and the first undecided one for the end."""

    def __init__(self, progress: Progress, check: SpecCheck, cases: Cases) -> None:
        self._progress = progress
        self._check = check
        self._cases = cases
        self._reference: tuple[Path, Program] | None = None
        self._open: Decision | None = None
        self._undecided = 0

    def run(self) -> Decision | None:
        problem = self._progress.attempt.problem
        if self._progress.bench.examples_as_tests:
            found = example_cases(problem)
            if not found.cases:
                return undecided(f"no example: {found.reason}")
            decision = self._accepts(found.cases) or self._rejects_changed(found.cases)
        elif has_cases(problem):
            decision = self._accepts(positive_cases(problem))
            decision = decision or self._rejects(negative_cases(problem))
        else:
            return undecided(f"no test cases at {problem.tests_directory}")
        self._progress.measurements["specification_undecided_cases"] = self._undecided
        return decision or self._open

    def _accepts(self, cases: Iterable[TestCase]) -> Decision | None:
        for question, answers in self._ask(self._cases.right(cases)):
            if not answers:
                self._leave_open(f"case {question.case.index}: {question.reason}")
            for number, answer in enumerate(answers):
                decision = self._accepts_call(question, number, answer)
                if decision is not None:
                    return decision
        return None

    def _accepts_call(self, question: Question, number: int, answer: CaseAnswer) -> Decision | None:
        if answer.misfit:
            self._leave_open(f"case {answer.case.index} does not fit it: {answer.misfit}")
            return None
        side = self._check.side(answer, pre=True)
        if side.holds is False:
            if not self._is_right(question.case):
                return None
            what = "precondition rejects a valid input"
            return self._refuted(Status.SPEC_UNSOUND, what, side, question, answer)
        self._note(side, answer)
        side = self._check.side(answer, pre=False)
        if side.holds is not False:
            self._note(side, answer)
            return None
        # The output may be a right one by another result that it does not tell from this one.
        alike = self._cases.alike(question, number)
        if not alike:
            if not self._is_right(question.case):
                return None
            what = "postcondition rejects a right output"
            return self._refuted(Status.SPEC_UNSOUND, what, side, question, answer)
        sides = [self._check.side(other, pre=False).holds for other in self._check.ask(alike)]
        if True not in sides:
            self._leave_open(
                f"case {answer.case.index}: it rejects {excerpt(answer.case.output)}, but main "
                "prints other results the same way"
            )
        return None

    def _is_right(self, case: TestCase) -> bool:
        """Whether a case may speak against the specification: an example, only if the release's own
        solution reproduces it."""
        if not self._progress.bench.examples_as_tests:
            return True
        self._reference = self._reference or compile_reference(self._progress)
        if reproduces(self._progress, self._reference, case):
            return True
        self._leave_open(
            f"it rejects example {case.index + 1}, but the release's own solution gives another "
            "output there: another answer is valid, or the example's text is wrong"
        )
        return False

    def _rejects_changed(self, cases: Sequence[TestCase]) -> Decision | None:
        """Changed outputs of the examples must be rejected, where they are wrong."""
        right = {_key(case.input, case.output) for case in cases}
        accepted: list[tuple[Question, TestCase]] = []
        rejected = 0
        for question in self._cases.right(cases):
            for number in range(len(question.calls)):
                changed = self._cases.unlike(question, number)
                changed = [call for call in changed if _key(call.input, call.output) not in right]
                for answer in self._check.ask(changed):
                    self._progress.bench.check_deadline()
                    side = self._check.side(answer, pre=False)
                    if answer.misfit or side.holds is False:
                        rejected += 1
                    elif side.holds is True:
                        accepted.append((question, answer.case))
                    else:
                        self._note(side, answer)
        self._progress.measurements["negative_cases"] = rejected + len(accepted)
        self._progress.measurements["negative_cases_made_by_mutation"] = True
        self._progress.measurements["negative_cases_accepted"] = len(accepted)
        if accepted:
            lines = (f"{excerpt(call.input)} gives {excerpt(call.output)}" for _, call in accepted)
            self._progress.log("accepted-outputs.txt", "".join(line + "\n" for line in lines))
        decision = self._wrongly_accepted(accepted) if accepted else None
        if rejected == 0 and decision is None:
            self._leave_open("there is no wrong output that it rejects")
        return decision

    def _wrongly_accepted(self, accepted: Sequence[tuple[Question, TestCase]]) -> Decision | None:
        """The first changed output accepted that the release's specification rejects."""
        check = _release_check(self._progress)
        if check is None:
            self._leave_open(
                f"it accepts {len(accepted)} changed outputs, and the release's own specification "
                "is not executable to tell whether they are wrong"
            )
            return None
        for (question, call), answer in zip(
            accepted, check.ask([call for _, call in accepted]), strict=True
        ):
            holds = None if answer.misfit else check.side(answer, pre=False).holds
            if holds is False:
                what = (
                    f"postcondition accepts {excerpt(call.output)}, which the release's own "
                    "specification rejects"
                )
                mine = CaseAnswer(call, ())
                return self._refuted(Status.SPEC_INCOMPLETE, what, Side(True), question, mine)
            if holds is None:
                self._leave_open(f"whether {excerpt(call.output)}, which it accepts, is wrong")
        return None

    def _rejects(self, cases: Iterable[TestCase]) -> Decision | None:
        count = untraced = 0
        reason = ""
        for question, answers in self._ask(self._cases.wrong(cases)):
            count += 1
            if not answers:
                untraced += 1
                reason = reason or f"case {question.case.index}: {question.reason}"
                continue
            decision = self._rejects_one_of(question, answers)
            if decision is not None:
                return decision
        if count == 0:
            self._leave_open("there is no wrong output to reject: no negative test cases")
        elif count - untraced < _LEAST_TRACED * count:
            self._leave_open(f"{untraced} of {count} wrong outputs test nothing: {reason}")
        self._progress.measurements["negative_cases"] = count
        if untraced:
            self._progress.measurements["negative_cases_untraced"] = untraced
        return None

    def _rejects_one_of(self, question: Question, answers: Sequence[CaseAnswer]) -> Decision | None:
        """One call that is rejected makes a wrong output rejected."""
        open_side: tuple[Side, CaseAnswer] | None = None
        misfit = ""
        for answer in answers:
            # An output of another type than the function's is rejected by the type.
            if answer.misfit.startswith("output"):
                return None
            if answer.misfit:
                misfit = misfit or answer.misfit
                continue
            side = self._check.side(answer, pre=False)
            if side.holds is False:
                return None
            if side.holds is None:
                open_side = open_side or (side, answer)
        if open_side is not None:
            self._note(*open_side)
        elif misfit:
            self._leave_open(f"case {question.case.index}: {misfit}")
        else:
            what = "postcondition accepts a wrong output"
            return self._refuted(Status.SPEC_INCOMPLETE, what, Side(True), question, answers[0])
        return None

    def _ask(self, questions: Iterable[Question]) -> Iterator[tuple[Question, list[CaseAnswer]]]:
        """The questions with the answers about their calls, in order."""
        waiting: deque[tuple[Question, list[CaseAnswer]]] = deque()

        def calls() -> Iterator[TestCase]:
            for question in questions:
                waiting.append((question, []))
                yield from question.calls

        for answer in self._check.ask(calls()):
            self._progress.bench.check_deadline()
            while len(waiting[0][1]) == len(waiting[0][0].calls):
                yield waiting.popleft()
            waiting[0][1].append(answer)
        yield from waiting

    def _note(self, side: Side, answer: CaseAnswer) -> None:
        clause = self._check.clause(side)
        if side.holds is not None or clause is None:
            return
        line = self._progress.answer_line(clause.line)
        why = clause.undecidable_reason or side.said
        self._leave_open(f"{line}{clause.kind} `{clause.text}` on case {answer.case.index}: {why}")

    def _leave_open(self, reason: str) -> None:
        self._undecided += 1
        self._open = self._open or undecided(reason)

    def _refuted(
        self, status: Status, what: str, side: Side, question: Question, answer: CaseAnswer
    ) -> Decision:
        clause = self._check.clause(side)
        place = ""
        if clause is not None:
            line = self._progress.answer_line(clause.line)
            place = f": {line}{clause.kind} `{clause.text}`"
        case = question.case
        if answer.case is not case:
            call = f"{excerpt(answer.case.input)} gives {excerpt(answer.case.output)}"
            place += f"; the call behind it: {call}"
        positive = status is Status.SPEC_UNSOUND
        kind = "positive" if positive else "negative"
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


def _release_check(progress: Progress) -> SpecCheck | None:
    """The compiled check of the release's own specification; None if it is not executable."""
    problem, bench = progress.attempt.problem, progress.bench
    translation = translate(problem.artifact("spec.rs"), problem.target.function)
    if translation.program is None or bench.rustc is None:
        return None
    with progress.folder("release-spec-compile") as folder:
        compilation = compile_check(translation, bench.rustc, folder, bench.sandbox)
    if compilation.executable is None:
        return None
    with progress.folder("release-spec-run") as folder:
        return SpecCheck(compilation.executable, translation, problem.target, bench.sandbox, folder)


def _key(given: JsonValue, output: JsonValue) -> str:
    return json.dumps([given, output], sort_keys=True)


def undecided(reason: str) -> Decision:
    return Decision(Status.UNDECIDED, Stage.SPECIFICATION, reason)
