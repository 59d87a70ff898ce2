"""Square roots modulo a number."""


def generate(rng):
    modulus = rng.integer(5, 400)
    # A square, so that the set is not empty.
    return {"modulus": modulus, "remainder": rng.integer(1, modulus - 1) ** 2 % modulus}


def verify(assignment):
    modulus, remainder = assignment["modulus"], assignment["remainder"]
    return {x for x in range(modulus) if x * x % modulus == remainder}
