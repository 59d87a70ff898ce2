"""Builds a selection from a release: checks it, measures proofs, filters, samples."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_vlite.errors import InputError
from pytest_vlite.release import Problem, Release, ids_sha256, natural_key
from pytest_vlite.release.layout import ARTIFACTS, benchmark_root
from pytest_vlite.release.release_file import read_release_file
from pytest_vlite.selection import filters
from pytest_vlite.selection.filters import Filter, Override
from pytest_vlite.selection.measurements import (
    Measurements,
    check_complete,
    check_release,
    some,
)
from pytest_vlite.selection.proof_size import proof_size
from pytest_vlite.selection.random_draw import LARGEST_SEED
from pytest_vlite.selection.sampling import METHOD, Ranked, RankedGroup, draw_sample
from pytest_vlite.selection.selection_file import FilterRecord, GroupRecord, Selection
from pytest_vlite.selection.strata import GROUPS, group_order, is_known_group, source_of_group

# Problems whose statement allows several answers have a second copy here; see release.layout.
_SHARED_FOLDER = "extended"
_ARTIFACTS = ("description.md", "code_spec.rs", "verified.rs")


@dataclass(frozen=True)
class Evidence:
    """What the filters are told beside the release.

    checkers: ids judged by a checker, None where no list was given; with the sum of the file.
    skipped: names of filters that are not to be applied.
    """

    measurements: Measurements | None = None
    checkers: frozenset[str] | None = None
    checkers_sha256: str | None = None
    overrides: tuple[Override, ...] = ()
    overrides_sha256: str | None = None
    skipped: frozenset[str] = frozenset()


def build_selection(release: Release, size: int, seed: int, evidence: Evidence) -> Selection:
    """Select `size` problems of the release.

    Raises:
        InputError: the release is not fit (problems without tags, proof or known level, twice),
            more are asked for than remain, the seed is out of range, or a filter lacks what it
            needs and is not skipped.
    """
    if not 0 <= seed <= LARGEST_SEED:
        raise InputError(f"--seed {seed}: must lie between 0 and {LARGEST_SEED}")
    if size < 1:
        raise InputError(f"--size {size}: must be at least 1")
    notes = check_problems(release)
    records = tuple(_apply(release, evidence))
    removed = frozenset(problem for record in records for problem in record.removed)
    artifacts = {problem.id: _read_artifacts(problem) for problem in release.problems}
    sizes = {problem_id: read.proof_lines for problem_id, read in artifacts.items()}
    groups = rank_groups(release.problems, removed, sizes)
    remaining = sum(group.remaining for group in groups)
    if size > remaining:
        raise InputError(
            f"--size {size}: only {remaining} of {len(release.problems)} problems remain after the "
            "filters"
        )
    sample = draw_sample(groups, size, seed)
    measured = evidence.measurements if filters.TIME not in evidence.skipped else None
    return Selection(
        method=METHOD,
        seed=seed,
        release_id=stated_id(release),
        problem_ids_sha256=release.problem_ids_sha256,
        inputs={
            "problems_sha256": _sum_of_sums(
                release.problems,
                {problem_id: read.sha256 for problem_id, read in artifacts.items()},
            ),
            "measurements_sha256": measured.sha256 if measured else None,
            "checkers_sha256": evidence.checkers_sha256,
            "overrides_sha256": evidence.overrides_sha256,
        },
        machine=measured.header.machine if measured else {},
        filters=records,
        overrides=evidence.overrides,
        groups=tuple(
            GroupRecord(group, places, drawn)
            for group, places, drawn in zip(groups, sample.places, sample.drawn, strict=True)
        ),
        replacements=sample.replacements,
        ids=sample.ids,
        ids_sha256=ids_sha256(sample.ids),
        notes=notes,
    )


@dataclass(frozen=True, slots=True)
class _Artifacts:
    """What of a problem's files a selection depends on: their sum and the proof size."""

    sha256: bytes
    proof_lines: int


def _read_artifacts(problem: Problem) -> _Artifacts:
    description, code_spec, verified = (problem.artifact(name) for name in _ARTIFACTS)
    digest = _digest(problem, (description, code_spec, verified))
    return _Artifacts(digest, proof_size(code_spec, verified))


def proof_sizes(problems: Sequence[Problem]) -> dict[str, int]:
    """The proof size of each problem by id."""
    return {problem.id: _read_artifacts(problem).proof_lines for problem in problems}


def rank_groups(
    problems: Sequence[Problem], removed: Collection[str], sizes: Mapping[str, int]
) -> list[RankedGroup]:
    """All problems by group, each group by (proof size, natural order of the id).

    The published groups are there even where they are empty, if their source is in the release.
    """
    sources = {problem.source for problem in problems}
    groups: dict[str, list[Ranked]] = {
        name: [] for name in GROUPS if source_of_group(name) in sources
    }
    for problem in problems:
        entry = Ranked(problem.id, sizes[problem.id], problem.id in removed)
        groups.setdefault(problem.stratum, []).append(entry)
    return [
        RankedGroup(
            name, tuple(sorted(groups[name], key=lambda entry: (entry.size, natural_key(entry.id))))
        )
        for name in sorted(groups, key=group_order)
    ]


