"""The share of salt when two solutions are mixed and water evaporates."""

from fractions import Fraction


def share(rng):
    below = rng.integer(2, 30)
    return Fraction(rng.integer(1, below - 1), below)


def generate(rng):
    a, b, p, q = rng.integer(2, 60), rng.integer(2, 60), share(rng), share(rng)
    tenths_of_water = (a * (1 - p) + b * (1 - q)) * 10
    most = min(500, -(-tenths_of_water.numerator // tenths_of_water.denominator) - 1)
    return {"a": a, "b": b, "p": p, "q": q, "gone": Fraction(rng.integer(1, max(1, most)), 10)}


def verify(assignment):
    a, b, gone = assignment["a"], assignment["b"], assignment["gone"]
    salt = a * assignment["p"] + b * assignment["q"]
    if a + b - gone <= salt:
        raise ValueError("more evaporates than there is water")
    return salt / (a + b - gone)
