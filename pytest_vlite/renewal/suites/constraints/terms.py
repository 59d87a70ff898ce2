"""Arithmetic over the values of an input: `nums.length`, `grid[i][j]`, `min(k, 5) - 1`, `|x|`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import TypeAlias

from pytest_vlite.release import JsonValue

# No limit of a problem is larger; a power beyond it is no number to compute.
_MOST_BITS = 256
_MOST_NESTED = 40
_TOKEN = re.compile(
    r"\s*(?:([0-9]+)|([A-Za-z_][A-Za-z0-9_]*)|(<=|>=|==|!=|\*\*|[-+*/%^()\[\],.|<>=]))"
)


class TermError(ValueError):
    """The text is no arithmetic that this module knows."""


class Absent(Exception):
    """A value that an input does not have: an index outside a list, a name without a value."""


@dataclass(frozen=True, slots=True)
class Number:
    value: int


@dataclass(frozen=True, slots=True)
class Name:
    name: str


@dataclass(frozen=True, slots=True)
class Length:
    of: Term


@dataclass(frozen=True, slots=True)
class Item:
    of: Term
    index: Term


@dataclass(frozen=True, slots=True)
class Operation:
    operator: str
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Function:
    """`min`, `max`, `sum` or `abs`."""

    name: str
    arguments: tuple[Term, ...]


Term: TypeAlias = "Number | Name | Length | Item | Operation | Function"
FUNCTIONS = ("min", "max", "sum", "abs")


def tokens(text: str) -> list[str]:
    """The tokens of a constraint.

    Raises:
        TermError: a character belongs to none.
    """
    found, position = [], 0
    text = text.rstrip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise TermError(f"{text[position : position + 20]!r}")
        found.append(match[1] or match[2] or match[3])
        position = match.end()
    return found


class Reader:
    """Reads terms from tokens."""

    def __init__(self, words: list[str]) -> None:
        self._words = words
        self._at = 0
        self._depth = 0

    def peek(self) -> str:
        return self._words[self._at] if self._at < len(self._words) else ""

    def next(self) -> str:
        self._at += 1
        return self._words[self._at - 1] if self._at <= len(self._words) else ""

    def list(self) -> tuple[Term, ...]:
        """Terms with commas between them."""
        found = [self.sum()]
        while self.peek() == ",":
            self.next()
            found.append(self.sum())
        return tuple(found)

    def sum(self) -> Term:
        self._depth += 1
        if self._depth > _MOST_NESTED:
            raise TermError("nested too deeply")
        term = self._product()
        while self.peek() in ("+", "-"):
            term = Operation(self.next(), term, self._product())
        self._depth -= 1
        return term

    def _product(self) -> Term:
        term = self._signed()
        while self.peek() in ("*", "/", "%"):
            term = Operation(self.next(), term, self._signed())
        return term

    def _signed(self) -> Term:
        if self.peek() == "-":
            self.next()
            return Operation("-", Number(0), self._power())
        return self._power()

    def _power(self) -> Term:
        term = self._postfix()
        if self.peek() in ("^", "**"):
            self.next()
            term = Operation("^", term, self._postfix())
        return term

    def _postfix(self) -> Term:
        term = self._primary()
        while True:
            if self.peek() == "[":
                self.next()
                term = Item(term, self.sum())
                self._expect("]")
            elif self.peek() == ".":
                self.next()
                if self.next() not in ("length", "size", "len"):
                    raise TermError("a part of a value that is no length")
                if self.peek() == "(":
                    self.next()
                    self._expect(")")
                term = Length(term)
            else:
                return term

    def _primary(self) -> Term:
        word = self.next()
        if word.isdigit():
            if len(word) > _MOST_BITS // 4:
                raise TermError("a number too long")
            number = Number(int(word))
            # `2n` is a product.
            if self.peek()[:1].isalpha():
                return Operation("*", number, self._postfix())
            return number
        if word == "(":
            term = self.sum()
            self._expect(")")
            return term
        if word == "|":
            term = self.sum()
            self._expect("|")
            return Function("abs", (term,))
        if word in FUNCTIONS and self.peek() == "(":
            self.next()
            arguments = self.list()
            self._expect(")")
            return Function(word, arguments)
        if word[:1].isalpha() or word[:1] == "_":
            return Name(word)
        raise TermError(f"unexpected {word!r}")

    def _expect(self, word: str) -> None:
        if self.next() != word:
            raise TermError(f"no {word!r}")


def walk(term: Term) -> Iterator[Term]:
    """A term and all below it."""
    yield term
    for item in fields(term):
        value = getattr(term, item.name)
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, Number | Name | Length | Item | Operation | Function):
                yield from walk(inner)


def evaluate(term: Term, values: Mapping[str, JsonValue]) -> JsonValue:
    """The value of a term.

    Raises:
        Absent: it has none: an index outside a list, a name that is not there, division by zero,
            a number beyond 256 bits, or an operand that is no number.
    """
    match term:
        case Number(value):
            return value
        case Name(name):
            if name not in values:
                raise Absent(name)
            return values[name]
        case Length(of):
            sized = evaluate(of, values)
            if not isinstance(sized, list | str):
                raise Absent("a length")
            return len(sized)
        case Item(of, index):
            items, place = evaluate(of, values), evaluate(index, values)
            if not isinstance(items, list | str) or not isinstance(place, int):
                raise Absent("an item")
            if not 0 <= place < len(items):
                raise Absent("an item")
            return items[place]
        case Operation(operator, left, right):
            return _operation(operator, number(left, values), number(right, values))
        case Function(name, arguments):
            return _function(name, arguments, values)


def number(term: Term, values: Mapping[str, JsonValue]) -> int:
    """The value of a term that must be a whole number; else `Absent`."""
    value = evaluate(term, values)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Absent("a number")
    return value


def _operation(operator: str, left: int, right: int) -> int:
    if operator == "^":
        if right < 0 or right * max(left.bit_length(), 1) > _MOST_BITS:
            raise Absent("a power")
        return int(left**right)
    if operator in ("/", "%") and right == 0:
        raise Absent("a quotient")
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    return left // right if operator == "/" else left % right


def _function(name: str, arguments: tuple[Term, ...], values: Mapping[str, JsonValue]) -> int:
    numbers: list[int] = []
    for argument in arguments:
        value = evaluate(argument, values)
        if isinstance(value, list):
            numbers += [v for v in value if isinstance(v, int)]
        elif isinstance(value, int):
            numbers.append(value)
        else:
            raise Absent("a number")
    if name == "sum":
        return sum(numbers)
    if not numbers:
        raise Absent("a number")
    if name == "abs":
        return abs(numbers[0])
    return min(numbers) if name == "min" else max(numbers)
