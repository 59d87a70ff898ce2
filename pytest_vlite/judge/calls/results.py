"""Results that may lie behind a printed text: guesses by type, for `main` itself to confirm.

A guess costs nothing but a run, since only results that print exactly the text in question are
used. So the guesses are generous: numbers with and without a count before them, words passed over,
values that are not printed at all taken from the known result.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from pytest_vlite.release import JsonValue
from pytest_vlite.release.rust_types import (
    BoolType,
    CharType,
    IntType,
    OptionType,
    RustType,
    StringType,
    TupleType,
    VecType,
    without_reference,
)

MOST_GUESSES = 64
_INTEGER = re.compile(r"[+-]?[0-9]+")
# Far more digits than any integer type has.
_MOST_DIGITS = 60
_MOST_SKIPPED = 2


@dataclass(frozen=True)
class Printed:
    """A known result with the text that it printed, and the text for which results are sought."""

    known: JsonValue
    known_text: str
    text: str


def guesses(type_: RustType, printed: Printed) -> list[JsonValue]:
    """At most `MOST_GUESSES` different results that may print `printed.text`."""
    found: dict[str, JsonValue] = {}
    for value in islice(_Guesser(printed).whole(type_), 8 * MOST_GUESSES):
        found.setdefault(json.dumps(value), value)
        if len(found) == MOST_GUESSES:
            break
    return list(found.values())


def neighbours(type_: RustType, value: JsonValue) -> Iterator[JsonValue]:
    """Other values of the type, near and at its edges, that might print the same as `value`."""
    match without_reference(type_):
        case IntType() as integer if isinstance(value, int):
            for other in (-1, 0, -2, value - 1, value + 1, integer.minimum, integer.maximum):
                if other != value and integer.minimum <= other <= integer.maximum:
                    yield other
        case BoolType():
            yield not value
        case OptionType(item):
            if value is not None:
                yield None
                yield from neighbours(item, value)
            else:
                yield least(item)
                if isinstance(item, IntType) and item.signed:
                    yield -1
        case TupleType(items) if isinstance(value, list) and len(value) == len(items):
            for place, (item, part) in enumerate(zip(items, value, strict=True)):
                for changed in neighbours(item, part):
                    yield [*value[:place], changed, *value[place + 1 :]]
        case VecType(item) if isinstance(value, list):
            yield []
            if value:
                yield value[:-1]
                for changed in neighbours(item, value[0]):
                    yield [changed, *value[1:]]
            yield [*value, least(item)]


def least(type_: RustType) -> JsonValue:
    """A plain value of a type."""
    match without_reference(type_):
        case IntType():
            return 0
        case BoolType():
            return False
        case CharType():
            return "a"
        case StringType() | VecType(CharType()):
            return ""
        case TupleType(items):
            return [least(item) for item in items]
        case OptionType():
            return None
        case _:
            return []


class _Guesser:
    """Reads one text as a value in all ways that a `main` may have printed it."""

    def __init__(self, printed: Printed) -> None:
        self._printed = printed
        self._lines = [line.split() for line in printed.text.splitlines()]
        self._words = [word for line in self._lines for word in line]

    def whole(self, type_: RustType) -> Iterator[JsonValue]:
        for value, _ in self._read(without_reference(type_), self._printed.known, 0):
            yield value

    def _integer(self, at: int) -> int | None:
        if at >= len(self._words):
            return None
        word = self._words[at]
        if len(word) > _MOST_DIGITS or not _INTEGER.fullmatch(word):
            return None
        return int(word)

    def _read(
        self, type_: RustType, known: JsonValue, at: int, skipped: int = 0
    ) -> Iterator[tuple[JsonValue, int]]:
        """Values with the place in the words that reading goes on from."""
        match without_reference(type_):
            case IntType() as integer:
                yield from self._read_integer(integer, known, at, skipped)
            case BoolType():
                first = known if isinstance(known, bool) else True
                for value in (first, not first):
                    yield value, at
                    if at < len(self._words):
                        yield value, at + 1
            case OptionType(item):
                yield None, at
                if at < len(self._words):
                    yield None, at + 1
                inner = least(item) if known is None else known
                yield from self._read(item, inner, at, skipped)
            case TupleType(items):
                parts = known if isinstance(known, list) and len(known) == len(items) else []
                yield from self._read_parts(items, parts or [least(i) for i in items], at)
            case VecType(item):
                values = known if isinstance(known, list) else []
                yield from self._read_list(without_reference(item), values, at, skipped)

    def _read_integer(
        self, integer: IntType, known: JsonValue, at: int, skipped: int
    ) -> Iterator[tuple[JsonValue, int]]:
        number = self._integer(at)
        if number is not None and integer.minimum <= number <= integer.maximum:
            yield number, at + 1
        elif number is None and at < len(self._words) and skipped < _MOST_SKIPPED:
            yield from self._read(integer, known, at + 1, skipped + 1)
        # Not printed at all, or in another form.
        for value in (known, -1, 0):
            if isinstance(value, int) and integer.minimum <= value <= integer.maximum:
                yield value, at

    def _read_parts(
        self, items: Sequence[RustType], known: Sequence[JsonValue], at: int
    ) -> Iterator[tuple[list[JsonValue], int]]:
        if not items:
            yield [], at
            return
        for first, after in self._read(items[0], known[0], at):
            for rest, end in self._read_parts(items[1:], known[1:], after):
                yield [first, *rest], end

    def _read_list(
        self, item: RustType, known: list[JsonValue], at: int, skipped: int
    ) -> Iterator[tuple[list[JsonValue], int]]:
        end = len(self._words)
        for values in self._lists(item, known, at):
            yield values, end
        if self._integer(at) is not None:
            # A count stands before the values.
            for values in self._lists(item, known, at + 1):
                yield values, end
        elif at < end and skipped < _MOST_SKIPPED:
            yield from self._read_list(item, known, at + 1, skipped + 1)
        yield [], at

    def _lists(self, item: RustType, known: list[JsonValue], at: int) -> Iterator[list[JsonValue]]:
        """Lists made of the words from a place on."""
        if isinstance(item, IntType):
            numbers = self._numbers(at)
            if numbers:
                yield list(numbers)
                if 0 < len(known) < len(numbers):
                    yield list(numbers[: len(known)])
        if isinstance(item, IntType | BoolType):
            yield from self._mapped(known, at)
            if isinstance(item, IntType) and item.bits == 8 and at < len(self._words):
                yield list(self._words[at].encode())
                yield [int(letter) for letter in self._words[at] if letter in "0123456789"]
        if isinstance(item, TupleType) and item.items:
            numbers, size = self._numbers(at), len(item.items)
            yield [list(numbers[i : i + size]) for i in range(0, len(numbers) - size + 1, size)]
        if isinstance(item, VecType):
            rows = [self._row(line) for line in self._lines]
            yield [row for row in rows if row is not None]
            yield [row for row in rows[1:] if row is not None]
            numbers, start = self._numbers(at), 0
            shaped: list[JsonValue] = []
            for row in known:
                size = len(row) if isinstance(row, list) else 0
                shaped.append(list(numbers[start : start + size]))
                start += size
            yield shaped

    def _numbers(self, at: int) -> list[int]:
        """The numbers from a place up to the first word that is none."""
        numbers = []
        for place in range(at, len(self._words)):
            number = self._integer(place)
            if number is None:
                break
            numbers.append(number)
        return numbers

    def _row(self, words: Iterable[str]) -> list[JsonValue] | None:
        numbers: list[JsonValue] = []
        for word in words:
            if len(word) > _MOST_DIGITS or not _INTEGER.fullmatch(word):
                return None
            numbers.append(int(word))
        return numbers

    def _mapped(self, known: list[JsonValue], at: int) -> Iterator[list[JsonValue]]:
        """Values written as words or letters, by what the known result's were written as."""
        known_words = self._printed.known_text.split()
        for pieces, sought in (
            (known_words, self._words[at:]),
            (list("".join(known_words)), list("".join(self._words[at:]))),
        ):
            if len(pieces) < len(known) or not known:
                continue
            meanings = dict(zip(pieces[len(pieces) - len(known) :], known, strict=True))
            others = [value for value in (True, False) if value not in meanings.values()]
            spare = others[0] if isinstance(known[0], bool) and others else None
            values = [meanings.get(piece, spare) for piece in sought]
            if None not in values:
                yield values
