"""Answers in one form each, so that equal answers have equal JSON; comparison by declared type.

| type | JSON form |
|---|---|
| integer | a whole number of at most `MAX_DIGITS` digits |
| rational | text: `a/b` in lowest terms, `a` where b is 1 |
| real | a finite number, compared within a stated tolerance |
| string | text, with single spaces, no space at the ends, in Unicode form NFC |
| tuple | a list with a value for each declared type |
| set | a list without repeats, sorted by its members' JSON |
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from pytest_vlite.errors import InputError

# Below the number of digits up to which every Python reads and writes whole numbers.
MAX_DIGITS = 4000
MAX_TEXT_CHARACTERS = 10_000
_MAX_DEPTH = 5
_MAX_MEMBERS = 10_000
_KINDS = ("integer", "rational", "real", "string", "tuple", "set")
_INTEGER = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?")
_DEFAULT_TOLERANCE = "1e-9"

JsonValue = Any


@dataclass(frozen=True)
class AnswerType:
    """A declared type. `items`: a tuple's types in order, a set's one type.

    `absolute` and `relative` are the tolerances of a real number: as far as the larger of
    `absolute` and `relative` times the expected value's size, two count as the same.
    """

    kind: str
    items: tuple[AnswerType, ...] = ()
    absolute: Fraction = Fraction(0)
    relative: Fraction = Fraction(0)

    def declaration(self) -> dict[str, JsonValue]:
        """The declaration that `parse_answer_type` reads as this type."""
        if self.kind == "real":
            bounds = {"absolute": str(self.absolute), "relative": str(self.relative)}
            return {"type": "real", "tolerance": bounds}
        if self.kind == "tuple":
            return {"type": "tuple", "of": [item.declaration() for item in self.items]}
        if self.kind == "set":
            return {"type": "set", "of": self.items[0].declaration()}
        return {"type": self.kind}


def parse_answer_type(declaration: object, _depth: int = 0) -> AnswerType:
    """The type that a declaration (`{"type": "integer"}`, or its name alone) means.

    Raises:
        InputError: no such type, or something is missing, unknown or out of range.
    """
    if isinstance(declaration, str):
        declaration = {"type": declaration}
    if not isinstance(declaration, Mapping) or _depth > _MAX_DEPTH:
        raise InputError(f"an answer's type must be one of {', '.join(_KINDS)}, or a mapping")
    kind = declaration.get("type")
    if kind not in _KINDS:
        raise InputError(f"answer type {str(kind)[:40]!r}: must be one of {', '.join(_KINDS)}")
    wanted = {"real": "tolerance", "tuple": "of", "set": "of"}.get(kind)
    unknown = sorted(str(name) for name in declaration if name not in ("type", wanted))
    if unknown:
        raise InputError(f"answer type {kind}: unknown field {unknown[0][:40]!r}")
    if kind == "real":
        return _real(declaration.get("tolerance", {}))
    of = declaration.get("of")
    if kind == "set":
        return AnswerType("set", (parse_answer_type(of, _depth + 1),))
    if kind == "tuple":
        if not isinstance(of, Sequence) or isinstance(of, str) or not 0 < len(of) <= 20:
            raise InputError("answer type tuple: 'of' must be a list of 1 to 20 types")
        return AnswerType("tuple", tuple(parse_answer_type(item, _depth + 1) for item in of))
    return AnswerType(kind)


def _real(tolerance: object) -> AnswerType:
    if not isinstance(tolerance, Mapping) or set(tolerance) - {"absolute", "relative"}:
        raise InputError("answer type real: 'tolerance' may have 'absolute' and 'relative'")
    bounds = {}
    for name in ("absolute", "relative"):
        text = str(tolerance.get(name, _DEFAULT_TOLERANCE))
        try:
            bounds[name] = _fraction(text)
        except ValueError as fault:
            raise InputError(f"answer type real: tolerance {name}: {fault}") from None
        if not 0 <= bounds[name] < 1:
            raise InputError(f"answer type real: tolerance {name} must be at least 0, less than 1")
    return AnswerType("real", (), bounds["absolute"], bounds["relative"])


def canonical_json(value: object, type_: AnswerType) -> JsonValue:
    """The canonical form of a value (as JSON or as Python has it).

    Raises:
        ValueError: it is none of that type; the message says why.
    """
    match type_.kind:
        case "integer":
            if isinstance(value, bool) or not isinstance(value, int):
                raise ValueError(f"no whole number: {_shown(value)}")
            return _bounded(value)
        case "rational":
            return _rational(value)
        case "real":
            return _finite(value)
        case "string":
            if not isinstance(value, str):
                raise ValueError(f"no text: {_shown(value)}")
            return _text(value)
    if not isinstance(value, (list, tuple, set, frozenset)):
        raise ValueError(f"no {type_.kind}: {_shown(value)}")
    if len(value) > _MAX_MEMBERS:
        raise ValueError(f"more than {_MAX_MEMBERS} members")
    if type_.kind == "set":
        members = [canonical_json(member, type_.items[0]) for member in value]
        by_text = {json.dumps(member): member for member in members}
        return [by_text[text] for text in sorted(by_text)]
    if isinstance(value, (set, frozenset)) or len(value) != len(type_.items):
        raise ValueError(f"{len(value)} members where {len(type_.items)} belong")
    return [canonical_json(part, item) for part, item in zip(value, type_.items, strict=True)]


def parse_answer(text: str, type_: AnswerType) -> JsonValue:
    """The canonical form of an answer as a person writes it: `12`, `-3/4`, `0.75`, `(1, 2)`,
    `{a, b}`. Members of tuples and sets are separated by commas, brackets may be left out.

    Raises:
        ValueError: it is none of that type; the message says why.
    """
    if len(text) > MAX_TEXT_CHARACTERS:
        raise ValueError(f"longer than {MAX_TEXT_CHARACTERS} characters")
    stripped = text.strip()
    match type_.kind:
        case "string":
            return _text(stripped)
        case "integer":
            if not _INTEGER.fullmatch(stripped):
                raise ValueError(f"no whole number: {_shown(stripped)}")
            return _whole(stripped)
        case "rational":
            return _rational(stripped)
        case "real":
            return _finite(_fraction(stripped))
    parts = _members(stripped, type_.kind)
    if type_.kind == "set":
        values = [parse_answer(part, type_.items[0]) for part in parts]
        return canonical_json(values, type_)
    if len(parts) != len(type_.items):
        raise ValueError(f"{len(parts)} members where {len(type_.items)} belong")
    return [parse_answer(part, item) for part, item in zip(parts, type_.items, strict=True)]


def same_answer(expected: JsonValue, got: JsonValue, type_: AnswerType) -> bool:
    """Whether two canonical answers are the same: exactly, but for the tolerance of reals.

    A set with reals in it is the same if its members can be paired off so that each pair is.
    """
    match type_.kind:
        case "real":
            wanted, difference = Fraction(expected), abs(Fraction(expected) - Fraction(got))
            return difference <= max(type_.absolute, type_.relative * abs(wanted))
        case "tuple":
            pairs = zip(expected, got, type_.items, strict=True)
            return all(same_answer(one, other, item) for one, other, item in pairs)
        case "set":
            return len(expected) == len(got) and _can_be_paired(expected, got, type_.items[0])
    return bool(expected == got)


def _can_be_paired(left: list[JsonValue], right: list[JsonValue], type_: AnswerType) -> bool:
    """A perfect matching by augmenting paths, as nearness is not transitive."""
    if not _holds_reals(type_):
        return left == right
    partner: dict[int, int] = {}

    def find(one: int, seen: set[int]) -> bool:
        for other in range(len(right)):
            if other not in seen and same_answer(left[one], right[other], type_):
                seen.add(other)
                if other not in partner or find(partner[other], seen):
                    partner[other] = one
                    return True
        return False

    return len(left) <= 200 and all(find(one, set()) for one in range(len(left)))


def _holds_reals(type_: AnswerType) -> bool:
    return type_.kind == "real" or any(map(_holds_reals, type_.items))


def _members(text: str, kind: str) -> list[str]:
    """The parts between the commas that lie in no bracket."""
    opening, closing = ("(", ")") if kind == "tuple" else ("{", "}")
    if text[:1] in (opening, "[") and text[-1:] in (closing, "]"):
        text = text[1:-1]
    parts, depth, start = [], 0, 0
    for place, character in enumerate(text):
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
            if depth < 0:
                raise ValueError("brackets do not match")
        elif character == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    if depth:
        raise ValueError("brackets do not match")
    parts.append(text[start:])
    if len(parts) == 1 and not parts[0].strip():
        return []
    return parts


def _rational(value: object) -> str:
    if isinstance(value, (bool, float)):
        raise ValueError(f"no exact number: {_shown(value)}")
    if isinstance(value, (int, Fraction)):
        number = Fraction(value)
    elif isinstance(value, str):
        number = _fraction(value)
    else:
        raise ValueError(f"no number: {_shown(value)}")
    _bounded(number.numerator)
    _bounded(number.denominator)
    return str(number)


def _fraction(text: str) -> Fraction:
    """`12`, `-3/4`, `0.75` or `1e-9`, exactly."""
    numerator, slash, denominator = (part.strip() for part in text.partition("/"))
    if slash:
        if not _INTEGER.fullmatch(numerator) or not re.fullmatch(r"[0-9]+", denominator):
            raise ValueError(f"no fraction: {_shown(text)}")
        below = _whole(denominator)
        if below == 0:
            raise ValueError("division by zero")
        return Fraction(_whole(numerator), below)
    if not _DECIMAL.fullmatch(text):
        raise ValueError(f"no number: {_shown(text)}")
    if len(text) > MAX_DIGITS:
        raise ValueError(f"more than {MAX_DIGITS} digits")
    try:
        return Fraction(Decimal(text))
    except (InvalidOperation, OverflowError):
        raise ValueError(f"no number: {_shown(text)}") from None


def _finite(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)):
        raise ValueError(f"no number: {_shown(value)}")
    try:
        number = float(value)
    except OverflowError:
        raise ValueError("too large for a real number") from None
    if not math.isfinite(number):
        raise ValueError("not finite")
    # There is no negative zero among answers.
    return number or 0.0


def _whole(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise ValueError(f"more than {MAX_DIGITS} digits")
    return int(text)


def _bounded(value: int) -> int:
    # A bit more than log2(10) bits a digit, without writing the number.
    if value.bit_length() > MAX_DIGITS * 3.32:
        raise ValueError(f"more than {MAX_DIGITS} digits")
    return value


def _text(value: str) -> str:
    if len(value) > MAX_TEXT_CHARACTERS:
        raise ValueError(f"longer than {MAX_TEXT_CHARACTERS} characters")
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise ValueError("no Unicode text")
    return unicodedata.normalize("NFC", " ".join(value.split()))


def _shown(value: object) -> str:
    if isinstance(value, int) and value.bit_length() > 200:
        return "a huge number"
    return repr(value)[:60]
