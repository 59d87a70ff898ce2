"""Verdicts of several systems on the full set, as the share passed of each problem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pytest_vlite.errors import InputError
from pytest_vlite.leaderboard.attempts import read_attempts
from pytest_vlite.selection.measurements import some
from pytest_vlite.selection.rank_agreement import Array
from pytest_vlite.vocabulary import Status

_ATTEMPTS = "attempts.jsonl"


@dataclass(frozen=True)
class Panel:
    """Systems in one setting: a row of shares passed for each, a column for each problem."""

    setting: str
    names: tuple[str, ...]
    outcomes: Array
    notes: tuple[str, ...] = ()


def read_panels(
    paths: Sequence[Path], problem_ids: Sequence[str], settings: Sequence[str]
) -> list[Panel]:
    """The panels of the files, one for each setting that two systems or more have.

    A directory stands for its attempts.jsonl. Every system must have a verdict on every problem.

    Raises:
        InputError: a file cannot be read, holds a problem that is not of the full set, lacks one,
            holds an attempt twice, or no setting has two systems.
    """
    samples: dict[str, dict[str, dict[str, dict[int, bool]]]] = {}
    incomplete: dict[tuple[str, str], int] = {}
    known = set(problem_ids)
    for given in dict.fromkeys(paths):
        path = given / _ATTEMPTS if given.is_dir() else given
        for verdict in read_attempts(path):
            if settings and verdict.setting not in settings:
                continue
            if verdict.problem_id not in known:
                raise InputError(
                    f"{path}: {verdict.problem_id[:64]!r} is no problem of the full set that the "
                    "selection was made from"
                )
            system = samples.setdefault(verdict.setting, {}).setdefault(verdict.submission, {})
            taken = system.setdefault(verdict.problem_id, {})
            if verdict.sample in taken:
                raise InputError(
                    f"{path}: {verdict.submission[:64]!r}, {verdict.setting}, "
                    f"{verdict.problem_id}, sample {verdict.sample} is there twice"
                )
            taken[verdict.sample] = verdict.status is Status.PASSED
            if verdict.status.makes_incomplete:
                key = (verdict.setting, verdict.submission)
                incomplete[key] = incomplete.get(key, 0) + 1
    panels = [
        _panel(setting, systems, problem_ids, incomplete)
        for setting, systems in sorted(samples.items())
        if len(systems) > 1
    ]
    if not panels:
        raise InputError(
            "--full: no setting has the verdicts of two systems or more; give the attempts.jsonl "
            "of several runs on the full set"
        )
    return panels


def _panel(
    setting: str,
    systems: Mapping[str, Mapping[str, Mapping[int, bool]]],
    problem_ids: Sequence[str],
    incomplete: Mapping[tuple[str, str], int],
) -> Panel:
    rows = []
    for name, system in sorted(systems.items()):
        missing = [problem for problem in problem_ids if problem not in system]
        if missing:
            raise InputError(
                f"--full: {name[:64]!r} has no verdict in {setting} on {len(missing)} of "
                f"{len(problem_ids)} problems ({some(missing, 6)}); its score is not known"
            )
        passes = (system[problem].values() for problem in problem_ids)
        rows.append([sum(values) / len(values) for values in passes])
    notes = tuple(
        f"{name}: {count} attempts were not judged (error, unavailable, not_run); they count as "
        "not passed"
        for (of_setting, name), count in sorted(incomplete.items())
        if of_setting == setting
    )
    return Panel(setting, tuple(sorted(systems)), np.array(rows), notes)
