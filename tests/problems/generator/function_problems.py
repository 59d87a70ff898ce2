"""The function-style problems: inputs and brute forces."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.problems.generator.arrays import integers
from tests.problems.generator.model import FunctionProblem, Json

Input = dict[str, Json]


def _quiet_minutes_inputs(random: Random) -> Iterator[Input]:
    yield {"levels": [7], "limit": 0}
    yield {"levels": [10, 12, 11, 20, 20], "limit": 2}
    yield {"levels": [-5, 5, -5, 5], "limit": 9}
    yield {"levels": [-5, 5, -5, 5], "limit": 10}
    yield {"levels": [-1_000_000, 1_000_000], "limit": 1_000_000}
    yield {"levels": [3, 3, 3, 3], "limit": 0}
    yield {"levels": [1, 0, -1, -2], "limit": 1}
    for _ in range(36):
        spread = random.choice([1, 3, 10, 1000])
        length = random.randint(1, 12)
        yield {
            "levels": integers(random, length, -spread, spread),
            "limit": random.randint(0, spread),
        }
    yield {"levels": integers(random, 2000, -1_000_000, 1_000_000), "limit": 1_000_000}
    yield {"levels": integers(random, 2000, 0, 9), "limit": 3}
    yield {"levels": [1_000_000, -1_000_000] * 1000, "limit": 1_000_000}
    yield {"levels": [5] * 2000, "limit": 0}


def _quiet_minutes(test: Input) -> int:
    pairs = zip(test["levels"], test["levels"][1:], strict=False)
    return sum(abs(before - now) <= test["limit"] for before, now in pairs)


def _repair_gauges_inputs(random: Random) -> Iterator[Input]:
    def one(readings: list[int], low: int, high: int, spare: int) -> Input:
        return {"readings": readings, "low": low, "high": high, "spare": spare}

    yield one([4, -3, 9, 15, 7], 0, 9, 5)
    yield one([1, 2, 3], 2, 2, -8)
    yield one([0], 0, 0, 1)
    yield one([0], 1, 1, 0)
    yield one([10**9, -(10**9), 0], -(10**9), 10**9, 3)
    yield one([10**9, -(10**9), 0], 0, 0, -(10**9))
    yield one([5, 5, 5], 5, 6, 9)
    yield one([6, 6, 7], 5, 6, 7)
    for _ in range(36):
        spread = random.choice([2, 5, 20, 10**9])
        readings = integers(random, random.randint(1, 10), -spread, spread)
        low, high = sorted(integers(random, 2, -spread, spread))
        yield one(readings, low, high, random.randint(-spread, spread))
    yield one(integers(random, 2000, -(10**9), 10**9), -(10**8), 10**9, 7)
    yield one(integers(random, 2000, 0, 9), 3, 6, 5)
    yield one([1] * 2000, 2, 3, 0)


def _repair_gauges(test: Input) -> Input:
    allowed = range(test["low"], test["high"] + 1)
    return {"readings": [x if x in allowed else test["spare"] for x in test["readings"]]}


FUNCTION_PROBLEMS = (
    FunctionProblem(
        "lc9001",
        "quiet_minutes",
        (("levels", "Vec<i32>"), ("limit", "i32")),
        "i32",
        _quiet_minutes_inputs,
        _quiet_minutes,
    ),
    FunctionProblem(
        "lc9005",
        "repair_gauges",
        (("readings", "&mut Vec<i32>"), ("low", "i32"), ("high", "i32"), ("spare", "i32")),
        "()",
        _repair_gauges_inputs,
        _repair_gauges,
    ),
)
