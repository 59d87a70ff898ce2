"""How a test case becomes standard input, and how an output is held against it, by style."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from pytest_vlite.judge.compare import Difference, compare_text
from pytest_vlite.judge.function_result import UnusableCase, compare_result
from pytest_vlite.release import JsonValue, Problem, Target, TestCase
from pytest_vlite.release.rust_types import SliceType, without_reference
from pytest_vlite.release.typed_values import ValueMismatch, encode_value

# What a program may write beyond twice the size of the expected output.
OUTPUT_ALLOWANCE_BYTES = 64 * 2**10
# Longer outputs than this are not kept for a checker (each would be held in memory).
MAX_CHECKED_OUTPUT_BYTES = 64 * 2**20


@dataclass(frozen=True)
class Held:
    """An output held against the expected one.

    `difference` is None if they are equal; `candidate` is the output as a checker is to see it,
    None if it cannot be shown to one.
    """

    difference: Difference | None
    candidate: JsonValue | None = None
    has_candidate: bool = False


class CaseRules(Protocol):
    """One style's rules."""

    def stdin(self, case: TestCase) -> bytes:
        """What the program reads. Raises `UnusableCase`."""

    def output_limit_bytes(self, case: TestCase) -> int:
        """How much the program may write."""

    def compare(self, case: TestCase, output: BinaryIO) -> Held:
        """Hold a program's whole output against the case. Raises `UnusableCase`, `NoResult`."""

    def refused(self, case: TestCase) -> str | None:
        """Why a driver would rightly refuse the case, None if it would not."""


def rules_for(problem: Problem) -> CaseRules:
    """The rules of a problem's style. Raises `InputError` as `Problem.target` does."""
    return ProgramRules() if problem.style == "program" else FunctionRules(problem.target)


class ProgramRules:
    """Texts in, texts out."""

    def stdin(self, case: TestCase) -> bytes:
        return _text(case.input).encode("utf-8", "surrogatepass")

    def output_limit_bytes(self, case: TestCase) -> int:
        return 2 * len(_text(case.output).encode("utf-8", "surrogatepass")) + OUTPUT_ALLOWANCE_BYTES

    def compare(self, case: TestCase, output: BinaryIO) -> Held:
        output.seek(0)
        difference = compare_text(_text(case.output), output)
        if difference is None:
            return Held(None)
        output.seek(0)
        data = output.read(MAX_CHECKED_OUTPUT_BYTES + 1)
        try:
            if len(data) <= MAX_CHECKED_OUTPUT_BYTES:
                return Held(difference, data.decode("utf-8"), has_candidate=True)
        except UnicodeDecodeError:
            difference = Difference("output is not UTF-8", difference.expected, difference.got)
        return Held(difference)

    def refused(self, case: TestCase) -> str | None:
        return None


@dataclass(frozen=True)
class FunctionRules:
    """A JSON object of parameters in, a JSON record out."""

    target: Target

    def stdin(self, case: TestCase) -> bytes:
        try:
            bound = self.target.bind(_object(case.input))
        except ValueError as fault:
            raise UnusableCase(str(fault)) from None
        keyed = {field.keys[0]: bound[field.name] for field in self.target.inputs}
        return json.dumps(keyed).encode() + b"\n"

    def output_limit_bytes(self, case: TestCase) -> int:
        size = len(json.dumps(case.output, ensure_ascii=False).encode("utf-8", "surrogatepass"))
        return 2 * size + OUTPUT_ALLOWANCE_BYTES

    def compare(self, case: TestCase, output: BinaryIO) -> Held:
        held = compare_result(self.target, _object(case.input), case.output, output)
        return Held(held.difference, held.got, has_candidate=True)

    def refused(self, case: TestCase) -> str | None:
        bound = self.target.bind(_object(case.input))
        for field in self.target.inputs:
            type_ = without_reference(field.type)
            try:
                value = encode_value(bound[field.name], type_)
            except ValueMismatch as fault:
                return f"{field.name!r}: {fault}"
            if isinstance(type_, SliceType) and type_.length not in (None, str(_length(value))):
                return f"{field.name!r} is no {type_}"
        return None


def _length(value: JsonValue) -> int:
    return len(value) if isinstance(value, list | str) else -1


def _text(value: JsonValue) -> str:
    if not isinstance(value, str):
        raise UnusableCase("input and output of a program's case must be strings")
    return value


def _object(value: JsonValue) -> dict[str, JsonValue]:
    if not isinstance(value, dict):
        raise UnusableCase("the input of a function's case must be an object")
    return value
