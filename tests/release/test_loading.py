"""Layouts of a release, what is skipped, and where tests and checkers are looked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_vlite.errors import InputError
from pytest_vlite.release import Release, VerifierPin, ids_sha256, load_release, natural_key
from tests.release.making import write_problem


def ids(release: Release) -> list[str]:
    return [problem.id for problem in release.problems]


@pytest.mark.parametrize("prefix", ["benchmark", "."])
def test_both_layouts(tmp_path: Path, prefix: str) -> None:
    for name in ("leetcode/lc10", "leetcode/lc2", "extended/cf3A", "own/p1"):
        write_problem(tmp_path / prefix / name)
    release = load_release(tmp_path)
    assert [(p.source, p.id) for p in release.problems] == [
        ("codeforces", "cf3A"),
        ("leetcode", "lc2"),
        ("leetcode", "lc10"),
        ("own", "p1"),
    ]
    assert [p.stratum for p in release.problems[1:]] == ["leetcode/Easy"] * 2 + ["own/Easy"]
    assert release.notes == ()
    assert release.problem_ids_sha256 == ids_sha256(["lc2", "lc10", "cf3A", "p1"])
    assert release.id == tmp_path.name


def test_folders_that_are_no_problems_get_a_note(tmp_path: Path) -> None:
    write_problem(tmp_path / "leetcode/lc1")
    (tmp_path / "leetcode/README.md").write_text("x")
    (tmp_path / "leetcode/.hidden").mkdir()
    (tmp_path / ".git").mkdir()
    (tmp_path / "leaderboard").mkdir()
    (write_problem(tmp_path / "leetcode/lc2") / "spec.rs").unlink()
    (write_problem(tmp_path / "leetcode/lc3") / "tags").rename(
        tmp_path / "leetcode/lc3" / "notes.txt"
    )
    (write_problem(tmp_path / "leetcode/lc4") / "code.rs").unlink()
    (tmp_path / "leetcode/lc4/code.rs").mkdir()
    (tmp_path / "leetcode/loop").symlink_to(tmp_path / "leetcode/loop")
    release = load_release(tmp_path)
    assert ids(release) == ["lc1"]
    messages = {note.path.name: note.message for note in release.notes}
    assert messages == {
        ".git": "skipped: a dot folder",
        ".hidden": "skipped: not a problem id",
        "README.md": "skipped: not a problem folder",
        "lc2": "skipped: no spec.rs",
        "lc3": "skipped: no tags",
        "lc4": "skipped: no code.rs",
        "loop": "skipped: not a problem folder",
    }


def test_links_within_or_out_of_a_release_are_followed(tmp_path: Path) -> None:
    elsewhere = write_problem(tmp_path / "elsewhere/lc1")
    (tmp_path / "release/leetcode").mkdir(parents=True)
    (tmp_path / "release/leetcode/lc1").symlink_to(elsewhere)
    assert load_release(tmp_path / "release").problem("lc1").title == "Add"


def test_the_copy_in_extended_wins(tmp_path: Path) -> None:
    write_problem(tmp_path / "codeforces/cf1A")
    write_problem(tmp_path / "extended/cf1A")
    release = load_release(tmp_path)
    assert release.problem("cf1A").directory.parent.name == "extended"
    assert "twice" in release.notes[0].message


def test_a_root_that_is_no_release(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        load_release(tmp_path / "none")
    with pytest.raises(InputError, match="no problem found"):
        load_release(tmp_path)
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match="not a directory"):
        load_release(tmp_path / "file")
    write_problem(tmp_path / "leetcode/lc1")
    with pytest.raises(InputError, match="does not exist"):
        load_release(tmp_path, tests_root=tmp_path / "none")


def test_an_unknown_problem_names_near_ones(tmp_path: Path) -> None:
    write_problem(tmp_path / "leetcode/lc121")
    release = load_release(tmp_path)
    with pytest.raises(InputError, match=r"no problem 'lc12' in release .*near: lc121"):
        release.problem("lc12")
    assert "lc121" in release
    assert "lc12" not in release


def test_a_problem_without_readable_tags_stays(tmp_path: Path) -> None:
    write_problem(tmp_path / "leetcode/lc1", tags="\n \n")
    release = load_release(tmp_path)
    assert release.problem("lc1").level == "unknown"
    assert "no level" in release.notes[0].message


def test_where_tests_and_checkers_are_found(tmp_path: Path) -> None:
    write_problem(tmp_path / "release/extended/lc1")
    other = tmp_path / "tests_root"
    own = tmp_path / "release/extended/lc1/tests"
    other.mkdir()
    assert load_release(tmp_path / "release").problem("lc1").checker is None
    problem = load_release(tmp_path / "release", tests_root=other).problem("lc1")
    assert problem.tests_directory == other / "extended/lc1/tests"
    own.mkdir()
    (own / "checker.py").write_text("")
    assert problem.tests_directory == own
    assert problem.checker == own / "checker.py"
    by_source = other / "leetcode/lc1/tests"
    by_source.mkdir(parents=True)
    assert problem.tests_directory == by_source
    (by_source / "checker.py").write_text("")
    assert problem.checker == by_source / "checker.py"
    (tmp_path / "both/benchmark").mkdir(parents=True)
    (other / "leetcode").rename(tmp_path / "both/benchmark/leetcode")
    nested = load_release(tmp_path / "release", tests_root=tmp_path / "both").problem("lc1")
    assert nested.tests_directory == tmp_path / "both/benchmark/leetcode/lc1/tests"


def test_broken_artifacts_are_input_errors(tmp_path: Path) -> None:
    directory = write_problem(tmp_path / "leetcode/lc1")
    problem = load_release(tmp_path).problem("lc1")
    (directory / "description.md").write_bytes(b"# \xff")
    with pytest.raises(InputError, match=r"description\.md: not UTF-8 at byte 2"):
        _ = problem.description
    (directory / "spec.rs").unlink()
    with pytest.raises(InputError, match=r"spec\.rs: cannot be read"):
        problem.artifact("spec.rs")
    (directory / "description.md").write_text("# Add")
    (directory / "spec.rs").write_text("no function at all")
    with pytest.raises(InputError, match=r"lc1: neither the starter code nor spec\.rs"):
        _ = problem.target


def write_release_file(root: Path, document: object) -> None:
    write_problem(root / "leetcode/lc1")
    (root / "leaderboard").mkdir(exist_ok=True)
    text = document if isinstance(document, str) else json.dumps(document)
    (root / "leaderboard/release.json").write_text(text)


@pytest.mark.parametrize(
    "document",
    [
        {"verus": {"version": "1.2", "flags": ["--a", "--b 1"]}},
        {"verifier": {"name": "Verus", "version": "1.2", "flags": ["--a", "--b 1"]}},
        {"verus_version": "1.2", "verus_flags": "--a '--b 1'"},
        {"verus": "1.2", "verus_flags": ["--a", "--b 1"]},
    ],
)
def test_the_pinned_verifier(tmp_path: Path, document: dict[str, object]) -> None:
    write_release_file(tmp_path, {"id": "2026-10.1", **document})
    release = load_release(tmp_path)
    assert release.id == "2026-10.1"
    assert release.verifier == VerifierPin("1.2", ("--a", "--b 1"), "verus")
    assert release.notes == ()


def test_a_release_file_that_says_little(tmp_path: Path) -> None:
    write_release_file(tmp_path, {})
    assert load_release(tmp_path).verifier is None


@pytest.mark.parametrize("holder", ["top", "problems"])
def test_another_list_of_problems_than_stated_is_noted(tmp_path: Path, holder: str) -> None:
    stated = {"problem_ids_sha256": "00"}
    write_release_file(tmp_path, stated if holder == "top" else {"problems": stated})
    (note,) = load_release(tmp_path).notes
    assert "sha256 00" in note.message
    assert ids_sha256(["lc1"]) in note.message


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("{", "not JSON"),
        ("[]", "not a JSON object"),
        ({"id": 5}, "'id' must be a string"),
        ({"verus": 5}, "'verifier' must be"),
        ({"verus": {"version": "1", "flags": [1]}}, "'flags' must be"),
        ({"verus": {"version": "1", "flags": "'"}}, "'flags'"),
    ],
)
def test_a_broken_release_file(tmp_path: Path, document: object, message: str) -> None:
    write_release_file(tmp_path, document)
    with pytest.raises(InputError, match=message) as caught:
        load_release(tmp_path)
    assert "release.json" in str(caught.value)


def test_natural_order() -> None:
    names = ["lc10", "lc2", "cf1B", "cf1A", "cf10A", "cf2A", "x", "10", "9"]
    assert sorted(names, key=natural_key) == [
        "9", "10", "cf1A", "cf1B", "cf2A", "cf10A", "lc2", "lc10", "x",
    ]  # fmt: skip
