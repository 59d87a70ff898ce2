"""The programs from standard input to standard output: inputs and brute forces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.problems.generator.arrays import integers, letters
from tests.problems.generator.model import ProgramProblem

Case = Any


def _runs(
    random: Random,
    examples: list[list[Case]],
    special: list[Case],
    make: Callable[[Random], Case],
    count: int,
) -> Iterator[list[Case]]:
    """The description's examples, each special case alone, all together, then `count` runs of a few
    random cases."""
    yield from examples
    for case in special:
        yield [case]
    yield special
    for _ in range(count):
        yield [make(random) for _ in range(random.randint(1, 5))]


def _number_and_list(case: tuple[int, list[int]]) -> str:
    number, values = case
    return f"{len(values)} {number}\n{' '.join(map(str, values))}\n"


def _bread_queue_inputs(random: Random) -> Iterator[list[Case]]:
    examples = [
        [(5, [2, 3, 2]), (5, [2, 5]), (0, [1]), (1, [1, 1, 1, 1])],
        [(10**9, [10**9]), (6, [3, 3, 2])],
    ]
    special = [(10**9, [10**9, 1, 1]), (10**9, [10**9, 2]), (2, [2, 2]), (1, [1]), (10**9, [1])]

    def small(random: Random) -> Case:
        orders = integers(random, random.randint(1, 6), 1, 5)
        exact = sum(orders) - len(orders) + 1
        return max(0, exact + random.choice([-2, -1, -1, 0, 0, 0, 1])), orders

    yield from _runs(random, examples, special, small, 110)
    yield [(999, [1] * 1000), (0, [1] * 1000)]
    orders = integers(random, 1000, 1, 9)
    yield [(sum(orders) - 999, orders), (sum(orders) - 1001, orders)]
    yield [(10**9, integers(random, 1000, 1, 10**6)), (10**9, integers(random, 1000, 1, 2 * 10**6))]
    yield [small(random) for _ in range(100)]


def _bread_queue(case: Case) -> str:
    stock, orders = case
    happy = all(stock - sum(orders[:index]) + index >= order for index, order in enumerate(orders))
    return "YES" if happy else "NO"


def _rain_barrels_inputs(random: Random) -> Iterator[list[Case]]:
    examples = [[(5, [9, 3, 6]), (4, [8, 1]), (10, [1, 2, 3, 4])], [(1, [10**9] * 3)]]
    special = [
        (1, [0]),
        (7, [7]),
        (7, [8]),
        (5, [0, 0, 20, 0, 0]),
        (5, [0, 0, 20, 0]),
    ]

    def small(random: Random) -> Case:
        return random.randint(1, 6), integers(random, random.randint(1, 7), 0, 12)

    yield from _runs(random, examples, special, small, 30)
    yield [(1, [10**9] * 1000), (10**9, [10**9] * 1000)]
    yield [(10**9, [10**9] * 999 + [10**9 - 1]), (1, integers(random, 1000, 0, 10**9))]
    yield [(500_000_000, integers(random, 1000, 0, 10**9))]
    yield [small(random) for _ in range(100)]


def _rain_barrels(case: Case) -> str:
    capacity, caught = case
    room = [capacity] * len(caught)
    lost = 0
    for barrel, litres in enumerate(caught):
        left = litres
        for below in range(barrel, len(caught)):
            kept = min(left, room[below])
            room[below] -= kept
            left -= kept
            if left == 0:
                break
        lost += left
    return str(lost)


def _list_alone(values: list[int]) -> str:
    return f"{len(values)}\n{' '.join(map(str, values))}\n"


def _record_inputs(random: Random) -> Iterator[list[Case]]:
    examples: list[list[Case]] = [
        [[4, 7, 5, 7, 2], [9, 3, 0, 3, 1, 8], [0]],
        [[10**9, 1, 0]],
    ]
    special: list[Case] = [[5], [0, 0, 0], [1, 2, 3], [3, 2, 1], [0, 4, 2], [4, 2, 0]]

    def small(random: Random) -> Case:
        return [random.choice([0, *range(1, 10)]) for _ in range(random.randint(1, 7))]

    yield from _runs(random, examples, special, small, 28)
    yield [integers(random, 1000, 1, 10**9), [10**9, *range(999, 0, -1)]]
    yield [[*range(1000)], [random.choice([0, 5, 10**9]) for _ in range(1000)]]
    yield [small(random) for _ in range(100)]


def _record(prices: Case) -> str:
    answers = []
    for day, price in enumerate(prices):
        closed = [earlier for earlier in range(day + 1) if prices[earlier] == 0]
        since = closed[-1] if closed else 0
        answers.append(max(prices[since : day + 1]) - price)
    return " ".join(map(str, answers))


def _line_alone(line: str) -> str:
    return f"{line}\n"


def _fence_inputs(random: Random) -> Iterator[list[Case]]:
    examples = [["RRWWR", "RWRW", "WWWWWW", "R"], ["WRRWWRRW", "RRWRRWW"]]
    special = ["W", "RR", "RW", "WR", "RRW", "RWW", "WWRRWWR", "RRRR"]

    def small(random: Random) -> Case:
        return letters(random, random.randint(1, 11), "RW")

    yield from _runs(random, examples, special, small, 28)
    yield ["RRWW" * 500, "WRRW" * 500]
    yield [letters(random, 2000, "RW"), "R" * 2000]
    yield [letters(random, 1999, "RRRW"), "W"]
    yield [small(random) for _ in range(100)]


def _fence(boards: Case) -> str:
    patterns = ("RRWW" * len(boards), "WWRR" * len(boards))
    return str(min(sum(map(str.__ne__, boards, pattern)) for pattern in patterns))


def _balloon_text(case: Case) -> str:
    hills, changes = case
    return f"{_list_alone(hills)}{' '.join(map(str, changes))}\n"


def _balloon_inputs(random: Random) -> Iterator[list[Case]]:
    top = 10**9
    examples = [
        [([4, 9, 2], [2, -5, 1]), ([0, 1], [3, -8]), ([6], [-6])],
        [([0, 0, 0, top], [-top, -top, -top, 5])],
    ]
    special = [
        ([0], [0]),
        ([top], [top]),
        ([0, 0], [-1, 5]),
        ([3, 3, 3], [0, 0, 0]),
        ([1, 5], [4, 0]),
        ([1, 6], [4, 0]),
    ]

    def small(random: Random) -> Case:
        n = random.randint(1, 6)
        return integers(random, n, 0, 12), integers(random, n, -7, 7)

    yield from _runs(random, examples, special, small, 30)
    yield [([top] * 1000, [-top] * 1000), ([0] * 1000, [top] * 1000)]
    yield [(integers(random, 1000, 0, top), integers(random, 1000, -top, top))]
    yield [(integers(random, 1000, 0, 99), integers(random, 1000, -9, 9))]
    yield [small(random) for _ in range(100)]


def _balloon(case: Case) -> str:
    """The start is raised by what is wanting until the flight goes well."""
    hills, changes = case
    start = 0
    while True:
        height = start
        for hill, change in zip(hills, changes, strict=True):
            if height < hill:
                start += hill - height
                break
            height += change
        else:
            return str(start)


def _carts_inputs(random: Random) -> Iterator[list[Case]]:
    top = 10**9
    examples = [
        [(6, [3, 2, -1, 5]), (4, [5, 5, 5]), (0, [-1, 1])],
        [(-2, [-2, -2]), (-1, [-1])],
    ]
    special = [
        (0, [0]),
        (0, [1]),
        (-1, [-2]),
        (-1, [-1, -1]),
        (top, [top]),
        (5, [5, 5]),
        (3, [9, -9, 3]),
        (2, [-4, 6, 1]),
    ]

    def small(random: Random) -> Case:
        orders = integers(random, random.randint(1, 7), -5, 8)
        return sum(orders) // 2 + random.randint(-1, 6), orders

    yield from _runs(random, examples, special, small, 34)
    yield [(top, integers(random, 1000, -top, top)), (0, [1, -1] * 500)]
    yield [(500, [1] * 1000), (499, [1] * 1000)]
    yield [(-top, [-2 * 10**6] * 1000), (-top, [-(10**6)] * 1000)]
    yield [small(random) for _ in range(100)]


def _suits(case: tuple[int, list[int]], k: int) -> bool:
    limit, orders = case
    return sum(orders[:k]) <= limit and sum(orders[k:]) <= limit


def _carts(case: Case) -> str:
    last_first = range(len(case[1]), -1, -1)
    return str(next((k for k in last_first if _suits(case, k)), -1))


def _carts_accept(case: Case, line: str) -> bool:
    if not re.fullmatch(r"-?[0-9]+", line):
        return False
    k = int(line)
    return _carts(case) == "-1" if k == -1 else 0 <= k <= len(case[1]) and _suits(case, k)


def _flags_inputs(random: Random) -> Iterator[list[Case]]:
    examples = [["RGB", "RRGWB", "BGR", "WWWW"], ["RG", "RWBRWB"]]
    special = ["R", "W", "WW", "WWW", "RWB", "RGBRGB", "RRGGBB", "BBGGRR"]

    def small(random: Random) -> Case:
        return letters(random, random.randint(1, 10), random.choice(["RGB", "RGBW", "RRGGBBW"]))

    yield from _runs(random, examples, special, small, 28)
    yield ["W" * 30_000]
    yield ["R" * 10_000 + "G" * 10_000 + "B" * 10_000]
    yield [letters(random, 30_000, "RGBW")]
    yield [small(random) for _ in range(100)]


def _flags(rope: Case) -> str:
    """Each flag taken as the middle one, times the choices on both sides."""
    left, right = 0, sum(flag in "BW" for flag in rope)
    ways = 0
    for flag in rope:
        right -= flag in "BW"
        if flag in "GW":
            ways += left * right
        left += flag in "RW"
    return str(ways)


PROGRAM_PROBLEMS = (
    ProgramProblem("cf9001A", _bread_queue_inputs, _number_and_list, _bread_queue),
    ProgramProblem("cf9002A", _rain_barrels_inputs, _number_and_list, _rain_barrels),
    ProgramProblem("cf9003B", _record_inputs, _list_alone, _record),
    ProgramProblem("cf9004B", _fence_inputs, _line_alone, _fence),
    ProgramProblem("cf9005C", _balloon_inputs, _balloon_text, _balloon),
    ProgramProblem("cf9006D", _carts_inputs, _number_and_list, _carts, _carts_accept),
    ProgramProblem("cf9007E", _flags_inputs, _line_alone, _flags),
)
