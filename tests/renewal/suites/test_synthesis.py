"""Suites for small problems, from pools in which many solvers are wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_vlite.errors import InputError
from pytest_vlite.judge.attempt import Workbench
from pytest_vlite.judge.toolbox import make_workbench
from pytest_vlite.release import Problem, Release, load_release
from pytest_vlite.renewal.suites.synthesis import Options, Suite, synthesize
from tests.tiny import DOUBLE, DOUBLE_CODE, REVERSE, REVERSE_CODE, SUM, SUM_CODE, make_release

FEW = Options(counts={"random": 6, "adversarial": 6, "written": 3}, most_items=12)
WRONG = DOUBLE_CODE.replace("x + x", "if x == 0 { 1 } else { x + x }")


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    return load_release(make_release(tmp_path_factory.mktemp("release"), with_tests=False))


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory, release: Release) -> Workbench:
    bench = make_workbench(release, tmp_path_factory.mktemp("bench"))
    if bench.rustc is None:
        pytest.skip("no rustc on this machine")
    return bench


@pytest.fixture
def without_specification(release: Release) -> Iterator[Problem]:
    """The doubling problem with a specification that cannot be executed."""
    problem = release.problem(DOUBLE)
    path = problem.directory / "spec.rs"
    text = path.read_text("utf-8")
    path.write_text(text.replace("res == 2 * x", "forall|s: Seq<int>| s.len() >= 0"), "utf-8")
    yield load_release(release.root).problem(DOUBLE)
    path.write_text(text, "utf-8")


def decisions(suite: Suite) -> set[tuple[str, int, int]]:
    return {(c.decision.by, c.decision.votes, c.decision.voters) for c in suite.cases}


def test_the_specification_settles_inputs_and_a_wrong_majority_is_a_finding(
    release: Release, bench: Workbench
) -> None:
    pool = {"right": DOUBLE_CODE, "wrong": WRONG, "wrong too": WRONG + "\n", "broken": "fn f( {"}
    suite = synthesize(release.problem(DOUBLE), pool, bench, FEW)
    assert suite.survivors == ["right"]
    assert decisions(suite) == {("specification", 1, 1)}
    assert all(case.output == 2 * case.input.value["x"] for case in suite.cases)  # type: ignore[index,call-overload]
    out = {one.solver: one for one in suite.out}
    assert out["broken"].reason.startswith("does not compile")
    assert (out["wrong"].input, out["wrong"].expected, out["wrong"].got) == ({"x": 0}, "0", "1")
    assert {(one.value["x"], f.kind) for one, f in suite.findings} == {  # type: ignore[index,call-overload]
        (0, "majority against specification")
    }
    assert all(c.evidence.uniqueness and c.evidence.uniqueness.proved for c in suite.cases)
    for case in suite.cases:
        assert case.wrong_outputs
        assert case.output not in case.wrong_outputs


def test_without_specification_or_brute_force_the_strict_majority_decides(
    without_specification: Problem, bench: Workbench
) -> None:
    pool = {"a": DOUBLE_CODE, "b": DOUBLE_CODE + "\n", "c": WRONG}
    suite = synthesize(without_specification, pool, bench, FEW)
    assert suite.survivors == ["a", "b", "c"]
    assert decisions(suite) == {("majority", 3, 3), ("majority", 2, 3)}
    (zero,) = [case for case in suite.cases if case.input.value == {"x": 0}]
    assert zero.output == 0
    tied = synthesize(without_specification, {"a": DOUBLE_CODE, "c": WRONG}, bench, FEW)
    assert [(d.input.value, d.reason) for d in tied.dropped] == [
        ({"x": 0}, "no majority: 2 outputs with 1, 1 votes")
    ]


def test_a_brute_force_program_filters_the_pool(
    without_specification: Problem, bench: Workbench
) -> None:
    pool = {"a": DOUBLE_CODE, "c": WRONG, "d": WRONG + "\n"}
    suite = synthesize(without_specification, pool, bench, FEW, brute=DOUBLE_CODE)
    assert suite.survivors == ["a"]
    assert decisions(suite) == {("brute force", 1, 1)}
    assert [finding.kind for _, finding in suite.findings] == ["majority against brute force"]
    with pytest.raises(InputError, match="brute-force program does not compile"):
        synthesize(without_specification, pool, bench, FEW, brute="fn")


def test_a_list_function_and_a_solver_that_never_ends(release: Release, bench: Workbench) -> None:
    loops = REVERSE_CODE.replace("i = i - 1;", "while true {}")
    suite = synthesize(release.problem(REVERSE), {"a": REVERSE_CODE, "loops": loops}, bench, FEW)
    assert suite.survivors == ["a"]
    assert all(c.output == c.input.value["items"][::-1] for c in suite.cases)  # type: ignore[index,call-overload]
    assert suite.out[0].reason.startswith("fails: time_limit")
    assert {one.kind for one in suite.gathered.inputs} == {"random", "adversarial"}
    assert suite.limits.cpu_s == 1.0


def test_a_program_gets_texts_in_the_layout_of_its_examples(
    release: Release, bench: Workbench
) -> None:
    wrong = SUM_CODE.replace("a + b", "if a == 0 { 7 } else { a + b }")
    suite = synthesize(release.problem(SUM), {"right": SUM_CODE, "wrong": wrong}, bench, FEW)
    assert suite.survivors == ["right"]
    assert len(suite.cases) == 12
    for case in suite.cases:
        a, b = map(int, str(case.input.value).split())
        assert case.output == f"{a + b}\n"
        assert 0 <= min(a, b) <= max(a, b) <= 1000


def test_written_inputs_are_validated_like_all_others(release: Release, bench: Workbench) -> None:
    files = {
        "a.jsonl": '{"x": 77}\n{"x": -1}\n{"y": 3}\n[]\n',
        "b.py": "def generate(rng):\n    return {'x': rng.randint(500, 510)}\n",
    }
    problem = release.problem(DOUBLE)
    suite = synthesize(problem, {"right": DOUBLE_CODE}, bench, FEW, generators=files)
    written = [one for one in suite.gathered.inputs if one.kind == "written"]
    assert {one.style for one in written} == {"a.jsonl", "b.py"}
    assert {"x": 77} in [one.value for one in written]
    reasons = {one.reason for one in suite.gathered.rejected if one.kind == "written"}
    assert "constraint `0 <= x <= 1000`" in reasons
    assert any("no 'x'" in reason for reason in reasons)


def test_the_same_seed_gives_the_same_suite(release: Release, bench: Workbench) -> None:
    def texts(seed: str) -> list[Any]:
        options = Options(FEW.counts, seed, FEW.most_items)
        suite = synthesize(release.problem(REVERSE), {"a": REVERSE_CODE}, bench, options)
        return [(case.input, case.output, case.wrong_outputs) for case in suite.cases]

    assert texts("1") == texts("1")
    assert texts("1") != texts("2")


def test_nothing_is_left_in_the_scratch_folder(release: Release, bench: Workbench) -> None:
    before = sorted(path.name for path in Path(bench.scratch).iterdir())
    synthesize(release.problem(DOUBLE), {"right": DOUBLE_CODE}, bench, FEW)
    assert sorted(path.name for path in Path(bench.scratch).iterdir()) == before
