"""The expected set: every attempt that a run owes a verdict, known before anything runs.

It comes from the pinned subset and from what settings and samples a submission has, never from what
arrives. Controller and workers build it separately and must come to the same one (`Plan.digest`).
"""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_vlite.errors import InputError
from pytest_vlite.release import Problem, Release, has_cases, load_release
from pytest_vlite.run.cost import expected_cost_s
from pytest_vlite.run.options import RunOptions
from pytest_vlite.selection.pinned import Subset, find_subset, scored_subsets
from pytest_vlite.submission import Submission, load_submission
from pytest_vlite.vocabulary import Setting

_PACKAGE = Path(__file__).resolve().parent.parent

# What makes an attempt one attempt, as `Verdict.key`: submission, setting, problem, sample.
Key = tuple[str, str, str, int]


@dataclass(frozen=True)
class PlannedAttempt:
    """One attempt that must get a verdict; `name` is the pytest item's name."""

    submission: Submission
    problem: Problem
    setting: Setting
    sample: int
    name: str
    cost_s: float

    @property
    def key(self) -> Key:
        """The same key as the verdict's (`Verdict.key`)."""
        return (self.submission.name, self.setting.value, self.problem.id, self.sample)


@dataclass(frozen=True)
class Plan:
    """All that a run is about. `attempts` are those of this shard, `expected` those of all.

    `further_subsets` are parts of `subset` that are scored from the same verdicts.
    """

    release: Release
    subset: Subset
    further_subsets: tuple[Subset, ...]
    submissions: tuple[Submission, ...]
    attempts: tuple[PlannedAttempt, ...]
    expected: tuple[PlannedAttempt, ...]
    notes: tuple[str, ...]

    @property
    def problems(self) -> tuple[Problem, ...]:
        return tuple(self.release.problem(problem_id) for problem_id in self.subset.ids)

    @property
    def digest(self) -> str:
        """A checksum over what must be the same on every worker."""
        lines = [self.release.problem_ids_sha256, self.subset.sha256]
        lines += ["\t".join(map(str, attempt.key)) for attempt in self.attempts]
        return hashlib.sha256("\n".join(lines).encode("utf-8", "backslashreplace")).hexdigest()


def bundled_release() -> Path:
    """The release of the project's own, beside the package in a checkout.

    Raises:
        InputError: the package was installed without it.
    """
    root = _PACKAGE.parent / "problems"
    if not root.is_dir():
        raise InputError(
            "--vlite-release: the bundled problems are only there in a checkout of the project; "
            "name the release to judge against"
        )
    return root


def make_plan(options: RunOptions, *, scores: bool = True) -> Plan:
    """Read release, subset and submissions and list the expected attempts.

    Without `scores` the plan is for judging only and has no further subsets; workers need none.

    Raises:
        InputError: any of them cannot be used, or nothing is left to judge.
    """
    release = load_release(options.release or bundled_release(), tests_root=options.tests)
    subset = find_subset(options.subset, release)
    subset.verify(release)
    further = scored_subsets(subset, release)[1:] if scores else ()
    problems = [release.problem(problem_id) for problem_id in subset.ids]
    if not options.examples_as_tests and not any(map(has_cases, problems)):
        raise InputError(
            f"the release {release.root} has no test cases: give their root with "
            "--vlite-tests=DIR, or use the descriptions' examples with --vlite-tests=examples"
        )
    all_ids = [problem.id for problem in release.problems]
    submissions = tuple(load_submission(directory, all_ids) for directory in options.submissions)
    _refuse_equal_names(submissions)
    notes = [str(note) for note in release.notes]
    expected: list[PlannedAttempt] = []
    labels = _labels(submissions)
    for submission, label in zip(submissions, labels, strict=True):
        notes += [str(note) for note in submission.notes]
        wanted = options.settings or submission.settings
        settings = [setting for setting in wanted if setting in submission.settings]
        notes += [
            f"{submission.name}: has no answers for {setting.value}"
            for setting in wanted
            if setting not in submission.settings
        ]
        if not settings:
            raise InputError(
                f"{submission.directory}: holds no answers for "
                f"{', '.join(setting.value for setting in wanted) or 'any setting'}; expected "
                "folders or .jsonl files named after the settings"
            )
        expected += _attempts(submission, label, settings, problems)
    return Plan(
        release=release,
        subset=subset,
        further_subsets=further,
        submissions=submissions,
        attempts=tuple(_shard(expected, *options.shard)),
        expected=tuple(expected),
        notes=tuple(notes),
    )


def longest_first(attempts: Iterable[PlannedAttempt]) -> list[PlannedAttempt]:
    """The order in which parallel workers should take them, ties by position."""
    return sorted(attempts, key=lambda attempt: -attempt.cost_s)


def _attempts(
    submission: Submission, label: str, settings: Sequence[Setting], problems: Sequence[Problem]
) -> Iterable[PlannedAttempt]:
    for problem in problems:
        for setting in settings:
            samples = max(1, submission.samples(setting, problem.id))
            cost_s = expected_cost_s(problem, setting)
            for sample in range(samples):
                parts = [label] if label else []
                parts += [setting.value]
                parts += [str(sample)] if samples > 1 else []
                yield PlannedAttempt(
                    submission=submission,
                    problem=problem,
                    setting=setting,
                    sample=sample,
                    name=f"{problem.id}[{'-'.join(parts)}]",
                    cost_s=cost_s,
                )


def _refuse_equal_names(submissions: Sequence[Submission]) -> None:
    seen: dict[str, Path] = {}
    for submission in submissions:
        if submission.name in seen:
            raise InputError(
                f"{submission.directory}: has the same name as {seen[submission.name]} "
                f"({submission.name!r}); verdicts are kept by name, give one another name in its "
                "submission.yaml"
            )
        seen[submission.name] = submission.directory


def _labels(submissions: Sequence[Submission]) -> list[str]:
    """Short distinct words for item names; a single submission needs none."""
    if len(submissions) == 1:
        return [""]
    labels: list[str] = []
    for number, submission in enumerate(submissions, 1):
        word = submission.slug[:40]
        labels.append(word if word not in labels else f"{word}_{number}")
    return labels


def _shard(attempts: Sequence[PlannedAttempt], index: int, count: int) -> list[PlannedAttempt]:
    """Deal attempts out, dearest first, each to the part that has least to do so far."""
    if count == 1:
        return list(attempts)
    loads = [(0.0, part) for part in range(1, count + 1)]
    mine: set[Key] = set()
    for attempt in longest_first(attempts):
        load, part = heapq.heappop(loads)
        heapq.heappush(loads, (load + attempt.cost_s, part))
        if part == index:
            mine.add(attempt.key)
    return [attempt for attempt in attempts if attempt.key in mine]
