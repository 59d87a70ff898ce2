"""The bundled release: its layout is complete and what it says of itself is true."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

from pytest_vlite.release import Problem, load_release
from tests.problems.bundled import CHECKED_IDS, PROBLEM_DIRECTORIES, ROOT

FILES = ("description.md", "tags", "code.rs", "spec.rs", "code_spec.rs", "verified.rs")
each_directory = pytest.mark.parametrize(
    "directory", PROBLEM_DIRECTORIES, ids=lambda directory: directory.name
)


def _ids() -> list[str]:
    return sorted(directory.name for directory in PROBLEM_DIRECTORIES)


def _sum(ids: list[str]) -> str:
    return hashlib.sha256("".join(f"{id_}\n" for id_ in ids).encode()).hexdigest()


@each_directory
def test_every_artifact_is_there(directory: Path) -> None:
    wanted = [*FILES, *(["main.rs"] if directory.parent.name == "codeforces" else [])]
    tests = ["tests/testcases.jsonl", "tests/mutated_testcases.jsonl"]
    tests += ["tests/checker.py"] if directory.name in CHECKED_IDS else []
    found = {str(p.relative_to(directory)) for p in directory.rglob("*") if p.is_file()}
    assert found == {*wanted, *tests}


def test_release_json_tells_the_ids() -> None:
    document = json.loads((ROOT / "leaderboard" / "release.json").read_text())
    assert document["id"] == "bundled-1"
    assert document["problems"] == len(_ids())
    assert document["problem_ids_sha256"] == _sum(_ids())


def test_lite_is_a_sorted_part_of_the_release_without_checkers() -> None:
    text = (ROOT / "lite_problem_ids.txt").read_text()
    ids = text.splitlines()
    assert text == "".join(f"{id_}\n" for id_ in ids)
    assert ids == sorted(set(ids))
    assert set(ids) <= set(_ids()) - CHECKED_IDS


def test_the_release_reader_takes_all_of_it() -> None:
    release = load_release(ROOT)
    assert sorted(problem.id for problem in release.problems) == _ids()
    assert release.id == "bundled-1"
    assert release.problem_ids_sha256 == _sum(_ids())
    assert release.verifier is not None


def test_there_are_enough_problems_of_both_styles() -> None:
    sources = [directory.parent.name for directory in PROBLEM_DIRECTORIES]
    assert sources.count("leetcode") >= 7
    assert sources.count("codeforces") >= 7
    assert all(re.fullmatch(r"lc\d+|cf\d+[A-Z]", id_) for id_ in _ids())


def test_levels_and_bands_vary() -> None:
    levels: dict[str, set[str]] = {"leetcode": set(), "codeforces": set()}
    for problem in load_release(ROOT).problems:
        levels[problem.source].add(problem.level)
    assert levels["leetcode"] == {"Easy", "Medium", "Hard"}
    assert len(levels["codeforces"]) >= 5


def _problem(directory: Path) -> Problem:
    return load_release(ROOT).problem(directory.name)


@each_directory
def test_the_description_is_complete(directory: Path) -> None:
    description = _problem(directory).description
    assert description.title
    assert len(description.examples) >= 2
    assert description.starter_code.strip()
    if directory.parent.name == "codeforces":
        assert description.time_limit_s == 1
        assert description.memory_limit_bytes == 256 * 2**20


@each_directory
def test_no_artifact_takes_a_shortcut(directory: Path) -> None:
    """Whatever the reference proofs are worth, they do not use what the rules forbid."""
    forbidden = r"\b(assume|admit|external\w*|axiom|unsafe|exec_allows_no_decreases_clause|cfg)\b"
    for name in ("spec.rs", "code_spec.rs", "verified.rs"):
        assert not re.search(forbidden, (directory / name).read_text()), name


@each_directory
def test_every_loop_of_the_proof_has_a_measure(directory: Path) -> None:
    text = (directory / "verified.rs").read_text()
    loops = list(re.finditer(r"^ *(?:while|loop|for)\b", text, re.MULTILINE))
    assert loops
    for loop in loops:
        header = text[loop.start() :].split("\n")
        clauses = header[: next(i for i, line in enumerate(header) if line.strip() == "{")]
        assert any(line.strip().startswith("decreases") for line in clauses), clauses[0]


def _lines(text: str) -> list[str]:
    """The lines that say something, without blanks and the brace that opens a body."""
    lines = (
        re.sub(r"\s+", " ", line.strip()).removesuffix("{").strip() for line in text.split("\n")
    )
    return [line for line in lines if line.strip("{} ") and not line.startswith("use ")]


def _without_contract(lines: list[str]) -> list[str]:
    return [re.sub(r"-> \(\w+: (.*)\)$", r"-> \1", line) for line in lines]


def _is_part(part: list[str], whole: list[str]) -> bool:
    """Whether `part` can be had from `whole` by leaving out lines."""
    remaining = iter(whole)
    return all(line in remaining for line in part)


@each_directory
def test_artifacts_agree(directory: Path) -> None:
    def lines(name: str) -> list[str]:
        return _lines((directory / name).read_text())

    assert _is_part(lines("spec.rs"), lines("code_spec.rs"))
    assert _is_part(lines("code.rs"), _without_contract(lines("code_spec.rs")))
    assert _is_part(lines("code_spec.rs"), lines("verified.rs"))
    if (directory / "main.rs").exists():
        assert (directory / "code.rs").read_text() in (directory / "main.rs").read_text()
