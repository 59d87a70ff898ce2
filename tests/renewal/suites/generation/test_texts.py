"""The layout of a program's texts is told from examples and the calls behind them."""

from __future__ import annotations

from pytest_vlite.renewal.suites.generation.texts import find_layout


def test_a_text_of_one_call() -> None:
    layout = find_layout([("3 7\n5 6 5\n", [{"n": 3, "s": 7, "a": [5, 6, 5]}])])
    assert layout is not None
    assert not layout.counted
    assert layout.write([{"n": 1, "s": -2, "a": [9]}]) == "1 -2\n9\n"


def test_a_text_of_counted_calls_with_a_length_that_is_no_field() -> None:
    calls = [{"a": [5, 6]}, {"a": [1, 1, 1]}]
    layout = find_layout([("2\n2\n5 6\n3\n1 1 1\n", calls)])
    assert layout is not None
    assert layout.counted
    assert layout.write([{"a": [7]}]) == "1\n1\n7\n"


def test_a_count_and_its_list_in_one_line() -> None:
    layout = find_layout([("2 5 6\n", [{"a": [5, 6]}]), ("1 9\n", [{"a": [9]}])])
    assert layout is not None
    assert layout.write([{"a": [7, 8, 9]}]) == "3 7 8 9\n"


def test_words_as_text_and_as_bytes() -> None:
    layout = find_layout([("abc xy\n", [{"s": "abc", "t": [120, 121]}])])
    assert layout is not None
    assert layout.write([{"s": "q", "t": [65]}]) == "q A\n"


def test_several_examples_settle_what_one_leaves_open() -> None:
    examples = [("2 2\n", [{"k": 2, "n": 2}]), ("3 1\n", [{"k": 1, "n": 3}])]
    layout = find_layout(examples)
    assert layout is not None
    assert layout.write([{"k": 5, "n": 6}]) == "6 5\n"


def test_no_layout_is_told_as_none() -> None:
    assert find_layout([]) is None
    assert find_layout([("yes\n", [{"n": 3}])]) is None
    # A table has another number of lines in each call.
    assert find_layout([("2\n1 2\n3 4\n", [{"g": [[1, 2], [3, 4]]}])]) is None
    # A value that stands nowhere in the text cannot be written.
    assert find_layout([("3\n", [{"n": 3, "hidden": 8}])]) is None
