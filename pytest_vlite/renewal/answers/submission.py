"""A submission's answers to drawn items: `Families.jsonl`, found once, read one at a time."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_vlite.errors import InputError
from pytest_vlite.printable import file_name, printable
from pytest_vlite.submission.files import UnusableFile, open_file
from pytest_vlite.submission.index import FAMILIES, MAX_SAMPLES
from pytest_vlite.submission.jsonl import Record, read_records
from pytest_vlite.submission.loading import Answer, answer_from_line, read_manifest

_MOST_NOTES = 100


@dataclass(frozen=True)
class FamilySubmission:
    """Who answered what. `samples` is the number of samples of each item, the same for all;
    `notes` name what was ignored."""

    name: str
    slug: str
    manifest: Mapping[str, Any]
    directory: Path
    samples: int
    notes: tuple[str, ...]
    _places: Mapping[tuple[str, int], Record]

    def answer(self, item_id: str, sample: int) -> Answer:
        """The answer, read now. Raises `HarnessError` where the machine cannot."""
        place = self._places.get((item_id, sample))
        if place is None:
            return Answer("missing", detail=f"no answer to {item_id}, sample {sample}")
        return answer_from_line(self.directory, FAMILIES, place)


def load_family_submission(directory: Path, ids: Collection[str]) -> FamilySubmission:
    """The answers in a submission to the items of these ids.

    Raises:
        InputError: no such folder or file, a broken line, an answer given twice.
    """
    if not directory.is_dir():
        raise InputError(f"submission {directory}: no such directory")
    manifest, unknown = read_manifest(directory)
    path = directory / FAMILIES
    notes = [f"{directory}: ignored: unknown field {name!r}" for name in unknown]
    known = frozenset(ids)
    places: dict[tuple[str, int], Record] = {}
    ignored = 0
    try:
        with open_file(directory, (FAMILIES,)) as file:
            for record in read_records(file, path):
                key = (record.problem_id, record.sample)
                where = f"{path}:{record.line}"
                if record.problem_id not in known:
                    ignored += 1
                    if ignored <= _MOST_NOTES:
                        shown = printable(record.problem_id, 60)
                        notes.append(f"{where}: ignored: the drawn set has no item {shown!r}")
                elif record.sample >= MAX_SAMPLES:
                    raise InputError(f"{where}: samples run from 0 to {MAX_SAMPLES - 1}")
                elif key in places:
                    raise InputError(
                        f"{where}: sample {record.sample} of {record.problem_id} is there twice, "
                        f"also in line {places[key].line}"
                    )
                else:
                    places[key] = record
    except FileNotFoundError:
        raise InputError(f"submission {directory}: has no {FAMILIES}") from None
    except UnusableFile as fault:
        raise InputError(f"{path}: {fault}") from None
    except OSError as fault:
        raise InputError(f"{path}: cannot be read: {fault.strerror}") from None
    if ignored > _MOST_NOTES:
        notes.append(f"{path}: {ignored - _MOST_NOTES} more answers to unknown items")
    name = manifest.get("name") or printable(directory.resolve().name, 100) or "submission"
    samples = max((sample for _, sample in places), default=0) + 1
    return FamilySubmission(
        name, file_name(name), manifest, directory, samples, tuple(notes), places
    )
