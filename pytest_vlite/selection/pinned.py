"""The subset a run is judged on: found by name or file, and held against its pin.

`full` is every problem of the release, pinned by the checksum that the release states of itself.
`lite` is the release's pinned list: packaged for known releases (`pytest_vlite/data/selections/`),
or `selection.yaml` or `lite_problem_ids.txt` in the root of the release or of its test cases. Where
there are several they must agree; the packaged one is the pin, then the selection file, whose
checksum stands in it. Anything else is a file: a selection file, or ids one a line.

A packaged list belongs to one release only. The ids do not tell releases apart (a later one may
have the same problems with other proofs), so it is matched by the id that the release states of
itself, and for a release that states none by the checksum of descriptions and proofs.

`find_subset` reads; `Subset.verify` compares. Nothing is judged before `verify` has returned.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from pytest_vlite.errors import InputError
from pytest_vlite.release import Release, ids_sha256, natural_key
from pytest_vlite.release.release_file import read_release_file
from pytest_vlite.selection.building import problems_sha256, stated_id
from pytest_vlite.selection.id_list import parse_ids
from pytest_vlite.selection.selection_file import Selection, differences, parse_selection
from pytest_vlite.selection.yaml_text import read_limited

FULL = "full"
LITE = "lite"
SELECTION_FILE = "selection.yaml"
LIST_FILE = "lite_problem_ids.txt"
PACKAGED = "selections"


@dataclass(frozen=True)
class Subset:
    """A subset of a release.

    ids: sorted. sha256: the pinned checksum, which `verify` holds the ids against. source: where
    the ids come from. pinned_ids: the list that the checksum belongs to, where one is known beside
    the ids themselves; pinned_by: where that list comes from. contradiction: what a selection file
    says against itself.
    """

    name: str
    ids: tuple[str, ...]
    sha256: str
    source: str
    pinned_ids: tuple[str, ...] | None = None
    pinned_by: str = ""
    contradiction: str | None = None

    def verify(self, release: Release) -> None:
        """Recompute the checksum and look every id up in the release.

        Raises:
            InputError: the checksum is not the pinned one (both are named, and the ids that
                differ where the pinned list is known), or the release lacks a problem.
        """
        found = ids_sha256(self.ids)
        repeated = len(set(self.ids)) != len(self.ids)
        if found != self.sha256 or repeated:
            pin = self.pinned_by or self.source
            detail = "the pinned list is not known here, so the ids that differ cannot be named"
            if self.pinned_ids is not None or repeated:
                detail = differences(self.ids, self.pinned_ids or tuple(set(self.ids)), "the pin")
            raise InputError(
                f"subset {self.name}: the list of ids is not the pinned one. {self.source} has "
                f"sha256 {found}, {pin} pins {self.sha256}; {detail}. Nothing is judged; take the "
                "list as it was published"
            )
        if self.contradiction is not None:
            raise InputError(
                f"subset {self.name}: {self.source} was changed since `vlite select` wrote it: "
                f"{self.contradiction}. Nothing is judged; take the file as it was published"
            )
        if not self.ids:
            raise InputError(f"subset {self.name}: {self.source} has no ids")
        missing = [problem_id for problem_id in self.ids if problem_id not in release]
        if missing:
            raise InputError(
                f"subset {self.name}: release {release.root} lacks {len(missing)} of "
                f"{len(self.ids)} problems: {', '.join(missing[:40])}"
                f"{' ...' if len(missing) > 40 else ''}. The list has sha256 {found}, the ids of "
                f"the release {release.problem_ids_sha256}. Nothing is judged; the release is "
                "incomplete or the list is another release's"
            )


@dataclass(frozen=True)
class _List:
    """A list of ids as found in one place; `selection` where the place is a selection file."""

    ids: tuple[str, ...]
    source: str
    selection: Selection | None = None


def find_subset(name_or_file: str, release: Release) -> Subset:
    """The subset of that name for this release, or that of a file; not yet verified.

    Raises:
        InputError: no such subset or file, the release has no pinned Lite, or a file is broken.
    """
    if name_or_file == FULL:
        return _full(release)
    if name_or_file == LITE:
        return _lite(release)
    path = Path(name_or_file)
    if not path.is_file():
        raise InputError(
            f"--vlite-subset {name_or_file!r}: neither lite, full nor a file; give the path of a "
            "selection file or of a list of ids"
        )
    found = _read_list(path)
    if found.selection is not None:
        _check_same_release(found.selection, release, found.source)
    return _subset(path.stem, [found])


def scored_subsets(subset: Subset, release: Release) -> tuple[Subset, ...]:
    """The subsets that a run over `subset` scores: a full run also scores the release's Lite.

    All are verified. A release without a pinned Lite has none to score.

    Raises:
        InputError: as `Subset.verify`, for any of them.
    """
    subset.verify(release)
    lists = _lite_lists(release) if subset.name == FULL else []
    if not lists:
        return (subset,)
    lite = _subset(LITE, lists)
    lite.verify(release)
    return (subset, lite)


def _full(release: Release) -> Subset:
    in_order = [problem.id for problem in release.problems]
    ids = tuple(sorted(in_order))
    source = f"all problems of {release.root}"
    path = release.root / "leaderboard" / "release.json"
    stated = read_release_file(path).problem_ids_sha256
    # No format fixes the order of the list or its final newline; any usual one will do.
    texts = ["\n".join(ordered) + end for ordered in _orders(in_order) for end in ("", "\n")]
    usual = {hashlib.sha256(text.encode()).hexdigest() for text in texts}
    if stated is None or stated.lower() in usual:
        return Subset(FULL, ids, ids_sha256(ids), source)
    return Subset(FULL, ids, stated.lower(), source, None, str(path))


def _orders(ids: list[str]) -> tuple[list[str], ...]:
    return (ids, sorted(ids), sorted(ids, key=natural_key))


def _lite(release: Release) -> Subset:
    lists = _lite_lists(release)
    if not lists:
        raise InputError(
            f"subset lite: release {release.id} ({release.root}) has no pinned list: none is "
            f"packaged for it and there is neither {SELECTION_FILE} nor {LIST_FILE} in its root. "
            "Use --vlite-subset=full or a file, or build one with `vlite select`"
        )
    return _subset(LITE, lists)


def _lite_lists(release: Release) -> list[_List]:
    """Every list of the release's Lite: the packaged one first, then those beside the release."""
    beside = [_read_list(path) for path in _places(release)]
    for found in beside:
        if found.selection is not None:
            _check_same_release(found.selection, release, found.source)
    return [*_packaged(release), *beside]


