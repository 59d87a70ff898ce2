"""The filters: functions from a problem to the reason why it is removed, or None.

Two read the description; the checker and the time filter need to be told what a release without
test cases cannot show, and are made by a function that takes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pytest_vlite.errors import InputError
from pytest_vlite.release import Problem, Release
from pytest_vlite.selection import description_rules
from pytest_vlite.selection.measurements import Measurements
from pytest_vlite.selection.yaml_text import parse_yaml, read_limited

Filter = Callable[[Problem], str | None]

IMAGE_OR_LINK = "image_or_link"
OTHER_PROBLEM = "other_problem"
CHECKER = "checker"
TIME = "time"
FILTER_NAMES = (IMAGE_OR_LINK, OTHER_PROBLEM, CHECKER, TIME)

CASE_TIME_LIMIT_S = 1.0
LARGEST_TIME_SHARE = 0.5


def image_or_link(problem: Problem) -> str | None:
    """The description (before the starter code) contains an image or a hyperlink."""
    return description_rules.image_or_link(problem.description.statement)


def other_problem(problem: Problem) -> str | None:
    """The description refers to another problem."""
    return description_rules.other_problem(problem.description.statement, problem.id)


def checker_filter(listed: frozenset[str]) -> Filter:
    """Outputs are judged by a checker: the release brings one, or the id is in `listed`."""

    def judged_by_checker(problem: Problem) -> str | None:
        if problem.checker is not None:
            return "the release has a checker for it"
        return "listed as judged by a checker" if problem.id in listed else None

    return judged_by_checker


def time_filter(measurements: Measurements) -> Filter:
    """The reference solution takes more than half of the time limit on some test case.

    Every problem must have been measured; see `measurements.check_complete`.
    """
    limit_s = CASE_TIME_LIMIT_S * LARGEST_TIME_SHARE

    def too_slow(problem: Problem) -> str | None:
        measured = measurements.by_id[problem.id]
        if measured.stopped:
            return f"the reference solution was stopped on case {measured.case}"
        if measured.max_cpu_s > limit_s:
            return f"the reference solution takes more than {limit_s:g} s on case {measured.case}"
        return None

    return too_slow


def checkers_unknown(release: Release, listed: frozenset[str] | None) -> list[str]:
    """The ids of which nothing tells whether they have a checker.

    A list tells of all; else a problem's folder of test cases tells.
    """
    if listed is not None:
        return []
    return [problem.id for problem in release.problems if not problem.tests_directory.is_dir()]


@dataclass(frozen=True, slots=True)
class Override:
    """A person's decision against a rule: keep or remove one problem, with the reason."""

    problem: str
    filter: str
    remove: bool
    reason: str


def read_overrides(path: Path) -> tuple[Override, ...]:
    """The overrides of a YAML file: `version: 1` and `overrides`, a list of mappings with
    `problem`, `filter`, `decision` (`keep` or `remove`) and `reason`.

    Raises:
        InputError: the file cannot be read or an entry is not of that form.
    """
    document = parse_yaml(read_limited(path), str(path))
    if not isinstance(document, Mapping) or document.get("version") != 1:
        raise InputError(f"{path}: an override file starts with 'version: 1'")
    entries = document.get("overrides")
    if not isinstance(entries, list):
        raise InputError(f"{path}: 'overrides' must be a list")
    found: dict[tuple[str, str], Override] = {}
    for number, entry in enumerate(entries, 1):
        override = _override(entry, f"{path}: override {number}")
        key = (override.problem, override.filter)
        if key in found:
            raise InputError(f"{path}: override {number}: {key[0]} and {key[1]} are there twice")
        found[key] = override
    return tuple(found.values())


def _override(entry: object, where: str) -> Override:
    fields = {"problem", "filter", "decision", "reason"}
    if not isinstance(entry, Mapping) or set(entry) != fields:
        raise InputError(f"{where}: must have exactly {', '.join(sorted(fields))}")
    if not all(isinstance(value, str) and value.strip() for value in entry.values()):
        raise InputError(f"{where}: every field must be text")
    if entry["filter"] not in FILTER_NAMES:
        raise InputError(f"{where}: 'filter' must be one of {', '.join(FILTER_NAMES)}")
    if entry["decision"] not in ("keep", "remove"):
        raise InputError(f"{where}: 'decision' must be keep or remove")
    reason = " ".join(entry["reason"].split())
    return Override(entry["problem"], entry["filter"], entry["decision"] == "remove", reason)


def removed_by(
    name: str, rule: Filter, problems: Iterable[Problem], overrides: Iterable[Override] = ()
) -> dict[str, str]:
    """The problems that a filter removes, by id, with the reason; overrides have the last word."""
    decisions = {entry.problem: entry for entry in overrides if entry.filter == name}
    removed: dict[str, str] = {}
    for problem in problems:
        decision = decisions.get(problem.id)
        reason = rule(problem) if decision is None else None
        if decision is not None and decision.remove:
            reason = f"override: {decision.reason}"
        if reason is not None:
            removed[problem.id] = reason
    return removed
