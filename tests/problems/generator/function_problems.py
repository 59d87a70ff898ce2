"""The function-style problems: inputs and brute forces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from tests.problems.generator.arrays import integers, letters
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
    pairs = pairwise(test["levels"])
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


def _lantern_ring_inputs(random: Random) -> Iterator[Input]:
    for ring in ("*.*..*.", "*..*..*", "*", ".", "**", "*.", ".*", "..", "*.*", ".*.", "***"):
        yield {"ring": ring}
    for _ in range(80):
        yield {"ring": letters(random, random.randint(3, 12), "*...")}
    for _ in range(70):
        ring = "".join(random.choice(["*.", "*..", "."]) for _ in range(random.randint(4, 9)))
        place = random.randrange(len(ring))
        yield {"ring": random.choice([ring, ring[:place] + "*" + ring[place + 1 :]])}
    yield {"ring": "*." * 500}
    yield {"ring": "*." * 499 + "**"}
    yield {"ring": "*" + ".*" * 499 + "."}
    yield {"ring": "*" + "." * 998 + "*"}
    yield {"ring": "." * 1000}
    yield {"ring": "." * 500 + "**" + "." * 498}
    yield {"ring": "." * 998 + "**"}


def _lantern_ring(test: Input) -> bool:
    ring = test["ring"]
    return len(ring) == 1 or "**" not in ring + ring[0]


def _gate_inputs(random: Random) -> Iterator[Input]:
    for log in ("iioiio", "ooi", "o", "i", "ooo", "iii", "ioioio", "oioiio", "iiooooii"):
        yield {"log": log}
    for _ in range(38):
        alphabet = random.choice(["io", "iio", "ioo"])
        yield {"log": letters(random, random.randint(1, 14), alphabet)}
    yield {"log": "i" * 3000}
    yield {"log": "o" * 3000}
    yield {"log": "io" * 1500}
    yield {"log": "i" * 1000 + "o" * 1500 + "i" * 500}
    yield {"log": letters(random, 3000, "io")}
    yield {"log": letters(random, 3000, "iio")}


def _gate(test: Input) -> int:
    # The number inside is the balance less the lowest balance so far.
    balances = [0]
    for event in test["log"]:
        balances.append(balances[-1] + (1 if event == "i" else -1))
    return max(balance - min(balances[: i + 1]) for i, balance in enumerate(balances))


def _terraces_inputs(random: Random) -> Iterator[Input]:
    yield {"heights": [[1, 2, 3], [2, 3, 4], [5, 3, 6], [6, 7, 8]]}
    yield {"heights": [[4, 4]]}
    yield {"heights": [[0]]}
    yield {"heights": [[0], [0]]}
    yield {"heights": [[0], [1000]]}
    yield {"heights": [[1, 1], [2, 1]]}
    yield {"heights": [[1, 1], [1, 2]]}
    yield {"heights": [[3, 3], [2, 2], [3, 3]]}
    for _ in range(36):
        cols, rows = random.randint(1, 4), random.randint(1, 6)
        row = integers(random, cols, 0, 9)
        heights = [row]
        for _ in range(rows - 1):
            row = [max(0, height + random.choice([-1, 0, 1, 1, 2, 2, 3])) for height in row]
            heights.append(row)
        yield {"heights": heights}
    yield {"heights": [[10 * r + c % 3 for c in range(50)] for r in range(50)]}
    yield {"heights": [[10 * r + (c == r) * -20 + 30 for c in range(50)] for r in range(50)]}
    yield {"heights": [integers(random, 50, 0, 1000) for _ in range(50)]}
    yield {"heights": [[r] for r in range(50)]}
    yield {"heights": [[7] * 50]}


def _terraces(test: Input) -> int:
    heights = test["heights"]
    below_above = pairwise(heights)
    return sum(
        all(a < b for a, b in zip(below, above, strict=True)) for below, above in below_above
    )


def _stairs_inputs(random: Random) -> Iterator[Input]:
    yield {"stairs": [9, 2, 8, 1], "slope": 3}
    yield {"stairs": [5, 0, 0, 0], "slope": 2}
    yield {"stairs": [0], "slope": 0}
    yield {"stairs": [10**6, 0], "slope": 10**6}
    yield {"stairs": [10**6, 0], "slope": 10**6 - 1}
    yield {"stairs": [3, 2, 1, 0], "slope": 0}
    yield {"stairs": [0, 1, 2, 3], "slope": 0}
    yield {"stairs": [4, 2, 0], "slope": 2}
    for _ in range(36):
        stairs = integers(random, random.randint(1, 9), 0, random.choice([4, 12, 10**6]))
        yield {"stairs": stairs, "slope": random.randint(0, max(stairs) // 2 + 1)}
    yield {"stairs": integers(random, 2000, 0, 10**6), "slope": 1000}
    yield {"stairs": [2000] + [0] * 1999, "slope": 1}
    yield {"stairs": integers(random, 2000, 0, 99), "slope": 0}


def _stairs(test: Input) -> Input:
    # A step ends as high as the steps before it demand, each by its distance.
    stairs, slope = test["stairs"], test["slope"]
    final = [
        max(stairs[before] - slope * (step - before) for before in range(step + 1))
        for step in range(len(stairs))
    ]
    raised = sum(before != after for before, after in zip(stairs, final, strict=True))
    return {"stairs": final, "return": raised}


SCANS: tuple[FunctionProblem, ...] = (
    FunctionProblem(
        "lc9001",
        "quiet_minutes",
        (
            ("levels", "Vec<i32>"),
            ("limit", "i32"),
        ),
        "i32",
        _quiet_minutes_inputs,
        _quiet_minutes,
    ),
    FunctionProblem(
        "lc9002",
        "is_calm",
        (("ring", "String"),),
        "bool",
        _lantern_ring_inputs,
        _lantern_ring,
    ),
    FunctionProblem(
        "lc9003",
        "gate_peak",
        (("log", "Vec<char>"),),
        "i32",
        _gate_inputs,
        _gate,
    ),
    FunctionProblem(
        "lc9004",
        "rising_terraces",
        (("heights", "Vec<Vec<i32>>"),),
        "i32",
        _terraces_inputs,
        _terraces,
    ),
    FunctionProblem(
        "lc9005",
        "repair_gauges",
        (
            ("readings", "&mut Vec<i32>"),
            ("low", "i32"),
            ("high", "i32"),
            ("spare", "i32"),
        ),
        "()",
        _repair_gauges_inputs,
        _repair_gauges,
    ),
    FunctionProblem(
        "lc9006",
        "settle_stairs",
        (
            ("stairs", "&mut Vec<i32>"),
            ("slope", "i32"),
        ),
        "i32",
        _stairs_inputs,
        _stairs,
    ),
)
