"""Specifications held against examples, whose outputs are changed to have wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_vlite.judge.attempt import Attempt
from pytest_vlite.judge.pipeline import judge
from pytest_vlite.judge.toolbox import make_workbench
from pytest_vlite.release import load_release
from pytest_vlite.submission import Answer
from pytest_vlite.vocabulary import Setting, Status, Verdict
from tests import tiny


def judged(
    folder: Path, problem_id: str, old: str = "", new: str = "", *, garble: str = ""
) -> Verdict:
    """The verdict on the release's own specification with a part replaced, by the examples."""
    root = tiny.make_release(folder / "release", with_tests=False)
    if garble:
        description = next(root.rglob(f"{problem_id}/description.md"))
        text = description.read_text()
        assert garble in text
        description.write_text(text.replace(garble, garble + "9"))
    release = load_release(root)
    problem = release.problem(problem_id)
    text = problem.artifact("spec.rs")
    assert old in text
    scratch = folder / "scratch"
    scratch.mkdir()
    answer = Answer("ok", text=text.replace(old, new) if old else text)
    bench = make_workbench(release, scratch, examples_as_tests=True)
    return judge(Attempt("test", problem, Setting.SPECGEN, 0, answer), bench)


@pytest.mark.parametrize("problem_id", [tiny.DOUBLE, tiny.SUM])
def test_the_own_specification_passes_on_examples(tmp_path: Path, problem_id: str) -> None:
    verdict = judged(tmp_path, problem_id)
    assert verdict.status is Status.PASSED, verdict.detail
    assert verdict.measurements["negative_cases_made_by_mutation"] is True
    assert verdict.measurements["negative_cases"] >= 5


@pytest.mark.parametrize(
    ("problem_id", "old", "new"),
    [(tiny.DOUBLE, "res == 2 * x", "res >= x"), (tiny.SUM, "res == a + b", "res >= a")],
)
def test_an_accepted_change_that_the_release_rejects_makes_it_incomplete(
    tmp_path: Path, problem_id: str, old: str, new: str
) -> None:
    verdict = judged(tmp_path, problem_id, old, new)
    assert verdict.status is Status.SPEC_INCOMPLETE, verdict.detail
    assert "which the release's own specification rejects" in verdict.detail


def test_an_example_that_the_reference_reproduces_refutes(tmp_path: Path) -> None:
    verdict = judged(tmp_path, tiny.DOUBLE, "res == 2 * x", "res == x + 1")
    assert verdict.status is Status.SPEC_UNSOUND, verdict.detail


def test_a_garbled_example_refutes_nothing(tmp_path: Path) -> None:
    example = "> **Output:** "
    verdict = judged(tmp_path, tiny.DOUBLE, garble=example)
    assert verdict.status is Status.UNDECIDED
    assert "the release's own solution gives another output there" in verdict.detail
