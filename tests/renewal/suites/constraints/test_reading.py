"""Constraint lines become checks; what is not understood, or refuted by an example, is told."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.renewal.suites.constraints import Constraints, read_constraints
from pytest_vlite.renewal.suites.constraints.from_specification import precondition_lines
from pytest_vlite.renewal.suites.constraints.model import Limits
from pytest_vlite.renewal.suites.constraints.plain_text import plain
from tests.judge.conftest import function

TARGET = function(
    "fn f(nums: Vec<i32>, k: i32, grid: Vec<Vec<i32>>, s: String, startTime: Vec<i32>) -> i32"
)
VALID: dict[str, Any] = {
    "nums": [3, 1, 2],
    "k": 2,
    "grid": [[0, 1], [1, 0], [1, 1]],
    "s": "abba",
    "startTime": [1, 5, 9],
}


def read(*lines: str, statement: str = "", **options: Any) -> Constraints:
    return read_constraints(lines, statement, TARGET.inputs, **options)


@pytest.mark.parametrize(
    ("line", "broken"),
    [
        ("`1 <= nums.length <= 10^5`", {"nums": []}),
        ("$1 \\leq \\text{nums.length} \\leq 10^{5}$", {"nums": []}),
        ("$-10^9 <= nums[i] <= 10^9$", {"nums": [10**9 + 1]}),
        ("`1 <= k <= nums.length`", {"k": 4}),
        ("1 <= k < min(nums.length, 100)", {"k": 3}),
        ("`0 <= nums[i], k <= 50`", {"nums": [51]}),
        ("`0 <= nums[i], k <= 50`", {"k": 51}),
        ("n == nums.length, m == grid.length", {}),
        ("`n == grid[i].length`", {"grid": [[1], [1, 2]]}),
        ("`0 <= grid[i][j] <= 1`", {"grid": [[0, 2]]}),
        ("`grid[i][j]` is either `0` or `1`.", {"grid": [[0, 2]]}),
        ("`s[i]` is `'a'`, `'b'`, or `'c'`.", {"s": "abd"}),
        ("`s` consists of lowercase English letters.", {"s": "aB"}),
        ("`s` consists of lowercase and uppercase English letters.", {"s": "a1"}),
        ("`s` consists of only the characters `'a'` and `'b'`.", {"s": "abc"}),
        ("`nums.length % 2 == 1`", {"nums": [1, 2]}),
        ("All the integers of `nums` are **unique**.", {"nums": [1, 1]}),
        ("`nums` contains **distinct** values.", {"nums": [1, 1]}),
        ("`startTime` is sorted in **non-decreasing** order.", {"startTime": [2, 1]}),
        ("`startTime` is sorted in a strictly increasing order.", {"startTime": [2, 2]}),
        ("startTime[i] < startTime[i + 1]", {"startTime": [2, 2]}),
        ("`k` is even.", {"k": 3}),
        ("1 <= |nums[i]| <= 5", {"nums": [0]}),
        ("$1 <= sum(nums) <= 10$", {"nums": [9, 9]}),
        ("`start_time[0] == 1`", {"startTime": [2]}),
    ],
)
def test_a_line_is_a_check_that_accepts_the_valid_and_rejects_the_broken(
    line: str, broken: dict[str, Any]
) -> None:
    found = read(line)
    assert not found.unread
    # The field's own name is the code's spelling, snake or camel.
    assert found.violation(VALID) is None
    if broken:
        assert found.violation({**VALID, **broken}) == found.read[0].line


@pytest.mark.parametrize(
    "line",
    [
        "The answer is unique.",
        "`arr2` is sorted.",
        "`nums` is sorted and rotated.",
        "1 <= q <= 5",
        "1 <= nums[i",
        "(((((" * 50 + "k" + ")))))" * 50 + " <= 3",
        "k <= " + "9" * 500,
        "",
    ],
)
def test_a_line_that_is_not_understood_is_listed_and_checks_nothing(line: str) -> None:
    found = read(line)
    assert (found.unread, found.read) == ((line,), ())


def test_sizes_get_their_names_from_equations() -> None:
    found = read("`n == nums.length`", "`2 <= n <= 3`", "1 <= m <= 3", "m == grid.length")
    assert not found.unread
    assert found.violation({**VALID, "nums": [1] * 4}) == "2 <= n <= 3"
    assert found.limits(("nums", "length"), {}) == Limits(2, 3)
    assert found.limits(("grid", "length"), {}) == Limits(1, 3)


def test_the_sizes_of_a_table_are_those_that_the_statement_names() -> None:
    found = read("2 <= m, n <= 3", statement="You are given an `m x n` matrix.")
    assert found.violation(VALID) is None
    assert found.violation({**VALID, "grid": [[1] * 4] * 2}) is not None


def test_columns_have_the_names_that_the_statement_gives_them() -> None:
    statement = "where `grid[i] = [x_i, y_i]` is a point"
    found = read("0 <= x_i < y_i <= 5", statement=statement)
    assert found.violation({**VALID, "grid": [[0, 1], [2, 5]]}) is None
    assert found.violation({**VALID, "grid": [[0, 1], [5, 5]]}) is not None
    assert found.limits(("grid", "item", 1), {}).high == 5


def test_a_line_that_an_example_breaks_is_a_misprint_and_checks_nothing() -> None:
    found = read("10^4 <= k <= 10^4", examples=[VALID])
    assert (found.refuted, found.read) == (("10^4 <= k <= 10^4",), ())
    assert found.limits(("k",), {}) == Limits(None, None)


def test_bounds_follow_what_is_known_of_the_input() -> None:
    found = read("1 <= k <= nums.length", "1 <= nums.length <= 9")
    assert found.limits(("k",), {}) == Limits(1, None)
    assert found.limits(("k",), {"nums": [None] * 4}) == Limits(1, 4)


def test_preconditions_are_lines_that_only_bound() -> None:
    specification = """use vstd::prelude::*;
verus! { impl Solution {
    pub fn f(nums: Vec<i32>, k: i32) -> (r: i32)
        requires
            1 <= nums.len() <= 10_000,
            forall|i: int| 0 <= i < nums.len() ==> -5 <= #[trigger] nums[i] as int <= i32::MAX,
            0 <= k && k < nums@.len(),
        ensures r >= 0,
    { }
} }"""
    lines = precondition_lines(specification, "f")
    assert lines == (
        "1 <= nums.length <= 10000",
        "-5 <= nums[i] <= 2147483647",
        "0 <= k",
        "k < nums.length",
    )
    found = read(hints=lines)
    assert found.limits(("nums", "item"), {}) == Limits(-5, 2**31 - 1)
    assert found.violation({**VALID, "nums": []}) is None


@given(st.text(max_size=80).filter(lambda text: not text.startswith(".spoiler")))
def test_any_text_is_read_or_listed(line: str) -> None:
    found = read(line)
    assert len(found.read) + len(found.unread) == 1
    found.violation(VALID)
    plain(line)
