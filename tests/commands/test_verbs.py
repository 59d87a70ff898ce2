"""The verbs around judging: judge, check, gold, erase, doctor."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_vlite.cli import main
from tests import tiny


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("VLITE_VERUS", raising=False)
    return tiny.make_release(tmp_path / "release")


def _judge(release: Path, file: Path, problem: str, *more: str) -> int:
    arguments = ["judge", str(file), "--problem", problem, "--release", str(release)]
    return main([*arguments, "--setting", "CodeGen-NL", *more])


def test_judge_says_yes(release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.rs"
    file.write_text(tiny.DOUBLE_CODE)
    assert _judge(release, file, tiny.DOUBLE) == 0
    assert capsys.readouterr().out.startswith("PASSED  lc1  CodeGen-NL\n")


def test_judge_says_no_with_the_case(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.rs"
    file.write_text(tiny.DOUBLE_CODE.replace("x + x", "x + 1"))
    assert _judge(release, file, tiny.DOUBLE, "--json") == 1
    verdict = json.loads(capsys.readouterr().out)
    assert verdict["status"] == "wrong_answer"
    assert verdict["case"]["expected"].strip() == "0"


@pytest.mark.parametrize(
    "wrong",
    [
        ("none.rs", "lc1", "CodeGen-NL", "none.rs: no such file"),
        ("a.rs", "lc2", "CodeGen-NL", "lc2"),
        ("a.rs", "lc1", "CodeGen", "--setting"),
        ("", "lc1", "CodeGen-NL", "no such file"),
        ("a.jsonl:7", "lc1", "CodeGen-NL", "a.jsonl:7"),
    ],
)
def test_judge_refuses_what_it_cannot_use(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: tuple[str, ...]
) -> None:
    file, problem, setting, said = wrong
    (tmp_path / "a.rs").write_text(tiny.DOUBLE_CODE)
    (tmp_path / "a.jsonl").write_text('{"problem_id": "lc1", "output": "x"}\n')
    arguments = ["judge", str(tmp_path / file), "--problem", problem, "--setting", setting]
    assert main([*arguments, "--release", str(release)]) == 2
    printed = capsys.readouterr()
    assert said in printed.err
    assert printed.out == ""


def test_check_of_files_and_folders(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = (release / "leetcode" / tiny.DOUBLE / "verified.rs").read_text()
    folder = tmp_path / "programs"
    folder.mkdir()
    (folder / "honest.rs").write_text(honest)
    assert main(["check", str(folder)]) == 0
    (folder / "cheat.rs").write_text(honest.replace("assert(", "assume("))
    assert main(["check", str(folder), "--json"]) == 1
    lines = capsys.readouterr().out.splitlines()[1:]
    found = {Path(record["file"]).name: record for record in map(json.loads, lines)}
    assert found["honest.rs"]["status"] == "passed"
    assert found["cheat.rs"]["status"] == "cheating"
    assert found["cheat.rs"]["line"] == honest[: honest.index("assert(")].count("\n") + 1


def test_check_against_a_problem(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = (release / "leetcode" / tiny.DOUBLE / "verified.rs").read_text()
    file = tmp_path / "a.rs"
    arguments = ["check", str(file), "--problem", tiny.DOUBLE, "--release", str(release)]
    file.write_text(honest)
    assert main(arguments) == 0
    file.write_text(honest.replace("res == 2 * x", "true"))
    assert main(arguments) == 1
    assert "altered" in capsys.readouterr().out


def test_check_of_a_submission_has_a_line_for_each_proof(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = tmp_path / "gold"
    assert main(["gold", str(gold), "--release", str(release)]) == 0
    capsys.readouterr()
    assert main(["check", str(gold), "--release", str(release), "--json"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    keys = {(record["setting"], record["problem_id"]) for record in records}
    assert keys == {(s, p) for s in ("ProofGen", "End2End", "SpecGen") for p in tiny.IDS}
    assert len(records) == len(keys)


def test_check_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path)]) == 2
    assert main(["check", str(tmp_path / "none")]) == 2
    assert "none: no such file" in capsys.readouterr().err


def test_gold_does_not_write_over_anything(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["gold", str(tmp_path / "g"), "--release", str(release)]
    assert main([*arguments, "--settings", "CodeGen-NL,SpecGen", "--json"]) == 0
    written = json.loads(capsys.readouterr().out)
    assert written["answers"] == {"SpecGen": 3, "CodeGen-NL": 3}
    assert (tmp_path / "g/CodeGen-NL/cf1A.rs").read_text() == tiny.SUM_CODE
    assert main(arguments) == 2
    assert "not empty" in capsys.readouterr().err


def test_erase_takes_the_proof_away(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = release / "leetcode" / tiny.REVERSE / "verified.rs"
    assert main(["erase", str(file)]) == 0
    erased = capsys.readouterr().out
    assert "invariant" not in erased
    assert "ensures" not in erased
    assert "out.push(items[i])" in erased
    broken = tmp_path / "broken.rs"
    broken.write_text("verus! { fn f( }\n")
    assert main(["erase", str(broken)]) == 2
    assert f"{broken}:1:" in capsys.readouterr().err
    assert main(["erase", str(tmp_path / "none.rs")]) == 2


def test_doctor_names_what_is_missing(release: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["doctor", "--release", str(release), "--json"])
    findings = {record["name"]: record for record in json.loads(capsys.readouterr().out)}
    assert {"pytest-vlite", "python", "sandbox", "rustc", "release", "verus"} <= findings.keys()
    assert code == (0 if all(record["ok"] for record in findings.values()) else 1)
    assert findings["test cases"]["ok"]
    if not findings["verus"]["ok"]:
        assert "https://" in findings["verus"]["detail"]
