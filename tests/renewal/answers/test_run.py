"""A run over drawn items, as a user sees it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from pytest_vlite.cli import main

QUESTIONS = [
    {"id": "one@0", "family": "one", "mode": "E", "seed_id": "s", "question": "1+1?"},
    {"id": "one@1", "family": "one", "mode": "H", "seed_id": "s", "question": "1+2?"},
    {"id": "s@seed", "family": "", "mode": "seed", "seed_id": "s", "question": "0+1?"},
    {
        "id": "two@0",
        "family": "two",
        "mode": "E",
        "seed_id": "t",
        "question": "?",
        "fallback": True,
    },
]
ANSWERS = [("one@0", 2), ("one@1", 3), ("s@seed", 1), ("two@0", 9)]
OUTPUTS = {"one@0": r"\boxed{2}", "one@1": r"\boxed{4}", "s@seed": "no idea\nat all"}
EXPECTED = {"one@0": "passed", "one@1": "wrong_answer", "s@seed": "malformed", "two@0": "missing"}


def _lines(records: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


@dataclass
class Bed:
    pytester: pytest.Pytester
    drawn: Path
    submission: Path

    def answer(self, records: list[dict[str, Any]]) -> None:
        (self.submission / "Families.jsonl").write_text(_lines(records))

    def run(self, *more: str) -> pytest.RunResult:
        return self.pytester.runpytest_subprocess(
            f"--vlite-submission={self.submission}", f"--vlite-families={self.drawn}", *more
        )

    @property
    def document(self) -> dict[str, Any]:
        path = self.pytester.path / "vlite-results" / "families.json"
        return dict(json.loads(path.read_text()))

    def statuses(self) -> dict[str, str]:
        path = self.pytester.path / "vlite-results" / "family-attempts.jsonl"
        records = map(json.loads, path.read_text().splitlines())
        return {record["item_id"]: record["status"] for record in records}


@pytest.fixture
def bed(pytester: pytest.Pytester) -> Bed:
    drawn, submission = pytester.path / "drawn", pytester.path / "submission"
    drawn.mkdir()
    submission.mkdir()
    questions = [{"language": "en", **question} for question in QUESTIONS]
    (drawn / "questions.jsonl").write_text(_lines(questions))
    answers = [{"id": id_, "answer": answer, "type": "integer"} for id_, answer in ANSWERS]
    (drawn / "answers.jsonl").write_text(_lines(answers))
    bed = Bed(pytester, drawn, submission)
    bed.answer([{"problem_id": id_, "output": text} for id_, text in OUTPUTS.items()])
    return bed


@pytest.mark.parametrize("workers", ["0", "2"])
def test_every_item_gets_a_verdict(bed: Bed, workers: str) -> None:
    result = bed.run("-n", workers, "--junitxml=junit.xml")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert bed.statuses() == EXPECTED
    text = result.stdout.str()
    assert "Traceback" not in text
    assert "wrong_answer: expected 3, got 4" in text
    result.stdout.fnmatch_lines(["*Drawn items*", "submission  Avg@1*", "*1 items   100.0%"])
    schema = json.loads(
        resources.files("pytest_vlite.renewal.answers").joinpath("families.schema.json").read_text()
    )
    jsonschema.validate(bed.document, schema)
    (entry,) = bed.document["entries"]
    assert entry["sets"] == {
        "seeds": {"items": 1, "average": 0.0},
        "E": {"items": 1, "average": 1.0},
        "H": {"items": 1, "average": 0.0},
        "fallbacks": {"items": 1, "average": 0.0},
    }
    assert entry["seeds_and_variants"]["difference"] == 0.5
    assert entry["seeds_and_variants"]["clusters"] == 1
    assert entry["by_family"] == {"one": 0.5}
    cases = ElementTree.parse(bed.pytester.path / "junit.xml").iter("testcase")
    seen = {}
    for case in cases:
        properties = {p.get("name"): p.get("value") for p in case.iter("property")}
        seen[properties["vlite.item"]] = properties["vlite.status"]
    assert seen == EXPECTED


def test_the_same_verdicts_give_the_same_bytes(bed: Bed) -> None:
    documents = []
    for _ in range(2):
        bed.run("-q")
        documents.append({**bed.document, "generated_at": ""})
    assert documents[0] == documents[1]


def test_items_are_selected_as_usual(bed: Bed) -> None:
    result = bed.run("--collect-only", "-q", "-k", "one")
    assert "one@0[Families]" in result.stdout.str()
    assert "two@0" not in result.stdout.str()
    assert not (bed.pytester.path / "vlite-results").exists()
    result = bed.run("-q", "-m", "families and vlite_family(mode='H')")
    assert bed.statuses() == {**dict.fromkeys(EXPECTED, "not_run"), "one@1": "wrong_answer"}
    assert bed.document["entries"][0]["complete"] is False


def test_samples_count_alike_for_all_items(bed: Bed) -> None:
    answers = [
        {"problem_id": "one@0", "sample": 0, "output": "2"},
        {"problem_id": "one@0", "sample": 1, "output": "3"},
        {"problem_id": "s@seed", "sample": 0, "output": "1"},
    ]
    bed.answer(answers)
    bed.run("-q")
    (entry,) = bed.document["entries"]
    assert entry["samples"] == 2
    assert entry["sets"]["E"]["average"] == 0.5
    assert entry["sets"]["seeds"]["average"] == 0.5
    assert entry["by_status"] == {"missing": 5, "passed": 2, "wrong_answer": 1}


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('{"problem_id": "one@0", "output": "1"}\n' * 2, "is there twice, also in line 1"),
        ("{", "Families.jsonl:1: broken line"),
        ('{"problem_id": "one@0", "sample": 5000, "output": "1"}\n', "samples run from 0 to 999"),
        ("[" * 100_000, "Families.jsonl:1: broken line"),
    ],
)
def test_a_broken_submission_is_a_usage_error(bed: Bed, lines: str, message: str) -> None:
    (bed.submission / "Families.jsonl").write_text(lines)
    result = bed.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    text = result.stdout.str() + result.stderr.str()
    assert message in text
    assert "Traceback" not in text


def test_hostile_lines_get_a_verdict(bed: Bed) -> None:
    bed.answer(
        [
            {"problem_id": "one@0", "output": "\\boxed{" + "9" * 500_000 + "}"},
            {"problem_id": "one@1", "output": "\x1b[2J\ud800"},
            {"problem_id": "s@seed", "output": None},
            {"problem_id": "two@0", "output": "\\boxed{" * 100_000},
            {"problem_id": "\x1b[31mx\n", "output": "1"},
        ]
    )
    result = bed.run()
    assert bed.statuses() == {
        "one@0": "malformed",
        "one@1": "malformed",
        "s@seed": "missing",
        "two@0": "malformed",
    }
    assert "\x1b[31m" not in result.stdout.str()
    assert "ignored: the drawn set has no item" in result.stdout.str()


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("answers.jsonl", "", "4 questions, but 0 answers"),
        ("answers.jsonl", '{"id": "x@1"}\n' * 4, "the answer is to 'x@1'"),
        ("questions.jsonl", "x\n" * 4, "questions.jsonl:1: broken line"),
        ("questions.jsonl", None, "`vlite family draw` makes it"),
    ],
)
def test_a_broken_set_is_a_usage_error(bed: Bed, file: str, text: str | None, message: str) -> None:
    place = bed.drawn / file
    place.unlink()
    if text is not None:
        place.write_text(text)
    result = bed.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert message in result.stdout.str() + result.stderr.str()


def test_a_link_is_not_followed(bed: Bed) -> None:
    file = bed.submission / "Families.jsonl"
    file.rename(bed.pytester.path / "elsewhere.jsonl")
    file.symlink_to(bed.pytester.path / "elsewhere.jsonl")
    result = bed.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "symbolic link" in result.stdout.str() + result.stderr.str()


def test_a_set_inside_a_submission_is_refused(bed: Bed) -> None:
    bed.drawn = bed.drawn.rename(bed.submission / "drawn")
    result = bed.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "lies inside a submission" in result.stdout.str() + result.stderr.str()


def test_systems_are_put_side_by_side(bed: Bed, capsys: pytest.CaptureFixture[str]) -> None:
    bed.run("-q")
    first = bed.pytester.path / "first"
    (bed.pytester.path / "vlite-results").rename(first)
    bed.answer([{"problem_id": id_, "output": str(answer)} for id_, answer in ANSWERS])
    (bed.submission / "submission.yaml").write_text("name: better\n")
    assert bed.run("-q").ret == 0
    second = bed.pytester.path / "vlite-results"
    capsys.readouterr()
    assert main(["family", "scores", str(first), str(second), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["panel"] == {"seeds": 0.5, "E": 1.0, "H": 0.5, "fallbacks": 0.5}
    assert main(["family", "scores", str(first), str(first)]) == 2
    assert "is also in" in capsys.readouterr().err
