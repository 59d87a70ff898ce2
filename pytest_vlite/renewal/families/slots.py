"""Reads slots' schemas and values from YAML, where every scalar is text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pytest_vlite.renewal.answers.canonical import MAX_DIGITS

_MOST_VALUES = 1000
_MOST_ITEMS = 1000
_MAX_DEPTH = 3
_FIELDS = {
    "integer": {"type", "min", "max"},
    "choice": {"type", "values"},
    "rational": {"type", "min", "max", "max_denominator"},
    "list": {"type", "of", "min_length", "max_length"},
}


def parse_slot(declaration: object, _depth: int = 0) -> dict[str, Any]:
    """A slot's schema in JSON, from its declaration as YAML gives it.

    Raises:
        ValueError: a field is missing, unknown or wrong.
    """
    if not isinstance(declaration, Mapping):
        raise ValueError("must be a mapping with a 'type'")
    kind = declaration.get("type")
    if kind not in _FIELDS:
        raise ValueError(f"type must be one of {', '.join(_FIELDS)}")
    if set(declaration) != _FIELDS[kind]:
        raise ValueError(f"{kind} must have {', '.join(sorted(_FIELDS[kind]))}, and nothing else")
    schema: dict[str, Any] = {"type": kind}
    if kind == "choice":
        values = declaration["values"]
        if not isinstance(values, list) or not 0 < len(values) <= _MOST_VALUES:
            raise ValueError(f"values: a list of 1 to {_MOST_VALUES} texts")
        if any(not isinstance(value, str) for value in values) or len(set(values)) < len(values):
            raise ValueError("values: texts, all different")
        return {**schema, "values": list(values)}
    if kind == "list":
        if _depth >= _MAX_DEPTH:
            raise ValueError("lists nested too deeply")
        lengths = {name: whole(declaration[name]) for name in ("min_length", "max_length")}
        if not 0 <= lengths["min_length"] <= lengths["max_length"] <= _MOST_ITEMS:
            raise ValueError(f"lengths must rise from 0 to at most {_MOST_ITEMS}")
        return {**schema, "of": parse_slot(declaration["of"], _depth + 1), **lengths}
    if kind == "integer":
        low, high = whole(declaration["min"]), whole(declaration["max"])
        schema.update({"min": low, "max": high})
    else:
        limit = whole(declaration["max_denominator"])
        if limit < 1:
            raise ValueError("max_denominator: at least 1")
        schema.update({name: str(_exact(declaration[name])) for name in ("min", "max")})
        schema["max_denominator"] = limit
    if Fraction(schema["min"]) > Fraction(schema["max"]):
        raise ValueError("min is above max")
    return schema


def slot_value(value: object, schema: Mapping[str, Any]) -> object:
    """A value as YAML gives it, in JSON; whether it fits its slot is not checked here.

    Raises:
        ValueError: it cannot be read as its slot's type.
    """
    if schema["type"] == "integer":
        return whole(value)
    if schema["type"] == "list" and isinstance(value, list):
        return [slot_value(item, schema["of"]) for item in value]
    return value


def whole(value: object) -> int:
    """A whole number's text as a number. Raises `ValueError`."""
    if not isinstance(value, str) or not re.fullmatch(r"[+-]?[0-9]+", value):
        raise ValueError(f"no whole number: {str(value)[:40]!r}")
    if len(value) > MAX_DIGITS:
        raise ValueError(f"more than {MAX_DIGITS} digits")
    return int(value)


def _exact(value: object) -> Fraction:
    if not isinstance(value, str) or not re.fullmatch(r"[+-]?[0-9]{1,40}(/[0-9]{1,40})?", value):
        raise ValueError(f"no fraction: {str(value)[:40]!r}")
    try:
        return Fraction(value)
    except ZeroDivisionError:
        raise ValueError("division by zero") from None
