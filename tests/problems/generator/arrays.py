"""Inputs that many problems share."""

from __future__ import annotations

from random import Random


def integers(random: Random, length: int, low: int, high: int) -> list[int]:
    """`length` integers from `low` to `high`."""
    return [random.randint(low, high) for _ in range(length)]


def letters(random: Random, length: int, alphabet: str) -> str:
    """`length` letters of `alphabet`."""
    return "".join(random.choice(alphabet) for _ in range(length))
