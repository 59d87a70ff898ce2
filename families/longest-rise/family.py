"""The longest strictly increasing run of a list, with its sum."""


def generate(rng):
    return {"numbers": [rng.integer(-99, 99) for _ in range(rng.integer(6, 24))]}


def verify(assignment):
    numbers = assignment["numbers"]
    best, start = (0, 0), 0
    for end in range(1, len(numbers) + 1):
        if end == len(numbers) or numbers[end] <= numbers[end - 1]:
            run = numbers[start:end]
            if len(run) > best[0]:
                best = (len(run), sum(run))
            start = end
    return best
