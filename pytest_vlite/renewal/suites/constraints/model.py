"""The constraints of a problem: checks of inputs, and bounds of the places inside an input."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pytest_vlite.release import JsonValue
from pytest_vlite.renewal.suites.constraints.checks import Chain, Check
from pytest_vlite.renewal.suites.constraints.terms import Absent, Item, Length, Name, Number, Term
from pytest_vlite.renewal.suites.constraints.terms import number as number_of

# A place inside an input: a field, then `length`, `item` (any item) or the number of an item.
Place: TypeAlias = "tuple[str | int, ...]"
LENGTH = "length"
ITEM = "item"


@dataclass(frozen=True)
class Read:
    """A line and what was understood of it."""

    line: str
    checks: tuple[Check, ...]


@dataclass(frozen=True)
class Limits:
    """The lowest and the highest value of a place, both included; None: nothing said."""

    low: int | None
    high: int | None


@dataclass(frozen=True)
class Bound:
    """The place's value is at least (`upper`: at most) the term, which is added `shift`."""

    term: Term
    upper: bool
    shift: int


@dataclass(frozen=True)
class Constraints:
    """`unread` are lines that were not understood, `refuted` those that the description's own
    examples break (misprints, or misread); neither is checked."""

    read: tuple[Read, ...]
    unread: tuple[str, ...]
    refuted: tuple[str, ...] = ()
    bounds: Mapping[Place, tuple[Bound, ...]] = field(default_factory=dict)

    def violation(self, values: Mapping[str, JsonValue]) -> str | None:
        """The first line that an input (values by field names) breaks; None if it breaks none."""
        for found in self.read:
            if not all(check.holds(values) for check in found.checks):
                return found.line
        return None

    def limits(self, place: Place, values: Mapping[str, JsonValue]) -> Limits:
        """The limits of a place as far as the values known so far tell them."""
        low: int | None = None
        high: int | None = None
        for bound in self.bounds.get(place, ()):
            try:
                value = number_of(bound.term, values) + bound.shift
            except Absent:
                continue
            if bound.upper:
                high = value if high is None else min(high, value)
            else:
                low = value if low is None else max(low, value)
        return Limits(low, high)

    def checks(self) -> Iterator[Check]:
        """All checks, in the order of their lines."""
        for found in self.read:
            yield from found.checks


def make_constraints(
    read: Sequence[Read],
    unread: Sequence[str],
    examples: Sequence[Mapping[str, JsonValue]],
    hints: Sequence[Chain] = (),
) -> Constraints:
    """The constraints with what the examples refute left out; `hints` only bound, they check
    nothing."""
    kept: list[Read] = []
    refuted: list[Read] = []
    for found in read:
        broken = any(not check.holds(values) for values in examples for check in found.checks)
        (refuted if broken else kept).append(found)
    chains = [check for found in kept for check in found.checks if isinstance(check, Chain)]
    bounds = bounds_of([*chains, *hints])
    return Constraints(tuple(kept), tuple(unread), tuple(found.line for found in refuted), bounds)


def bounds_of(chains: Sequence[Chain]) -> dict[Place, tuple[Bound, ...]]:
    """The bounds that chains of comparisons put on places; equal places share theirs."""
    found: dict[Place, list[Bound]] = {}
    equal: list[tuple[Place, Place]] = []
    for chain in chains:
        for left, right, strict, same in _ordered(chain):
            shift = int(strict)
            for low in chain.operands[left]:
                for high in chain.operands[right]:
                    places = place_of(low), place_of(high)
                    if places[1] is not None:
                        found.setdefault(places[1], []).append(Bound(low, False, shift))
                        if same:
                            found[places[1]].append(Bound(low, True, 0))
                    if places[0] is not None:
                        found.setdefault(places[0], []).append(Bound(high, True, -shift))
                        if same:
                            found[places[0]].append(Bound(high, False, 0))
                    if same and places[0] is not None and places[1] is not None:
                        equal.append((places[0], places[1]))
    # Two rounds carry bounds along `a == b == c`.
    for _ in range(2):
        for one, other in equal:
            together = list(dict.fromkeys([*found.get(one, ()), *found.get(other, ())]))
            found[one] = found[other] = together
    return {place: tuple(dict.fromkeys(bounds)) for place, bounds in found.items()}


def _ordered(chain: Chain) -> Iterator[tuple[int, int, bool, bool]]:
    """Pairs of operands of which the first is at most the second: their numbers, whether strictly,
    and whether they are equal."""
    count = len(chain.operands)
    for start in range(count):
        for upward in (True, False):
            wanted = ("<", "<=", "==") if upward else (">", ">=")
            strict, same = False, True
            for end in range(start + 1, count):
                sign = chain.operators[end - 1]
                if sign not in wanted and sign != "==":
                    break
                strict = strict or sign in ("<", ">")
                same = same and sign == "=="
                if same and not upward:
                    continue
                yield (start, end, strict, same) if upward else (end, start, strict, same)


def place_of(term: Term) -> Place | None:
    """The place that a term names, None for anything computed."""
    match term:
        case Name(name):
            return (name,)
        case Length(of):
            inner = place_of(of)
            return None if inner is None else (*inner, LENGTH)
        case Item(of, index):
            inner = place_of(of)
            if inner is None:
                return None
            return (*inner, index.value if isinstance(index, Number) else ITEM)
        case _:
            return None
