"""Finds the problem folders of a release: which there are, which are skipped and why.

Only directory listings happen here. A release is trusted (symbolic links are followed), but
nothing in it makes the search fail except an unreadable root.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pytest_vlite.errors import InputError
from pytest_vlite.printable import printable

ARTIFACTS = ("description.md", "tags", "code.rs", "spec.rs", "code_spec.rs", "verified.rs")
# What else a problem folder holds by design; other Rust files get a note.
_OTHER_RUST = frozenset({"main.rs"})
# Folders of a release that never hold problems.
_NOT_SOURCES = frozenset({"leaderboard", "verus", "tests", "docs", "scripts"})
_PROBLEM_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
# Problems of several sources share this folder; the id tells which a problem is of.
_MIXED_FOLDER = "extended"
_PREFIX_SOURCES = (("lc", "leetcode"), ("cf", "codeforces"))


@dataclass(frozen=True, slots=True)
class Note:
    """Something of a release or submission that was skipped, repaired or resolved."""

    path: Path
    message: str

    def __str__(self) -> str:
        return f"{printable(str(self.path), 1000)}: {self.message}"


@dataclass(frozen=True, slots=True)
class Folder:
    """A complete problem folder. `group` is the folder's own parent name."""

    problem_id: str
    source: str
    group: str
    directory: Path
    files: frozenset[str]
    tags_name: str


def natural_key(text: str) -> tuple[tuple[int, int, str], ...]:
    """Sort key under which `lc2` comes before `lc10`."""
    parts = re.findall(r"\d+|\D+", text)
    return tuple((0, int(p), "") if p.isdecimal() and p.isascii() else (1, 0, p) for p in parts)


def source_of(group: str, problem_id: str) -> str:
    """The source that a problem in the folder `group` belongs to."""
    if group == _MIXED_FOLDER:
        for prefix, source in _PREFIX_SOURCES:
            if re.match(prefix + r"\d", problem_id):
                return source
    return group


def benchmark_root(root: Path) -> Path:
    """The directory that holds the source folders: `<root>/benchmark` where it exists.

    Raises:
        InputError: `root` is no directory that can be listed.
    """
    if not root.is_dir():
        kind = "is not a directory" if root.exists() else "does not exist"
        raise InputError(f"release {root}: {kind}")
    inner = root / "benchmark"
    return inner if inner.is_dir() else root


def find_folders(root: Path) -> tuple[list[Folder], list[Note]]:
    """All complete problem folders in (source, natural id) order, one an id, and the notes.

    Raises:
        InputError: the root cannot be listed.
    """
    base = benchmark_root(root)
    notes: list[Note] = []
    folders: list[Folder] = []
    try:
        groups = _entries(base)
    except OSError as fault:
        raise InputError(f"release {base}: cannot be listed: {fault.strerror}") from None
    for group in groups:
        if not _is_directory(group) or group.name in _NOT_SOURCES:
            continue
        path = Path(group.path)
        if group.name.startswith("."):
            notes.append(Note(path, "skipped: a dot folder"))
            continue
        folders += _problems_of(path, notes)
    chosen = _resolve_duplicates(folders, notes)
    chosen.sort(key=lambda folder: (folder.source, natural_key(folder.problem_id)))
    return chosen, notes


def _problems_of(group: Path, notes: list[Note]) -> Iterator[Folder]:
    try:
        entries = _entries(group)
    except OSError as fault:
        notes.append(Note(group, f"skipped: cannot be listed: {fault.strerror}"))
        return
    for entry in entries:
        path = Path(entry.path)
        if not _is_directory(entry):
            notes.append(Note(path, "skipped: not a problem folder"))
        elif not _PROBLEM_ID.fullmatch(entry.name):
            notes.append(Note(path, "skipped: not a problem id"))
        else:
            folder = _problem(path, group.name, notes)
            if folder is not None:
                yield folder


def _problem(path: Path, group: str, notes: list[Note]) -> Folder | None:
    try:
        files = frozenset(entry.name for entry in _entries(path) if _is_file(entry))
    except OSError as fault:
        notes.append(Note(path, f"skipped: cannot be listed: {fault.strerror}"))
        return None
    tags_name = "tags"
    if "tags" not in files and "tag" in files:
        tags_name = "tag"
    missing = [name for name in ARTIFACTS if name not in files and name != "tags"]
    if tags_name not in files:
        missing.append("tags")
    if missing:
        notes.append(Note(path, f"skipped: no {', '.join(missing)}"))
        return None
    if tags_name != "tags":
        notes.append(Note(path, "repaired: the file 'tag' is read as 'tags'"))
    for name in sorted(files):
        if name.endswith(".rs") and name not in ARTIFACTS and name not in _OTHER_RUST:
            notes.append(Note(path / name, "skipped: not one of a problem's artifacts"))
    return Folder(path.name, source_of(group, path.name), group, path, files, tags_name)


def _resolve_duplicates(folders: list[Folder], notes: list[Note]) -> list[Folder]:
    """One folder an id: the one under `extended/`, else the first.

    The problems under `extended/` are those whose statement allows several answers; their
    specification allows them all, where the other copy's fixes one.
    """
    by_id: dict[str, list[Folder]] = {}
    for folder in folders:
        by_id.setdefault(folder.problem_id, []).append(folder)
    chosen: list[Folder] = []
    for copies in by_id.values():
        copies.sort(key=lambda folder: (folder.group != _MIXED_FOLDER, folder.directory))
        chosen.append(copies[0])
        for other in copies[1:]:
            notes.append(
                Note(
                    other.directory,
                    f"skipped: {other.problem_id} is there twice; "
                    f"the copy in {copies[0].group}/ is used",
                )
            )
    return chosen


def _entries(path: Path) -> list[os.DirEntry[str]]:
    with os.scandir(path) as listing:
        return sorted(listing, key=lambda entry: entry.name)


def _is_directory(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:
        return False
