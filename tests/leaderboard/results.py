"""Results on disk for the tests of the verbs that read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pytest_vlite.leaderboard import (
    ExpectedSubmission,
    RunContext,
    build_document,
    settle_verdicts,
    write_attempts,
    write_document,
)
from pytest_vlite.vocabulary import Status, Verdict
from tests.leaderboard.making import context, verdict

IDS = ("lc1", "lc2", "lc10", "cf4A", "cf10B")


def write_result(place: Path, verdicts: Sequence[Verdict], run: RunContext) -> Path:
    """What a run leaves behind: leaderboard.json and attempts.jsonl."""
    write_document(build_document(verdicts, run), place / "leaderboard.json")
    write_attempts(settle_verdicts(verdicts, run), place / "attempts.jsonl")
    return place


def verdicts_of(
    name: str, passes: Mapping[str, str], ids: Sequence[str] = IDS, **changes: Any
) -> list[Verdict]:
    """One verdict for each character: `1` passed, `0` wrong, `?` undecided, `!` unavailable."""
    statuses = {
        "1": Status.PASSED,
        "0": Status.WRONG_ANSWER,
        "?": Status.UNDECIDED,
        "!": Status.UNAVAILABLE,
        "t": Status.TIME_LIMIT,
    }
    return [
        verdict(problem, statuses[mark], submission=name, setting=setting, **changes)
        for setting, marks in passes.items()
        for problem, mark in zip(ids, marks, strict=True)
        if mark != "-"
    ]


def one_system(place: Path, name: str, passes: Mapping[str, str], **changes: Any) -> Path:
    """The result of one submission; `changes` are of the run's context."""
    manifest = changes.pop("manifest", {"organisation": f"{name} org"})
    run = context(
        IDS,
        submissions=(ExpectedSubmission(name, manifest, dict.fromkeys(passes, 1)),),
        **changes,
    )
    return write_result(place, verdicts_of(name, passes), run)
