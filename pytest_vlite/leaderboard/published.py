"""A leaderboard from published figures: a CSV table of pass rates in per cent, without attempts.

Columns: `system`, optionally `organisation`, `model`, `date`, `url`, and one for each setting. An
empty cell means that no figure was published. Rates stay exactly as published; the number of
problems passed is the nearest count (published percentages are rounded, not always the same way).
"""

from __future__ import annotations

import csv
import io
from dataclasses import asdict
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from pytest_vlite.errors import InputError
from pytest_vlite.leaderboard.context import Harness
from pytest_vlite.leaderboard.document import RATE_DIGITS, SCHEMA_VERSION, manifest_record
from pytest_vlite.scoring.intervals import wilson
from pytest_vlite.vocabulary import Setting

_DETAILS = ("organisation", "model", "date", "url", "notes")


def published_document(
    path: Path, *, release_id: str, problems: int, harness: Harness, generated_at: str
) -> dict[str, Any]:
    """The document of a table whose percentages are of `problems` problems.

    Raises:
        InputError: the file cannot be read or a row is wrong (file, line and column named).
    """
    if problems < 1:
        raise InputError(f"{path}: say how many problems the figures are of (at least 1)")
    try:
        reader = csv.DictReader(io.StringIO(path.read_text("utf-8"), newline=""), strict=True)
        rows = [(reader.line_num, row) for row in reader]
        columns = list(reader.fieldnames or ())
    except (OSError, UnicodeDecodeError, csv.Error) as fault:
        raise InputError(f"cannot read {path}: {fault}") from fault
    settings = [setting.value for setting in Setting if setting.value in columns]
    unknown = [name for name in columns if name not in ("system", *_DETAILS, *settings)]
    if "system" not in columns or not settings or unknown:
        raise InputError(
            f"{path}, line 1: the columns must be 'system', any of {', '.join(_DETAILS)}, and at"
            f" least one setting{f'; not {unknown[0]!r}' if unknown else ''}"
        )
    entries: dict[str, dict[str, Any]] = {}
    for line, row in rows:
        name = (row["system"] or "").strip()
        if not name or name in entries or None in row:
            raise InputError(f"{path}, line {line}: each row needs its own system name")
        figures = {
            setting: _figures(row[setting], problems, f"{path}, line {line}, {setting}")
            for setting in settings
            if (row[setting] or "").strip()
        }
        entries[name] = {
            "submission": manifest_record(
                name, {key: row[key] for key in _DETAILS if row.get(key)}
            ),
            "complete": True,
            "incomplete_because": [],
            "published_only": True,
            "settings": figures,
        }
    environment = dict.fromkeys(("os", "cpu", "cores", "rustc", "verus", "python", "sandbox"))
    return {
        "schema_version": SCHEMA_VERSION,
        "generated_at": generated_at,
        "harness": asdict(harness),
        "release": {
            "id": release_id,
            "problems": problems,
            "problem_ids_sha256": None,
            "verifier": None,
        },
        "subset": {"name": "full", "size": problems, "sha256": None},
        "environment": environment,
        "problems": [],
        "entries": [entries[name] for name in sorted(entries)],
    }


def _figures(cell: str, problems: int, where: str) -> dict[str, Any]:
    try:
        share = Decimal(cell.strip().removesuffix("%"))
    except InvalidOperation:
        raise InputError(f"{where}: {cell[:40]!r} is no percentage") from None
    if not share.is_finite() or not 0 <= share <= 100:
        raise InputError(f"{where}: {cell[:40]!r} is not between 0 and 100")
    rate = round(float(share) / 100, RATE_DIGITS)
    passed = round(rate * problems)
    low, high = wilson(rate * problems, problems)
    return {
        "problems": problems,
        "samples": 1,
        "passed": passed,
        "pass_rate": rate,
        "ci95": [round(low, RATE_DIGITS), round(high, RATE_DIGITS)],
        "ci_method": "wilson",
        "pass_at_k": {"1": rate},
        "by_status": {"passed": passed} if passed else {},
        "by_stratum": {},
        "undecided": [],
        "unavailable": 0,
        "error": 0,
        "complete": True,
    }
