"""The programs from standard input to standard output: inputs and brute forces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.problems.generator.arrays import integers
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
    happy = all(
        stock - sum(orders[:index]) + index >= order for index, order in enumerate(orders)
    )
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


PROGRAM_PROBLEMS = (
    ProgramProblem("cf9001A", _bread_queue_inputs, _number_and_list, _bread_queue),
    ProgramProblem("cf9002A", _rain_barrels_inputs, _number_and_list, _rain_barrels),
)
