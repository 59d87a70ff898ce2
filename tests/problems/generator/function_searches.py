"""More function-style problems, whose answers are searched for: inputs and brute forces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from random import Random

from tests.problems.generator.arrays import integers
from tests.problems.generator.model import FunctionProblem, Json

Input = dict[str, Json]


def _balance_inputs(random: Random) -> Iterator[Input]:
    yield {"weights": [10, 4, 7, 15], "slack": 1}
    yield {"weights": [5, 5, 5], "slack": 4}
    yield {"weights": [3, 6, 12], "slack": 0}
    yield {"weights": [1], "slack": 10**6}
    yield {"weights": [5, 5, 5], "slack": 5}
    yield {"weights": [10**6, 10**6], "slack": 10**6}
    yield {"weights": [10**6, 10**6], "slack": 10**6 - 1}
    yield {"weights": [2, 1], "slack": 0}
    yield {"weights": [1, 3], "slack": 0}
    for _ in range(40):
        top = random.choice([10, 40, 200])
        weights = integers(random, random.randint(2, 8), 1, top)
        yield {"weights": weights, "slack": random.choice([0, 0, 1, 2, top // 10])}
    yield {"weights": integers(random, 300, 1, 10**6), "slack": 10}
    yield {"weights": [10**6 - i for i in range(300)], "slack": 5}
    yield {"weights": [10**6 - i for i in range(299)] + [500_000], "slack": 0}
    yield {"weights": integers(random, 300, 500_001, 10**6), "slack": 0}


def _balanced(test: Input, a: int, b: int) -> bool:
    weights = test["weights"]
    return a != b and abs(2 * weights[a] - weights[b]) <= test["slack"]


def _balance(test: Input) -> list[int]:
    last_first = range(len(test["weights"]) - 1, -1, -1)
    pairs = ([a, b] for a in last_first for b in last_first if _balanced(test, a, b))
    return next(pairs, [])


def _balance_accepts(test: Input, output: Json) -> bool:
    if output == []:
        return _balance(test) == []
    inside = range(len(test["weights"]))
    if len(output) != 2 or any(isinstance(i, bool) or i not in inside for i in output):
        return False
    return _balanced(test, *output)


def _cisterns_inputs(random: Random) -> Iterator[Input]:
    yield {"caps": [3, 1, 5], "target": 6}
    yield {"caps": [0, 4], "target": 0}
    yield {"caps": [10**9, 10**9], "target": 2 * 10**9}
    yield {"caps": [0], "target": 0}
    yield {"caps": [10**9], "target": 10**9}
    yield {"caps": [10**9], "target": 1}
    yield {"caps": [2, 2, 2], "target": 6}
    yield {"caps": [2, 2, 2], "target": 5}
    yield {"caps": [0, 0, 7], "target": 7}
    for _ in range(36):
        caps = integers(random, random.randint(1, 7), 0, random.choice([3, 10, 10**6]))
        most = sum(caps)
        yield {"caps": caps, "target": random.choice([most, random.randint(0, most)])}
    caps = integers(random, 1000, 0, 10**9)
    yield {"caps": caps, "target": sum(caps)}
    yield {"caps": [10**9] * 1000, "target": 10**12}
    yield {"caps": integers(random, 1000, 0, 9), "target": 1000}
    yield {"caps": [10**9] * 1000, "target": 10**12 - 1}


def _cisterns(test: Input) -> int:
    # Day by day, but in one step over all days between two capacities.
    delivered = day = 0
    running = sorted(test["caps"])
    while delivered < test["target"]:
        while running and running[0] <= day:
            running.pop(0)
        wanted = test["target"] - delivered
        days = min(running[0] - day, -(-wanted // len(running)))
        delivered += days * len(running)
        day += days
    return day


def _lamp_inputs(random: Random) -> Iterator[Input]:
    yield {"nights": [3, 5, 4]}
    yield {"nights": [6, 1, 5, -2, 4]}
    yield {"nights": [-7]}
    yield {"nights": [0]}
    yield {"nights": [10**4]}
    yield {"nights": [-(10**4)] * 5}
    yield {"nights": [5, 5, 5, 5]}
    yield {"nights": [5, -1, 5]}
    yield {"nights": [1, 3, 1, 3]}
    for _ in range(36):
        spread = random.choice([3, 10, 10**4])
        yield {"nights": integers(random, random.randint(1, 11), -spread // 2, spread)}
    yield {"nights": [10**4] * 2000}
    yield {"nights": [-(10**4)] * 2000}
    yield {"nights": integers(random, 2000, -(10**4), 10**4)}
    yield {"nights": integers(random, 2000, -2, 9)}


def _lamp(test: Input) -> int:
    """Every choice of nights for short inputs; for long ones by stretches of lit nights."""
    nights = test["nights"]
    if len(nights) <= 12:
        return max(_points(nights, choice) for choice in range(2 ** len(nights)))
    sums = [0, *accumulate(nights)]
    # best[e]: the most of the nights before e, the lamp resting in night e - 1; night -1 is before
    # the first, and one more night in which it rests is put at the end.
    best = [0, 0]
    begun = None
    for end in range(2, len(nights) + 2):
        # A stretch from night s to night end - 2 is worth sums[end - 1] - sums[s] + nights[s].
        latest = best[end - 2] - sums[end - 2] + nights[end - 2]
        begun = latest if begun is None else max(begun, latest)
        best.append(max(best[-1], begun + sums[end - 1]))
    return best[-1]


def _points(nights: list[int], choice: int) -> int:
    total, rested = 0, True
    for night, points in enumerate(nights):
        lit = bool(choice >> night & 1)
        total += points * (1 + rested) * lit
        rested = not lit
    return total


SEARCHES: tuple[FunctionProblem, ...] = (
    FunctionProblem(
        "lc9007",
        "balance_pair",
        (
            ("weights", "Vec<i32>"),
            ("slack", "i32"),
        ),
        "Vec<i32>",
        _balance_inputs,
        _balance,
        _balance_accepts,
    ),
    FunctionProblem(
        "lc9008",
        "days_needed",
        (
            ("caps", "Vec<i32>"),
            ("target", "i64"),
        ),
        "i32",
        _cisterns_inputs,
        _cisterns,
    ),
    FunctionProblem(
        "lc9009",
        "most_points",
        (("nights", "Vec<i32>"),),
        "i64",
        _lamp_inputs,
        _lamp,
    ),
)
