"""Integers in a range that exactly one of two numbers divides."""

from math import lcm


def generate(rng):
    low = rng.integer(-100000, 100000)
    a, b = rng.sample(range(2, 501), 2)
    return {"low": low, "high": rng.integer(low + 1, 1000000), "a": a, "b": b}


def verify(assignment):
    low, high = assignment["low"], assignment["high"]
    a, b = assignment["a"], assignment["b"]

    def multiples(divisor):
        return high // divisor - (low - 1) // divisor

    return multiples(a) + multiples(b) - 2 * multiples(lcm(a, b))
