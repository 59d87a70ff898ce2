"""Test cases: streamed, exact, and broken lines named."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.errors import InputError
from pytest_vlite.release import (
    Problem,
    TestCase,
    has_cases,
    load_release,
    negative_cases,
    parse_json,
    positive_cases,
)
from pytest_vlite.release import cases as cases_module
from tests.release.making import write_cases, write_problem

GOOD = '{"input": {"a": 1, "b": 2}, "output": 3}'


@pytest.fixture
def problem(tmp_path: Path) -> Problem:
    write_problem(tmp_path / "leetcode/lc1")
    return load_release(tmp_path).problem("lc1")


@pytest.fixture
def program(tmp_path: Path) -> Problem:
    write_problem(tmp_path / "codeforces/cf1A", main_rs="fn main() {}")
    return load_release(tmp_path).problem("cf1A")


def test_positive_and_negative_cases(problem: Problem) -> None:
    assert not has_cases(problem)
    write_cases(problem.directory, GOOD, "", "  ", GOOD)
    write_cases(problem.directory, GOOD.replace("3", "4"), name="mutated_testcases.jsonl")
    assert has_cases(problem)
    expected = {"a": 1, "b": 2}
    assert list(positive_cases(problem)) == [TestCase(0, expected, 3), TestCase(1, expected, 3)]
    assert list(negative_cases(problem)) == [TestCase(0, expected, 4)]


def test_programs_have_texts(program: Problem) -> None:
    write_cases(program.directory, '{"input": "1\\n", "output": "2\\n", "extra": null}')
    assert list(positive_cases(program)) == [TestCase(0, "1\n", "2\n")]


def test_integers_stay_exact(problem: Problem) -> None:
    big = 170141183460469231731687303715884105727
    write_cases(problem.directory, f'{{"input": {{"a": {big}}}, "output": [{-big - 1}]}}')
    (case,) = positive_cases(problem)
    assert case.input == {"a": big}
    assert case.output == [-big - 1]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "broken test case"),
        (GOOD[:-5], "broken test case"),
        (GOOD + GOOD, "broken test case"),
        ("[]", "not an object"),
        ('{"input": {}}', "no 'output'"),
        ('{"output": 1}', "no 'input'"),
        ('{"input": "x", "output": 1}', "must be an object"),
        ('{"input": {"a": NaN}, "output": 1}', "NaN"),
        ('{"input": {"a": 1, "a": 2}, "output": 1}', "twice"),
        ('{"input": {"a": ' + "9" * 5000 + '}, "output": 1}', "5000 digits"),
        ('{"input": {"a": "\\ud800"}, "output": 1}', "surrogate"),
        ('{"input": {"a": ' + "[" * 100_000 + '}, "output": 1}', "nested too deeply"),
        (b'{"input": {"a": "\xff"}, "output": 1}', "not UTF-8"),
    ],
)
def test_a_broken_line_is_named(problem: Problem, line: str | bytes, message: str) -> None:
    path = write_cases(problem.directory, GOOD, line, GOOD)
    stream = positive_cases(problem)
    assert next(stream).index == 0
    with pytest.raises(InputError, match=message) as caught:
        next(stream)
    assert str(caught.value).startswith(f"{path}:2: ")
    assert "\n" not in str(caught.value)


def test_a_program_with_a_structured_input(program: Problem) -> None:
    write_cases(program.directory, GOOD)
    with pytest.raises(InputError, match="must be a string"):
        list(positive_cases(program))


def test_a_line_beyond_the_limit(problem: Problem, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases_module, "MAX_LINE_BYTES", 2**20)
    write_cases(problem.directory, GOOD, '"' + "x" * 2**20 + '"')
    with pytest.raises(InputError, match=r":2: line longer than 1 MiB"):
        list(positive_cases(problem))


def test_no_tests_at_all(problem: Problem) -> None:
    with pytest.raises(InputError, match=r"testcases\.jsonl: no test cases"):
        list(positive_cases(problem))
    (problem.directory / "tests/testcases.jsonl").mkdir(parents=True)
    with pytest.raises(InputError, match="cannot be read"):
        list(positive_cases(problem))


def test_a_large_file_is_not_held_in_memory(problem: Problem) -> None:
    path = write_cases(problem.directory, "")
    line = '{"input": {"a": "' + "x" * 2**20 + '"}, "output": 1}\n'
    with path.open("w") as file:
        for _ in range(100):
            file.write(line)
    root = problem.directory.parent.parent
    code = (
        "import re, sys\n"
        "from pathlib import Path\n"
        "from pytest_vlite.release import load_release, positive_cases\n"
        "problem = load_release(Path(sys.argv[1])).problem('lc1')\n"
        "assert sum(1 for _ in positive_cases(problem)) == 100\n"
        # Not ru_maxrss, in which the size of the parent process lives on.
        "print(re.search(r'VmHWM:\\s*(\\d+)', Path('/proc/self/status').read_text())[1])\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(root)], capture_output=True, text=True, check=True
    )
    assert int(run.stdout) < 60 * 1024


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**127), 2**128) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(JSON_VALUES)
def test_json_survives_reading(value: object) -> None:
    for ascii_only in (True, False):
        assert parse_json(json.dumps(value, ensure_ascii=ascii_only)) == value


@given(st.text(alphabet='{}[]",:\\ud8e0-+.1 NaInfinityturefalsl', max_size=60))
def test_any_text_is_json_or_a_value_error(text: str) -> None:
    try:
        value = parse_json(text)
    except ValueError:
        return
    assert json.loads(text) == value
