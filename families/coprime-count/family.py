"""Whole numbers up to a bound that are coprime to a modulus, by inclusion and exclusion."""


def generate(rng):
    return {"bound": rng.integer(10, 10**6), "modulus": rng.integer(2, 30000)}


def prime_divisors(number):
    found, divisor = [], 2
    while divisor * divisor <= number:
        if number % divisor == 0:
            found.append(divisor)
            while number % divisor == 0:
                number //= divisor
        divisor += 1
    return found + [number] * (number > 1)


def verify(assignment):
    signed = [1]
    for prime in prime_divisors(assignment["modulus"]):
        signed += [-prime * product for product in signed]
    bound = assignment["bound"]
    return sum(bound // product if product > 0 else -(bound // -product) for product in signed)
