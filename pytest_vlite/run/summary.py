"""The terminal summary of a run: one table, what is missing from it, where the files are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pytest_vlite.vocabulary import Status, Verdict

_MOST_NOTES = 10
_WORTH_NAMING = (Status.ERROR, Status.UNDECIDED, Status.NOT_RUN)


def write(
    reporter: pytest.TerminalReporter,
    document: dict[str, Any],
    verdicts: Sequence[Verdict],
    *,
    notes: Sequence[str],
    output: Path,
    missed_rates: Sequence[str],
    expected: int,
    selected: int,
) -> None:
    """Print the summary; with `-q` one line per submission and setting, with `-qq` none."""
    if reporter.verbosity < -1:
        return
    quiet = reporter.verbosity < 0
    if not quiet:
        reporter.section("VeriContest results")
        _write_notes(reporter, notes)
    for entry in document["entries"]:
        _write_entry(reporter, entry, quiet=quiet)
    if not quiet:
        _write_named(reporter, verdicts)
        if selected < expected:
            reporter.write_line(f"selected {selected} of {expected} expected attempts")
    for sentence in missed_rates:
        reporter.write_line(f"below --vlite-fail-under: {sentence}", red=True)
    if not quiet:
        reporter.write_line(f"results: {output / 'leaderboard.json'}")
        reporter.write_line(f"verdicts: {output / 'attempts.jsonl'}, logs: {output / 'logs'}")


def table(entry: dict[str, Any]) -> list[str]:
    """One line per setting: passed, total, rate, its interval, the other statuses by count."""
    rows = [("setting", "passed", "rate", "95% interval", "other verdicts")]
    for setting, result in entry["settings"].items():
        low, high = result["ci95"]
        others = ", ".join(
            f"{status} {count}"
            for status, count in result["by_status"].items()
            if count and status != Status.PASSED
        )
        rows.append(
            (
                setting,
                f"{result['passed']}/{result['problems']}",
                f"{result['pass_rate']:7.2%}",
                f"{low:.1%} to {high:.1%}",
                others or "-",
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return [
        f"{row[0]:<{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:>{widths[2]}}  "
        f"{row[3]:>{widths[3]}}  {row[4]}"
        for row in rows
    ]


def _write_entry(reporter: pytest.TerminalReporter, entry: dict[str, Any], *, quiet: bool) -> None:
    name = entry["submission"]["name"]
    if quiet:
        rates = ", ".join(
            f"{setting} {result['passed']}/{result['problems']}"
            for setting, result in entry["settings"].items()
        )
        reporter.write_line(f"{name}: {rates}{'' if entry['complete'] else ' (incomplete)'}")
        return
    reporter.write_line("")
    reporter.write_line(name, bold=True)
    for line in table(entry):
        reporter.write_line(f"  {line}")
    if not entry["complete"]:
        reporter.write_line(f"  INCOMPLETE: {_why_incomplete(entry)}", yellow=True)
    reporter.write_line("")


def _why_incomplete(entry: dict[str, Any]) -> str:
    counts: Counter[str] = Counter()
    for result in entry["settings"].values():
        for status, count in result["by_status"].items():
            if Status(status).makes_incomplete:
                counts[status] += count
    reasons = [f"{count} {status}" for status, count in counts.items() if count]
    return ", ".join(reasons) + "; not to be ranked beside complete entries"


def _write_named(reporter: pytest.TerminalReporter, verdicts: Sequence[Verdict]) -> None:
    """Name what a person must look at: errors, undecided, not run; and why tools are missing."""
    for status in _WORTH_NAMING:
        named = [verdict for verdict in verdicts if verdict.status is status]
        if not named:
            continue
        by_reason: dict[str, list[str]] = {}
        for verdict in named:
            by_reason.setdefault(verdict.detail, []).append(
                f"{verdict.problem_id}[{verdict.setting}]"
            )
        for reason, items in list(by_reason.items())[:_MOST_NOTES]:
            shown = ", ".join(items[:5]) + (f" and {len(items) - 5} more" if items[5:] else "")
            reporter.write_line(f"{status}: {shown}: {reason}", yellow=True)
        if len(by_reason) > _MOST_NOTES:
            reporter.write_line(f"{status}: {len(by_reason) - _MOST_NOTES} more reasons")
    reasons = {verdict.detail for verdict in verdicts if verdict.status is Status.UNAVAILABLE}
    for reason in sorted(reasons):
        reporter.write_line(f"unavailable: {reason}", yellow=True)


def _write_notes(reporter: pytest.TerminalReporter, notes: Sequence[str]) -> None:
    for note in notes[:_MOST_NOTES]:
        reporter.write_line(f"note: {note}")
    if len(notes) > _MOST_NOTES:
        reporter.write_line(f"note: {len(notes) - _MOST_NOTES} more, see `vlite doctor`")
