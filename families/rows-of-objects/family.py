"""a rows of b objects each, and c more."""

THINGS = ("marbles", "stamps", "coins", "buttons", "shells")


def generate(rng):
    return {
        "a": rng.integer(2, 99),
        "b": rng.integer(2, 99),
        "c": rng.integer(2, 50),
        "what": rng.choice(THINGS),
    }


def verify(assignment):
    return assignment["a"] * assignment["b"] + assignment["c"]
