"""What one constraint line demands of an input."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from pytest_vlite.release import JsonValue
from pytest_vlite.renewal.suites.constraints.terms import (
    Absent,
    Item,
    Name,
    Term,
    evaluate,
    walk,
)

Values = Mapping[str, JsonValue]
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


class Check(Protocol):
    """A demand; `holds` says whether an input (by field names) meets it."""

    def holds(self, values: Values) -> bool: ...


@dataclass(frozen=True)
class Chain:
    """`1 <= a, b <= n`: each operand is one or more terms; `indices` are its free index names."""

    operators: tuple[str, ...]
    operands: tuple[tuple[Term, ...], ...]
    indices: tuple[str, ...]

    def holds(self, values: Values) -> bool:
        for number, sign in enumerate(self.operators):
            for left, right in itertools.product(self.operands[number], self.operands[number + 1]):
                places = self._places((left, right), values)
                if not all(_compared(sign, left, right, at) for at in places):
                    return False
        return True

    def _places(self, pair: tuple[Term, Term], values: Values) -> Iterator[Values]:
        """The input with every value, that some list has, of the index names of two terms."""
        used = {inner.name for term in pair for inner in walk(term) if isinstance(inner, Name)}
        indices = [index for index in self.indices if index in used]
        lengths = [self._length(index, values) for index in indices]
        for places in itertools.product(*map(range, lengths)):
            yield {**values, **dict(zip(indices, places, strict=True))}

    def _length(self, index: str, values: Values) -> int:
        longest = 0
        for term in itertools.chain.from_iterable(self.operands):
            for inner in walk(term):
                if isinstance(inner, Item) and inner.index == Name(index):
                    longest = max(longest, _longest(inner.of, values))
        return longest


def _compared(sign: str, left: Term, right: Term, values: Values) -> bool:
    """Whether two terms compare so; true where one of them has no value at this place."""
    try:
        first, second = evaluate(left, values), evaluate(right, values)
    except Absent:
        return True
    if isinstance(first, int) and isinstance(second, int):
        return _COMPARE[sign](first, second)
    if sign in ("==", "!="):
        return _COMPARE[sign](first, second)
    return True


def _longest(term: Term, values: Values) -> int:
    """The length of the longest list that a term stands for, over all its places."""
    if isinstance(term, Item):
        rows = _all(term.of, values)
        inner = [v for row in rows if isinstance(row, list | str) for v in row]
        return max((len(v) for v in inner if isinstance(v, list | str)), default=0)
    try:
        value = evaluate(term, values)
    except Absent:
        return 0
    return len(value) if isinstance(value, list | str) else 0


def _all(term: Term, values: Values) -> list[JsonValue]:
    try:
        if isinstance(term, Item):
            inner = _all(term.of, values)
            return [v for row in inner if isinstance(row, list | str) for v in row]
        return [evaluate(term, values)]
    except Absent:
        return []


def leaves(value: JsonValue, depth: int) -> Iterator[JsonValue]:
    """The values `depth` levels inside lists."""
    if depth == 0:
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from leaves(item, depth - 1)


@dataclass(frozen=True)
class OneOf:
    """Values `depth` levels inside a field are among `allowed`; letters of a text if it is one."""

    field: str
    depth: int
    allowed: tuple[JsonValue, ...]

    def holds(self, values: Values) -> bool:
        value = values[self.field]
        if isinstance(value, str) and self.depth:
            return all(letter in self.allowed for letter in value)
        return all(leaf in self.allowed for leaf in leaves(value, self.depth))


@dataclass(frozen=True)
class Letters:
    """All texts inside a field consist of these characters."""

    field: str
    alphabet: frozenset[str]

    def holds(self, values: Values) -> bool:
        return all(
            letter in self.alphabet for text in _texts(values[self.field]) for letter in text
        )


def _texts(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


@dataclass(frozen=True)
class Distinct:
    """No two items of a field are the same."""

    field: str

    def holds(self, values: Values) -> bool:
        value = values[self.field]
        if not isinstance(value, list | str):
            return True
        items = [str(item) for item in value]
        return len(set(items)) == len(items)


@dataclass(frozen=True)
class Sorted:
    """The items of a field are in order; `strict`: no two are the same."""

    field: str
    descending: bool
    strict: bool

    def holds(self, values: Values) -> bool:
        value: Any = values[self.field]
        if not isinstance(value, list):
            return True
        compare = operator.lt if self.strict else operator.le
        ordered = value[::-1] if self.descending else value
        return all(compare(left, right) for left, right in itertools.pairwise(ordered))


@dataclass(frozen=True)
class Parity:
    """A number is even, or odd."""

    term: Term
    remainder: int

    def holds(self, values: Values) -> bool:
        try:
            value = evaluate(self.term, values)
        except Absent:
            return True
        return isinstance(value, int) and value % 2 == self.remainder
