"""Runs of the plugin in a process of its own, against the tiny release."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests import tiny

# Decided without rustc and verifier: nothing is there, or there is no code in the text.
UNCOMPILED = {
    "CodeGen-NL.jsonl": '{"problem_id": "lc1", "output": "I cannot do that."}\n',
    f"ProofGen/{tiny.REVERSE}.rs": "fn main() { ((( }\n",
}


@dataclass
class Bed:
    """A folder with a release and a submission in which pytest is run."""

    pytester: pytest.Pytester
    release: Path
    submission: Path

    def arguments(self, *more: str, submission: Path | None = None) -> list[str]:
        return [
            f"--vlite-release={self.release}",
            f"--vlite-submission={submission or self.submission}",
            *more,
        ]

    def run(self, *more: str, submission: Path | None = None) -> pytest.RunResult:
        return self.pytester.runpytest_subprocess(*self.arguments(*more, submission=submission))

    def refused(self, *more: str, submission: Path | None = None) -> str:
        """What a run that must not start says."""
        return message_of(self.run(*more, submission=submission))

    @property
    def results(self) -> Path:
        return self.pytester.path / "vlite-results"

    def document(self) -> dict[str, Any]:
        return dict(json.loads((self.results / "leaderboard.json").read_text()))

    def attempts(self) -> list[dict[str, Any]]:
        lines = (self.results / "attempts.jsonl").read_text().splitlines()
        return [json.loads(line) for line in lines]

    def statuses(self) -> dict[str, str]:
        return {f"{a['problem_id']}[{a['setting']}]": a["status"] for a in self.attempts()}


def message_of(result: pytest.RunResult) -> str:
    """The message of a refusal: exit code 4, no traceback, nothing judged."""
    text = result.stdout.str() + result.stderr.str()
    assert result.ret == pytest.ExitCode.USAGE_ERROR, text
    assert "Traceback" not in text
    assert "INTERNALERROR" not in text
    assert "collected " not in text.replace("collected by pytest", "")
    return text


@pytest.fixture
def bed(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Bed:
    """A release and a submission whose answers need no tool to be judged."""
    monkeypatch.delenv("VLITE_VERUS", raising=False)
    return Bed(
        pytester,
        tiny.make_release(pytester.path / "release"),
        tiny.make_submission(pytester.path / "submission", UNCOMPILED),
    )


@pytest.fixture
def without_rustc(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A PATH on which there is bash at most: what needs rustc is `unavailable`."""
    monkeypatch.setenv("PATH", os.fspath(tmp_path))
    monkeypatch.delenv("VLITE_RUSTC", raising=False)