def check_problems(release: Release) -> tuple[str, ...]:
    """Whether the problems can be selected from; gives notes on what was resolved.

    Raises:
        InputError: some folder is no complete problem, a level is unknown, or an id is there twice
            (a second copy under `extended/` aside: it is counted once).
    """
    complete = {problem.directory for problem in release.problems}
    places: dict[str, list[str]] = {}
    incomplete: list[str] = []
    for group, folder in _folders(release):
        lacking = [] if folder in complete else _lacking(folder)
        if not lacking:
            places.setdefault(folder.name, []).append(group)
        elif len(lacking) < len(ARTIFACTS):
            incomplete.append(f"{group}/{folder.name} (no {', '.join(lacking)})")
    if incomplete:
        raise InputError(
            f"release {release.root}: incomplete problems: {some(incomplete)}; complete them or "
            "take their folders away"
        )
    unknown = [
        f"{problem.id} ({problem.level})"
        for problem in release.problems
        if not is_known_group(problem.stratum)
    ]
    if unknown:
        raise InputError(
            f"release {release.root}: unknown level: {some(unknown)}; the first line of 'tags' "
            "must be Easy, Medium or Hard, or a rating"
        )
    twice = {problem: found for problem, found in places.items() if len(found) > 1}
    wrong = [
        f"{problem} ({' and '.join(found)})"
        for problem, found in twice.items()
        if len(found) > 2 or _SHARED_FOLDER not in found
    ]
    if wrong:
        raise InputError(
            f"release {release.root}: ids that are there more than once: {some(wrong)}; an id must "
            "be unique"
        )
    return tuple(
        f"{problem} is there twice and counted once: the copy in "
        f"{release.problem(problem).directory.parent.name}/"
        for problem in sorted(twice, key=natural_key)
    )


def problems_sha256(release: Release) -> str:
    """The sum over what of each problem a selection depends on: group, description and proof."""
    return _sum_of_sums(
        release.problems,
        {
            problem.id: _digest(problem, [problem.artifact(name) for name in _ARTIFACTS])
            for problem in release.problems
        },
    )


def _digest(problem: Problem, texts: Sequence[str]) -> bytes:
    digest = hashlib.sha256(f"{problem.id}\0{problem.stratum}\0".encode())
    for text in texts:
        digest.update(hashlib.sha256(text.encode()).digest())
    return digest.digest()


def _sum_of_sums(problems: Sequence[Problem], sums: Mapping[str, bytes]) -> str:
    ids = sorted(problem.id for problem in problems)
    return hashlib.sha256(b"".join(sums[problem_id] for problem_id in ids)).hexdigest()


def stated_id(release: Release) -> str | None:
    """The id in the release's own `leaderboard/release.json`; a folder's name is none."""
    return read_release_file(release.root / "leaderboard" / "release.json").id


def _folders(release: Release) -> list[tuple[str, Path]]:
    """Every folder of a source folder, with the source folder's name."""
    return [
        (group.name, folder)
        for group in sorted(benchmark_root(release.root).iterdir())
        if group.is_dir()
        for folder in sorted(group.iterdir())
        if folder.is_dir()
    ]


def _lacking(folder: Path) -> list[str]:
    return [
        name
        for name in ARTIFACTS
        if not (folder / name).is_file() and not (name == "tags" and (folder / "tag").is_file())
    ]


def _apply(release: Release, evidence: Evidence) -> list[FilterRecord]:
    strange = sorted(
        {entry.problem for entry in evidence.overrides if entry.problem not in release}
    )
    if strange:
        raise InputError(f"the overrides name no problem of the release: {some(strange)}")
    records = []
    for name in filters.FILTER_NAMES:
        if name in evidence.skipped:
            note = "not applied: skipped by --skip-filter"
            records.append(FilterRecord(name, False, note, {}))
            continue
        rule = _rule(name, release, evidence)
        removed = filters.removed_by(name, rule, release.problems, evidence.overrides)
        records.append(FilterRecord(name, True, "", removed))
    return records


def _rule(name: str, release: Release, evidence: Evidence) -> Filter:
    if name == filters.IMAGE_OR_LINK:
        return filters.image_or_link
    if name == filters.OTHER_PROBLEM:
        return filters.other_problem
    decided = frozenset(entry.problem for entry in evidence.overrides if entry.filter == name)
    if name == filters.CHECKER:
        unknown = [
            problem
            for problem in filters.checkers_unknown(release, evidence.checkers)
            if problem not in decided
        ]
        if unknown:
            raise InputError(
                f"release {release.root}: nothing tells which problems have a checker: "
                f"{len(unknown)} have no folder of test cases ({some(unknown, 4)}); give "
                "--tests DIR or --checkers FILE, or --skip-filter checker"
            )
        return filters.checker_filter(evidence.checkers or frozenset())
    if evidence.measurements is None:
        raise InputError(
            "the time filter needs --measurements FILE, made by `vlite measure`; to go without it, "
            "give --skip-filter time"
        )
    check_release(evidence.measurements, release)
    check_complete(evidence.measurements, release, decided)
    return filters.time_filter(evidence.measurements)