def _subset(name: str, lists: Sequence[_List]) -> Subset:
    """The first list pins; the last one that differs from it, else the first, is what is used."""
    pin = lists[0]
    pinned_sha256 = ids_sha256(pin.ids)
    pinned_ids: tuple[str, ...] | None = pin.ids if len(lists) > 1 else None
    if pin.selection is not None:
        pinned_sha256, pinned_ids = pin.selection.ids_sha256, pin.selection.drawn_ids
    used = next((found for found in lists if ids_sha256(found.ids) != pinned_sha256), lists[-1])
    ids = tuple(sorted(used.ids))
    contradictions = (found.selection.contradiction() for found in lists if found.selection)
    contradiction = next((text for text in contradictions if text is not None), None)
    return Subset(name, ids, pinned_sha256, used.source, pinned_ids, pin.source, contradiction)


def _read_list(path: Path) -> _List:
    return _parse_list(read_limited(path), str(path))


def _parse_list(data: bytes, name: str) -> _List:
    if name.endswith((".yaml", ".yml")):
        selection = parse_selection(data, name)
        return _List(selection.ids, name, selection)
    return _List(parse_ids(data, name), name)


def _places(release: Release) -> Iterator[Path]:
    """Files beside the release, or beside its test cases, that may hold its Lite."""
    roots = [release.root, *_test_roots(release)]
    for name in (SELECTION_FILE, LIST_FILE):
        for root in dict.fromkeys(roots):
            path = root / name
            if path.is_file():
                yield path


def _test_roots(release: Release) -> list[Path]:
    """The roots of separate test cases: <root>/<source>/<id>/tests, perhaps below benchmark/."""
    if not release.problems:
        return []
    base = release.problems[0].test_directories[0].parent.parent.parent
    return [base.parent, base] if base.name == "benchmark" else [base]


def _packaged(release: Release) -> list[_List]:
    """The packaged selection made from this release, if there is one."""
    stated = stated_id(release)
    found: list[_List] = []
    folder = files("pytest_vlite.data").joinpath(PACKAGED)
    if not folder.is_dir():
        return found
    for entry in sorted(folder.iterdir(), key=str):
        if not entry.name.endswith(".yaml"):
            continue
        data = entry.read_bytes()
        # A cheap look before the whole file is parsed: the id list must be this release's.
        if release.problem_ids_sha256.encode() not in data:
            continue
        listed = _parse_list(data, f"packaged {entry.name}")
        selection = listed.selection
        if selection is None or selection.release_id != stated:
            continue
        if stated is None and selection.inputs.get("problems_sha256") != problems_sha256(release):
            continue
        found.append(listed)
    return found


def _check_same_release(selection: Selection, release: Release, source: str) -> None:
    """A selection file names the release it was made from; ids alone may fit by chance."""
    if selection.problem_ids_sha256 != release.problem_ids_sha256:
        raise InputError(
            f"{source}: made from another release: its problem ids have sha256 "
            f"{selection.problem_ids_sha256}, those of {release.root} "
            f"{release.problem_ids_sha256}"
        )
