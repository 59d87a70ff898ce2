"""`attempts.jsonl`: one verdict per line, written as verdicts arrive and sorted at the end.

While a run goes on, lines are appended in the order of arrival, each written whole and handed to
the operating system at once, so that an interrupt loses nothing. A crash in the middle of a line
leaves a torn last line, which reading leaves out. `write_attempts` makes the final file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from math import isfinite
from pathlib import Path
from types import NoneType, TracebackType
from typing import BinaryIO

from pytest_vlite.errors import InputError
from pytest_vlite.leaderboard.document import attempt_order
from pytest_vlite.leaderboard.write import json_text, write_atomically
from pytest_vlite.vocabulary import CaseEvidence, Verdict

# No honest record comes near: `detail` and `case` are trimmed by the judge.
LONGEST_LINE_BYTES = 4 * 1024 * 1024


class AttemptsWriter:
    """Appends verdicts to a file; use as a context manager or call `close`.

    With `append`, what an earlier run wrote stays, and a torn last line of it is removed first.

    Raises:
        InputError: the file cannot be opened or written to.
    """

    def __init__(self, path: Path, *, append: bool = False) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if append and path.exists():
                _remove_torn_line(path)
            self._file: BinaryIO = path.open("ab" if append else "wb")
        except OSError as fault:
            raise InputError(f"cannot write {path}: {fault.strerror or fault}") from fault

    def write(self, verdict: Verdict) -> None:
        """Append one whole line and flush it."""
        try:
            self._file.write(line_of(verdict))
            self._file.flush()
        except OSError as fault:
            raise InputError(f"cannot write {self.path}: {fault.strerror or fault}") from fault

    def close(self) -> None:
        """Close the file; calling it again does nothing."""
        self._file.close()

    def __enter__(self) -> AttemptsWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def line_of(verdict: Verdict) -> bytes:
    """The verdict's line, final newline included."""
    return (json_text(verdict.to_json()) + "\n").encode("ascii")


def write_attempts(verdicts: Iterable[Verdict], path: Path) -> None:
    """Write the final file: sorted, whole or not at all; the same verdicts give the same bytes."""
    ordered = sorted(verdicts, key=attempt_order)
    write_atomically(path, b"".join(line_of(verdict) for verdict in ordered))


def read_attempts(path: Path) -> list[Verdict]:
    """Every verdict of the file, in its order; a last line without newline that is no whole record
    (torn by a crash) is left out.

    Raises:
        InputError: the file cannot be read, or a line is no verdict record (file and line named).
    """
    return list(iterate_attempts(path))


def iterate_attempts(path: Path) -> Iterator[Verdict]:
    """As `read_attempts`, one at a time."""
    try:
        with path.open("rb") as file:
            number = 0
            while line := file.readline(LONGEST_LINE_BYTES + 1):
                number += 1
                if len(line) > LONGEST_LINE_BYTES:
                    raise InputError(
                        f"{path}, line {number}: longer than {LONGEST_LINE_BYTES} bytes; no verdict"
                        " record is"
                    )
                if not line.strip():
                    continue
                try:
                    verdict = _parse(line)
                except (ValueError, TypeError, RecursionError) as fault:
                    if not line.endswith(b"\n"):
                        return
                    raise InputError(f"{path}, line {number}: {fault or 'too deep'}") from None
                yield verdict
    except OSError as fault:
        raise InputError(f"cannot read {path}: {fault.strerror or fault}") from fault


def _parse(line: bytes) -> Verdict:
    record = json.loads(line.decode("utf-8"))
    if not isinstance(record, dict):
        raise ValueError("not a JSON object")
    verdict = Verdict.from_json(record)
    if verdict.sample < 0:
        raise ValueError("field 'sample' must not be negative")
    for name in ("duration_s", "cpu_s", "peak_memory_bytes"):
        value = getattr(verdict, name)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value):
            raise ValueError(f"field {name!r} must be a number")
    for name in ("tool_versions", "measurements"):
        if not isinstance(getattr(verdict, name), dict):
            raise ValueError(f"field {name!r} must be an object")
    if not isinstance(verdict.program_sha256, (str, NoneType)):
        raise ValueError("field 'program_sha256' must be a string or null")
    if verdict.case is not None:
        _check_case(verdict.case)
    return verdict


def _check_case(case: CaseEvidence) -> None:
    texts = (case.input, case.kind)
    optional = (case.expected, case.got)
    if (
        not isinstance(case.index, int)
        or not all(isinstance(text, str) for text in texts)
        or not all(isinstance(text, (str, NoneType)) for text in optional)
    ):
        raise ValueError("field 'case' must hold a whole number 'index' and texts")


def _remove_torn_line(path: Path) -> None:
    with path.open("rb+") as file:
        end = file.seek(0, 2)
        position = end
        while position > 0:
            start = max(0, position - 65536)
            file.seek(start)
            newline = file.read(position - start).rfind(b"\n")
            if newline >= 0:
                position = start + newline + 1
                break
            position = start
        if position < end:
            file.truncate(position)
