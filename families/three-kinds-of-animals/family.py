"""Triples of birds, lizards and beetles, from their heads and legs."""


def generate(rng):
    birds, lizards, beetles = (rng.integer(1, 1000) for _ in range(3))
    return {"heads": birds + lizards + beetles, "legs": 2 * birds + 4 * lizards + 6 * beetles}


def verify(assignment):
    heads, legs = assignment["heads"], assignment["legs"]
    # Half the legs above two each: lizards + 2 beetles = more; birds = heads - more + beetles.
    more, rest = divmod(legs - 2 * heads, 2)
    fewest, most = max(1, more - heads + 1), (more - 1) // 2
    if rest or most < fewest:
        raise ValueError("no animals of all three kinds have so many legs")
    return (most - fewest + 1, most)
