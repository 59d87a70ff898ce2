"""a rows of b objects and c more."""


def generate(rng):
    return {
        "a": rng.integer(2, 99),
        "b": rng.integer(2, 99),
        "c": rng.integer(1, 50),
        "what": rng.choice(["marbles", "stamps", "coins", "buttons", "shells"]),
    }


def verify(assignment):
    return assignment["a"] * assignment["b"] + assignment["c"]
