"""Examples of in-place functions that show the call's whole result as an object."""

from __future__ import annotations

import pytest

from pytest_vlite.release import load_release
from pytest_vlite.release.examples import ExampleError, function_cases
from pytest_vlite.release.raw_examples import RawExample
from tests.problems.bundled import ROOT

INPUT = "stairs = [5,0], slope = 2"


def test_arguments_and_return_value_are_the_expected_output() -> None:
    target = load_release(ROOT).problem("lc9006").target
    example = RawExample(INPUT, '{"stairs": [5,3], "return": 1}', 1, False)
    (case,) = function_cases(example, target)
    assert case == ({"stairs": [5, 0], "slope": 2}, {"stairs": [5, 3], "return": 1})


@pytest.mark.parametrize(
    "output",
    [
        '{"stairs": [5,3]}',
        '{"stairs": [5,3], "return": 1, "slope": 2}',
        '{"stairs": 5, "return": 1}',
        '{"stairs": [5,3], "return": 1} 2',
        '{"stairs": [5,3], "return": ',
    ],
)
def test_other_objects_give_no_case(output: str) -> None:
    target = load_release(ROOT).problem("lc9006").target
    with pytest.raises(ExampleError):
        function_cases(RawExample(INPUT, output, 1, False), target)
