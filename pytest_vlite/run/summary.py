"""The terminal summary of a run: the tables, what to look at, what changed, where the files are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pytest_vlite.judge.fair_time import near_limit
from pytest_vlite.leaderboard.summary import summary_lines
from pytest_vlite.vocabulary import Status, Verdict

_MOST_NOTES = 10
_MOST_IDS = 5
_WORTH_NAMING = (Status.ERROR, Status.UNAVAILABLE, Status.UNDECIDED)


def write(
    reporter: pytest.TerminalReporter,
    documents: Sequence[dict[str, Any]],
    verdicts: Sequence[Verdict],
    *,
    notes: Sequence[str],
    changes: Sequence[str],
    output: Path,
    missed_rates: Sequence[str],
    expected: int,
    selected: int,
) -> None:
    """Print the summary; with `-q` only the tables, with `-qq` nothing."""
    if reporter.verbosity < -1:
        return
    quiet = reporter.verbosity < 0
    if not quiet:
        reporter.section("VeriContest results", "=")
        for note in notes[:_MOST_NOTES]:
            reporter.write_line(f"note: {note}")
        if len(notes) > _MOST_NOTES:
            reporter.write_line(f"note: {len(notes) - _MOST_NOTES} more in {output / 'notes.txt'}")
        reporter.write_line("")
    for document in documents:
        if len(documents) > 1:
            subset = document["subset"]
            reporter.write_line(f"{subset['name']} ({subset['size']} problems):")
        for line in summary_lines(document):
            reporter.write_line(line)
    if not quiet:
        for line in reasons(verdicts):
            reporter.write_line(line, yellow=True)
        for line in (*near_limits(verdicts), *changes):
            reporter.write_line(line)
        if selected < expected:
            reporter.write_line(f"selected {selected} of {expected} expected attempts")
    for sentence in missed_rates:
        reporter.write_line(f"below --vlite-fail-under: {sentence}", red=True)
    if not quiet:
        reporter.write_line(f"results: {output / 'leaderboard.json'}")
        reporter.write_line(f"verdicts: {output / 'attempts.jsonl'}, logs: {output / 'logs'}")


def reasons(verdicts: Sequence[Verdict]) -> list[str]:
    """Why attempts are `error`, `unavailable` or `undecided`: a line for each reason."""
    lines = []
    for status in _WORTH_NAMING:
        by_reason: dict[str, list[str]] = {}
        for verdict in verdicts:
            if verdict.status is status:
                item = f"{verdict.problem_id}[{verdict.setting}]"
                by_reason.setdefault(verdict.detail, []).append(item)
        for reason, items in list(by_reason.items())[:_MOST_NOTES]:
            more = f" and {len(items) - _MOST_IDS} more" if len(items) > _MOST_IDS else ""
            lines.append(f"{status}: {reason}: {', '.join(items[:_MOST_IDS])}{more}")
        if len(by_reason) > _MOST_NOTES:
            lines.append(f"{status}: {len(by_reason) - _MOST_NOTES} more reasons")
    return lines


def near_limits(verdicts: Sequence[Verdict]) -> list[str]:
    """How many verdicts hung on time: within 20% of the limit, or measured again to be fair."""
    near = again = 0
    for verdict in verdicts:
        measured = verdict.measurements
        spent_s, limit_s = measured.get("max_case_cpu_s"), measured.get("time_limit_s")
        near += spent_s is not None and limit_s is not None and near_limit(spent_s, limit_s)
        again += bool(measured.get("time_measured_again"))
    if not near and not again:
        return []
    return [f"within 20% of the time limit: {near} verdicts; measured again alone: {again}"]
