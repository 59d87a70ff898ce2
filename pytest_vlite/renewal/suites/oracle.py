"""A problem's executable specification as a judge of inputs and outputs.

For a function the specification is asked about the case itself; for a program about the calls of
its target that the release's own `main` makes on the text (`judge.calls`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pytest_vlite.judge.attempt import Attempt, Workbench
from pytest_vlite.judge.calls.bridge import Bridge, Trace
from pytest_vlite.judge.calls.results import least
from pytest_vlite.judge.calls.tracing import Tracer
from pytest_vlite.judge.progress import Decision, Progress
from pytest_vlite.judge.spec_cases import Cases, FunctionCases, ProgramCases, Question, output_type
from pytest_vlite.judge.spec_check import CaseAnswer, SpecCheck
from pytest_vlite.judge.spec_stage import compile_specification, open_bridge
from pytest_vlite.judge.wrong_outputs import changed_outputs
from pytest_vlite.release import JsonValue, Problem, TestCase
from pytest_vlite.release.rust_types import RustType
from pytest_vlite.renewal.suites.output_space import space_around
from pytest_vlite.submission import Answer
from pytest_vlite.verus import VerusSyntaxError
from pytest_vlite.verus.evaluation import translate
from pytest_vlite.vocabulary import Setting

# Steps for a clause and case: an output that a solver gave, and one that is only tried out.
OUTPUT_STEPS = 200_000
TRIED_STEPS = 30_000
MOST_REFUTED = 4


@dataclass(frozen=True)
class Validity:
    """Whether the preconditions hold, None if that is undecided; `reason` where not true."""

    holds: bool | None
    reason: str = ""


@dataclass(frozen=True)
class Uniqueness:
    """What the specification says of other outputs than one that it accepts.

    `others`: further outputs that it accepts; `undecided` counts those it cannot decide.
    `complete`: all outputs of `domain` were asked about, `asked` of them.
    """

    domain: str
    complete: bool
    asked: int
    others: tuple[JsonValue, ...]
    undecided: int

    @property
    def proved(self) -> bool:
        """Whether exactly one output of the domain is right."""
        return self.complete and not self.others and not self.undecided


@dataclass(frozen=True)
class Oracle:
    """A compiled specification. `bridge` is there for programs."""

    check: SpecCheck
    output_type: RustType
    cases: Cases
    bridge: Bridge | None

    def validities(self, inputs: Sequence[JsonValue]) -> list[Validity]:
        """What the preconditions say of inputs.

        Raises:
            HarnessError: the sandbox failed.
        """
        calls: list[list[TestCase]] = []
        refused: dict[int, str] = {}
        output = least(self.output_type)
        for index, (value, trace) in enumerate(zip(inputs, self._traces(inputs), strict=True)):
            if trace is None:
                calls.append([TestCase(index, value, output)])
            elif not trace.ended or not trace.calls:
                refused[index] = (
                    "the release's program never calls the function on it"
                    if trace.ended
                    else "the release's program does not end by itself on it"
                )
                calls.append([])
            else:
                calls.append([TestCase(index, call.input, output) for call in trace.calls])
        answers = self._grouped(self.check, calls)
        return [
            Validity(False, refused[index]) if index in refused else self._validity(found)
            for index, found in enumerate(answers)
        ]

    def _traces(self, inputs: Sequence[JsonValue]) -> Iterable[Trace | None]:
        if self.bridge is None:
            return [None] * len(inputs)
        return self.bridge.traces([str(value) for value in inputs])

    def _validity(self, answers: Sequence[CaseAnswer]) -> Validity:
        undecided = ""
        for answer in answers:
            if answer.misfit:
                return Validity(False, f"it does not fit the signature: {answer.misfit}")
            side = self.check.side(answer, pre=True)
            clause = self.check.clause(side)
            text = clause.text if clause else ""
            if side.holds is False:
                return Validity(False, f"requires `{text}`")
            if side.holds is None:
                undecided = f"requires `{text}` cannot be decided: {side.said}"
        return Validity(None, undecided) if undecided else Validity(True)

    def verdicts(self, pairs: Sequence[tuple[JsonValue, JsonValue]]) -> list[bool | None]:
        """For each (input, output): whether the postconditions accept it, None if undecided.

        Raises:
            HarnessError: the sandbox failed.
        """
        check = replace(self.check, step_budget=OUTPUT_STEPS)
        cases = [TestCase(i, given, output) for i, (given, output) in enumerate(pairs)]
        questions = list(self.cases.right(cases))
        answers = self._grouped(check, [list(question.calls) for question in questions])
        return [
            self._verdict(check, question, found)
            for question, found in zip(questions, answers, strict=True)
        ]

    def _verdict(
        self, check: SpecCheck, question: Question, answers: Sequence[CaseAnswer]
    ) -> bool | None:
        if not answers:
            return None
        sides = [None if a.misfit else check.side(a, pre=False).holds for a in answers]
        if False not in sides:
            return None if None in sides else True
        # Another result may print the same text and be right.
        alike = self.cases.alike(question, sides.index(False))
        if alike and any(check.side(a, pre=False).holds is not False for a in check.ask(alike)):
            return None
        return False

    def uniqueness(
        self, asked: Sequence[tuple[JsonValue, JsonValue, Sequence[JsonValue]]]
    ) -> list[Uniqueness]:
        """For each (input, accepted output, outputs asked about before): are there other outputs?

        Raises:
            HarnessError: the sandbox failed.
        """
        check = replace(self.check, step_budget=TRIED_STEPS)
        calls: list[list[TestCase]] = []
        spaces: list[tuple[str, bool]] = []
        for index, (given, output, known) in enumerate(asked):
            if isinstance(given, dict):
                space = space_around(self.output_type, known)
                others = [value for value in space.values if value not in known]
                calls.append([TestCase(index, given, other) for other in others])
                spaces.append((space.domain, space.complete))
            else:
                (question,) = self.cases.right([TestCase(index, given, output)])
                numbers = range(len(question.calls))
                changed = [c for number in numbers for c in self.cases.unlike(question, number)]
                calls.append(changed)
                spaces.append((f"{len(changed)} changed results", False))
        result = []
        for (domain, complete), answers in zip(spaces, self._grouped(check, calls), strict=True):
            sides = [None if a.misfit else check.side(a, pre=False).holds for a in answers]
            others = [a.case.output for a, side in zip(answers, sides, strict=True) if side]
            undecided = sum(
                side is None and not a.misfit for a, side in zip(answers, sides, strict=True)
            )
            result.append(Uniqueness(domain, complete, len(answers), tuple(others), undecided))
        return result

    def refuted(self, pairs: Sequence[tuple[JsonValue, JsonValue]]) -> list[list[JsonValue]]:
        """For each (input, right output) of a function: up to `MOST_REFUTED` changed outputs that
        the specification rejects; none for programs.

        Raises:
            HarnessError: the sandbox failed.
        """
        check = replace(self.check, step_budget=TRIED_STEPS)
        calls = [
            [
                TestCase(index, given, other)
                for other in changed_outputs(self.output_type, output)[:MOST_REFUTED]
                if isinstance(given, dict)
            ]
            for index, (given, output) in enumerate(pairs)
        ]
        return [
            [
                a.case.output
                for a in found
                if not a.misfit and check.side(a, pre=False).holds is False
            ]
            for found in self._grouped(check, calls)
        ]

    def _grouped(
        self, check: SpecCheck, calls: Sequence[Sequence[TestCase]]
    ) -> Iterator[list[CaseAnswer]]:
        """The answers to groups of calls, asked together."""
        answers = iter(list(check.ask(call for group in calls for call in group)))
        for group in calls:
            yield [next(answers) for _ in group]


def open_oracle(problem: Problem, bench: Workbench, folder: Path) -> Oracle | str:
    """The oracle of a problem's own specification, or why there is none; `folder` is empty and only
    this call's.

    Raises:
        HarnessError: the sandbox or rustc failed.
        InputError: an artifact of the problem cannot be read.
    """
    specification = problem.artifact("spec.rs")
    try:
        translation = translate(specification, problem.target.function)
    except VerusSyntaxError as fault:
        return f"spec.rs cannot be parsed: {fault}"
    if translation.program is None:
        return f"the specification is not executable: {translation.reason}"
    attempt = Attempt("oracle", problem, Setting.SPECGEN, 0, Answer("ok", text=specification))
    progress = Progress(attempt, bench, folder)
    check = compile_specification(progress, translation)
    if isinstance(check, Decision):
        return check.detail
    if problem.style == "function":
        type_ = output_type(problem.target)
        return Oracle(check, type_, FunctionCases(type_), None)
    bridge = open_bridge(progress)
    if isinstance(bridge, Decision):
        return bridge.detail
    result = problem.target.return_type
    return Oracle(check, result, ProgramCases(Tracer(bridge, result)), bridge)
