"""Which verdicts of an earlier run into the same folder still hold.

A verdict holds if it was made from exactly what would be judged now (its basis), and if something
was decided: `error` and `not_run` are judged again. So is `unavailable` once the tool is there,
because the tools are part of the basis. Everything is decided by the controller before any worker
starts; kept verdicts travel to the workers, whose items show them without judging.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import pytest

from pytest_vlite.errors import HarnessError, InputError
from pytest_vlite.reuse.basis import Bases
from pytest_vlite.run.bench import attempt_of
from pytest_vlite.run.output import ResultsFolder
from pytest_vlite.run.plan import Key, PlannedAttempt
from pytest_vlite.vocabulary import Status, Verdict

KEPT = pytest.StashKey[Mapping[Key, Verdict]]()
_UNDECIDED_BY_NATURE = (Status.ERROR, Status.NOT_RUN)


@dataclass(frozen=True)
class Resumed:
    """The verdicts that hold, and a line about what was found."""

    kept: Mapping[Key, Verdict]
    line: str


def resume(folder: ResultsFolder, expected: Sequence[PlannedAttempt], bases: Bases) -> Resumed:
    """Sort the earlier verdicts.

    Raises:
        InputError: the earlier file belongs to another user, who could have written anything.
    """
    earlier = {verdict.key: verdict for verdict in folder.earlier.verdicts}
    if earlier and folder.attempts.stat().st_uid != os.geteuid():
        raise InputError(
            f"--vlite-resume: {folder.attempts} belongs to another user, and its verdicts would be "
            "taken on trust; judge anew into another --vlite-output"
        )
    kept: dict[Key, Verdict] = {}
    undecided = changed = 0
    for attempt in expected:
        verdict = earlier.get(attempt.key)
        if verdict is None:
            continue
        if verdict.status in _UNDECIDED_BY_NATURE:
            undecided += 1
        elif _holds(verdict, attempt, bases):
            kept[attempt.key] = verdict
        else:
            changed += 1
    parts = [f"{len(kept)} of {len(expected)} attempts have a verdict that holds"]
    if undecided:
        parts.append(f"{undecided} were not decided")
    if changed:
        parts.append(f"{changed} were judged from something else (answer, tests, tools, limits)")
    if folder.earlier.broken_lines:
        parts.append(f"{folder.earlier.broken_lines} broken lines were left out")
    return Resumed(kept, "vlite resume: " + "; ".join(parts))


def _holds(verdict: Verdict, attempt: PlannedAttempt, bases: Bases) -> bool:
    try:
        return verdict.basis_sha256 == bases.of(attempt_of(attempt))
    except (InputError, HarnessError):
        # Unreadable now: judging will say so.
        return False


def to_text(kept: Iterable[Verdict]) -> str:
    """Kept verdicts as one string, for the way to a worker."""
    return json.dumps([verdict.to_json() for verdict in kept])


def from_text(text: str) -> dict[Key, Verdict]:
    """The inverse of `to_text`."""
    return {verdict.key: verdict for verdict in map(Verdict.from_json, json.loads(text))}
