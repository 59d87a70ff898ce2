"""Outputs near known ones, to learn whether a specification accepts more than one of them."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pytest_vlite.judge.wrong_outputs import changed_outputs
from pytest_vlite.release import JsonValue
from pytest_vlite.release.rust_types import (
    BoolType,
    IntType,
    OptionType,
    RustType,
    SliceType,
    TupleType,
    VecType,
    without_reference,
)

MOST_OUTPUTS = 256
_WINDOW = 12
_NEAR_ZERO = range(-2, 13)


@dataclass(frozen=True)
class Space:
    """Outputs to ask about. `complete`: they are all of the domain that `domain` names."""

    values: tuple[JsonValue, ...]
    domain: str
    complete: bool


def space_around(type_: RustType, outputs: Sequence[JsonValue]) -> Space:
    """The outputs of a type around `outputs`, which are of that type, with these included.

    Whole domains where they are small: both truth values, integers near the outputs and near zero,
    short lists and tuples of such. Else the changes that `wrong_outputs` makes.
    """
    found = _domain(without_reference(type_), outputs)
    if found is not None and len(found[0]) <= MOST_OUTPUTS:
        values, domain = found
        return Space(_different([*outputs, *values]), domain, True)
    changed = [other for output in outputs for other in changed_outputs(type_, output)]
    values = list(_different([*outputs, *changed]))
    return Space(tuple(values), f"{len(values) - len(outputs)} changed outputs", False)


def _different(values: Sequence[JsonValue]) -> tuple[JsonValue, ...]:
    return tuple({json.dumps(value): value for value in values}.values())


def _domain(type_: RustType, outputs: Sequence[Any]) -> tuple[list[JsonValue], str] | None:
    """All values of a small domain and its name; None where no domain is small."""
    match type_:
        case BoolType():
            return [False, True], "false and true"
        case IntType() as integer:
            wanted = set(_NEAR_ZERO)
            for output in outputs:
                wanted |= set(range(output - _WINDOW, output + _WINDOW + 1))
            values = sorted(v for v in wanted if integer.minimum <= v <= integer.maximum)
            return list(values), f"integers {_spans(values)}"
        case OptionType(item):
            inner = _domain(without_reference(item), [o for o in outputs if o is not None])
            return None if inner is None else ([None, *inner[0]], f"none, or {inner[1]}")
        case TupleType(items) if items:
            parts = [
                _domain(without_reference(item), [output[place] for output in outputs])
                for place, item in enumerate(items)
            ]
            known = [part for part in parts if part is not None]
            if len(known) < len(parts):
                return None
            return _product([part[0] for part in known], "; ".join(part[1] for part in known))
        case VecType(item) | SliceType(item):
            return _lists(without_reference(item), outputs)
    return None


def _lists(item: RustType, outputs: Sequence[Any]) -> tuple[list[JsonValue], str] | None:
    """All lists of the outputs' one length over the items that occur in them, and neighbours."""
    lengths = {len(output) for output in outputs}
    if len(lengths) != 1 or not isinstance(item, BoolType | IntType):
        return None
    (length,) = lengths
    if isinstance(item, BoolType):
        items: list[JsonValue] = [False, True]
    else:
        near = {v + d for output in outputs for v in output for d in (-1, 0, 1)}
        items = sorted(v for v in near if item.minimum <= v <= item.maximum)
    return _product([items] * length, f"lists of {length} over {json.dumps(items)[:80]}")


def _product(parts: list[list[JsonValue]], domain: str) -> tuple[list[JsonValue], str] | None:
    size = 1
    for part in parts:
        size *= max(1, len(part))
        if size > MOST_OUTPUTS:
            return None
    return [list(values) for values in itertools.product(*parts)], domain


def _spans(values: Sequence[int]) -> str:
    spans: list[list[int]] = []
    for value in values:
        if spans and value == spans[-1][1] + 1:
            spans[-1][1] = value
        else:
            spans.append([value, value])
    return " and ".join(f"{low} to {high}" for low, high in spans)
