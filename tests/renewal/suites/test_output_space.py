"""The outputs that are asked about to learn whether the right one is the only one."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from pytest_vlite.release.rust_types import parse_type
from pytest_vlite.renewal.suites.output_space import MOST_OUTPUTS, space_around


@pytest.mark.parametrize(
    ("type_", "outputs", "domain", "some"),
    [
        ("bool", [True], "false and true", [False]),
        ("i32", [5], "integers -7 to 17", [-7, 17, 0, 4]),
        ("u8", [3, 250], "integers 0 to 15 and 238 to 255", [0, 15, 255]),
        ("Option<bool>", [None], "none, or false and true", [True, False]),
        ("(bool, bool)", [[True, False]], "false and true; false and true", [[False, False]]),
        ("Vec<bool>", [[True, False]], "lists of 2 over [false, true]", [[False, False]]),
        ("Vec<i32>", [[1, 3]], "lists of 2 over [0, 1, 2, 3, 4]", [[4, 4], [0, 0], [3, 1]]),
    ],
)
def test_small_types_have_whole_domains(
    type_: str, outputs: list[Any], domain: str, some: list[Any]
) -> None:
    space = space_around(parse_type(type_), outputs)
    assert (space.domain, space.complete) == (domain, True)
    assert all(value in space.values for value in [*outputs, *some])
    assert len(space.values) <= MOST_OUTPUTS


def test_all_lists_of_truth_values_are_there() -> None:
    space = space_around(parse_type("Vec<bool>"), [[True] * 5])
    expected = {tuple(values) for values in itertools.product([False, True], repeat=5)}
    assert {tuple(value) for value in space.values} == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("type_", "output"),
    [("Vec<i32>", list(range(9))), ("String", "abc"), ("Vec<Vec<i32>>", [[1]]), ("f64", 0.5)],
)
def test_larger_types_have_changed_outputs_and_say_so(type_: str, output: Any) -> None:
    space = space_around(parse_type(type_), [output])
    assert not space.complete
    assert space.domain == f"{len(space.values) - 1} changed outputs"
