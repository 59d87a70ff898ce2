"""The function to write, and how an input object maps onto it."""

from __future__ import annotations

import pytest

from pytest_vlite.release.rust_types import UNIT, IntType
from pytest_vlite.release.target import Target, TargetError, read_target, spellings


def function(header: str, body: str = "") -> str:
    return f"impl Solution {{ pub fn {header} {{ {body} }} }}\n"


def target(starter: str, code: str = "", specification: str = "") -> Target:
    return read_target(starter, code or starter.replace("{  }", "{ todo }"), specification)


def test_a_plain_function() -> None:
    found = target(function("add(a: i32, b: i32) -> i32"))
    assert (found.owner, found.function, found.receiver) == ("Solution", "add", None)
    assert [p.name for p in found.parameters] == ["a", "b"]
    assert found.return_type == IntType("i32")
    assert found.constructor is None
    assert found.in_place == ()


def test_helpers_that_the_starter_fills_are_not_the_target() -> None:
    starter = function("help() -> i32", "1") + function("solve()") + "fn main() { }"
    assert target(starter).function == "solve"


def test_without_starter_code_the_last_executable_function_of_the_specification() -> None:
    code = function("a()", "1") + function("b(n: u64)", "2")
    specification = "verus! { fn a() {} pub fn b(n: u64) { } spec fn c() -> bool { true } }"
    assert target("", code, specification).function == "b"


def test_a_free_function() -> None:
    assert target("fn solve(n: i32) {  }").owner is None


def test_a_class() -> None:
    starter = (
        "impl Counter { fn new(items: Vec<i32>) -> Self {  } "
        "fn count(&self, atMost: i32) -> i32 {  } }"
    )
    found = read_target(starter, starter.replace("{  }", "{ 1 }").replace("atMost", "at_most"), "")
    assert (found.owner, found.function, found.receiver) == ("Counter", "count", "&self")
    assert found.constructor is not None
    assert found.constructor.name == "new"
    assert [(f.name, f.of_constructor) for f in found.inputs] == [
        ("items", True), ("at_most", False),
    ]  # fmt: skip
    assert found.bind({"items": [1], "atMost": 2}) == {"items": [1], "at_most": 2}


def test_a_struct_that_the_judge_makes() -> None:
    code = (
        "pub struct Pair { pub left: i32, pub right: i32 }\n"
        "impl Pair { fn sum(&self) -> i32 { 1 } }\n"
        + function("solve(pair: &Pair, k: i32) -> i32", "1")
    )
    found = read_target(function("solve(pair: &Pair, k: i32) -> i32"), code, "")
    assert [(f.name, f.parameter, f.struct_field) for f in found.inputs] == [
        ("left", "pair", "left"), ("right", "pair", "right"), ("k", "k", None),
    ]  # fmt: skip
    assert "impl Pair" in found.judge_structs[0].source
    with pytest.raises(ValueError, match="no 'left'"):
        found.bind({"pair": 1, "k": 1})


def test_in_place_parameters() -> None:
    found = target(function("turn(nums: &mut Vec<i32>, k: i32)"))
    assert [p.name for p in found.in_place] == ["nums"]
    assert found.return_type == UNIT


def test_accepted_keys() -> None:
    starter = function("f(lowerBound: i32, n: i32)")
    found = read_target(starter, function("f(lo: i32, n: i32)", "1"), "")
    assert found.inputs[0].keys == ("lo", "lowerBound", "lower_bound")
    assert found.bind({"N": 2, "lower_bound": 1}) == {"lo": 1, "n": 2}
    with pytest.raises(ValueError, match="no 'lo'"):
        found.bind({"n": 2})
    with pytest.raises(ValueError, match="both 'lo' and 'lowerBound'"):
        found.bind({"lo": 1, "lowerBound": 1, "n": 2})
    with pytest.raises(ValueError, match="'x', which is no parameter's"):
        found.bind({"lo": 1, "n": 2, "x": 3})


def test_a_key_never_stands_for_two_parameters() -> None:
    found = target(function("f(n: i32, N: i32, max_sum: i32, maxSum: i32)"))
    assert [f.keys for f in found.inputs] == [("n",), ("N",), ("max_sum",), ("maxSum",)]


def test_spellings() -> None:
    assert spellings("bottom_left") == ("bottom_left", "bottomLeft")
    assert spellings("bottomLeft") == ("bottomLeft", "bottom_left")
    assert spellings("n") == ("n", "N")
    assert spellings("nums1") == ("nums1",)


@pytest.mark.parametrize(
    ("starter", "code", "message"),
    [
        ("", "fn f() { 1 }", "neither"),
        (function("f()"), "fn g() { 1 }", "no function 'f'"),
        (function("f(&self)"), function("f(&self)", "1"), "no constructor"),
        (function("f(x: Thing)"), function("f(x: Thing)", "1"), "type 'Thing'"),
        (function("f(x: 5)"), function("f(x: 5)", "1"), "not a type"),
    ],
)
def test_no_target(starter: str, code: str, message: str) -> None:
    with pytest.raises(TargetError, match=message):
        read_target(starter, code, "")
