"""Makes the two test files of one problem."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from tests.problems.generator.model import BundledProblem, FunctionProblem, Json, ProgramProblem
from tests.problems.generator.reference import ReferenceError, run_function, run_program
from tests.problems.generator.wrong import wrong_json, wrong_text

# Wrong outputs repeat their input, so they are made for small inputs only, and few for each.
_WRONG_INPUT_BYTES = 600
_WRONG_PER_INPUT = 8
_WRONG_TOTAL = 260
MIN_POSITIVE = 30
MIN_NEGATIVE = 100
MAX_BYTES = 200_000

Case = tuple[Json, Json]


def directory_of(problem: BundledProblem, root: Path) -> Path:
    """The folder of a problem in the release at `root`."""
    source = "leetcode" if isinstance(problem, FunctionProblem) else "codeforces"
    return root / source / problem.id


def make_tests(problem: BundledProblem, root: Path) -> dict[str, str]:
    """The test files' names and contents.

    Raises:
        ReferenceError: the reference fails, or differs from the brute force.
    """
    random = Random(f"bundled {problem.id}")
    inputs = _distinct(problem.inputs(random))
    positive = _positive(problem, inputs, directory_of(problem, root))
    negative = _negative(problem, inputs, random)
    if len(positive) < MIN_POSITIVE or len(negative) < MIN_NEGATIVE:
        raise ReferenceError(f"{problem.id}: {len(positive)} cases, {len(negative)} wrong ones")
    files = {"testcases.jsonl": _lines(positive), "mutated_testcases.jsonl": _lines(negative)}
    size = sum(map(len, files.values()))
    if size > MAX_BYTES:
        raise ReferenceError(f"{problem.id}: test files of {size} bytes")
    return files


def _distinct(inputs: Iterable[Any]) -> list[Any]:
    return list({json.dumps(test_input): test_input for test_input in inputs}.values())


def _positive(problem: BundledProblem, inputs: list[Any], directory: Path) -> list[Case]:
    with tempfile.TemporaryDirectory() as scratch:
        if isinstance(problem, FunctionProblem):
            code = (directory / "code.rs").read_text(encoding="utf-8")
            outputs: list[Json] = list(run_function(problem, code, inputs, Path(scratch)))
        else:
            source = (directory / "main.rs").read_text(encoding="utf-8")
            stdins = [problem.stdin(cases) for cases in inputs]
            outputs = list(run_program(problem, source, stdins, Path(scratch)))
    for test_input, output in zip(inputs, outputs, strict=True):
        expected = problem.expected(test_input)
        if not (problem.is_right(test_input, output) and problem.is_right(test_input, expected)):
            raise ReferenceError(
                f"{problem.id}: for {str(test_input)[:300]} the reference gives {output!r}, "
                f"the brute force {expected!r}"
            )
    return [
        (as_written(problem, test_input), output)
        for test_input, output in zip(inputs, outputs, strict=True)
    ]


def _negative(problem: BundledProblem, inputs: list[Any], random: Random) -> list[Case]:
    found: list[Case] = []
    for test_input in inputs:
        written = as_written(problem, test_input)
        if len(json.dumps(written)) > _WRONG_INPUT_BYTES or len(found) >= _WRONG_TOTAL:
            continue
        expected = problem.expected(test_input)
        if isinstance(problem, ProgramProblem):
            candidates: list[Json] = list(wrong_text(expected, random))
        else:
            candidates = list(wrong_json(expected, random))
        wrong = [
            candidate
            for candidate in _distinct(candidates)
            if not problem.is_right(test_input, candidate)
        ]
        kept = random.sample(wrong, min(_WRONG_PER_INPUT, len(wrong)))
        found += [(written, candidate) for candidate in kept]
    return found


def as_written(problem: BundledProblem, test_input: Any) -> Json:
    """A test input as the test files have it."""
    return problem.stdin(test_input) if isinstance(problem, ProgramProblem) else test_input


def _lines(cases: list[Case]) -> str:
    return "".join(
        json.dumps({"input": test_input, "output": output}, separators=(",", ":")) + "\n"
        for test_input, output in cases
    )
