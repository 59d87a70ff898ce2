"""Leaderboards as Markdown and CSV tables."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from typing import Any

from pytest_vlite.leaderboard.document import setting_order
from pytest_vlite.leaderboard.ranking import Placed, rank
from pytest_vlite.leaderboard.text import percent, plain
from pytest_vlite.scoring.groups import GROUPINGS
from pytest_vlite.vocabulary import Status

_CSV_COLUMNS = (
    "setting",
    "grouping",
    "group",
    "place",
    "submission",
    "organisation",
    "problems",
    "samples",
    "passed",
    "pass_rate",
    "ci95_low",
    "ci95_high",
    "ranked",
    "not_ranked_because",
    *(status.value for status in Status),
)


def settings_of(document: Mapping[str, Any]) -> list[str]:
    """Every setting that some entry has, in report order."""
    found = {setting for entry in document["entries"] for setting in entry["settings"]}
    return sorted(found, key=setting_order)


def markdown(document: Mapping[str, Any], settings: Sequence[str] = ()) -> str:
    """An overview of all settings, then a ranking of each; for a README or a CI job summary."""
    chosen = list(settings) or settings_of(document)
    release, subset = document["release"], document["subset"]
    lines = [
        "## VeriContest leaderboard",
        "",
        f"Release {_cell(release['id'])}, subset {_cell(subset['name'])}"
        f" ({subset['size']} problems). Pass rate with 95% interval; every problem of the subset"
        " counts.",
        "",
    ]
    if len(chosen) > 1:
        lines += _overview(document, chosen)
    for setting in chosen:
        lines += [f"### {_cell(setting)}", "", *_ranking(rank(document, setting)), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _overview(document: Mapping[str, Any], settings: Sequence[str]) -> list[str]:
    rows = []
    for entry in document["entries"]:
        cells = [_cell(entry["submission"]["name"])]
        for setting in settings:
            result = entry["settings"].get(setting)
            mark = "" if result is None or result["complete"] else " (incomplete)"
            cells.append("–" if result is None else percent(result["pass_rate"]) + mark)
        rows.append(cells)
    return [*_table(["System", *map(_cell, settings)], rows, right_from=1), ""]


def _ranking(rows: Sequence[Placed]) -> list[str]:
    ranked = [
        [
            str(row.place),
            _cell(row.name),
            _cell(row.entry["submission"].get("organisation", "")),
            percent(row.result["pass_rate"]),
            f"{percent(row.result['ci95'][0])} to {percent(row.result['ci95'][1])}",
            f"{row.result['passed']} / {row.result['problems']}",
        ]
        for row in rows
        if row.place is not None and row.result is not None
    ]
    head = ["Place", "System", "Organisation", "Pass rate", "95% interval", "Passed"]
    lines = _table(head, ranked, right_from=3) if ranked else ["No entry can be ranked."]
    unplaced = [row for row in rows if row.place is None and row.result is not None]
    if unplaced:
        lines += ["", "Not ranked:", ""]
    for row in unplaced:
        result = row.result or {}
        lines.append(
            f"- {_cell(row.name)}: {percent(result['pass_rate'])}"
            f" ({_cell('; '.join(row.reasons), 300)})"
        )
    return lines


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], *, right_from: int) -> list[str]:
    rule = ["---" if column < right_from else "---:" for column in range(len(head))]
    return ["| " + " | ".join(cells) + " |" for cells in (head, rule, *rows)]


def _cell(text: object, limit: int = 80) -> str:
    """Foreign text that cannot become markup: Markdown's own characters and HTML are escaped."""
    escaped = re.sub(r"([\\`*_{}\[\]()#!|~])", r"\\\1", plain(text, limit))
    escaped = escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    # A bare address would become a link, a bare @name a mention.
    return escaped.replace("://", ":&#47;&#47;").replace("@", "&#64;")


def csv_table(document: Mapping[str, Any], settings: Sequence[str] = ()) -> str:
    """One row per setting, entry and group (grouping `all` is the whole subset)."""
    out = io.StringIO()
    writer = csv.DictWriter(out, _CSV_COLUMNS, lineterminator="\n")
    writer.writeheader()
    for setting in list(settings) or settings_of(document):
        for row in rank(document, setting):
            if row.result is not None:
                writer.writerows(_csv_rows(setting, row, row.result))
    return out.getvalue()


def _csv_rows(setting: str, row: Placed, result: Mapping[str, Any]) -> list[dict[str, Any]]:
    common = {
        "setting": _csv_text(setting),
        "submission": _csv_text(row.name),
        "organisation": _csv_text(row.entry["submission"].get("organisation", "")),
        "samples": result["samples"],
        "ranked": "no" if row.place is None else "yes",
        "not_ranked_because": _csv_text("; ".join(row.reasons)),
    }
    rows = [
        {
            **common,
            **_csv_rate(result),
            "grouping": "all",
            "place": row.place,
            **{status.value: result["by_status"].get(status.value, 0) for status in Status},
        }
    ]
    for grouping in GROUPINGS:
        for name, group in result.get(f"by_{grouping}", {}).items():
            rows.append(
                {**common, **_csv_rate(group), "grouping": grouping, "group": _csv_text(name)}
            )
    return rows


def _csv_rate(record: Mapping[str, Any]) -> dict[str, Any]:
    low, high = record.get("ci95", ("", ""))
    return {
        "problems": record["problems"],
        "passed": record["passed"],
        "pass_rate": record["pass_rate"],
        "ci95_low": low,
        "ci95_high": high,
    }


def _csv_text(text: object) -> str:
    """Visible text that a spreadsheet does not take for a formula."""
    shown = plain(text, 400)
    return f"'{shown}" if shown[:1] in ("=", "+", "-", "@") else shown
