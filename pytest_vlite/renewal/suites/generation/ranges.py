"""The numbers and letters that a place of an input may hold."""

from __future__ import annotations

import string
from collections.abc import Mapping
from dataclasses import dataclass, field

from pytest_vlite.release import JsonValue
from pytest_vlite.release.rust_types import IntType
from pytest_vlite.renewal.suites.constraints.checks import (
    Distinct,
    Letters,
    OneOf,
    Parity,
    Sorted,
)
from pytest_vlite.renewal.suites.constraints.model import Constraints, Limits, Place, place_of
from pytest_vlite.renewal.suites.constraints.terms import Name, walk

# Where neither constraints nor preconditions bound a number, it stays this close to zero.
ASSUMED_NUMBER = 100
DEFAULT_ALPHABET = string.ascii_lowercase
_INDEX_NAMES = ("i", "j", "k")


@dataclass
class Ranges:
    """Looks up limits; `assumed` collects the places for which nothing was said."""

    constraints: Constraints
    assumed: set[str] = field(default_factory=set)
    _fixed: dict[tuple[Place, str], tuple[int, int]] = field(default_factory=dict)

    def numbers(
        self, place: Place, type_: IntType, values: Mapping[str, JsonValue], at: tuple[int, ...]
    ) -> tuple[int, int]:
        """The lowest and the highest number of a place; `at` is where in its lists it stands."""
        place, column = self._bounded(place, at)
        key = (column, str(type_))
        if key in self._fixed:
            return self._fixed[key]
        bounds = self.constraints.bounds.get(column, ())
        constant = not any(isinstance(t, Name) for bound in bounds for t in walk(bound.term))
        limits = self.constraints.limits(column, self._with_indices(values, at))
        low, high = _typed(limits, type_)
        if limits.low is None or limits.high is None:
            self.assumed.add(place_text(place))
        if constant:
            self._fixed[key] = (low, high)
        return low, high

    def length(self, place: Place, values: Mapping[str, JsonValue], at: tuple[int, ...]) -> Limits:
        """The limits of the length of a list or text at a place."""
        return self.constraints.limits((*place, "length"), self._with_indices(values, at))

    def _bounded(self, place: Place, at: tuple[int, ...]) -> tuple[Place, Place]:
        """The place, and the same with its last item by number where that has bounds of its own."""
        if at and place and place[-1] == "item":
            numbered = (*place[:-1], at[-1])
            if numbered in self.constraints.bounds:
                return numbered, numbered
        return place, place

    def _with_indices(
        self, values: Mapping[str, JsonValue], at: tuple[int, ...]
    ) -> Mapping[str, JsonValue]:
        if not at:
            return values
        indices: dict[str, JsonValue] = {}
        for order, name in enumerate(_INDEX_NAMES):
            if name not in values:
                indices[name] = at[min(order, len(at) - 1)]
        return {**indices, **values}

    def is_size(self, name: str) -> bool:
        """Whether a single number is told to be the length of a list, or to differ from one by a
        constant."""
        return any(
            place[-1] == "length"
            and any(
                Name(name) in walk(low.term) and low.term == high.term and not low.shift
                for low in bounds
                for high in bounds
                if high.upper and not low.upper and not high.shift
            )
            for place, bounds in self.constraints.bounds.items()
            if len(place) == 2
        )

    def even_or_odd(self, place: Place, number: int, low: int, high: int) -> int:
        """The number, or a neighbour within limits where a place must be even, or odd."""
        for check in self.constraints.checks():
            if isinstance(check, Parity) and place_of(check.term) == place:
                for other in (number, number + 1, number - 1):
                    if low <= other <= high and other % 2 == check.remainder:
                        return other
        return number

    def alphabet(self, name: str) -> str:
        """The letters of the texts of a field."""
        letters: set[str] = set()
        for check in self.constraints.checks():
            if isinstance(check, Letters) and check.field == name:
                letters |= check.alphabet
            if isinstance(check, OneOf) and check.field == name:
                letters |= {v for v in check.allowed if isinstance(v, str) and len(v) == 1}
        return "".join(sorted(letters)) or DEFAULT_ALPHABET

    def choices(self, name: str, depth: int) -> tuple[JsonValue, ...]:
        """The values that a line lists for a place; none if no line does."""
        for check in self.constraints.checks():
            if isinstance(check, OneOf) and (check.field, check.depth) == (name, depth):
                return check.allowed
        return ()

    def distinct(self, name: str) -> bool:
        """Whether no two items of a field may be the same."""
        order = self.order(name)
        return (order is not None and order.strict) or any(
            isinstance(check, Distinct) and check.field == name
            for check in self.constraints.checks()
        )

    def order(self, name: str) -> Sorted | None:
        """The order that the items of a field must have."""
        return next(
            (
                check
                for check in self.constraints.checks()
                if isinstance(check, Sorted) and check.field == name
            ),
            None,
        )


def _typed(limits: Limits, type_: IntType) -> tuple[int, int]:
    low, high = limits.low, limits.high
    if low is None:
        low = -ASSUMED_NUMBER if type_.signed else 0
        low = low if high is None or high >= low else high - ASSUMED_NUMBER
    if high is None:
        high = max(low, 0) + ASSUMED_NUMBER
    low, high = max(low, type_.minimum), min(high, type_.maximum)
    return low, max(low, high)


def place_text(place: Place) -> str:
    """A place as people write it: `grid[i][j]`, `nums.length`."""
    text, indices = str(place[0]), iter("ijkl")
    for step in place[1:]:
        if step == "length":
            text += ".length"
        else:
            text += f"[{next(indices) if step == 'item' else step}]"
    return text
