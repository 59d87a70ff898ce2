"""The selection file: what was selected, and everything that it follows from.

`to_yaml` and `read_selection` are inverse to each other. The file holds the subset three times
over: as ids, as their checksum, and as draws and replacements, and the draw can be done again from
seed and rankings; `Selection.contradiction` compares them, so that an edit by hand is found and
named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_vlite.errors import InputError
from pytest_vlite.release import ids_sha256
from pytest_vlite.selection.filters import Override
from pytest_vlite.selection.random_draw import BIT_GENERATOR, REDUCTION
from pytest_vlite.selection.sampling import (
    METHOD,
    Ranked,
    RankedGroup,
    Replacement,
    draw_sample,
)
from pytest_vlite.selection.yaml_text import Row, parse_yaml, read_limited, yaml_text

FORMAT = "vlite-selection-1"
_COMMENT = (
    "A subset of a release, made by `vlite select`. Do not edit: the ids are held against their\n"
    "checksum and against the draws. `ranking` is [id, proof size in lines] by rank."
)


@dataclass(frozen=True, slots=True)
class FilterRecord:
    """A filter and what it did. `note` says why it was not applied."""

    name: str
    applied: bool
    note: str
    removed: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class GroupRecord:
    """A group: all its problems by rank, its places, and the problem drawn in each interval."""

    ranked: RankedGroup
    places: int
    drawn: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.ranked.name


@dataclass(frozen=True)
class Selection:
    """A subset with its provenance.

    `release_id` is the id that the release states of itself, None where it states none. `inputs`
    are checksums of all that mattered, None for what was not given. `machine` is where the time
    filter's measurements were made.
    """

    method: str
    seed: int
    release_id: str | None
    problem_ids_sha256: str
    inputs: Mapping[str, str | None]
    machine: Mapping[str, str]
    filters: tuple[FilterRecord, ...]
    overrides: tuple[Override, ...]
    groups: tuple[GroupRecord, ...]
    replacements: tuple[Replacement, ...]
    ids: tuple[str, ...]
    ids_sha256: str
    notes: tuple[str, ...] = ()

    @property
    def ranked_groups(self) -> tuple[RankedGroup, ...]:
        return tuple(group.ranked for group in self.groups)

    @property
    def removed(self) -> frozenset[str]:
        """The ids that some filter removed."""
        return frozenset(problem for entry in self.filters for problem in entry.removed)

    @property
    def drawn_ids(self) -> tuple[str, ...]:
        """The ids that the draws and the replacements give, sorted."""
        instead = {
            (entry.group, entry.interval, entry.drawn): entry.taken for entry in self.replacements
        }
        return tuple(
            sorted(
                instead.get((group.name, interval, drawn), drawn)
                for group in self.groups
                for interval, drawn in enumerate(group.drawn)
            )
        )

    def contradiction(self) -> str | None:
        """What in the file contradicts the rest of it, with both checksums; None: nothing.

        The ids are held against their checksum, the draws, the filters, and against the draw done
        again from the rankings and the seed.
        """
        found = ids_sha256(self.ids)
        if found != self.ids_sha256:
            return (
                f"its ids have sha256 {found}, the file states {self.ids_sha256}; "
                + differences(self.ids, self.drawn_ids, "the draws")
            )
        if tuple(sorted(self.ids)) != self.drawn_ids:
            return (
                f"its ids have sha256 {found}, the draws {ids_sha256(self.drawn_ids)}; "
                + differences(self.ids, self.drawn_ids, "the draws")
            )
        removed = sorted(self.removed.intersection(self.ids))
        if removed:
            return f"a filter removed {', '.join(removed)}"
        return self._other_draw()

    def _other_draw(self) -> str | None:
        """Whether rankings and seed give these draws; of another method that cannot be said."""
        if self.method != METHOD:
            return None
        try:
            sample = draw_sample(self.ranked_groups, len(self.ids), self.seed)
        except ValueError as fault:
            return f"the method cannot have given it: {fault}"
        if sample.ids != tuple(sorted(self.ids)):
            return (
                f"seed {self.seed} gives ids with sha256 {ids_sha256(sample.ids)}, the file has "
                f"{self.ids_sha256}; " + differences(self.ids, sample.ids, "the seed's draw")
            )
        for group, places, drawn in zip(self.groups, sample.places, sample.drawn, strict=True):
            if (group.places, group.drawn) != (places, drawn):
                return f"seed {self.seed} gives other places or draws in {group.name}"
        return None


def differences(ids: Sequence[str], expected: Sequence[str], name: str) -> str:
    """Which ids are in one list and not in the other, in words; `name` is the expected list."""
    extra = sorted(set(ids) - set(expected))
    missing = sorted(set(expected) - set(ids))
    parts = [f"not of {name}: {', '.join(extra)}"] if extra else []
    if missing:
        parts.append(f"of {name} and not there: {', '.join(missing)}")
    repeated = sorted({problem for problem in ids if ids.count(problem) > 1})
    if repeated:
        parts.append(f"there more than once: {', '.join(repeated)}")
    return "; ".join(parts) or f"the same ids as {name}"


def to_yaml(selection: Selection) -> str:
    """The file's text; the same selection gives the same bytes everywhere."""
    problems = [problem for group in selection.groups for problem in group.ranked.problems]
    document = {
        "format": FORMAT,
        "method": selection.method,
        "seed": selection.seed,
        "random": {"bit_generator": BIT_GENERATOR, "reduction": REDUCTION},
        "size": len(selection.ids),
        "ids_sha256": selection.ids_sha256,
        "release": {
            "id": selection.release_id,
            "problems": len(problems),
            "problem_ids_sha256": selection.problem_ids_sha256,
        },
        "inputs": dict(selection.inputs),
        "machine": dict(selection.machine),
        "notes": list(selection.notes),
        "remaining": sum(not problem.removed for problem in problems),
        "filters": [
            {
                "name": entry.name,
                "applied": entry.applied,
                "note": entry.note,
                "count": len(entry.removed),
                "removed": dict(entry.removed),
            }
            for entry in selection.filters
        ],
        "overrides": [
            {
                "problem": entry.problem,
                "filter": entry.filter,
                "decision": "remove" if entry.remove else "keep",
                "reason": entry.reason,
            }
            for entry in selection.overrides
        ],
        "replacements": [
            {
                "group": entry.group,
                "interval": entry.interval,
                "drawn": entry.drawn,
                "taken": entry.taken,
            }
            for entry in selection.replacements
        ],
        "groups": [
            {
                "name": group.name,
                "problems": len(group.ranked.problems),
                "remaining": group.ranked.remaining,
                "places": group.places,
                "drawn": list(group.drawn),
                "ranking": [Row((problem.id, problem.size)) for problem in group.ranked.problems],
            }
            for group in selection.groups
        ],
        "ids": list(selection.ids),
    }
    return yaml_text(document, _COMMENT)


