"""The filters against the hand labels of the snapshot, and against what they are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_vlite.errors import InputError
from pytest_vlite.release import load_release
from pytest_vlite.selection.filters import (
    Override,
    checker_filter,
    image_or_link,
    other_problem,
    read_overrides,
    removed_by,
    time_filter,
)
from pytest_vlite.selection.measurements import check_complete, check_release, read_measurements
from pytest_vlite.selection.yaml_text import read_yaml
from tests.selection.making import add_problem, make_release, measure_file
from tests.snapshot import snapshot_root

LABELS = Path(__file__).parent / "labels.yaml"
WORDS = {"image", "link", "other_problem"}


def test_the_label_file_is_large_enough_and_well_formed() -> None:
    labels = read_yaml(LABELS)
    assert len({entry["id"] for entry in labels}) == len(labels) >= 120
    assert all(set(entry["labels"]) <= WORDS and entry["reason"] for entry in labels)
    assert sum("other_problem" in entry["labels"] for entry in labels) >= 4


def test_the_rules_agree_with_every_hand_label() -> None:
    release = load_release(snapshot_root())
    wrong = []
    for entry in read_yaml(LABELS):
        problem = release.problem(entry["id"])
        pictured = bool({"image", "link"} & set(entry["labels"]))
        if pictured != (image_or_link(problem) is not None):
            wrong.append((entry["id"], "image_or_link"))
        if ("other_problem" in entry["labels"]) != (other_problem(problem) is not None):
            wrong.append((entry["id"], "other_problem"))
    assert wrong == []


def test_what_the_rules_find_in_the_snapshot_is_labelled() -> None:
    release = load_release(snapshot_root())
    labelled = {entry["id"]: set(entry["labels"]) for entry in read_yaml(LABELS)}
    found = {p.id for p in release.problems if image_or_link(p) or other_problem(p)}
    assert found == {problem for problem, labels in labelled.items() if labels}
    assert len(found) == 19


def test_starter_code_is_not_part_of_the_description(tmp_path: Path) -> None:
    folder = add_problem(tmp_path, "lc1")
    text = (folder / "description.md").read_text()
    (folder / "description.md").write_text(text + "\nsee https://example.org\n")
    assert image_or_link(load_release(tmp_path).problem("lc1")) is None


def test_checkers_are_those_of_the_release_and_those_listed(tmp_path: Path) -> None:
    (add_problem(tmp_path, "lc1") / "tests" / "checker.py").write_text("")
    add_problem(tmp_path, "lc2")
    add_problem(tmp_path, "lc3")
    release = load_release(tmp_path)
    removed = removed_by("checker", checker_filter(frozenset({"lc3"})), release.problems)
    assert set(removed) == {"lc1", "lc3"}


def test_the_time_filter_takes_more_than_half_of_the_limit(tmp_path: Path) -> None:
    release = make_release(tmp_path / "release")
    times = {"lc1": 0.5, "lc2": 0.5001, "lc3": 9.0}
    measurements = read_measurements(measure_file(tmp_path / "m.jsonl", release, times))
    assert set(removed_by("time", time_filter(measurements), release.problems)) == {"lc2", "lc3"}


def test_overrides_have_the_last_word() -> None:
    release = load_release(snapshot_root())
    overrides = (
        Override("lc118", "image_or_link", False, "the picture adds nothing"),
        Override("lc1", "image_or_link", True, "not there"),
        Override("lc1004", "image_or_link", True, "a person says so"),
        Override("lc119", "other_problem", True, "of another filter"),
    )
    removed = removed_by("image_or_link", image_or_link, release.problems, overrides)
    assert "lc118" not in removed
    assert removed["lc1004"] == "override: a person says so"
    assert removed["lc119"] == "Markdown image in line 6"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("overrides: []", "version: 1"),
        ("version: 1\noverrides: {}", "must be a list"),
        ("version: 1\noverrides: [1]", "override 1"),
        (
            "version: 1\noverrides: [{problem: a, filter: nope, decision: keep, reason: r}]",
            "'filter' must be one of",
        ),
        (
            "version: 1\noverrides: [{problem: a, filter: time, decision: maybe, reason: r}]",
            "'decision'",
        ),
        ("version: 1\noverrides: [{problem: a, filter: time, decision: keep}]", "exactly"),
        ("version: [", "no YAML"),
    ],
)
def test_broken_override_files_are_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "overrides.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_overrides(path)


def test_a_measure_file_of_another_release_is_refused(tmp_path: Path) -> None:
    release = make_release(tmp_path / "one")
    other = make_release(tmp_path / "two", {"Easy": 2})
    measurements = read_measurements(measure_file(tmp_path / "m.jsonl", other))
    with pytest.raises(InputError, match="another release"):
        check_release(measurements, release)


def test_a_measure_file_of_other_solutions_is_refused(tmp_path: Path) -> None:
    path = measure_file(tmp_path / "m.jsonl", make_release(tmp_path / "one", {"Easy": 2}))
    (tmp_path / "one" / "leetcode" / "lc2" / "code.rs").write_text("fn other() {}\n")
    with pytest.raises(InputError, match="reference solutions of lc2"):
        check_release(read_measurements(path), load_release(tmp_path / "one"))


def test_missing_and_failed_measurements_are_named(tmp_path: Path) -> None:
    release = make_release(tmp_path / "one", {"Easy": 3})
    path = measure_file(tmp_path / "m.jsonl", release)
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[:3]) + "\n")
    with pytest.raises(InputError, match="not measured: lc3"):
        check_complete(read_measurements(path), release)
    check_complete(read_measurements(path), release, frozenset({"lc3"}))
    failed = lines[3].replace('"failed": null', '"failed": "does not compile"')
    path.write_text("\n".join([*lines[:3], failed]) + "\n")
    with pytest.raises(InputError, match="failed for lc3; first: does not compile"):
        check_complete(read_measurements(path), release)


def test_a_torn_last_line_of_a_measure_file_is_left_out(tmp_path: Path) -> None:
    release = make_release(tmp_path / "one", {"Easy": 3})
    path = measure_file(tmp_path / "m.jsonl", release)
    path.write_bytes(path.read_bytes()[:-9])
    assert set(read_measurements(path).by_id) == {"lc1", "lc2"}


@pytest.mark.parametrize(
    "text",
    ["", "{}\n", "[]\n", "no json\n", '{"format": "vlite-measure-1"}\n', "\xff\n", "[" * 100_000],
)
def test_what_is_no_measure_file_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "m.jsonl"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(InputError, match=r"m\.jsonl"):
        read_measurements(path)
