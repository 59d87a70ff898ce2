"""The digits of a number in a base."""

DIGITS = "0123456789abcdef"


def generate(rng):
    return {
        "number": rng.integer(1, 10**9),
        "base": rng.choice([base for base in range(2, 17) if base != 10]),
    }


def verify(assignment):
    number, digits = assignment["number"], ""
    while number:
        number, digit = divmod(number, assignment["base"])
        digits = DIGITS[digit] + digits
    return digits
