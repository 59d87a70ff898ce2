"""Inputs are drawn within bounds, the same ones for the same seed, in the style asked for."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pytest_vlite.renewal.suites.constraints import read_constraints
from pytest_vlite.renewal.suites.generation.making import Maker, NotMakeable
from pytest_vlite.renewal.suites.generation.ranges import Ranges
from pytest_vlite.renewal.suites.generation.styles import RANDOM, Style, adversarial
from tests.judge.conftest import function


def maker(header: str, *lines: str, statement: str = "", most_items: int = 60) -> Maker:
    target = function(header)
    constraints = read_constraints(lines, statement, target.inputs)
    assert not constraints.unread
    return Maker(target.inputs, Ranges(constraints), most_items)


def draws(made: Maker, style: Style, count: int = 30) -> list[dict[str, Any]]:
    rng = random.Random("seed")
    return [made.make(rng, style) for _ in range(count)]


LIST = maker(
    "fn f(nums: Vec<i32>, k: i32) -> i32",
    "2 <= nums.length <= 1000",
    "-7 <= nums[i] <= 10^9",
    "1 <= k <= nums.length",
)


@pytest.mark.parametrize("style", [*RANDOM, *adversarial(lists=True)], ids=str)
def test_every_style_keeps_the_bounds(style: Style) -> None:
    for values in draws(LIST, style):
        assert LIST.ranges.constraints.violation(values) is None
        assert len(values["nums"]) <= (60 if style.scale == "large" else 6)


def test_the_edges_are_reached() -> None:
    def all_of(name: str, scale: str) -> list[list[int]]:
        (style,) = [s for s in adversarial(lists=True) if (s.name, s.scale) == (name, scale)]
        return [values["nums"] for values in draws(LIST, style)]

    assert {len(nums) for nums in all_of("shortest", "large")} == {2}
    assert {len(nums) for nums in all_of("longest", "large")} == {60}
    assert {n for nums in all_of("all least", "small") for n in nums} == {-7}
    assert {n for nums in all_of("all greatest", "large") for n in nums} == {10**9}
    assert all(len(set(nums)) == 1 for nums in all_of("all equal", "large"))
    assert all(nums == sorted(nums) for nums in all_of("sorted", "large"))
    assert all(nums == sorted(nums)[::-1] for nums in all_of("reversed", "large"))
    assert all(set(nums[::2]) == {-7} for nums in all_of("alternating", "large"))
    assert all(set(nums[1::2]) == {10**9} for nums in all_of("alternating", "large"))
    assert all(len(set(nums)) <= 2 for nums in all_of("duplicates", "large"))
    assert {n for nums in all_of("zeros", "large") for n in nums} == {0}
    assert all(max(nums) - min(nums) == len(nums) - 1 for nums in all_of("permutation", "large"))


def test_single_numbers_reach_their_edges() -> None:
    made = maker("fn f(a: i64, b: i64) -> i64", "1 <= a <= 10", "a <= b <= 10^15")
    assert not made.has_lists
    drawn = [v for style in adversarial(lists=False) for v in draws(made, style)]
    assert {1, 10} <= {values["a"] for values in drawn}
    assert 10**15 in {values["b"] for values in drawn}
    assert all(values["a"] <= values["b"] for values in drawn)


def test_the_same_seed_gives_the_same_inputs() -> None:
    assert draws(LIST, RANDOM[1]) == draws(LIST, RANDOM[1])


@pytest.mark.parametrize(
    ("header", "lines"),
    [
        ("fn f(g: Vec<Vec<i32>>) -> i32", ["m == g.length", "n == g[i].length", "1 <= m, n <= 9"]),
        ("fn f(g: Vec<Vec<i32>>) -> i32", ["1 <= g.length <= 9", "g[i].length == 2"]),
        ("fn f(a: Vec<i32>, b: Vec<i32>) -> i32", ["a.length == b.length", "1 <= a.length <= 9"]),
        ("fn f(n: i32, a: Vec<i32>) -> i32", ["1 <= n <= 10^5", "a.length == n + 1"]),
        ("fn f(a: Vec<i32>) -> i32", ["a.length is even", "2 <= a.length <= 9"]),
        ("fn f(a: Vec<i32>) -> i32", ["All elements of a are unique", "0 <= a[i] <= 70"]),
        ("fn f(a: Vec<i32>) -> i32", ["a is sorted in strictly increasing order"]),
        ("fn f(a: Vec<i32>) -> i32", ["a is sorted in descending order"]),
        ("fn f(a: Vec<i32>) -> i32", ["0 <= a[i] <= i"]),
        ("fn f(a: Vec<i32>) -> i32", ["a[i] is either 2 or 5"]),
        ("fn f(a: Vec<i32>) -> i32", ["0 <= a[i] < a.length"]),
        ("fn f(s: String) -> i32", ["s consists of digits", "1 <= s.length <= 9"]),
        ("fn f(s: Vec<String>) -> i32", ["s[i] consists of lowercase English letters"]),
        ("fn f(lo: i32, hi: i32) -> i32", ["1 <= lo <= hi <= 10^9"]),
    ],
)  # fmt: skip
def test_bounds_that_depend_on_each_other_are_met(header: str, lines: list[str]) -> None:
    made = maker(header, *lines)
    for style in (*RANDOM, *adversarial(lists=True)):
        for values in draws(made, style, 5):
            assert made.ranges.constraints.violation(values) is None, values


def test_a_column_that_depends_on_another_follows_it() -> None:
    statement = "where `spans[i] = [start_i, end_i]`"
    lines = ("1 <= spans.length <= 9", "spans[i].length == 2", "0 <= start_i < end_i <= 50")
    made = maker("fn f(spans: Vec<Vec<i32>>) -> i32", *lines, statement=statement)
    drawn = [values for style in RANDOM for values in draws(made, style)]
    kept = [v for v in drawn if made.ranges.constraints.violation(v) is None]
    assert len(kept) > len(drawn) // 2


def test_places_about_which_nothing_is_said_are_told() -> None:
    made = maker("fn f(a: Vec<i32>, k: i32) -> i32", "1 <= a.length <= 3", "1 <= a[i] <= 3")
    draws(made, RANDOM[0])
    assert made.ranges.assumed == {"k"}


def test_a_type_without_inputs_is_refused_by_name() -> None:
    with pytest.raises(NotMakeable, match="type f64 can be drawn for 'x'"):
        draws(maker("fn f(x: f64) -> f64"), RANDOM[0])
