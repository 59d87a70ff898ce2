"""`vlite replay` and `vlite cache`: what was judged is judged again, and differences are named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_vlite.cli import main
from tests import tiny
from tests.run.conftest import Bed

RIGHT = {f"CodeGen-NL/{tiny.DOUBLE}.rs": tiny.DOUBLE_CODE}


@pytest.fixture
def judged(bed: Bed) -> Bed:
    """A finished run with a cache: one right answer, the rest missing or malformed."""
    answers = RIGHT | {f"ProofGen/{tiny.REVERSE}.rs": "fn main() { ((( }\n"}
    bed.submission = tiny.make_submission(bed.pytester.path / "right", answers)
    bed.run(f"--vlite-cache={cache_of(bed)}")
    return bed


def cache_of(bed: Bed) -> Path:
    return bed.pytester.path / "cache"


def said(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    return dict(json.loads(capsys.readouterr().out))


def test_an_unchanged_run_is_replayed_the_same(
    judged: Bed, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(judged.results), "--json"]) == 0
    assert said(capsys) == {"judged_again": 2, "from_something_else": 0, "differences": []}


def test_a_sample_is_as_large_as_asked_and_follows_its_seed(
    judged: Bed, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(judged.results), "--sample", "1", "--seed", "3", "--json"]) == 0
    assert said(capsys)["judged_again"] == 1


def test_a_changed_answer_is_a_difference_with_its_reason(
    judged: Bed, capsys: pytest.CaptureFixture[str]
) -> None:
    file = judged.submission / "CodeGen-NL" / f"{tiny.DOUBLE}.rs"
    file.write_text(tiny.DOUBLE_CODE.replace("x + x", "x + 1"))
    assert main(["replay", str(judged.results), "--json"]) == 1
    data = said(capsys)
    (difference,) = data["differences"]
    assert difference["recorded"]["status"] == "passed"
    assert difference["now"]["status"] == "wrong_answer"
    assert difference["same_basis"] is False
    assert data["from_something_else"] == 1


def test_a_forged_record_is_found(judged: Bed, capsys: pytest.CaptureFixture[str]) -> None:
    file = judged.results / "attempts.jsonl"
    text = file.read_text()
    assert '"status":"malformed"' in text
    file.write_text(text.replace('"status":"malformed"', '"status":"passed"'))
    assert main(["replay", str(judged.results)]) == 1
    out = capsys.readouterr().out
    assert "2 judged again, 1 differ" in out
    assert "recorded: passed" in out


def test_a_moved_submission_is_named(judged: Bed, capsys: pytest.CaptureFixture[str]) -> None:
    moved = judged.submission.rename(judged.submission.with_name("moved"))
    assert main(["replay", str(judged.results)]) == 2
    assert str(judged.submission) in capsys.readouterr().err
    assert main(["replay", str(judged.results), "--submission", str(moved)]) == 0


@pytest.mark.parametrize("name", ["run.json", "attempts.jsonl"])
def test_a_folder_that_is_no_run_is_refused(
    judged: Bed, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (judged.results / name).unlink()
    assert main(["replay", str(judged.results)]) == 2
    assert name in capsys.readouterr().err


def test_the_cache_tells_what_it_holds(judged: Bed, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache", "info", str(cache_of(judged)), "--json"]) == 0
    data = said(capsys)
    assert data["entries"] == 2
    assert data["by_status"] == {"malformed": 1, "passed": 1}
    assert data["broken"] == []


def test_the_cache_is_verified_by_judging_again(
    judged: Bed, capsys: pytest.CaptureFixture[str]
) -> None:
    release = ["--release", str(judged.release)]
    assert main(["cache", "verify", str(cache_of(judged)), *release, "--json"]) == 0
    data = said(capsys)
    assert (data["judged_again"], data["of_something_else"]) == (2, 0)
    other = ["--time-limit", "5"]
    assert main(["cache", "verify", str(cache_of(judged)), *release, *other, "--json"]) == 0
    data = said(capsys)
    assert (data["judged_again"], data["of_something_else"]) == (0, 2)


def entries(bed: Bed) -> list[Path]:
    return sorted((cache_of(bed) / "verdicts").glob("??/*"))


def test_broken_entries_are_told_and_removed(
    judged: Bed, capsys: pytest.CaptureFixture[str]
) -> None:
    broken, _ = entries(judged)
    broken.write_bytes(broken.read_bytes()[:-7])
    assert main(["cache", "info", str(cache_of(judged)), "--json"]) == 0
    assert said(capsys)["broken"][0]["file"] == str(broken)
    assert main(["cache", "prune", str(cache_of(judged)), "--json"]) == 0
    assert said(capsys) == {"removed": {"broken": 1}, "kept": 1}
    assert not broken.exists()


def test_what_was_not_used_for_long_and_what_is_too_much_is_removed(
    judged: Bed, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(cache_of(judged))
    assert main(["cache", "prune", folder, "--unused-days", "1", "--json"]) == 0
    assert said(capsys) == {"removed": {}, "kept": 2}
    assert main(["cache", "prune", folder, "--max-mib", "0", "--json"]) == 0
    assert said(capsys) == {"removed": {"too much": 2}, "kept": 0}
    assert entries(judged) == []


def test_a_cache_that_is_not_there_is_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cache", "info", str(tmp_path / "none")]) == 2
    assert "no such directory" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
