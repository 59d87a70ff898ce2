"""The bundled submissions, judged for real: every verdict is the one that the answer deserves."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.problems.expected_example import WITHOUT_VERIFIER
from tests.snapshot import REPOSITORY

pytestmark = pytest.mark.skipif(shutil.which("rustc") is None, reason="no rustc on PATH")

# What the specification check would decide and cannot: the specification of a function that
# changes an argument and also returns something.
_BY_SPECIFICATION = {"passed", "spec_unsound", "spec_incomplete"}


def _not_executable(problem_id: str) -> bool:
    return problem_id == "lc9006"


def _run(pytester: pytest.Pytester, submission: str, *options: str) -> list[dict[str, object]]:
    pytester.runpytest_subprocess(
        f"--vlite-submission={REPOSITORY / 'submissions' / submission}",
        f"--vlite-release={REPOSITORY / 'problems'}",
        "-n2",
        "-q",
        "--tb=no",
        *options,
    )
    text = Path(pytester.path / "vlite-results" / "attempts.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_every_answer_of_the_example_gets_its_verdict(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VLITE_VERUS", raising=False)
    if shutil.which("verus"):
        pytest.skip("a verifier is installed: the table is for machines without one")
    records = _run(pytester, "example", "--vlite-subset=full")
    got = {(r["setting"], r["problem_id"], r["sample"]): r["status"] for r in records}
    wanted = {
        (str(setting), problem_id, sample): (
            "undecided"
            if setting == "SpecGen" and status in _BY_SPECIFICATION and _not_executable(problem_id)
            else str(status)
        )
        for (setting, problem_id, sample), status in WITHOUT_VERIFIER.items()
    }
    assert got == wanted


def test_every_codegen_answer_of_the_reference_passes(pytester: pytest.Pytester) -> None:
    records = _run(
        pytester,
        "reference",
        "--vlite-subset=full",
        "--vlite-settings=CodeGen-NL,CodeGen-Spec,CodeGen-NLSpec",
    )
    assert len(records) == 3 * 16
    assert {(r["status"], r["stage"]) for r in records} == {("passed", "done")}
