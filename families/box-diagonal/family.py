"""The space diagonal of a box."""

from math import sqrt


def generate(rng):
    return {"a": rng.integer(1, 400), "b": rng.integer(1, 400), "c": rng.integer(1, 400)}


def verify(assignment):
    # The root of a whole number is rounded correctly, so the same everywhere.
    return sqrt(sum(side * side for side in assignment.values()))
