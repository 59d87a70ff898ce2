"""The bundled test cases: right ones are right, wrong ones are wrong, both by the brute force."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pytest_vlite.release import example_cases, load_release
from tests.problems.bundled import CHECKED_IDS, PROBLEM_DIRECTORIES, ROOT, read_cases
from tests.problems.generator.making import (
    MAX_BYTES,
    MIN_NEGATIVE,
    MIN_POSITIVE,
    as_written,
    directory_of,
)
from tests.problems.generator.model import BundledProblem, FunctionProblem
from tests.problems.generator.problems import PROBLEMS
from tests.problems.generator.reference import VSTD_METHODS, compile_rust

each_problem = pytest.mark.parametrize("problem", PROBLEMS.values(), ids=lambda p: p.id)
each_checked = pytest.mark.parametrize("problem_id", sorted(CHECKED_IDS))


def _tests(problem: BundledProblem) -> Path:
    return directory_of(problem, ROOT) / "tests"


def _inputs_as_written(problem: BundledProblem) -> dict[str, Any]:
    """The generator's input for the JSON text of each input of the test files."""
    found: dict[str, Any] = {}
    for test_input in problem.inputs(Random(f"bundled {problem.id}")):
        found[json.dumps(as_written(problem, test_input))] = test_input
    return found


def test_every_problem_has_a_generator() -> None:
    assert sorted(PROBLEMS) == sorted(directory.name for directory in PROBLEM_DIRECTORIES)


@each_problem
def test_positive_cases_are_right(problem: BundledProblem) -> None:
    cases = read_cases(_tests(problem) / "testcases.jsonl")
    inputs = _inputs_as_written(problem)
    assert len(cases) >= MIN_POSITIVE
    assert len({json.dumps(case["input"]) for case in cases}) == len(cases)
    for case in cases:
        assert case.keys() == {"input", "output"}
        assert problem.is_right(inputs[json.dumps(case["input"])], case["output"])


@each_problem
def test_negative_cases_are_wrong(problem: BundledProblem) -> None:
    cases = read_cases(_tests(problem) / "mutated_testcases.jsonl")
    inputs = _inputs_as_written(problem)
    assert len(cases) >= MIN_NEGATIVE
    assert len({json.dumps(case) for case in cases}) == len(cases)
    for case in cases:
        assert case.keys() == {"input", "output"}
        assert not problem.is_right(inputs[json.dumps(case["input"])], case["output"])


@each_problem
def test_test_files_are_small(problem: BundledProblem) -> None:
    size = sum(path.stat().st_size for path in _tests(problem).glob("*.jsonl"))
    assert size <= MAX_BYTES


@each_problem
def test_examples_of_the_description_are_test_cases(problem: BundledProblem) -> None:
    """So that the examples are answered by the reference, and right."""
    known = {
        json.dumps(case["input"]): case["output"]
        for case in read_cases(_tests(problem) / "testcases.jsonl")
    }
    found = example_cases(load_release(ROOT).problem(problem.id))
    assert found.skipped == 0, found.reason
    assert len(found.cases) >= 2
    for case in found.cases:
        output = known[json.dumps(case.input)]
        if isinstance(output, dict) and not isinstance(case.output, dict):
            assert [*output.values()] == [case.output]
        else:
            assert case.output == output


@pytest.mark.parametrize("directory", PROBLEM_DIRECTORIES, ids=lambda d: d.name)
def test_reference_code_compiles(directory: Path, tmp_path: Path) -> None:
    code = (directory / "code.rs").read_text(encoding="utf-8")
    compile_rust(f"pub struct Solution;\n{code}\n{VSTD_METHODS}", tmp_path, kind="lib")
    if (main := directory / "main.rs").exists():
        compile_rust(main.read_text(encoding="utf-8"), tmp_path)


def _check(problem_id: str, records: list[Any]) -> tuple[int, list[str]]:
    checker = _tests(PROBLEMS[problem_id]) / "checker.py"
    text = "".join(json.dumps(record) + "\n" for record in records)
    done = subprocess.run(
        [sys.executable, "-I", checker], input=text, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout.splitlines()


@each_checked
def test_checker_accepts_every_reference_output(problem_id: str) -> None:
    cases = read_cases(_tests(PROBLEMS[problem_id]) / "testcases.jsonl")
    assert _check(problem_id, cases) == (0, ["accept"] * len(cases))


@each_checked
def test_checker_rejects_every_wrong_output(problem_id: str) -> None:
    cases = read_cases(_tests(PROBLEMS[problem_id]) / "mutated_testcases.jsonl")
    assert _check(problem_id, cases) == (0, ["reject"] * len(cases))


@each_checked
def test_checker_accepts_other_right_answers(problem_id: str) -> None:
    """The brute force looks for an answer from the other end than the reference."""
    problem = PROBLEMS[problem_id]
    records, differing = [], 0
    known = read_cases(_tests(problem) / "testcases.jsonl")
    inputs = _inputs_as_written(problem)
    for case in known:
        test_input = inputs[json.dumps(case["input"])]
        output = problem.expected(test_input)
        differing += output != case["output"]
        records.append({"input": case["input"], "output": output})
    assert differing >= 10
    assert _check(problem_id, records) == (0, ["accept"] * len(records))


@each_checked
def test_checker_rejects_other_kinds_of_output(problem_id: str) -> None:
    case = read_cases(_tests(PROBLEMS[problem_id]) / "testcases.jsonl")[0]
    wrong: list[Any] = [None, True, 1.5, {}, "", "nan", "1e400", [[]], [None, None], ["0", "1"]]
    wrong += [[0], [0, 1, 2], [True, False], "9" * 5000 + "\n", [10**30, -(10**30)]]
    records = [{"input": case["input"], "output": output} for output in wrong]
    assert _check(problem_id, records) == (0, ["reject"] * len(records))


@each_checked
def test_checker_says_error_for_a_foreign_input(problem_id: str) -> None:
    style = PROBLEMS[problem_id]
    foreign = {"x": 1} if isinstance(style, FunctionProblem) else "no numbers\n"
    assert _check(problem_id, [{"input": foreign, "output": ""}]) == (0, ["error"])


@each_checked
@pytest.mark.parametrize("record", [[], 3, {"input": 1}, {"output": 1}])
def test_checker_ends_on_a_malformed_record(problem_id: str, record: object) -> None:
    assert _check(problem_id, [record])[0] == 2
