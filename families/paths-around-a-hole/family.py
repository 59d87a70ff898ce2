"""Monotone lattice paths that avoid one point."""

from math import comb


def generate(rng):
    x, y = rng.integer(2, 40), rng.integer(2, 40)
    return {"x": x, "y": y, "hole_x": rng.integer(1, x - 1), "hole_y": rng.integer(1, y - 1)}


def verify(assignment):
    x, y = assignment["x"], assignment["y"]
    a, b = assignment["hole_x"], assignment["hole_y"]
    return comb(x + y, x) - comb(a + b, a) * comb(x - a + y - b, x - a)
