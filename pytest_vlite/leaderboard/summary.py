"""The table that ends a run in the terminal: rates with intervals, statuses, what is incomplete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pytest_vlite.leaderboard.text import percent, plain

_HEAD = ("setting", "passed", "rate", "95% interval", "other verdicts")
_MOST_UNDECIDED = 8


def summary_lines(document: Mapping[str, Any]) -> list[str]:
    """Lines for a terminal, about every entry of the document; foreign text is made harmless."""
    lines: list[str] = []
    for entry in document["entries"]:
        lines.append(f"{plain(entry['submission']['name'], 60)}")
        lines += _table(entry["settings"])
        for setting, result in entry["settings"].items():
            if result["undecided"]:
                lines.append(f"  undecided in {plain(setting, 40)}: {_ids(result['undecided'])}")
        for reason in entry["incomplete_because"]:
            lines.append(f"  incomplete, cannot be ranked: {plain(reason, 120)}")
        for reason in entry.get("not_comparable_because", []):
            lines.append(f"  not comparable with other results: {plain(reason, 200)}")
    return lines


def _table(settings: Mapping[str, Mapping[str, Any]]) -> list[str]:
    rows: list[Sequence[str]] = [_HEAD]
    rows += [_row(setting, result) for setting, result in settings.items()]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    return [
        "  "
        + "  ".join(
            cell.rjust(width) if column in (1, 2) else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _row(setting: str, result: Mapping[str, Any]) -> tuple[str, ...]:
    low, high = result["ci95"]
    several = result["samples"] > 1
    passed, of = (
        (result["attempts_passed"], result["attempts"])
        if several
        else (result["passed"], result["problems"])
    )
    others = [
        f"{status} {count}" for status, count in result["by_status"].items() if status != "passed"
    ]
    if several:
        last = max(result["pass_at_k"], key=int)
        others.insert(0, f"pass@{last} {percent(result['pass_at_k'][last])}")
    return (
        plain(setting, 40),
        f"{passed}/{of}",
        percent(result["pass_rate"]),
        f"{percent(low)} to {percent(high)}",
        ", ".join(others),
    )


def _ids(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - _MOST_UNDECIDED} more" if len(ids) > _MOST_UNDECIDED else ""
    return f"{len(ids)} ({' '.join(plain(one, 40) for one in ids[:_MOST_UNDECIDED])}{more})"
