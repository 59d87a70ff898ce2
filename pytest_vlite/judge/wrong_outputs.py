"""Wrong outputs made from right ones, for where a test set has none (a description's examples).

Each is the right output with one small change that its type allows, of the kinds that
docs/executable-specifications.md lists. That it is wrong is not known yet: where several outputs
are right, it may be one of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from pytest_vlite.release import JsonValue
from pytest_vlite.release.rust_types import (
    BoolType,
    CharType,
    IntType,
    OptionType,
    RustType,
    SliceType,
    StringType,
    TupleType,
    VecType,
    without_reference,
)

MOST_CHANGED = 16


def changed_outputs(type_: RustType, value: JsonValue) -> list[JsonValue]:
    """At most `MOST_CHANGED` outputs of the type, all different from `value` and each other."""
    found: dict[str, JsonValue] = {}
    same = json.dumps(value)
    for other in _changed(without_reference(type_), value):
        text = json.dumps(other)
        if text != same:
            found.setdefault(text, other)
        if len(found) == MOST_CHANGED:
            break
    return list(found.values())


def _changed(type_: RustType, value: JsonValue) -> Iterator[JsonValue]:
    match without_reference(type_):
        case IntType() as integer if isinstance(value, int):
            for number in (value + 1, value - 1, value + 2, -value, 0, 2 * value, value + 10):
                if integer.minimum <= number <= integer.maximum:
                    yield number
        case BoolType() if isinstance(value, bool):
            yield not value
        case CharType() if isinstance(value, str):
            yield "b" if value == "a" else "a"
        case StringType() if isinstance(value, str):
            yield from _changed_text(value)
        case OptionType(item):
            if value is None:
                yield from _simple(item)
            else:
                yield from _changed(item, value)
                yield None
        case TupleType(items) if isinstance(value, list) and len(value) == len(items):
            for place, (item, part) in enumerate(zip(items, value, strict=True)):
                for other in _changed(item, part):
                    yield [*value[:place], other, *value[place + 1 :]]
        case VecType(item) | SliceType(item):
            if isinstance(value, str):
                yield from _changed_text(value)
            elif isinstance(value, list):
                yield from _changed_list(item, value)


def _changed_list(item: RustType, value: list[JsonValue]) -> Iterator[JsonValue]:
    for place in dict.fromkeys((0, len(value) - 1)) if value else ():
        for other in list(_changed(item, value[place]))[:2]:
            yield [*value[:place], other, *value[place + 1 :]]
    if len(value) > 1:
        yield [value[1], value[0], *value[2:]]
        yield value[::-1]
        yield value[1:]
    if value:
        yield value[:-1]
        yield [*value, value[-1]]
        yield []
    else:
        for simple in _simple(item):
            yield [simple]


def _changed_text(text: str) -> Iterator[str]:
    if text:
        yield ("b" if text[0] == "a" else "a") + text[1:]
        yield text[:-1]
        yield text[::-1]
        yield text[1:2] + text[:1] + text[2:]
        yield ""
    yield text + "a"


def _simple(type_: RustType) -> Iterator[JsonValue]:
    """One or two plain values of a type."""
    match without_reference(type_):
        case IntType():
            yield 0
            yield 1
        case BoolType():
            yield False
        case CharType() | StringType():
            yield "a"
        case TupleType(items):
            parts = [next(_simple(item), None) for item in items]
            if None not in parts:
                yield parts
        case VecType(item) | SliceType(item):
            if isinstance(without_reference(item), CharType):
                yield ""
            else:
                yield []
