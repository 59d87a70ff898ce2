"""Brings a value from a description into the form that test cases have for its Rust type."""

from __future__ import annotations

from typing import Any

from pytest_vlite.release.json_values import JsonValue
from pytest_vlite.release.rust_types import (
    BoolType,
    CharType,
    FloatType,
    IntType,
    NamedType,
    OptionType,
    RefType,
    RustType,
    SliceType,
    StringType,
    TupleType,
    VecType,
)


class ValueMismatch(ValueError):
    """The value is none of the type."""


def encode_value(value: Any, rust_type: RustType) -> JsonValue:
    """`value` as a test case writes a value of `rust_type` (see `rust_types`).

    An array of one-character strings for `Vec<char>` becomes one string.

    Raises:
        ValueMismatch: the value does not fit the type or its range.
    """
    if isinstance(rust_type, RefType):
        return encode_value(value, rust_type.target)
    if isinstance(rust_type, OptionType):
        return None if value is None else encode_value(value, rust_type.item)
    if isinstance(rust_type, VecType | SliceType):
        return _array(value, rust_type)
    if isinstance(rust_type, TupleType):
        if not rust_type.items and value is None:
            return None
        if isinstance(value, list) and rust_type.items and len(value) == len(rust_type.items):
            pairs = zip(value, rust_type.items, strict=True)
            return [encode_value(item, item_type) for item, item_type in pairs]
    elif not isinstance(rust_type, NamedType) and _scalar_fits(value, rust_type):
        scalar: JsonValue = value
        return scalar
    raise ValueMismatch(f"{_short(value)} is no {rust_type}")


def _array(value: Any, rust_type: VecType | SliceType) -> JsonValue:
    item = rust_type.item
    if isinstance(item, CharType):
        if isinstance(value, list) and all(isinstance(c, str) and len(c) == 1 for c in value):
            return "".join(value)
        if isinstance(value, str):
            return value
    elif isinstance(value, list):
        return [encode_value(element, item) for element in value]
    raise ValueMismatch(f"{_short(value)} is no {rust_type}")


def _scalar_fits(value: Any, rust_type: RustType) -> bool:
    if isinstance(rust_type, BoolType):
        return isinstance(value, bool)
    if isinstance(rust_type, IntType):
        whole = isinstance(value, int) and not isinstance(value, bool)
        return whole and rust_type.minimum <= value <= rust_type.maximum
    if isinstance(rust_type, FloatType):
        return isinstance(value, int | float) and not isinstance(value, bool)
    if isinstance(rust_type, CharType):
        return isinstance(value, str) and len(value) == 1
    return isinstance(rust_type, StringType) and isinstance(value, str)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
