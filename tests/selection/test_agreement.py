"""Rank agreement by its definitions, systems from verdicts, simulated systems."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.cli import main
from pytest_vlite.errors import InputError
from pytest_vlite.leaderboard.attempts import write_attempts
from pytest_vlite.selection.agreement import other_subsets, problem_numbers
from pytest_vlite.selection.building import Evidence, build_selection
from pytest_vlite.selection.random_draw import RandomDraw
from pytest_vlite.selection.rank_agreement import agreement, scores, significant_pairs
from pytest_vlite.selection.selection_file import Selection, to_yaml
from pytest_vlite.selection.simulation import simulate_panel
from pytest_vlite.selection.systems import read_panels
from pytest_vlite.vocabulary import Stage, Status, Verdict
from tests.selection.making import make_release

SKIP = Evidence(skipped=frozenset({"time", "checker"}))


@pytest.fixture
def selection(tmp_path: Path) -> Selection:
    return build_selection(make_release(tmp_path / "r"), 8, 3, SKIP)


def verdicts(
    system: str, passed: set[str], problems: list[str], status: Status = Status.WRONG_ANSWER
) -> list[Verdict]:
    return [
        Verdict(
            submission=system,
            problem_id=problem,
            source="leetcode",
            level="Easy",
            stratum="leetcode/Easy",
            setting="ProofGen",
            sample=0,
            status=Status.PASSED if problem in passed else status,
            stage=Stage.DONE,
            detail="",
        )
        for problem in problems
    ]


def kendall(one: list[int], two: list[int]) -> float | None:
    pairs = [(a, b) for a in range(len(one)) for b in range(a)]
    signs = [
        ((one[a] > one[b]) - (one[a] < one[b]), (two[a] > two[b]) - (two[a] < two[b]))
        for a, b in pairs
    ]
    untied = [sum(s != 0 for s, _ in signs), sum(t != 0 for _, t in signs)]
    if not all(untied):
        return None
    return sum(s * t for s, t in signs) / (untied[0] * untied[1]) ** 0.5


def spearman(one: list[int], two: list[int]) -> float | None:
    def ranks(values: list[int]) -> list[float]:
        ordered = sorted(values)
        return [ordered.index(v) + (ordered.count(v) - 1) / 2 for v in values]

    if len(set(one)) == 1 or len(set(two)) == 1:
        return None
    return float(np.corrcoef(ranks(one), ranks(two))[0, 1])


SCORES = st.integers(0, 5)


@given(
    st.integers(2, 7).flatmap(lambda n: st.tuples(*[st.lists(SCORES, min_size=n, max_size=n)] * 3))
)
def test_rank_correlations_are_those_of_the_definitions(
    rows: tuple[list[int], list[int], list[int]],
) -> None:
    full, *subsets = rows
    pairs = np.zeros((len(full), len(full)), dtype=bool)
    found = agreement(np.array(full) / 5, np.array(subsets) / 5, pairs)
    for index, subset in enumerate(subsets):
        for name, expected in (
            ("tau_b", kendall(full, subset)),
            ("spearman", spearman(full, subset)),
        ):
            value = found.value(name, index)
            assert (value is None) == (expected is None)
            assert expected is None or value == pytest.approx(expected)
        errors = [abs(a - b) / 5 for a, b in zip(full, subset, strict=True)]
        assert found.value("largest_error", index) == pytest.approx(max(errors))
        assert found.value("mean_error", index) == pytest.approx(sum(errors) / len(errors))


def test_swapped_pairs_and_their_significance() -> None:
    outcomes = np.zeros((3, 40))
    outcomes[0, :30] = 1  # clearly ahead of 1
    outcomes[1, :10] = 1
    outcomes[2, 30:39] = 1  # one behind 1
    significant = significant_pairs(outcomes)
    assert significant[0, 1]
    assert not significant[1, 2]
    subset = [list(range(30, 40))]
    found = agreement(outcomes.mean(axis=1), scores(outcomes, subset), significant)
    assert found.value("swapped") == 2
    assert found.value("swapped_significant") == 1


def test_the_full_set_agrees_with_itself() -> None:
    outcomes = np.array([[1, 1, 0, 1], [1, 0, 0, 0], [0, 0, 0, 0.5]])
    found = agreement(
        outcomes.mean(axis=1), scores(outcomes, [[0, 1, 2, 3]]), significant_pairs(outcomes)
    )
    assert found.value("tau_b") == pytest.approx(1)
    assert found.value("largest_error") == pytest.approx(0)
    assert found.value("swapped") == 0


def test_other_subsets_have_the_size_and_only_remaining_problems(selection: Selection) -> None:
    found = other_subsets(selection, 5, 1)
    numbers = problem_numbers(selection)
    assert {len(set(subset)) for kind in found.values() for subset in kind} == {8}
    assert set(numbers.values()) == set(range(24))
    stratified = found["stratified random"][0]
    easy = {numbers[p.id] for p in selection.groups[0].ranked.problems}
    assert len(easy & set(stratified)) == selection.groups[0].places
    assert found == other_subsets(selection, 5, 1)


def test_a_simulated_panel_is_fixed_by_its_seed_and_orders_the_able(selection: Selection) -> None:
    groups = selection.ranked_groups
    panel = simulate_panel(groups, 6, RandomDraw(5))
    assert (panel == simulate_panel(groups, 6, RandomDraw(5))).all()
    assert panel[0].mean() < panel[5].mean()
    assert set(np.unique(panel)) <= {0.0, 1.0}


def test_verdicts_of_two_systems_become_a_report(
    tmp_path: Path, selection: Selection, capsys: pytest.CaptureFixture[str]
) -> None:
    problems = [f"lc{n}" for n in range(1, 25)]
    chosen = set(selection.ids)
    (tmp_path / "b").mkdir()
    write_attempts(verdicts("a", set(problems) - chosen, problems), tmp_path / "a.jsonl")
    write_attempts(verdicts("b", chosen, problems, Status.ERROR), tmp_path / "b" / "attempts.jsonl")
    path = tmp_path / "selection.yaml"
    path.write_text(to_yaml(selection))
    arguments = ["agreement", "--subset", str(path), "--draws", "20", "--full"]
    plot = tmp_path / "plot.svg"
    assert main([*arguments, str(tmp_path / "a.jsonl"), str(tmp_path / "b"), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["reports"][0]["selection"]["tau_b"] == pytest.approx(-1)
    (pair,) = record["reports"][0]["swapped_pairs"]
    assert pair["full_difference"] == pytest.approx(8 / 24)
    assert pair["subset_difference"] == pytest.approx(-1)
    assert "16 attempts were not judged" in record["notes"][0]
    files = [str(tmp_path / "a.jsonl"), str(tmp_path / "b")]
    assert main([*arguments, *files, "--plot", str(plot), "--markdown"]) == 0
    assert "swapped: a and b: +33.33 points" in capsys.readouterr().out
    assert ElementTree.parse(plot).getroot().tag.endswith("svg")


def test_systems_that_cannot_be_scored_are_named(tmp_path: Path) -> None:
    problems = ["lc1", "lc2", "lc3"]
    path = tmp_path / "a.jsonl"
    write_attempts(verdicts("a", set(), problems) + verdicts("b", set(), problems[:2]), path)
    with pytest.raises(InputError, match=r"'b' has no verdict in ProofGen on 1 of 3 .*lc3"):
        read_panels([path], problems, [])
    with pytest.raises(InputError, match="no problem of the full set"):
        read_panels([path], ["lc1"], [])
    with pytest.raises(InputError, match="two systems or more"):
        read_panels([path], problems, ["End2End"])
    write_attempts(verdicts("a", set(), problems[:1]) * 2, path)
    with pytest.raises(InputError, match="is there twice"):
        read_panels([path], problems, [])
    path.write_text("{}\n")
    with pytest.raises(InputError, match=r"a\.jsonl"):
        read_panels([path], problems, [])


@pytest.mark.parametrize(
    "options",
    [
        ["--simulate", "1"],
        ["--simulate", "3", "--draws", "0"],
        ["--simulate", "3", "--panels", "0"],
        ["--simulate", "3", "--seed", "-1"],
    ],
)
def test_wild_numbers_are_refused(
    tmp_path: Path, selection: Selection, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "selection.yaml"
    path.write_text(to_yaml(selection))
    assert main(["agreement", "--subset", str(path), *options]) == 2
    assert "must lie between" in capsys.readouterr().err
