"""Outputs are compared exactly; only white space at line ends and final blank lines are free."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.judge.compare import compare_text, json_equal, value_difference


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ("1\n2\n", "1\n2"),
        ("1 \n2\t\n\n\n", "1\r\n2\r\n"),
        ("", "\n \n"),
        ("a\n\nb\n", "a\n   \nb\n"),
        ("é\n", "é"),
    ],
)
def test_equal_texts(expected: str, got: str) -> None:
    assert compare_text(expected, io.BytesIO(got.encode())) is None


@pytest.mark.parametrize(
    ("expected", "got", "message"),
    [
        ("1\n2\n", "1\n3\n", "output differs in line 2"),
        ("1\n2\n", "1\n", "output ends before line 2"),
        ("1\n", "", "output ends before line 1"),
        ("1\n", "1\n2\n", "output has a line 2 too many"),
        ("a\nb", "a\n\nb", "output differs in line 2"),
        ("YES", "yes", "output differs in line 1"),
        ("1 2", "1  2", "output differs in line 1"),
        (" 1", "1", "output differs in line 1"),
        ("1", "\n1", "output differs in line 1"),
        ("1", "1\x00", "output differs in line 1"),
    ],
)
def test_different_texts(expected: str, got: str, message: str) -> None:
    difference = compare_text(expected, io.BytesIO(got.encode()))
    assert difference is not None
    assert difference.message == message


def test_the_evidence_shows_the_place_of_the_difference() -> None:
    expected = "7 " * 50_000
    got = expected[:70_000] + "8" + expected[70_001:]
    difference = compare_text(expected, io.BytesIO(got.encode()))
    assert difference is not None
    assert "8" in difference.got
    assert "8" not in difference.expected
    assert len(difference.got) < 200


def test_bytes_that_are_no_text_are_shown_escaped() -> None:
    difference = compare_text("1", io.BytesIO(b"\xff"))
    assert difference is not None
    assert difference.got == "\\xff"


TEXTS = st.text(alphabet="ab \t\r\n", max_size=20)


def normalised(text: str) -> list[str]:
    lines = [line.rstrip(" \t\r") for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


@given(TEXTS, TEXTS)
def test_streaming_comparison_is_the_plain_one(a: str, b: str) -> None:
    equal = compare_text(a, io.BytesIO(b.encode())) is None
    assert equal is (normalised(a) == normalised(b))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (True, 1),
        (False, 0),
        ([1], [True]),
        (None, 0),
        (None, False),
        ("1", 1),
        (2**60, 2.0**60 + 2**9),
        ({"a": 1}, {"b": 1}),
        ([], {}),
        ([1, 2], [1]),
        ("", []),
    ],
)
def test_different_values(a: object, b: object) -> None:
    assert not json_equal(a, b)  # type: ignore[arg-type]
    assert value_difference(a, b) is not None  # type: ignore[arg-type]


def test_equal_values() -> None:
    assert json_equal({"a": [1, {"c": None}], "b": 2.0}, {"b": 2, "a": [1, {"c": None}]})
    assert value_difference(2**127 - 1, 2**127 - 1) is None


def test_the_difference_has_its_path() -> None:
    difference = value_difference({"nums": [[1], [2, 3]]}, {"nums": [[1], [2, 4]]})
    assert difference is not None
    assert difference.message == "the value differs at nums[1][1]"
