"""Draws one input by its types, the constraints' bounds and a style.

What is drawn is a candidate: bounds that depend on each other may not all be met, so every input
is validated afterwards. Sizes are chosen first, then single numbers, then the items of lists, since
that is the direction in which constraints refer to each other.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

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
from pytest_vlite.release.target import InputField
from pytest_vlite.renewal.suites.constraints.model import ITEM, LENGTH, Place
from pytest_vlite.renewal.suites.generation.filling import filled, pick
from pytest_vlite.renewal.suites.generation.ranges import Ranges
from pytest_vlite.renewal.suites.generation.styles import Style

_SMALL_LENGTH = 6


class NotMakeable(Exception):
    """A parameter's type has no inputs that could be drawn; the message names it."""


@dataclass(frozen=True)
class Maker:
    """Draws inputs. `most_items` bounds the number of items of one field."""

    inputs: Sequence[InputField]
    ranges: Ranges
    most_items: int

    @property
    def has_lists(self) -> bool:
        return any(_is_list(without_reference(one.type)) for one in self.inputs)

    def make(self, rng: random.Random, style: Style) -> dict[str, Any]:
        """One candidate, by field names.

        Raises:
            NotMakeable: a field is of a type that cannot be drawn.
        """
        draw = _Draw(rng, style, self.ranges, self.most_items)
        types = {one.name: without_reference(one.type) for one in self.inputs}
        lists = {name: type_ for name, type_ in types.items() if _is_list(type_)}
        sizes = [name for name in types if name not in lists and self.ranges.is_size(name)]
        for name in sizes:
            draw.values[name] = draw.size(name, types[name])
        for name in lists:
            draw.values[name] = [None] * draw.length((name,), ())
        for name, type_ in types.items():
            if name not in draw.values:
                draw.values[name] = draw.single((name,), type_, ())
        for name, type_ in lists.items():
            draw.values[name] = draw.list((name,), type_, ())
        return {name: draw.values[name] for name in types}


@dataclass
class _Draw:
    """One input that grows, so that later parts may depend on earlier ones. `place` says which part
    is drawn, `at` where in its lists it stands."""

    rng: random.Random
    style: Style
    ranges: Ranges
    most_items: int
    values: dict[str, Any] = field(default_factory=dict)

    def size(self, name: str, type_: RustType) -> int:
        """A number that is a list's length, so no more than a list may have."""
        if not isinstance(type_, IntType):
            raise NotMakeable(f"{name!r} is a size of type {type_}")
        low, high = self.ranges.numbers((name,), type_, self.values, ())
        high = max(low, min(high, self.most_items))
        if self.style.scale == "small":
            high = min(high, max(low + 2, _SMALL_LENGTH))
        if self.style.size != "any":
            return low if self.style.size == "least" else high
        return self.ranges.even_or_odd((name,), self.rng.randint(low, high), low, high)

    def length(self, place: Place, at: tuple[int, ...]) -> int:
        limits = self.ranges.length(place, self.values, at)
        outer = self.values.get(str(place[0])) if len(place) > 1 else None
        cap = max(1, self.most_items // max(1, len(outer))) if outer else self.most_items
        low = max(0, limits.low or 0)
        most = cap if limits.high is None else min(limits.high, cap)
        if self.style.scale == "small":
            most = min(most, max(low + 2, _SMALL_LENGTH))
        most = max(low, most)
        drawn = {"least": low, "most": most, "any": self.rng.randint(low, most)}[self.style.size]
        return self.ranges.even_or_odd((*place, LENGTH), drawn, low, most)

    def list(self, place: Place, type_: RustType, at: tuple[int, ...]) -> Any:
        """A list or text whose length is chosen."""
        name = str(place[0])
        current = self.values[name]
        for index in at:
            current = current[index]
        item = _item(type_)
        if isinstance(item, CharType):
            alphabet = self.ranges.alphabet(name)
            letters = alphabet[: self.rng.choice((2, 3, len(alphabet)))]
            places = filled(self.rng, self.style, [(0, len(letters) - 1)] * len(current))
            return "".join(letters[number] for number in places)
        if isinstance(item, IntType):
            return self._numbers(place, item, at, current)
        inner: Place = (*place, ITEM)
        for index in range(len(current)):
            inner_at = (*at, index)
            if _is_list(item):
                current[index] = [None] * self.length(inner, inner_at)
                current[index] = self.list(inner, item, inner_at)
            else:
                current[index] = self.single(inner, item, inner_at)
        return current

    def _numbers(self, place: Place, item: IntType, at: tuple[int, ...], current: Any) -> Any:
        name, rng, style = str(place[0]), self.rng, self.style
        choices = self.ranges.choices(name, len(place))
        if choices:
            numbers = filled(rng, style, [(0, len(choices) - 1)] * len(current))
            return [choices[number] for number in numbers]
        # Columns and rows may depend on what stands before them; then they are drawn one by one.
        limits: list[tuple[int, int]] = []
        for index in range(len(current)):
            limits.append(self.ranges.numbers((*place, ITEM), item, self.values, (*at, index)))
            current[index] = pick(rng, style, limits[-1], index)
        if len(set(limits)) > 1:
            return current
        top = len(place) == 1
        drawn = filled(rng, style, limits, distinct=top and self.ranges.distinct(name))
        order = self.ranges.order(name) if top else None
        if order is not None:
            drawn.sort(reverse=order.descending)
        return drawn

    def single(self, place: Place, type_: RustType, at: tuple[int, ...]) -> Any:
        name = str(place[0])
        match without_reference(type_):
            case IntType() as integer:
                choices = self.ranges.choices(name, len(place) - 1)
                if choices:
                    return self.rng.choice(choices)
                limits = self.ranges.numbers(place, integer, self.values, at)
                number = pick(self.rng, self.style, limits, None)
                return self.ranges.even_or_odd(place, number, *limits)
            case BoolType():
                return self.rng.random() < 0.5
            case CharType():
                return self.rng.choice(self.ranges.alphabet(name))
            case OptionType(item):
                inner = self.single(place, item, at)
                return inner if self.rng.random() < 0.8 else None
            case TupleType(items) if items:
                numbered = enumerate(items)
                return [self.single((*place, number), item, at) for number, item in numbered]
        raise NotMakeable(f"no inputs of type {type_} can be drawn for {name!r}")


def _is_list(type_: RustType) -> bool:
    return isinstance(type_, VecType | SliceType | StringType)


def _item(type_: RustType) -> RustType:
    if isinstance(type_, VecType | SliceType):
        return without_reference(type_.item)
    return CharType()
