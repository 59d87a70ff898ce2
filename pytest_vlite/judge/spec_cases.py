"""Test cases as questions to a specification, for functions and for programs.

A function's case is the question itself. A program's case is a text; what is asked is every call of
the target that lies behind it (`judge.calls`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from pytest_vlite.judge.calls.tracing import Behind, Tracer
from pytest_vlite.judge.wrong_outputs import changed_outputs
from pytest_vlite.release import Target, TestCase
from pytest_vlite.release.rust_types import UNIT, RustType


@dataclass(frozen=True)
class Question:
    """A published case and the calls to ask about.

    Without calls nothing can be asked, and `reason` says why.
    """

    case: TestCase
    calls: tuple[TestCase, ...]
    reason: str = ""
    behind: Behind | None = None


class Cases(Protocol):
    """Makes questions of cases."""

    def right(self, cases: Iterable[TestCase]) -> Iterator[Question]:
        """Of right outputs: the specification must accept all calls."""
        ...

    def wrong(self, cases: Iterable[TestCase]) -> Iterator[Question]:
        """Of wrong outputs: the specification must reject one of the calls."""
        ...

    def alike(self, question: Question, number: int) -> list[TestCase]:
        """Call `number` of a question with other results that make the same output."""
        ...

    def unlike(self, question: Question, number: int) -> list[TestCase]:
        """Call `number` of a question with changed results that make another output."""
        ...


class FunctionCases:
    """The cases of a function, whose outputs are of `output_type`."""

    def __init__(self, output_type: RustType) -> None:
        self._type = output_type

    def right(self, cases: Iterable[TestCase]) -> Iterator[Question]:
        return (Question(case, (case,)) for case in cases)

    def wrong(self, cases: Iterable[TestCase]) -> Iterator[Question]:
        return self.right(cases)

    def alike(self, question: Question, number: int) -> list[TestCase]:
        return []

    def unlike(self, question: Question, number: int) -> list[TestCase]:
        call = question.calls[number]
        others = changed_outputs(self._type, call.output)
        return [TestCase(call.index, call.input, other) for other in others]


class ProgramCases:
    """The cases of a program, by the calls behind them."""

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer

    def right(self, cases: Iterable[TestCase]) -> Iterator[Question]:
        return map(_question, self._tracer.right(cases))

    def wrong(self, cases: Iterable[TestCase]) -> Iterator[Question]:
        return map(_question, self._tracer.wrong(cases))

    def alike(self, question: Question, number: int) -> list[TestCase]:
        return [] if question.behind is None else self._tracer.alike(question.behind, number)

    def unlike(self, question: Question, number: int) -> list[TestCase]:
        return [] if question.behind is None else self._tracer.unlike(question.behind, number)


def output_type(target: Target) -> RustType:
    """The type of a case's output: of an in-place function that returns nothing, its argument's."""
    if target.return_type == UNIT and len(target.in_place) == 1:
        return target.in_place[0].type
    return target.return_type


def _question(behind: Behind) -> Question:
    reason = behind.reason
    if behind.calls == ():
        reason = "the release's own program prints this output itself"
    return Question(behind.case, behind.calls or (), reason, behind)
