"""Loads a release: which problems there are, in which order, and what was skipped.

Only folder listings and `tags` files are read, so that a thousand problems load in a moment.
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from pytest_vlite.errors import InputError
from pytest_vlite.release.layout import (
    ARTIFACTS,
    Folder,
    Note,
    benchmark_root,
    find_folders,
)
from pytest_vlite.release.problem import Problem
from pytest_vlite.release.release_file import VerifierPin, read_release_file
from pytest_vlite.release.tags import UNKNOWN_LEVEL, parse_tags

_MAX_TAGS_BYTES = 2**16


@dataclass(frozen=True, eq=False)
class Release:
    """The problems of one release, sorted by (source, natural order of the id)."""

    root: Path
    id: str
    problems: tuple[Problem, ...]
    notes: tuple[Note, ...]
    verifier: VerifierPin | None
    problem_ids_sha256: str
    _by_id: dict[str, Problem] = field(repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._by_id.update({problem.id: problem for problem in self.problems})

    def __contains__(self, problem_id: object) -> bool:
        return problem_id in self._by_id

    def problem(self, problem_id: str) -> Problem:
        """The problem of that id.

        Raises:
            InputError: there is none; the message names ids near to it.
        """
        found = self._by_id.get(problem_id)
        if found is not None:
            return found
        near = difflib.get_close_matches(problem_id[:64], self._by_id, n=3, cutoff=0.6)
        hint = f"; near: {', '.join(near)}" if near else ""
        raise InputError(f"no problem {problem_id[:64]!r} in release {self.id}{hint}")


def ids_sha256(problem_ids: Iterable[str]) -> str:
    """sha256 of the sorted ids, one a line with a final newline, as hex."""
    text = "".join(f"{problem_id}\n" for problem_id in sorted(problem_ids))
    return hashlib.sha256(text.encode()).hexdigest()


def load_release(root: Path, *, tests_root: Path | None = None) -> Release:
    """Load the release in `root`; test cases may lie in a second root of the same layout.

    Raises:
        InputError: a root is no directory, holds no problem, or `leaderboard/release.json` is
            broken.
    """
    root = Path(root)
    folders, notes = find_folders(root)
    if not folders:
        raise InputError(
            f"release {root}: no problem found; expected <source>/<id>/ or "
            f"benchmark/<source>/<id>/ with {', '.join(ARTIFACTS)}"
        )
    tests_base = None if tests_root is None else benchmark_root(Path(tests_root))
    problems = tuple(_problem(folder, tests_base, notes) for folder in folders)
    stated = read_release_file(root / "leaderboard" / "release.json")
    ids_sum = ids_sha256(problem.id for problem in problems)
    if stated.problem_ids_sha256 not in (None, ids_sum):
        notes.append(
            Note(
                root / "leaderboard" / "release.json",
                f"the problems found are not the release's: its id list has sha256 "
                f"{stated.problem_ids_sha256}, the list found {ids_sum}",
            )
        )
    name = stated.id or root.resolve().name
    return Release(root, name, problems, tuple(notes), stated.verifier, ids_sum)


def _problem(folder: Folder, tests_base: Path | None, notes: list[Note]) -> Problem:
    path = folder.directory / folder.tags_name
    try:
        with path.open("rb") as file:
            text = file.read(_MAX_TAGS_BYTES).decode("utf-8-sig", "replace")
    except OSError as fault:
        notes.append(Note(path, f"cannot be read: {fault.strerror}"))
        text = ""
    tags = parse_tags(text, folder.source)
    if tags.level == UNKNOWN_LEVEL:
        notes.append(Note(path, "no level found"))
    test_directories = [folder.directory / "tests"]
    if tests_base is not None:
        groups = dict.fromkeys((folder.group, folder.source))
        test_directories[:0] = [tests_base / g / folder.problem_id / "tests" for g in groups]
    return Problem(
        folder.problem_id,
        folder.source,
        tags.level,
        tags.stratum,
        tags.topics,
        folder.directory,
        tuple(test_directories),
        folder.files,
        tags.acceptance,
        tags.solved_by,
    )
