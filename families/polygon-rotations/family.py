"""Colorings of a polygon that a rotation takes off their own blue vertices."""

from fractions import Fraction
from functools import cache


def generate(rng):
    below = rng.integer(2, 20)
    return {"sides": rng.integer(3, 13), "p": Fraction(rng.integer(1, below - 1), below)}


@cache
def good_colorings(sides):
    """How many colorings with 0, 1, ... blue vertices have such a rotation."""
    whole = (1 << sides) - 1
    counts = [0] * (sides + 1)
    for blue in range(1 << sides):
        for turn in range(sides):
            if blue & ((blue << turn | blue >> (sides - turn)) & whole) == 0:
                counts[blue.bit_count()] += 1
                break
    return counts


def verify(assignment):
    sides, p = assignment["sides"], assignment["p"]
    a, n = p.numerator, p.denominator
    weighted = sum(
        count * a**blue * (n - a) ** (sides - blue)
        for blue, count in enumerate(good_colorings(sides))
    )
    chance = Fraction(weighted, n**sides)
    return chance.numerator + chance.denominator
