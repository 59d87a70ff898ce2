"""Loads a submission: its name, which answers it has, and each answer's text on demand."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from pytest_vlite.errors import HarnessError, InputError
from pytest_vlite.printable import file_name, printable
from pytest_vlite.release.layout import Note
from pytest_vlite.submission.extraction import holds_fences
from pytest_vlite.submission.files import UnusableFile, open_file
from pytest_vlite.submission.index import Index, build_index
from pytest_vlite.submission.jsonl import Record, output_of, read_records
from pytest_vlite.submission.manifest import MANIFEST, MAX_MANIFEST_BYTES, parse_manifest
from pytest_vlite.vocabulary import Setting

# The longest reference proof is 64 KiB; prose and several drafts fit well within this.
MAX_ANSWER_BYTES = 2**20


@dataclass(frozen=True, slots=True)
class Answer:
    """What a submission gave for one attempt.

    `text` is there exactly when `status` is `ok`; otherwise `detail` says why not. `path` is the
    file the answer is in, `line` its line there if it is one of a JSONL file. `raw`: model text,
    from which the code must be extracted.
    """

    status: Literal["ok", "missing", "malformed"]
    text: str | None = None
    detail: str = ""
    path: Path | None = None
    line: int | None = None
    raw: bool = False


@dataclass(frozen=True, eq=False)
class Submission:
    """Everything that one system produced. Nothing of it is ever imported or run from here.

    `name` is printable and on one line; `slug` is the same as a file name. `manifest` holds the
    known fields of `submission.yaml`, JSON values only. `settings` are those that it has answers
    or at least a place for. `notes` list what was ignored.
    """

    name: str
    slug: str
    manifest: Mapping[str, Any]
    directory: Path
    settings: tuple[Setting, ...]
    notes: tuple[Note, ...]
    _index: Index = field(repr=False)

    def samples(self, setting: Setting, problem_id: str) -> int:
        """How many samples there are, counted to the highest number; 0 for none."""
        samples = self._index.places.get(setting, {}).get(problem_id)
        return max(samples) + 1 if samples else 0

    def answer(self, setting: Setting, problem_id: str, sample: int) -> Answer:
        """The answer, read now.

        Raises:
            HarnessError: the machine could not read what was there on loading.
        """
        place = self._index.places.get(setting, {}).get(problem_id, {}).get(sample)
        if place is None:
            return Answer("missing", detail=f"no answer for {problem_id} in {setting.value}")
        if isinstance(place, Record):
            return answer_from_line(self.directory, f"{setting.value}.jsonl", place)
        return _from_file(self.directory, place.parts)


def read_answer(path: Path, line: int | None = None) -> Answer:
    """One answer outside any submission: a file, or a line (from 1) of a JSONL file.

    A file that does not end in `.rs` is model text.

    Raises:
        InputError: the JSONL file is broken or has no such line.
    """
    root, name = path.parent, path.name
    if line is None:
        answer = _from_file(root, (name,))
        return answer if path.suffix == ".rs" else replace(answer, raw=True)
    try:
        with open_file(root, (name,)) as file:
            for record in read_records(file, path):
                if record.line == line:
                    return answer_from_line(root, name, record)
    except UnusableFile as fault:
        raise InputError(f"{path}: {fault}") from None
    raise InputError(f"{path}:{line}: there is no answer on that line")


def _from_file(root: Path, parts: tuple[str, ...]) -> Answer:
    path = root.joinpath(*parts)
    try:
        with open_file(root, parts) as file:
            data = file.read(MAX_ANSWER_BYTES + 1)
    except UnusableFile as fault:
        return Answer("malformed", detail=str(fault), path=path)
    except OSError as fault:
        raise HarnessError(f"{path}: cannot be read: {fault.strerror}") from None
    if len(data) > MAX_ANSWER_BYTES:
        return Answer("malformed", detail=_over_the_cap(), path=path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        return Answer("malformed", detail=f"not UTF-8 at byte {fault.start}", path=path)
    if "\0" in text:
        return Answer("malformed", detail="holds a NUL character", path=path)
    return Answer("ok", text, path=path, raw=holds_fences(text))


def answer_from_line(root: Path, name: str, record: Record) -> Answer:
    """The answer that a line of `root/name` holds, read now.

    Raises:
        HarnessError: the machine could not read what was there before.
    """
    path = root / name
    if record.absent:
        return Answer("missing", None, "the output is null", path, record.line)
    if record.fault:
        return Answer("malformed", None, record.fault, path, record.line)
    try:
        with open_file(root, (name,)) as file:
            file.seek(record.offset)
            output = output_of(file.read(record.length))
    except (UnusableFile, OSError, ValueError, KeyError, TypeError) as fault:
        raise HarnessError(
            f"{path}:{record.line}: changed since it was first read: {fault}"
        ) from None
    if not isinstance(output, str):
        raise HarnessError(f"{path}:{record.line}: changed since it was first read")
    try:
        size = len(output.encode("utf-8"))
    except UnicodeEncodeError:
        return Answer("malformed", None, "not valid Unicode", path, record.line)
    if size > MAX_ANSWER_BYTES:
        return Answer("malformed", None, _over_the_cap(), path, record.line)
    if "\0" in output:
        return Answer("malformed", None, "holds a NUL character", path, record.line)
    return Answer("ok", output, "", path, record.line, raw=True)


def _over_the_cap() -> str:
    return f"larger than the size cap of {MAX_ANSWER_BYTES // 2**20} MiB"


def load_submission(
    directory: Path,
    release_ids: Collection[str],
    settings: Collection[Setting] | None = None,
) -> Submission:
    """Load the submission in `directory`; `settings` None means all six.

    Raises:
        InputError: no such directory, no answers in it, a broken manifest or JSONL line, an
            answer given twice.
    """
    directory = Path(directory)
    if not directory.is_dir():
        kind = "is not a directory" if directory.exists() else "does not exist"
        raise InputError(f"submission {directory}: {kind}")
    manifest, unknown = read_manifest(directory)
    index = build_index(directory, release_ids, list(Setting) if settings is None else settings)
    if not index.places:
        wanted = ", ".join(s.value for s in (settings or Setting))
        raise InputError(
            f"submission {directory}: no answers; expected a folder or .jsonl file named after a "
            f"setting ({wanted})"
        )
    notes = [Note(directory / MANIFEST, f"ignored: unknown field {name!r}") for name in unknown]
    name = manifest.get("name") or printable(directory.resolve().name, 100) or "submission"
    return Submission(
        name,
        file_name(name),
        manifest,
        directory,
        tuple(index.places),
        (*notes, *index.notes),
        index,
    )


def read_manifest(directory: Path) -> tuple[dict[str, Any], list[str]]:
    """The fields of `submission.yaml`, none where there is no such file, and unknown ones' names.

    Raises:
        InputError: it cannot be read, or holds something else.
    """
    path = directory / MANIFEST
    try:
        with open_file(directory, (MANIFEST,)) as file:
            data = file.read(MAX_MANIFEST_BYTES + 1)
    except FileNotFoundError:
        return {}, []
    except UnusableFile as fault:
        raise InputError(f"{path}: {fault}") from None
    except OSError as fault:
        raise InputError(f"{path}: cannot be read: {fault.strerror}") from None
    return parse_manifest(data, path)
