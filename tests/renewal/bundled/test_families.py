"""The bundled families pass every gate, give the published values and agree with brute force."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pytest_vlite.renewal.answers.canonical import canonical_json, same_answer
from pytest_vlite.renewal.families.execution import run_family
from pytest_vlite.renewal.families.format import Family, load_family
from pytest_vlite.renewal.families.gates import check_family
from pytest_vlite.renewal.families.inside.slot_values import python_values
from pytest_vlite.sandbox import choose_sandbox

ROOT = Path(__file__).parents[3] / "families"
IDS = sorted(path.name for path in ROOT.iterdir())


@cache
def _family(id_: str) -> Family:
    return load_family(ROOT / id_)


def test_there_are_enough_of_every_kind() -> None:
    families = [_family(id_) for id_ in IDS]
    assert len(families) >= 12
    kinds = {family.answer_type.kind for family in families}
    assert kinds == {"integer", "rational", "real", "string", "tuple", "set"}
    assert sum(family.mode == "H" for family in families) >= 4
    assert sum(len(family.templates) > 1 for family in families) >= 3


@pytest.mark.parametrize("id_", IDS)
def test_every_gate_passes(id_: str) -> None:
    results = check_family(_family(id_), choose_sandbox("auto"))
    assert [result for result in results if not result.passed] == []


PUBLISHED = [
    ("incenter-product", {"R": 13, "r": 6}, 468),
    ("incenter-product", {"R": 14, "r": 5}, 420),
    ("incenter-product", {"R": 6, "r": 2}, 72),
    ("incenter-product", {"R": 89, "r": 22}, 11748),
    ("rows-of-objects", {"a": 5, "b": 4, "c": 3, "what": "marbles"}, 23),
    ("chip-placements", {"rows": 5, "columns": 5, "white": 25, "black": 25}, 902),
    ("chip-placements", {"rows": 1, "columns": 2, "white": 4, "black": 3}, 2),
    ("polygon-rotations", {"sides": 8, "p": "1/2"}, 371),
    ("polygon-rotations", {"sides": 12, "p": "1/2"}, 2595),
]


@pytest.mark.parametrize(("id_", "assignment", "answer"), PUBLISHED)
def test_published_values(id_: str, assignment: dict[str, Any], answer: int) -> None:
    (check,) = run_family(_family(id_), choose_sandbox("auto"), assignments=[assignment]).checks
    assert check.answer == answer


def _incenter(R: int, r: int) -> int:
    """By angles and the law of sines, in floating point."""
    # sin(A/2) from IA = r / sin(A/2) and IA^2 = 2 R r; the sides from b + c = 2 a.
    half = math.asin(math.sqrt(r / (2 * R)))
    a = 2 * R * math.sin(2 * half)
    # cos of (B - C) / 2 from b + c = 4 R cos(A/2) cos((B - C)/2).
    cosine = 2 * a / (4 * R * math.cos(half))
    difference = 2 * math.acos(cosine)
    B = (math.pi - 2 * half + difference) / 2
    C = math.pi - 2 * half - B
    b, c = 2 * R * math.sin(B), 2 * R * math.sin(C)
    area = a * b * c / (4 * R)
    assert math.isclose(area, r * (a + b + c) / 2)
    return round(b * c)


def _chips(rows: int, columns: int, white: int, black: int) -> int:
    cells = list(itertools.product(range(rows), range(columns)))

    def lines(cell: tuple[int, int]) -> list[tuple[int, int]]:
        return [c for c in cells if c != cell and (c[0] == cell[0] or c[1] == cell[1])]

    def allowed(grid: dict[tuple[int, int], int], cell: tuple[int, int], color: int) -> bool:
        return all(grid[other] in (0, color) for other in lines(cell))

    count = 0
    for colors in itertools.product((0, 1, 2), repeat=len(cells)):
        grid = dict(zip(cells, colors, strict=True))
        fine = all(allowed(grid, cell, color) for cell, color in grid.items() if color)
        left = (white - colors.count(1), black - colors.count(2))
        can_add = any(
            grid[cell] == 0 and left[color - 1] > 0 and allowed(grid, cell, color)
            for cell in cells
            for color in (1, 2)
        )
        count += fine and min(left) >= 0 and not can_add
    return count


def _polygon(sides: int, p: Fraction) -> int:
    chance = Fraction(0)
    for blue in itertools.product((True, False), repeat=sides):
        if any(
            not any(blue[i] and blue[(i + turn) % sides] for i in range(sides))
            for turn in range(sides)
        ):
            chance += math.prod(p if one else 1 - p for one in blue)
    return chance.numerator + chance.denominator


def _thinned(a: int, b: int, c: int, k: int, times: int) -> int:
    line = list(range(a * b + c))
    for _ in range(times):
        line = [coin for place, coin in enumerate(line, 1) if place % k]
    return len(line)


def _digits(number: int, base: int) -> str:
    text = ""
    power = 1
    while power * base <= number:
        power *= base
    while power:
        text += "0123456789abcdef"[number // power]
        number %= power
        power //= base
    return text


def _paths(x: int, y: int, hole_x: int, hole_y: int) -> int:
    ways = {(0, 0): 1}
    for i, j in itertools.product(range(x + 1), range(y + 1)):
        if (i, j) != (0, 0):
            found = ways.get((i - 1, j), 0) + ways.get((i, j - 1), 0)
            ways[i, j] = 0 if (i, j) == (hole_x, hole_y) else found
    return ways[x, y]


def _rise(numbers: list[int]) -> tuple[int, int]:
    runs = [
        numbers[i:j]
        for i in range(len(numbers))
        for j in range(i + 1, len(numbers) + 1)
        if all(one < other for one, other in itertools.pairwise(numbers[i:j]))
    ]
    longest = max(map(len, runs))
    first = next(run for run in runs if len(run) == longest)
    return longest, sum(first)


def _animals(heads: int, legs: int) -> tuple[int, int]:
    beetles = [
        z
        for z in range(1, heads)
        for y in range(1, heads - z)
        if 2 * (heads - y - z) + 4 * y + 6 * z == legs
    ]
    return len(beetles), max(beetles)


def _hens(heads: int, legs: int) -> tuple[int, int]:
    (hens,) = (hens for hens in range(heads + 1) if 2 * hens + 4 * (heads - hens) == legs)
    return hens, heads - hens


# For each family another way to its answer, and which of its assignments that way can do.
OTHERS: dict[str, tuple[Callable[..., Any], Callable[..., bool]]] = {
    "box-diagonal": (lambda **edges: math.hypot(*edges.values()), lambda **_: True),
    "chip-placements": (_chips, lambda rows, columns, **_: rows * columns <= 8),
    "coprime-count": (
        lambda bound, modulus: sum(math.gcd(x, modulus) == 1 for x in range(1, bound + 1)),
        lambda bound, **_: bound < 100_000,
    ),
    "digits-in-a-base": (_digits, lambda **_: True),
    "heads-and-legs": (_hens, lambda **_: True),
    "incenter-product": (_incenter, lambda **_: True),
    "longest-rise": (_rise, lambda **_: True),
    "mixed-solutions": (
        lambda a, b, p, q: p + (q - p) * Fraction(b, a + b),
        lambda **_: True,
    ),
    "one-of-two-divisors": (
        lambda low, high, a, b: sum((x % a == 0) != (x % b == 0) for x in range(low, high + 1)),
        lambda low, high, **_: high - low < 100_000,
    ),
    "paths-around-a-hole": (_paths, lambda **_: True),
    "polygon-rotations": (_polygon, lambda sides, **_: sides <= 8),
    "rows-of-objects": (lambda a, b, c, what: len(range(a * b)) + c, lambda **_: True),
    "square-roots-modulo": (
        lambda modulus, remainder: {x for x in range(modulus) if (x**2 - remainder) % modulus == 0},
        lambda **_: True,
    ),
    "thickened-mixture": (
        lambda a, b, p, q, gone: 1 - (a * (1 - p) + b * (1 - q) - gone) / (a + b - gone),
        lambda **_: True,
    ),
    "thinned-rows": (_thinned, lambda **_: True),
    "three-kinds-of-animals": (_animals, lambda heads, **_: heads < 600),
}
SMALL = {
    "chip-placements": [
        {"rows": rows, "columns": columns, "white": 9, "black": 10}
        for rows in range(1, 5)
        for columns in range(1, 5)
        if rows * columns <= 8
    ],
    "polygon-rotations": [
        {"sides": sides, "p": p} for sides in range(3, 9) for p in ("1/2", "1/3", "19/20")
    ],
    "three-kinds-of-animals": [
        {"heads": heads, "legs": legs}
        for heads in range(3, 12)
        for legs in range(2 * heads + 6, 6 * heads - 5, 2)
    ],
}


@pytest.mark.parametrize("id_", IDS)
def test_answers_agree_with_another_way(id_: str) -> None:
    family, (other, can_do) = _family(id_), OTHERS[id_]
    run = run_family(
        family, choose_sandbox("auto"), indices=range(300), assignments=SMALL.get(id_, [])
    )
    pairs = [(draw.assignment, draw.answer) for draw in run.draws]
    pairs += [
        (assignment, check.answer)
        for assignment, check in zip(SMALL.get(id_, []), run.checks, strict=True)
    ]
    compared = 0
    for assignment, answer in pairs:
        assert assignment is not None
        values = python_values(assignment, family.slots)
        if can_do(**values):
            expected = canonical_json(other(**values), family.answer_type)
            assert same_answer(expected, answer, family.answer_type), (assignment, expected, answer)
            compared += 1
    assert compared >= 15