def read_selection(path: Path) -> Selection:
    """Read a selection file and hold it against itself.

    Raises:
        InputError: it cannot be read, is of another format, or contradicts itself.
    """
    selection = parse_selection(read_limited(path), str(path))
    contradiction = selection.contradiction()
    if contradiction is not None:
        raise InputError(
            f"{path}: changed since `vlite select` wrote it: {contradiction}. Select again, "
            "or take the file as it was"
        )
    return selection


def parse_selection(data: bytes, name: str) -> Selection:
    """The selection of a file's bytes, not yet held against itself.

    Raises:
        InputError: a field is missing or of the wrong kind.
    """
    document = parse_yaml(data, name)
    fields = _Fields(document, name, "")
    if fields.text("format") != FORMAT:
        raise InputError(f"{name}: 'format' is not {FORMAT}; make the file with `vlite select`")
    release = fields.mapping("release")
    filters = tuple(_filter(entry) for entry in fields.entries("filters"))
    removed = {problem for entry in filters for problem in entry.removed}
    groups = tuple(_group(entry, removed) for entry in fields.entries("groups"))
    ids = fields.texts("ids")
    if len(ids) != fields.number("size"):
        raise InputError(f"{name}: 'size' is {fields.number('size')} and there are {len(ids)} ids")
    ranked = [problem.id for group in groups for problem in group.ranked.problems]
    if len(set(ranked)) != len(ranked):
        raise InputError(f"{name}: a problem is ranked more than once")
    strange = sorted(set(ids) - set(ranked))
    if strange:
        raise InputError(f"{name}: 'ids' has {', '.join(strange[:12])}, which no group ranks")
    stated = release.text("problem_ids_sha256")
    if ids_sha256(ranked) != stated:
        raise InputError(
            f"{name}: the ranked problems have sha256 {ids_sha256(ranked)}, 'problem_ids_sha256' "
            f"is {stated}: the file was edited"
        )
    return Selection(
        method=fields.text("method"),
        seed=fields.number("seed"),
        release_id=release.optional_text("id"),
        problem_ids_sha256=stated,
        inputs=fields.mapping("inputs").optional_texts(),
        machine={
            key: value or "" for key, value in fields.mapping("machine").optional_texts().items()
        },
        filters=filters,
        overrides=tuple(
            Override(
                entry.text("problem"),
                entry.text("filter"),
                entry.text("decision") == "remove",
                entry.text("reason"),
            )
            for entry in fields.entries("overrides")
        ),
        groups=groups,
        replacements=tuple(
            Replacement(
                entry.text("group"),
                entry.number("interval"),
                entry.text("drawn"),
                entry.text("taken"),
            )
            for entry in fields.entries("replacements")
        ),
        ids=ids,
        ids_sha256=fields.text("ids_sha256"),
        notes=fields.texts("notes"),
    )


