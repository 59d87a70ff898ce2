"""Endless inputs of the two kinds that need nobody's help: by chance, and at the edges."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle
from typing import Any

from pytest_vlite.renewal.suites.generation.making import Maker
from pytest_vlite.renewal.suites.generation.styles import RANDOM, Style, adversarial

Values = dict[str, Any]
NEAR_AN_EXAMPLE = "near an example"
# Of the random inputs, one in so many is an example with small changes: preconditions that chance
# hardly ever meets (a mountain, a rotated list) are met there.
_NEAR_EVERY = 4
_MOST_CHANGES = 3


def random_inputs(
    maker: Maker, examples: Sequence[Mapping[str, Any]], rng: random.Random
) -> Iterator[tuple[str, Values]]:
    """Inputs with the names of their styles: small ones and large ones in turn, and some near the
    description's examples. Raises `NotMakeable`."""
    for number, style in enumerate(cycle(RANDOM)):
        if examples and number % _NEAR_EVERY == _NEAR_EVERY - 1:
            yield NEAR_AN_EXAMPLE, near(rng.choice(examples), maker, rng)
        else:
            yield f"{style.name}, {style.scale}", maker.make(rng, style)


def adversarial_inputs(maker: Maker, rng: random.Random) -> Iterator[tuple[str, Values]]:
    """Inputs at the edges of the constraints, style by style. Raises `NotMakeable`."""
    for style in cycle(adversarial(lists=maker.has_lists)):
        yield f"{style.name}, {style.scale}", maker.make(rng, style)


def near(example: Mapping[str, Any], maker: Maker, rng: random.Random) -> Values:
    """The example with up to three small changes."""
    values = {name: _copy(value) for name, value in example.items()}
    fresh = maker.make(rng, _fresh_style(rng))
    for _ in range(rng.randint(1, _MOST_CHANGES)):
        name = rng.choice(sorted(values))
        values[name] = _changed(values[name], fresh[name], rng)
    return values


def _fresh_style(rng: random.Random) -> Style:
    return replace(RANDOM[0], fill=rng.choice(("any", "least", "most", "extremes")))


def _copy(value: Any) -> Any:
    return [_copy(item) for item in value] if isinstance(value, list) else value


def _changed(value: Any, fresh: Any, rng: random.Random) -> Any:
    """A value with one change; `fresh` is another value of the same place."""
    if isinstance(value, bool) or value is None:
        return fresh
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, fresh))
    if isinstance(value, str):
        return "".join(_changed_list(list(value), list(fresh or ""), rng))
    if isinstance(value, list):
        return _changed_list(value, fresh, rng)
    return fresh


def _changed_list(items: list[Any], fresh: list[Any], rng: random.Random) -> list[Any]:
    if not items:
        return fresh
    place = rng.randrange(len(items))
    rest = items[:place] + items[place + 1 :]
    other = rng.randrange(len(items))
    replacement = items[other]
    if isinstance(items[place], list) and rng.random() < 0.5:
        replacement = _changed(items[place], fresh[0] if fresh else items[place], rng)
    elif fresh and rng.random() < 0.5:
        replacement = rng.choice(fresh)
    elif isinstance(items[place], int) and not isinstance(items[place], bool):
        replacement = items[place] + rng.choice((-1, 1))
    return rng.choice(
        (
            [*items[:place], replacement, *items[place + 1 :]],
            rest,
            [*items[:place], items[place], *items[place:]],
            [*rest[:other], items[place], *rest[other:]],
            items[::-1],
            [*items, replacement],
        )
    )
