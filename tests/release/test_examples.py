"""Examples as typed test cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.release import example_cases, load_release
from pytest_vlite.release.examples import ExampleError, clean, function_cases, parse_assignments
from pytest_vlite.release.raw_examples import RawExample
from pytest_vlite.release.rust_types import parse_type
from pytest_vlite.release.target import Target, read_target
from pytest_vlite.release.typed_values import ValueMismatch, encode_value
from tests.release.making import write_problem


def target(header: str) -> Target:
    text = f"impl Solution {{ pub fn {header} {{ 1 }} }}"
    return read_target("", text, text)


def cases(header: str, given_input: str, output: str) -> list[tuple[dict[str, Any], Any]]:
    return function_cases(RawExample(given_input, output, 1, False), target(header))


@pytest.mark.parametrize(
    "text",
    [
        "nums = [2,7], target = 9",
        "`nums = [2,7], target = 9`",
        "`nums = [2,7]`, `target = 9`",
        "nums = **[2,7]**, target = *9*",
        "$nums = \\[2,7\\]$, $target = 9$",
        "nums=[2,7];target=9",
        "nums = [2,\n7],\ntarget = 9",
        "nums = [2,7] and target = 9",
        "nums\u00a0=\u00a0[2,7], target = 9",
    ],
)
def test_forms_of_input(text: str) -> None:
    assert parse_assignments(text) == {"nums": [2, 7], "target": 9}


def test_marks_inside_strings_stay() -> None:
    assert parse_assignments('s = "**|*`$_|**", t = &quot;a&quot;') == {
        "s": "**|*`$_|**",
        "t": "a",
    }
    assert clean('*a* "\\"*" `b`') == 'a "\\"*" b'


@pytest.mark.parametrize(
    "text", ["[1,2]", "n = ", "n = x", "n = 1, n = 2", "n: 1", "n = 1 then", "n = [" * 5]
)
def test_what_is_no_input(text: str) -> None:
    with pytest.raises(ExampleError):
        parse_assignments(text)


def test_values_take_the_form_of_test_cases() -> None:
    found = cases(
        "f(sArr: Vec<char>, c: char, big: i128) -> Option<(i64, bool)>",
        f's_arr = ["a","b"], c = "x", big = {2**100}',
        "[1,true]",
    )
    assert found == [({"sArr": "ab", "c": "x", "big": 2**100}, [1, True])]


def test_outputs() -> None:
    assert cases("f(n: i32) -> i32", "n = 1", "5\\")[0][1] == 5
    assert cases("f(n: i32) -> bool", "n = 1", "`true`")[0][1] is True
    assert cases("f(n: i32) -> Option<i32>", "n = 1", "null")[0][1] is None
    for output, message in (
        ("2, nums = [1,2,_]", "only a checker"),
        ("2.5", "not that of the tested function"),
        ("5 or 6", "no single value"),
        ("five", "no value"),
        ("", "no value"),
        ("3000000000", "3000000000 is no i32"),
    ):
        with pytest.raises(ExampleError, match=message):
            cases("f(n: i32) -> i32", "n = 1", output)


def test_in_place_examples_show_the_first_changed_parameter() -> None:
    found = cases("f(a: &mut Vec<i32>, k: i32, b: &mut Vec<i32>)", "a = [1], k = 1, b = []", "[2]")
    assert found == [({"a": [1], "k": 1, "b": []}, [2])]


@pytest.mark.parametrize(
    "text", ["n = 1", "n = 1, k = 2, x = 3", 'n = "1", k = 2', "n = 1.0, k = 2"]
)
def test_inputs_that_do_not_fit(text: str) -> None:
    with pytest.raises(ExampleError, match="input"):
        cases("f(n: i32, k: u8) -> i32", text, "1")


def class_target() -> Target:
    text = "impl C { fn new(a: i32) -> Self { 1 } fn get(&self, i: i32) -> i32 { 1 } }"
    return read_target("", text, text)


def test_calls_of_a_class() -> None:
    for separator in (" with ", "\n"):
        text = f'["C","get","get"]{separator}[[5],[0],[1]]'
        found = function_cases(RawExample(text, "[null,7,8]", 1, False), class_target())
        assert found == [({"a": 5, "i": 0}, 7), ({"a": 5, "i": 1}, 8)]
    (single,) = function_cases(RawExample("a = 5, i = 0", "7", 1, False), class_target())
    assert single == ({"a": 5, "i": 0}, 7)


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ('["C","get"] with [[5]]', "[null,1]"),
        ('["C","get"] with [[5],[1]]', "[1]"),
        ('["C","get"] with [[5],[1,2]]', "[null,1]"),
        ('["C","get"] with [[5],["x"]]', "[null,1]"),
        ('["C","get"]', "[null,1]"),
        ("[]\n[]", "[]"),
        ("[5]\n3", "4"),
    ],
)
def test_calls_that_do_not_fit(text: str, output: str) -> None:
    with pytest.raises(ExampleError):
        function_cases(RawExample(text, output, 1, False), class_target())


def test_examples_of_problems(tmp_path: Path) -> None:
    write_problem(tmp_path / "leetcode/lc1")
    write_problem(tmp_path / "leetcode/lc2", description_md="# No example\n")
    write_problem(
        tmp_path / "codeforces/cf1A",
        description_md="# T\n\n**Input:**\n```\n1 \n```\n**Output:** 2\n",
        main_rs="",
    )
    write_problem(
        tmp_path / "codeforces/cf2A", description_md="# T\n\nInput: 1\nOutput: 2\n", main_rs=""
    )
    release = load_release(tmp_path)
    (case,) = example_cases(release.problem("lc1")).cases
    assert (case.index, case.input, case.output) == (0, {"a": 1, "b": 2}, 3)
    assert example_cases(release.problem("lc2")).reason == "the description has no example"
    (case,) = example_cases(release.problem("cf1A")).cases
    assert (case.input, case.output) == ("1 \n", "2\n")
    assert example_cases(release.problem("cf2A")).reason == "the description has no fenced example"


@pytest.mark.parametrize(
    ("value", "rust_type", "encoded"),
    [
        (5, "u8", 5),
        (2**127, "u128", 2**127),
        ("ab", "Vec<char>", "ab"),
        (["a"], "&mut Vec<char>", "a"),
        ([["a"]], "Vec<Vec<char>>", ["a"]),
        (None, "Option<i32>", None),
        (None, "()", None),
        ([1, [True]], "(i32, Vec<bool>)", [1, [True]]),
        (1, "f64", 1),
        ("x", "&str", "x"),
        ([1, 2], "&[i32]", [1, 2]),
    ],
)
def test_encoding(value: Any, rust_type: str, encoded: Any) -> None:
    assert encode_value(value, parse_type(rust_type)) == encoded


@pytest.mark.parametrize(
    ("value", "rust_type"),
    [
        (256, "u8"),
        (-1, "usize"),
        (2**127, "i128"),
        (True, "i32"),
        (1, "bool"),
        (1.0, "i32"),
        (True, "f64"),
        ("ab", "char"),
        (["ab"], "Vec<char>"),
        ([1], "(i32, i32)"),
        ([], "()"),
        (1, "Vec<i32>"),
        (1, "String"),
        ({}, "Thing"),
        (None, "i32"),
    ],
)
def test_what_does_not_fit_a_type(value: Any, rust_type: str) -> None:
    with pytest.raises(ValueMismatch):
        encode_value(value, parse_type(rust_type))


@given(
    st.lists(st.integers(-(2**31), 2**31 - 1)),
    st.text(st.characters(codec="utf-8", exclude_characters="\n\r")),
    st.booleans(),
    st.sampled_from(["", "`", "**"]),
)
def test_written_examples_are_read_back(nums: list[int], s: str, flag: bool, mark: str) -> None:
    # Descriptions spell quotes of HTML as entities; a text that holds one is not in question.
    if "&quot;" in s or "\u00a0" in s:
        return
    pairs = {"nums": nums, "s": s, "flag": flag}
    text = ", ".join(f"{mark}{k} = {json.dumps(v)}{mark}" for k, v in pairs.items())
    assert parse_assignments(text) == pairs


@given(st.text(alphabet='ab = [1,"]*`$\\&quot;{}:n', max_size=60))
def test_any_text_is_an_input_or_an_example_error(text: str) -> None:
    try:
        values = parse_assignments(text)
    except ExampleError:
        return
    assert all(name.isidentifier() for name in values)
