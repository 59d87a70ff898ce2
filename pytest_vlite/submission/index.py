"""Finds a submission's answers: which there are and where, without reading their texts.

Three layouts, which may be mixed as long as no answer is given twice::

    <setting>/<id>.rs          sample 0
    <setting>/<id>/<k>.rs      sample k, counted from 0
    <setting>.jsonl            one sample a line

Everything else is reported in a note by name and never read, imported or followed.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from pytest_vlite.errors import InputError
from pytest_vlite.printable import printable
from pytest_vlite.release.layout import Note
from pytest_vlite.submission.files import Entry, UnusableFile, list_directory, open_file
from pytest_vlite.submission.jsonl import Record, read_records
from pytest_vlite.submission.manifest import MANIFEST
from pytest_vlite.vocabulary import Setting

# Sample numbers run from 0 to below this.
MAX_SAMPLES = 1000
_MAX_NOTES = 1000
_MAX_HINTS = 20
# Answers to drawn items, which a run of their own reads (`renewal.answers`).
FAMILIES = "Families.jsonl"
_MANIFEST_MISSPELT = frozenset({"submission.yml", "submission.json"})
_SUFFIX = ".rs"


@dataclass(frozen=True, slots=True)
class AnswerFile:
    """An answer in a file of its own, by its path below the submission."""

    parts: tuple[str, ...]


Place: TypeAlias = AnswerFile | Record


@dataclass
class Index:
    """Where each answer is: `places[setting][problem_id][sample]`."""

    places: dict[Setting, dict[str, dict[int, Place]]] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    notes_left_out: int = 0


def build_index(root: Path, release_ids: Collection[str], settings: Collection[Setting]) -> Index:
    """Look through the submission in `root` for answers in `settings`.

    Raises:
        InputError: the directory cannot be listed, an answer is there twice, a JSONL file has a
            broken line, or a sample number is too high.
    """
    return _Indexer(root, frozenset(release_ids), settings).run()


class _Indexer:
    def __init__(
        self, root: Path, release_ids: frozenset[str], settings: Collection[Setting]
    ) -> None:
        self.root = root
        self.release_ids = release_ids
        self.settings = settings
        self.index = Index()
        self.hints = 0

    def run(self) -> Index:
        try:
            entries = list_directory(self.root)
        except UnusableFile as fault:
            raise InputError(f"submission {self.root}: {fault}") from None
        for entry in entries:
            self._top_level(entry)
        self._note_gaps()
        if self.index.notes_left_out:
            count = self.index.notes_left_out
            self.index.notes.append(Note(self.root, f"{count} more notes are left out"))
        order = list(Setting)
        ordered = sorted(self.index.places.items(), key=lambda item: order.index(item[0]))
        self.index.places = dict(ordered)
        return self.index

    def _top_level(self, entry: Entry) -> None:
        stem = entry.name.removesuffix(".jsonl")
        setting = next((s for s in Setting if s.value == stem), None)
        if setting is None:
            if entry.name not in (MANIFEST, FAMILIES):
                self._note((entry.name,), self._unknown_entry(entry))
            return
        if setting not in self.settings:
            return
        is_lines = stem != entry.name
        if entry.kind == "link":
            # The setting counts as taken part in, so that its problems show as missing.
            self.index.places.setdefault(setting, {})
            self._note((entry.name,), "ignored: a symbolic link, which is never followed")
        elif is_lines:
            self._lines(entry, setting)
        elif entry.kind == "directory":
            self.index.places.setdefault(setting, {})
            self._folder(setting)
        else:
            self._note((entry.name,), "ignored: a setting's answers are in a folder")

    def _unknown_entry(self, entry: Entry) -> str:
        if entry.name in _MANIFEST_MISSPELT:
            return f"ignored: the manifest is {MANIFEST}"
        if entry.kind == "directory" or entry.name.endswith(".jsonl"):
            stem = entry.name.removesuffix(".jsonl")
            return f"ignored: no setting of that name{_near(stem, [s.value for s in Setting])}"
        return "ignored: not part of a submission"

    def _lines(self, entry: Entry, setting: Setting) -> None:
        path = self.root / entry.name
        self.index.places.setdefault(setting, {})
        try:
            with open_file(self.root, (entry.name,)) as file:
                for record in read_records(file, path):
                    if self._known(record.problem_id, (f"{entry.name}:{record.line}",)):
                        self._add(setting, record.problem_id, record.sample, record)
        except UnusableFile as fault:
            self._note((entry.name,), f"ignored: {fault}")
        except OSError as fault:
            raise InputError(f"{path}: cannot be read: {fault.strerror}") from None

    def _folder(self, setting: Setting) -> None:
        try:
            entries = list_directory(self.root, (setting.value,))
        except UnusableFile as fault:
            self._note((setting.value,), f"ignored: {fault}")
            return
        for entry in entries:
            parts = (setting.value, entry.name)
            if entry.name.endswith(_SUFFIX):
                # Whatever stands under an answer's name is that answer, if only a malformed one.
                problem_id = entry.name.removesuffix(_SUFFIX)
                if self._known(problem_id, parts):
                    self._add(setting, problem_id, 0, AnswerFile(parts))
            elif entry.kind == "directory":
                if self._known(entry.name, parts):
                    self._samples(setting, entry.name)
            elif entry.name in self.release_ids:
                self._add(setting, entry.name, 0, AnswerFile(parts))
            else:
                self._note(parts, "ignored: not an answer; answers are <id>.rs or <id>/<k>.rs")

    def _samples(self, setting: Setting, problem_id: str) -> None:
        folder = (setting.value, problem_id)
        try:
            entries = list_directory(self.root, folder)
        except UnusableFile as fault:
            self._note(folder, f"ignored: {fault}")
            return
        for entry in entries:
            stem = entry.name.removesuffix(_SUFFIX)
            if stem != entry.name and re.fullmatch(r"[0-9]{1,9}", stem):
                self._add(setting, problem_id, int(stem), AnswerFile((*folder, entry.name)))
            else:
                self._note(
                    (*folder, entry.name),
                    "ignored: not a sample; samples are <k>.rs with a number from 0",
                )

    def _known(self, problem_id: str, parts: tuple[str, ...]) -> bool:
        if problem_id in self.release_ids:
            return True
        hint = ""
        if self.hints < _MAX_HINTS:
            self.hints += 1
            hint = _near(problem_id, self.release_ids)
        shown = printable(problem_id, 60)
        self._note(parts, f"ignored: the release has no problem {shown!r}{hint}")
        return False

    def _add(self, setting: Setting, problem_id: str, sample: int, place: Place) -> None:
        samples = self.index.places[setting].setdefault(problem_id, {})
        if sample >= MAX_SAMPLES:
            raise InputError(
                f"{self._where(setting, place)}: sample {sample}; samples are numbered from 0 to "
                f"{MAX_SAMPLES - 1}"
            )
        if sample in samples:
            raise InputError(
                f"sample {sample} of {problem_id} in {setting.value} is there twice: "
                f"{self._where(setting, samples[sample])} and {self._where(setting, place)}"
            )
        samples[sample] = place

    def _where(self, setting: Setting, place: Place) -> str:
        if isinstance(place, Record):
            return f"{self.root / setting.value}.jsonl:{place.line}"
        return str(self.root.joinpath(*place.parts))

    def _note_gaps(self) -> None:
        for setting, problems in self.index.places.items():
            for problem_id, samples in problems.items():
                absent = sorted(set(range(max(samples) + 1)) - set(samples))
                if absent:
                    shown = ", ".join(map(str, absent[:10])) + (", ..." if absent[10:] else "")
                    self._note(
                        (setting.value, problem_id),
                        f"samples are counted from 0: {shown} of {max(samples) + 1} missing",
                    )

    def _note(self, parts: tuple[str, ...], message: str) -> None:
        if len(self.index.notes) >= _MAX_NOTES:
            self.index.notes_left_out += 1
            return
        self.index.notes.append(Note(self.root.joinpath(*parts), message))


def _near(name: str, names: Collection[str]) -> str:
    folded = {other.casefold(): other for other in sorted(names)}
    near = difflib.get_close_matches(name[:64].casefold(), folded, n=1, cutoff=0.7)
    return f" (near: {folded[near[0]]})" if near else ""
