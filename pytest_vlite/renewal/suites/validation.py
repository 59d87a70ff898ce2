"""Is an input valid: by its types, the constraints, and the specification's preconditions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_vlite.release import JsonValue, Problem
from pytest_vlite.release.typed_values import ValueMismatch, encode_value
from pytest_vlite.renewal.suites.constraints import Constraints
from pytest_vlite.renewal.suites.oracle import Oracle, Validity

CONSTRAINTS = "constraints"
PRECONDITIONS = "preconditions"


@dataclass(frozen=True)
class Validated:
    """An input found valid (`reason` is empty) or not. `by` names what decided: `constraints`,
    `preconditions`; `undecided` is why the preconditions could not."""

    reason: str
    by: tuple[str, ...] = ()
    undecided: str = ""


@dataclass(frozen=True)
class InputValidator:
    """Validates inputs of a problem; without an oracle by the constraints alone."""

    problem: Problem
    constraints: Constraints
    oracle: Oracle | None

    def validate(self, inputs: Sequence[JsonValue]) -> list[Validated]:
        """What is known of each input.

        Raises:
            HarnessError: the sandbox failed.
        """
        reasons = [self._by_form(value) for value in inputs]
        fitting = [value for value, reason in zip(inputs, reasons, strict=True) if not reason]
        asked = iter(self._by_preconditions(fitting))
        return [
            Validated(reason, (CONSTRAINTS,)) if reason else self._together(next(asked))
            for reason in reasons
        ]

    def _by_form(self, value: JsonValue) -> str:
        """What types and constraints have against an input, "" if nothing."""
        if self.problem.style == "program":
            return "" if isinstance(value, str) else "the input of a program is a text"
        try:
            values = bound_values(self.problem, value)
        except ValueError as fault:
            return str(fault)
        broken = self.constraints.violation(values)
        return f"constraint `{broken}`" if broken else ""

    def _by_preconditions(self, inputs: Sequence[JsonValue]) -> list[Validity | None]:
        if self.oracle is None:
            return [None] * len(inputs)
        return list(self.oracle.validities(inputs))

    def _together(self, asked: Validity | None) -> Validated:
        checked = (CONSTRAINTS,) if self.constraints.read else ()
        if asked is None:
            return Validated("", checked)
        if asked.holds is False:
            return Validated(asked.reason, (PRECONDITIONS,))
        if asked.holds is None:
            return Validated("", checked, asked.reason)
        return Validated("", (*checked, PRECONDITIONS))


def bound_values(problem: Problem, value: JsonValue) -> dict[str, Any]:
    """A function's input by field names, each value in the form of its type.

    Raises:
        ValueError: it is no such input.
    """
    if not isinstance(value, Mapping):
        raise ValueError("the input of a function is an object of parameters")
    bound = problem.target.bind(value)
    try:
        return {
            field.name: encode_value(bound[field.name], field.type)
            for field in problem.target.inputs
        }
    except ValueMismatch as fault:
        raise ValueError(str(fault)) from None
