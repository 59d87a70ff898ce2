"""Numbers of a list by a style."""

from __future__ import annotations

import random
from collections.abc import Sequence

from pytest_vlite.renewal.suites.generation.styles import Style

_SMALL_SPAN = 10


def pick(rng: random.Random, style: Style, limits: tuple[int, int], index: int | None) -> int:
    """One number within limits; `index` is its place in a list, None for a single number."""
    low, high = limits
    if index is None:
        if style.scalar == "least":
            return low
        if style.scalar == "most":
            return high
        if style.scalar == "extremes":
            return _extreme(rng, low, high)
    elif style.fill == "least":
        return low
    elif style.fill == "most":
        return high
    elif style.fill == "zero":
        return min(max(0, low), high)
    elif style.fill == "extremes":
        return _extreme(rng, low, high)
    elif style.fill == "alternating":
        return high if index % 2 else low
    return _any(rng, style, low, high)


def filled(
    rng: random.Random,
    style: Style,
    limits: Sequence[tuple[int, int]],
    *,
    distinct: bool = False,
) -> list[int]:
    """As many numbers as there are limits, which are all the same."""
    if not limits:
        return []
    low, high = limits[0]
    count = len(limits)
    if distinct:
        return _distinct(rng, style, low, high, count)
    window = _window(rng, style, low, high)
    match style.fill:
        case "equal":
            return [rng.randint(*window)] * count
        case "duplicates":
            few = [rng.randint(*window) for _ in range(2)]
            return [rng.choice(few) for _ in range(count)]
        case "sorted" | "reversed":
            numbers = sorted(rng.randint(*window) for _ in range(count))
            return numbers if style.fill == "sorted" else numbers[::-1]
        case "permutation" if high - low + 1 >= count:
            start = low if low in (0, 1) or not low <= 1 <= high - count + 1 else rng.choice((0, 1))
            numbers = list(range(max(low, start), max(low, start) + count))
            rng.shuffle(numbers)
            return numbers
        case "any" | "permutation":
            return [rng.randint(*window) for _ in range(count)]
    return [pick(rng, style, (low, high), index) for index in range(count)]


def _any(rng: random.Random, style: Style, low: int, high: int) -> int:
    return rng.randint(*_window(rng, style, low, high))


def _window(rng: random.Random, style: Style, low: int, high: int) -> tuple[int, int]:
    """Small inputs stay near zero or the lower end; large ones take any magnitude."""
    if style.scale == "small":
        start = min(max(low, -_SMALL_SPAN // 2), high)
        return start, min(high, max(start, low) + _SMALL_SPAN)
    if rng.random() < 0.5 or high - low <= _SMALL_SPAN:
        return low, high
    # A span of any magnitude, from one end or around zero.
    span = 1 << rng.randint(1, (high - low).bit_length())
    start = rng.choice((low, max(low, high - span), min(max(low, -span // 2), high)))
    return start, min(high, start + span)


def _extreme(rng: random.Random, low: int, high: int) -> int:
    near = (low, min(low + 1, high), max(high - 1, low), high, min(max(0, low), high))
    return rng.choice(near)


def _distinct(rng: random.Random, style: Style, low: int, high: int, count: int) -> list[int]:
    """Different numbers as far as the limits hold so many."""
    first, last = _window(rng, style, low, high)
    if last - first + 1 < 2 * count:
        first, last = low, min(high, low + max(2 * count, last - first))
    count = min(count, last - first + 1)
    numbers: set[int] = set()
    while len(numbers) < count:
        numbers.add(rng.randint(first, last))
    ordered = sorted(numbers)
    if style.fill == "reversed":
        return ordered[::-1]
    if style.fill != "sorted":
        rng.shuffle(ordered)
    return ordered
