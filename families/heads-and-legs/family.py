"""Hens and rabbits, from their heads and legs."""


def generate(rng):
    hens, rabbits = rng.integer(1, 1500), rng.integer(1, 1500)
    return {"heads": hens + rabbits, "legs": 2 * hens + 4 * rabbits}


def verify(assignment):
    heads, legs = assignment["heads"], assignment["legs"]
    rabbits, rest = divmod(legs - 2 * heads, 2)
    if rest or not 0 < rabbits < heads:
        raise ValueError("no hens and rabbits have so many legs")
    return (heads - rabbits, rabbits)
