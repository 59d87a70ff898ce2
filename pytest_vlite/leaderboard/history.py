"""What changed since an earlier result of the same submission: problems newly solved and lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pytest_vlite.leaderboard.document import setting_order
from pytest_vlite.leaderboard.text import plain
from pytest_vlite.scoring.groups import natural
from pytest_vlite.vocabulary import Status, Verdict

_MOST_IDS_SHOWN = 12


@dataclass(frozen=True)
class Change:
    """The differences of one submission in one setting.

    A problem is solved when at least one of its samples passed. Problems that were not judged in
    one of the two results (`error`, `not_run`, `unavailable`) are in neither list; `compared` is
    the number of the others that both results hold.
    """

    submission: str
    setting: str
    newly_solved: tuple[str, ...]
    newly_lost: tuple[str, ...]
    compared: int


def changes_since(previous: Iterable[Verdict], current: Iterable[Verdict]) -> tuple[Change, ...]:
    """One `Change` for every submission and setting that both results judged, in report order."""
    before, after = _solved(previous), _solved(current)
    changes = []
    for submission, setting in sorted(
        before.keys() & after.keys(), key=lambda pair: (pair[0], setting_order(pair[1]))
    ):
        old, new = before[submission, setting], after[submission, setting]
        both = sorted(old.keys() & new.keys(), key=natural)
        if both:
            changes.append(
                Change(
                    submission,
                    setting,
                    tuple(problem for problem in both if new[problem] and not old[problem]),
                    tuple(problem for problem in both if old[problem] and not new[problem]),
                    len(both),
                )
            )
    return tuple(changes)


def change_lines(changes: Iterable[Change]) -> list[str]:
    """Lines for a terminal; submissions are named only if there are several."""
    listed = list(changes)
    several = len({change.submission for change in listed}) > 1
    lines = []
    for change in listed:
        name = f"{plain(change.submission, 40)} " if several else ""
        if not change.newly_solved and not change.newly_lost:
            what = f"no change on {change.compared} problems"
        else:
            what = f"newly solved {_ids(change.newly_solved)}; lost {_ids(change.newly_lost)}"
        lines.append(f"{name}{plain(change.setting, 40)}: {what}")
    return lines


def _ids(ids: tuple[str, ...]) -> str:
    if not ids:
        return "none"
    more = f" and {len(ids) - _MOST_IDS_SHOWN} more" if len(ids) > _MOST_IDS_SHOWN else ""
    shown = " ".join(plain(one, 40) for one in ids[:_MOST_IDS_SHOWN])
    return f"{len(ids)} ({shown}{more})"


def _solved(verdicts: Iterable[Verdict]) -> Mapping[tuple[str, str], dict[str, bool]]:
    unjudged: set[tuple[str, str, str]] = set()
    solved: dict[tuple[str, str], dict[str, bool]] = {}
    for verdict in verdicts:
        problems = solved.setdefault((verdict.submission, verdict.setting), {})
        if verdict.status.makes_incomplete:
            unjudged.add((verdict.submission, verdict.setting, verdict.problem_id))
        passed = verdict.status is Status.PASSED
        problems[verdict.problem_id] = problems.get(verdict.problem_id, False) or passed
    for submission, setting, problem in unjudged:
        # A pass among several samples stands whatever became of the others.
        if not solved[submission, setting][problem]:
            del solved[submission, setting][problem]
    return solved
