"""Slots' values: whether they are what `family.yaml` declares, and their two forms.

As JSON a rational number is text (`3/4`); a family's program gets and gives it as a `Fraction`.
A schema is JSON itself: {"type": "integer", "min": 1, "max": 9}, with the bounds of a rational as
text.
"""

from __future__ import annotations

from fractions import Fraction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def checked_assignment(assignment: object, slots: Mapping[str, Any]) -> dict[str, Any]:
    """The assignment as JSON values, in the order of the slots.

    Raises:
        ValueError: a slot is missing, unknown, of another type or out of range.
    """
    if not isinstance(assignment, dict):
        raise ValueError(f"an assignment must be a dict, not {type(assignment).__name__}")
    unknown = [str(name)[:40] for name in assignment if name not in slots]
    if unknown:
        raise ValueError(f"there is no slot {unknown[0]!r}")
    checked = {}
    for name, schema in slots.items():
        if name not in assignment:
            raise ValueError(f"slot {name} is not assigned")
        try:
            checked[name] = _checked(assignment[name], schema)
        except ValueError as fault:
            raise ValueError(f"slot {name}: {fault}") from None
    return checked


def python_values(assignment: Mapping[str, Any], slots: Mapping[str, Any]) -> dict[str, Any]:
    """A checked assignment as a family's program gets it: new objects each time."""
    return {name: _python(value, slots[name]) for name, value in assignment.items()}


def _python(value: Any, schema: Mapping[str, Any]) -> Any:
    if schema["type"] == "rational":
        return Fraction(value)
    if schema["type"] == "list":
        return [_python(item, schema["of"]) for item in value]
    return value


def _checked(value: object, schema: Mapping[str, Any]) -> Any:
    kind = schema["type"]
    if kind == "integer":
        if type(value) is not int:
            raise ValueError(f"no whole number but {type(value).__name__}")
        if not schema["min"] <= value <= schema["max"]:
            raise ValueError(f"not between {schema['min']} and {schema['max']}")
        return value
    if kind == "choice":
        if type(value) is not str or value not in schema["values"]:
            raise ValueError("none of its values")
        return value
    if kind == "rational":
        return _rational(value, schema)
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"no list but {type(value).__name__}")
    if not schema["min_length"] <= len(value) <= schema["max_length"]:
        raise ValueError(f"{len(value)} items")
    return [_checked(item, schema["of"]) for item in value]


def _rational(value: object, schema: Mapping[str, Any]) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, Fraction, str)):
        raise ValueError(f"no exact number but {type(value).__name__}")
    try:
        number = Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise ValueError("no fraction") from None
    if not Fraction(schema["min"]) <= number <= Fraction(schema["max"]):
        raise ValueError(f"not between {schema['min']} and {schema['max']}")
    if number.denominator > schema["max_denominator"]:
        raise ValueError(f"a denominator above {schema['max_denominator']}")
    return str(number)
