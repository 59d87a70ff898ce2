"""The order of a leaderboard in one setting; who cannot be placed, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Placed:
    """One row: `place` is None for an entry that may not stand in the ranking (`reasons`)."""

    place: int | None
    entry: Mapping[str, Any]
    result: Mapping[str, Any] | None
    reasons: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return str(self.entry["submission"]["name"])


def rank(document: Mapping[str, Any], setting: str) -> list[Placed]:
    """The entries by pass rate in `setting`, best first; equal rates share the better place.

    An incomplete entry, or one that is not comparable, has no place and stands after the others,
    as does one without the setting.
    """
    rows, unplaced = [], []
    for entry in document["entries"]:
        result = entry["settings"].get(setting)
        reasons = reasons_against(entry)
        if result is None:
            reasons = [f"no {setting}", *reasons]
        if reasons:
            unplaced.append(Placed(None, entry, result, tuple(reasons)))
        else:
            rows.append((entry, result))
    rows.sort(key=lambda row: (-row[1]["pass_rate"], row[0]["submission"]["name"]))
    placed: list[Placed] = []
    place, last_rate = 0, None
    for number, (entry, result) in enumerate(rows, start=1):
        if result["pass_rate"] != last_rate:
            place, last_rate = number, result["pass_rate"]
        placed.append(Placed(place, entry, result))
    unplaced.sort(
        key=lambda row: (row.result is None, -(row.result or {}).get("pass_rate", 0.0), row.name)
    )
    return [*placed, *unplaced]


def reasons_against(entry: Mapping[str, Any]) -> list[str]:
    """Why the entry may not be ranked beside others; empty if it may."""
    reasons = []
    if not entry["complete"]:
        reasons += [f"incomplete: {why}" for why in entry["incomplete_because"]] or ["incomplete"]
    return reasons + [f"not comparable: {why}" for why in entry.get("not_comparable_because", [])]
