"""A function's result against every documented form of an expected output."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from pytest_vlite.judge.function_result import NoResult, UnusableCase, compare_result
from pytest_vlite.release.target import read_target


def target(header: str) -> Any:
    starter = f"impl Solution {{ pub {header} {{ }} }}"
    return read_target(starter, starter.replace("{ }", "{ todo!() }"), "")


class Raw(str):
    """The text of a record, where it is no plain value's."""


def held(header: str, expected: Any, printed: Any, case_input: Any = None, prefix: str = "") -> Any:
    record = printed if isinstance(printed, Raw) else json.dumps(printed, separators=(",", ":"))
    output = io.BytesIO((prefix + "\x1e" + record + "\n").encode())
    return compare_result(target(header), case_input or {}, expected, output).difference


def call(result: Any, **arguments: Any) -> dict[str, Any]:
    return {"result": result, "arguments": arguments}


@pytest.mark.parametrize(
    ("header", "expected", "printed"),
    [
        ("fn f(a: i32) -> i32", 5, 5),
        ("fn f(a: i32) -> u128", 2**128 - 1, 2**128 - 1),
        ("fn f(a: i32) -> f64", 2, Raw("2.0")),
        ("fn f(a: i32) -> f64", 0.1, Raw("0.1")),
        ("fn f(a: i32) -> Vec<char>", ["a", "b"], "ab"),
        ("fn f(a: i32) -> Vec<Vec<char>>", [["a"], []], ["a", ""]),
        ("fn f(a: i32) -> Option<(i64, bool)>", None, None),
        ("fn f(a: i32) -> Option<(i64, bool)>", [3, True], [3, True]),
        ("fn f(a: i32) -> String", 'é"\n', 'é"\n'),
        ("fn f(a: i32)", None, None),
    ],
)
def test_returned_values(header: str, expected: Any, printed: Any) -> None:
    assert held(header, expected, printed) is None


def test_what_the_answer_prints_itself_does_not_count() -> None:
    assert held("fn f(a: i32) -> i32", 5, 5, prefix="debug 7\n\x1e9\nx") is None


def test_a_wrong_value_is_shown() -> None:
    difference = held("fn f(a: i32) -> Vec<i32>", [1, 2, 3], [1, 2, 4])
    assert difference is not None
    assert (difference.expected, difference.got) == ("[1, 2, 3]", "[1, 2, 4]")
    assert difference.message == "the value differs at [2]"


@pytest.mark.parametrize(
    "printed", ["true", '"5"', "5.0", "NaN", "[5", "", "5 5", "null", "9" * 500]
)
def test_a_result_of_another_type_is_none(printed: str) -> None:
    with pytest.raises(NoResult):
        held("fn f(a: i32) -> i32", 6, Raw(printed))


@pytest.mark.parametrize("output", [b"", b"5\n", b"\x1e5"])
def test_an_output_without_a_whole_record_has_no_result(output: bytes) -> None:
    with pytest.raises(NoResult):
        compare_result(target("fn f(a: i32) -> i32"), {}, 5, io.BytesIO(output))


SORT = "fn f(nums: &mut Vec<i32>, k_val: i32)"
DEDUP = "fn f(nums: &mut Vec<i32>) -> i32"


@pytest.mark.parametrize(
    ("header", "expected", "printed"),
    [
        (SORT, [1, 2], call(None, nums=[1, 2])),
        (SORT, {"nums": [1, 2]}, call(None, nums=[1, 2])),
        (SORT, {"nums": [1, 2], "return": None}, call(None, nums=[1, 2])),
        (SORT, {"nums": [1, 2], "kVal": 7}, call(None, nums=[1, 2])),
        (SORT, {"arguments": {"nums": [1, 2]}, "result": None}, call(None, nums=[1, 2])),
        (DEDUP, [1, 2], call(2, nums=[1, 2])),
        (DEDUP, {"nums": [1, 2], "result": 2}, call(2, nums=[1, 2])),
        (DEDUP, {"returned": 2, "args": {"nums": [1, 2]}}, call(2, nums=[1, 2])),
        ("fn f(s: &mut Vec<char>)", ["a", "b"], call(None, s="ab")),
        ("fn f(a: &mut Vec<i32>, b: &mut Vec<i32>)", {"a": [1], "b": []}, call(None, a=[1], b=[])),
    ],
)
def test_forms_of_an_in_place_output(header: str, expected: Any, printed: Any) -> None:
    case_input = {"nums": [2, 1], "k_val": 7} if header == SORT else None
    case_input = {"nums": [2, 1]} if header == DEDUP else case_input
    case_input = {"s": "ba"} if "char" in header else case_input or {"a": [1], "b": [1]}
    assert held(header, expected, printed, case_input) is None
    damaged = json.loads(json.dumps(printed))
    name = next(iter(damaged["arguments"]))
    damaged["arguments"][name] = "z" if name == "s" else [9, 9]
    assert held(header, expected, damaged, case_input) is not None


def test_the_returned_value_counts_beside_the_argument() -> None:
    expected = {"nums": [1], "result": 1}
    assert held(DEDUP, expected, call(2, nums=[1]), {"nums": [1]}) is not None


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (SORT, None),
        (DEDUP, 2),
        (DEDUP, {"nums": [1]}),
        (DEDUP, {"result": 2}),
        (DEDUP, {"nums": [1], "result": 2, "other": 3}),
        (DEDUP, {"nums": "x", "result": 2}),
        (SORT, {"nums": [1, 2], "k_val": 8}),
        ("fn f(a: i32) -> i32", True),
        ("fn f(a: i32) -> i32", 2**31),
        ("fn f(nums: &mut Vec<i32>) -> Vec<i32>", [1]),
    ],
)
def test_an_expected_output_that_leaves_something_unsaid_judges_nobody(
    header: str, expected: Any
) -> None:
    printed: Any = call(2, nums=[1])
    case_input: Any = {"nums": [1]}
    if header == SORT:
        printed, case_input = call(None, nums=[1, 2]), {"nums": [1], "k_val": 7}
    elif header.endswith("Vec<i32>"):
        printed = call([1], nums=[1])
    elif "a: i32" in header:
        printed, case_input = 1, {"a": 1}
    with pytest.raises(UnusableCase):
        held(header, expected, printed, case_input)
