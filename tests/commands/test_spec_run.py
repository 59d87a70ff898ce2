"""`vlite spec-run`: what each clause says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_vlite.cli import main
from tests import tiny


@pytest.fixture
def release(tmp_path: Path) -> Path:
    return tiny.make_release(tmp_path / "release")


def spec(release: Path, problem_id: str) -> Path:
    return next(release.rglob(f"{problem_id}/spec.rs"))


def run(release: Path, file: Path, problem_id: str, *more: str) -> int:
    arguments = ["spec-run", str(file), "--problem", problem_id, "--release", str(release)]
    return main([*arguments, *more])


def test_a_right_specification_accepts_the_cases(
    release: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(release, spec(release, tiny.DOUBLE), tiny.DOUBLE, "--cases", "1") == 0
    out = capsys.readouterr().out
    assert out.startswith("ACCEPTS  lc1\n")
    assert "ensures res == 2 * x" in out


def test_one_case_shows_the_clause_that_says_no(
    release: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("--input", '{"x": 4}', "--output", "9", "--json")
    assert run(release, spec(release, tiny.DOUBLE), tiny.DOUBLE, *given) == 1
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert data["accepts"] is False
    (call,) = data["cases"][0]["calls"]
    assert [clause["says"] for clause in call["clauses"]] == ["true", "false"]
    assert call["clauses"][1]["kind"] == "ensures"


def test_a_text_of_a_program_is_asked_about_by_its_calls(
    release: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("--input", '"2 3"', "--output", '"6"', "--json")
    assert run(release, spec(release, tiny.SUM), tiny.SUM, *given) == 1
    (call,) = json.loads(capsys.readouterr().out)["cases"][0]["calls"]
    assert call["input"] == {"a": 2, "b": 3}
    assert call["output"] == 6


def test_what_cannot_be_executed_is_undecided(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "s.rs"
    text = spec(release, tiny.DOUBLE).read_text()
    file.write_text(text.replace("res == 2 * x", "exists|s: Seq<int>| s.len() == res"))
    assert run(release, file, tiny.DOUBLE, "--cases", "1") == 1
    out = capsys.readouterr().out
    assert out.startswith("UNDECIDED  lc1\n")
    assert "exists over Seq<int>" in out


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--input", "{"), "--output is missing"),
        (("--input", "{", "--output", "1"), "--input: no JSON"),
        (("--input", "7", "--output", "1"), "--input: neither"),
        (("--input", '{"y": 1}', "--output", "1"), "--input: the input has no 'x'"),
        (("--input", '"1"', "--output", "1"), "--output: a program's output is a text"),
    ],
)
def test_a_case_that_cannot_be_used_is_refused(
    release: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...], said: str
) -> None:
    assert run(release, spec(release, tiny.DOUBLE), tiny.DOUBLE, *more) == 2
    assert said in capsys.readouterr().err


def test_a_file_that_is_no_program_is_refused_with_its_line(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "s.rs"
    file.write_text("verus! {\n fn double( }\n")
    assert run(release, file, tiny.DOUBLE) == 2
    assert f"{file}:2" in capsys.readouterr().err
