"""Pinned subsets: where they are found, and what makes the check fail."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_vlite.cli import main
from pytest_vlite.errors import InputError
from pytest_vlite.release import Release, ids_sha256, load_release
from pytest_vlite.selection.building import Evidence, build_selection
from pytest_vlite.selection.id_list import read_ids
from pytest_vlite.selection.pinned import find_subset, scored_subsets
from pytest_vlite.selection.selection_file import read_selection, to_yaml
from tests.selection.making import make_release
from tests.snapshot import REPOSITORY, snapshot_root

SKIP = Evidence(skipped=frozenset({"time", "checker"}))


@pytest.fixture
def release(tmp_path: Path) -> Release:
    return make_release(tmp_path / "r")


def pin(release: Release, size: int = 6) -> Path:
    path = release.root / "selection.yaml"
    path.write_text(to_yaml(build_selection(release, size, 3, SKIP)))
    return path


def swap_id(path: Path) -> tuple[str, str]:
    """Change one id at the end of a selection file; gives the old and the new one."""
    ids = read_selection(path).ids
    new = next(f"lc{n}" for n in range(1, 25) if f"lc{n}" not in ids)
    head, _, tail = path.read_text().rpartition("\nids:\n")
    path.write_text(f"{head}\nids:\n{tail.replace(f'- {ids[0]}' + chr(10), f'- {new}' + chr(10))}")
    return ids[0], new


def test_full_is_every_problem(release: Release) -> None:
    subset = find_subset("full", release)
    subset.verify(release)
    assert (subset.name, len(subset.ids)) == ("full", 24)
    assert subset.sha256 == release.problem_ids_sha256


def test_full_is_held_against_the_sum_that_the_release_states(release: Release) -> None:
    stated = release.root / "leaderboard" / "release.json"
    stated.parent.mkdir()
    stated.write_text(json.dumps({"id": "x", "problem_ids_sha256": release.problem_ids_sha256}))
    find_subset("full", load_release(release.root)).verify(release)
    stated.write_text(json.dumps({"id": "x", "problem_ids_sha256": "00" * 32}))
    with pytest.raises(InputError, match=f"{release.problem_ids_sha256}.*pins {'00' * 32}"):
        find_subset("full", load_release(release.root)).verify(release)


def test_lite_beside_the_release_is_found_and_holds(release: Release) -> None:
    path = pin(release)
    subset = find_subset("lite", release)
    subset.verify(release)
    assert subset.ids == read_selection(path).ids
    assert subset.sha256 == ids_sha256(subset.ids)
    assert str(path) in subset.source


def test_without_any_list_there_is_no_lite(release: Release) -> None:
    with pytest.raises(InputError, match="no pinned list"):
        find_subset("lite", release)


def test_one_changed_id_fails_with_both_sums_and_the_ids(release: Release) -> None:
    path = pin(release)
    pinned = read_selection(path).ids_sha256
    old, new = swap_id(path)
    subset = find_subset("lite", release)
    with pytest.raises(InputError) as caught:
        subset.verify(release)
    message = str(caught.value)
    assert ids_sha256(subset.ids) in message
    assert f"pins {pinned}" in message
    assert f"not of the pin: {new}" in message
    assert f"of the pin and not there: {old}" in message
    assert "Nothing is judged" in message


def test_a_list_changed_together_with_its_sum_and_draws_fails(release: Release) -> None:
    path = pin(release)
    before = read_selection(path)
    old, new = swap_id(path)
    ids = [new if problem == old else problem for problem in before.ids]
    text = path.read_text().replace(before.ids_sha256, ids_sha256(ids))
    path.write_text(text.replace(f"      - {old}\n", f"      - {new}\n"))
    with pytest.raises(InputError, match=f"seed 3 gives ids.*not of the seed's draw: {new}"):
        find_subset("lite", release).verify(release)


def test_a_full_run_also_scores_lite(release: Release) -> None:
    full = find_subset("full", release)
    assert [subset.name for subset in scored_subsets(full, release)] == ["full"]
    path = pin(release)
    lite = find_subset("lite", release)
    assert scored_subsets(full, release) == (full, lite)
    assert scored_subsets(lite, release) == (lite,)
    swap_id(path)
    with pytest.raises(InputError, match="not the pinned one"):
        scored_subsets(full, release)


def test_a_list_that_differs_from_the_selection_file_fails(release: Release) -> None:
    ids = read_selection(pin(release)).ids
    listed = release.root / "lite_problem_ids.txt"
    listed.write_text("\n".join(reversed(ids)) + "\n")
    find_subset("lite", release).verify(release)
    listed.write_text("\n".join(ids[1:]) + "\n")
    with pytest.raises(InputError, match=f"of the pin and not there: {ids[0]}"):
        find_subset("lite", release).verify(release)


def test_a_plain_list_beside_the_release_is_lite(release: Release) -> None:
    (release.root / "lite_problem_ids.txt").write_text("# three\nlc3\r\n\nlc1\nlc20\n")
    subset = find_subset("lite", release)
    subset.verify(release)
    assert subset.ids == ("lc1", "lc20", "lc3")


def test_a_list_beside_separate_test_cases_is_lite(tmp_path: Path) -> None:
    make_release(tmp_path / "r")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "lite_problem_ids.txt").write_text("lc4\n")
    release = load_release(tmp_path / "r", tests_root=tmp_path / "tests")
    assert find_subset("lite", release).ids == ("lc4",)


def test_a_problem_that_the_release_lacks_fails(release: Release, tmp_path: Path) -> None:
    listed = tmp_path / "mine.txt"
    listed.write_text("lc1\nlc500\n")
    subset = find_subset(str(listed), release)
    assert subset.name == "mine"
    with pytest.raises(InputError, match=r"lacks 1 of 2 problems: lc500.*Nothing is judged"):
        subset.verify(release)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"lc1\nlc1\n", "there already in line 1"),
        (b"lc1 lc2\n", "one id a line"),
        (b"\xff\n", "not UTF-8"),
    ],
)
def test_broken_lists_are_named(tmp_path: Path, text: bytes, message: str) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(text)
    with pytest.raises(InputError, match=message):
        read_ids(path)


def test_an_empty_list_is_no_subset(release: Release, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("# nothing\n")
    with pytest.raises(InputError, match="has no ids"):
        find_subset(str(path), release).verify(release)


def test_a_selection_of_another_release_is_refused(release: Release, tmp_path: Path) -> None:
    path = pin(make_release(tmp_path / "other", {"Easy": 9}), 3)
    with pytest.raises(InputError, match="made from another release"):
        find_subset(str(path), release)


def test_an_unknown_name_is_refused(release: Release) -> None:
    with pytest.raises(InputError, match="neither lite, full nor a file"):
        find_subset("little", release)


def test_the_snapshot_has_a_packaged_lite_that_select_gives(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    release = load_release(snapshot_root())
    subset = find_subset("lite", release)
    subset.verify(release)
    assert len(subset.ids) == 300
    output = tmp_path / "selection.yaml"
    arguments = ["select", str(release.root), "--seed", "20261001", "-o", str(output)]
    assert main([*arguments, "--skip-filter", "time", "--skip-filter", "checker"]) == 0
    packaged = REPOSITORY / "pytest_vlite" / "data" / "selections"
    assert output.read_bytes() == (packaged / "vericontest-2026-07-snapshot.yaml").read_bytes()


def test_a_packaged_list_is_not_that_of_a_later_release_with_the_same_ids(tmp_path: Path) -> None:
    # The same problems with other proofs, or with an id of its own, are another release.
    root = tmp_path / "later"
    root.mkdir()
    (root / "benchmark").symlink_to(snapshot_root() / "benchmark")
    find_subset("lite", load_release(root)).verify(load_release(root))
    (root / "leaderboard").mkdir()
    (root / "leaderboard" / "release.json").write_text('{"id": "2026-10.1"}')
    with pytest.raises(InputError, match="no pinned list"):
        find_subset("lite", load_release(root))


def test_the_bundled_release_has_its_lite() -> None:
    release = load_release(REPOSITORY / "problems")
    subset = find_subset("lite", release)
    subset.verify(release)
    assert 0 < len(subset.ids) < len(release.problems)


def test_the_bundled_list_is_that_of_its_selection_file() -> None:
    root = REPOSITORY / "problems"
    assert read_ids(root / "lite_problem_ids.txt") == read_selection(root / "selection.yaml").ids
