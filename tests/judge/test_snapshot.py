"""Real problems: a driver for every one, and the odd ones compiled and run on their examples."""

from __future__ import annotations

import pytest

from pytest_vlite.judge.case_rules import rules_for
from pytest_vlite.judge.driver import build_program
from pytest_vlite.release import Release, example_cases, load_release
from pytest_vlite.vocabulary import Status
from tests.judge.conftest import Bench
from tests.snapshot import snapshot_root

# The references that call methods of Verus's standard library.
# fmt: off
SHIMMED = {
    "lc242", "lc520", "lc551", "lc566", "lc944", "lc1160", "lc2022", "lc2038", "lc2147", "lc2483",
    "lc2486", "lc2546", "lc2575", "lc2914", "lc2938", "lc3803",
}
# fmt: on


@pytest.fixture(scope="module")
def release() -> Release:
    return load_release(snapshot_root())


def test_every_problem_has_a_driver(release: Release) -> None:
    shimmed = set()
    for problem in release.problems:
        program = build_program(problem, problem.artifact("code.rs"))
        assert program.source.startswith(problem.artifact("code.rs")[:60])
        assert program.source.count("fn main()") == 1, problem.id
        if any(note.startswith("offered") for note in program.notes):
            shimmed.add(problem.id)
    assert shimmed == SHIMMED


@pytest.mark.parametrize(
    "problem_id",
    # A class, a judge's struct, Vec<char>, in place, the shim; helpers in the starter code, own
    # struct, a starter code whose main does not compile.
    ["lc303", "lc1157", "lc1095", "lc680", "lc344", "lc73", "lc1160", "lc2022", "lc1", "cf472B",
     "cf981C", "cf723A", "cf1006C"],
)  # fmt: skip
def test_references_pass_their_examples(problem_id: str, release: Release, bench: Bench) -> None:
    problem = release.problem(problem_id)
    pairs = [(case.input, case.output) for case in example_cases(problem).cases]
    program = build_program(problem, problem.artifact("code.rs"))
    outcome = bench.run(program, rules_for(problem), pairs)
    assert (outcome.status, outcome.cases) == (Status.PASSED, len(pairs)), outcome
    if problem.style == "program":
        whole = build_program(problem, problem.artifact("main.rs"))
        assert whole.source.startswith(problem.artifact("main.rs"))
        assert bench.run(whole, rules_for(problem), pairs).status is Status.PASSED
