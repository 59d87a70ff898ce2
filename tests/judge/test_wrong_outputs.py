"""Changed outputs stay of their type, differ from the right one and are few."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.judge.wrong_outputs import MOST_CHANGED, changed_outputs
from pytest_vlite.release.rust_types import parse_type
from pytest_vlite.release.typed_values import encode_value

VALUES: dict[str, st.SearchStrategy[Any]] = {
    "i32": st.integers(-(2**31), 2**31 - 1),
    "u8": st.integers(0, 255),
    "bool": st.booleans(),
    "String": st.text("abc", max_size=5),
    "Vec<char>": st.text("abc", max_size=5),
    "Vec<i64>": st.lists(st.integers(-100, 100), max_size=6),
    "Vec<Vec<i32>>": st.lists(st.lists(st.integers(-9, 9), max_size=3), max_size=4),
    "Option<i64>": st.none() | st.integers(-100, 100),
    "(bool, Vec<u64>)": st.tuples(st.booleans(), st.lists(st.integers(0, 9), max_size=3)).map(list),
    "Vec<(i64, i64)>": st.lists(st.tuples(st.integers(), st.integers()).map(list), max_size=3),
}


@pytest.mark.parametrize("type_text", VALUES)
@given(data=st.data())
def test_changed_outputs_are_of_the_type_and_all_different(
    type_text: str, data: st.DataObject
) -> None:
    type_ = parse_type(type_text)
    value = data.draw(VALUES[type_text])
    changed = changed_outputs(type_, value)
    texts = [json.dumps(other) for other in changed]
    assert 1 <= len(changed) <= MOST_CHANGED
    assert len({*texts, json.dumps(value)}) == len(texts) + 1
    if "i64" not in type_text:
        for other in changed:
            encode_value(other, type_)


def test_an_integer_at_its_edge_stays_in_its_type() -> None:
    assert changed_outputs(parse_type("u8"), 255) == [254, 0]
    assert changed_outputs(parse_type("i8"), -128) == [-127, -126, 0, -118]


def test_a_type_without_another_value_has_no_changed_output() -> None:
    assert changed_outputs(parse_type("()"), None) == []
