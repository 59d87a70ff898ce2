"""Rows of coins, put in one line, from which every k-th is taken several times."""


def generate(rng):
    return {
        "a": rng.integer(2, 99),
        "b": rng.integer(2, 99),
        "c": rng.integer(2, 50),
        "k": rng.integer(2, 9),
        "times": rng.integer(2, 5),
    }


def verify(assignment):
    left = assignment["a"] * assignment["b"] + assignment["c"]
    for _ in range(assignment["times"]):
        left -= left // assignment["k"]
    return left