def _filter(entry: _Fields) -> FilterRecord:
    removed = entry.mapping("removed").optional_texts()
    return FilterRecord(
        entry.text("name"),
        entry.flag("applied"),
        entry.text("note"),
        {problem: reason or "" for problem, reason in removed.items()},
    )


def _group(entry: _Fields, removed: set[str]) -> GroupRecord:
    problems = []
    for row in entry.value("ranking", list):
        if not (
            isinstance(row, list)
            and len(row) == 2
            and isinstance(row[0], str)
            and isinstance(row[1], int)
            and not isinstance(row[1], bool)
            and row[1] >= 0
        ):
            raise InputError(f"{entry.where}: a row of 'ranking' must be [id, proof size]")
        problems.append(Ranked(row[0], row[1], row[0] in removed))
    return GroupRecord(
        RankedGroup(entry.text("name"), tuple(problems)),
        entry.number("places"),
        entry.texts("drawn"),
    )


class _Fields:
    """A mapping of the file whose fields are taken by name and kind; errors name the field."""

    def __init__(self, value: object, name: str, path: str) -> None:
        self._name, self._path = name, path
        if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
            raise InputError(f"{self.where}: must be a mapping; make the file with `vlite select`")
        self._value: Mapping[str, Any] = value

    @property
    def where(self) -> str:
        return f"{self._name}: {self._path}" if self._path else self._name

    def value(self, key: str, kind: type[Any]) -> Any:
        value = self._value.get(key)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            words = {str: "text", int: "a whole number", list: "a list", bool: "true or false"}
            raise InputError(f"{self.where}: '{key}' must be {words.get(kind, 'a mapping')}")
        return value

    def text(self, key: str) -> str:
        return str(self.value(key, str))

    def optional_text(self, key: str) -> str | None:
        return None if self._value.get(key) is None else self.text(key)

    def number(self, key: str) -> int:
        return int(self.value(key, int))

    def flag(self, key: str) -> bool:
        return bool(self.value(key, bool))

    def texts(self, key: str) -> tuple[str, ...]:
        values = self.value(key, list)
        if not all(isinstance(value, str) for value in values):
            raise InputError(f"{self.where}: '{key}' must be a list of texts")
        return tuple(values)

    def mapping(self, key: str) -> _Fields:
        return _Fields(self._value.get(key), self._name, f"{self._path}{key}")

    def entries(self, key: str) -> list[_Fields]:
        path = f"{self._path}{key}"
        return [
            _Fields(value, self._name, f"{path}[{number}]")
            for number, value in enumerate(self.value(key, list))
        ]

    def optional_texts(self) -> dict[str, str | None]:
        return {key: self.optional_text(key) for key in self._value}
