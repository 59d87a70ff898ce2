"""The share of sugar when two solutions are mixed."""

from fractions import Fraction


def share(rng):
    below = rng.integer(2, 30)
    return Fraction(rng.integer(1, below - 1), below)


def generate(rng):
    return {"a": rng.integer(2, 60), "b": rng.integer(2, 60), "p": share(rng), "q": share(rng)}


def verify(assignment):
    a, b = assignment["a"], assignment["b"]
    return (a * assignment["p"] + b * assignment["q"]) / (a + b)
