"""`attempts.jsonl`: one verdict per line, written as verdicts arrive and sorted at the end.

While a run goes on, lines are appended in the order of arrival, each written whole and handed to
the operating system at once, so that the end of the process loses nothing; once a second they are
forced to the disk, so that a power failure loses little. A crash in the middle of a line leaves a
torn last line, which reading leaves out. `write_attempts` makes the final file.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from types import NoneType, TracebackType

from pytest_vlite.errors import HarnessError, InputError
from pytest_vlite.leaderboard.document import attempt_order
from pytest_vlite.leaderboard.write import json_text, write_atomically
from pytest_vlite.vocabulary import CaseEvidence, Verdict

# No honest record comes near: `detail` and `case` are trimmed by the judge.
LONGEST_LINE_BYTES = 4 * 1024 * 1024
# A power failure costs the verdicts of about this time, which a resumed run judges again.
_SYNC_INTERVAL_S = 1.0


class AttemptsWriter:
    """Appends verdicts to a file; use as a context manager or call `close`.

    With `append`, what an earlier run wrote stays, and a torn last line of it is removed first.

    Raises:
        InputError: the file cannot be opened.
    """

    def __init__(self, path: Path, *, append: bool = False) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if append and path.exists():
                _remove_torn_line(path)
            self._file = path.open("ab" if append else "wb", buffering=0)
            self._end = self._file.seek(0, os.SEEK_END)
        except OSError as fault:
            raise InputError(f"cannot write {path}: {fault.strerror or fault}") from fault
        self._synced = time.monotonic()

    def write(self, verdict: Verdict) -> None:
        """Append one whole line, or nothing.

        Raises:
            HarnessError: the file cannot be written to, for instance because the disk is full.
        """
        line = memoryview(line_of(verdict))
        written = 0
        try:
            while written < len(line):
                written += self._file.write(line[written:])
            if time.monotonic() - self._synced >= _SYNC_INTERVAL_S:
                self._sync()
        except OSError as fault:
            # A part of a line must not stay: the next whole one would be joined to it.
            with suppress(OSError):
                self._file.truncate(self._end)
            raise HarnessError(f"cannot write {self.path}: {fault.strerror or fault}") from fault
        self._end += len(line)

    def _sync(self) -> None:
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    def close(self) -> None:
        """Close the file; calling it again does nothing."""
        if not self._file.closed:
            with suppress(OSError):
                self._sync()
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


@dataclass(frozen=True)
class Salvaged:
    """What could be read of the file of a run that did not end: the last verdict of each attempt,
    and how many lines were no verdict."""

    verdicts: tuple[Verdict, ...]
    broken_lines: int


def salvage_attempts(path: Path) -> Salvaged:
    """Every verdict that is there, whatever else stands in the file; nothing if there is no file.

    After a power failure a file may end in zeros or stale blocks instead of its last lines.

    Raises:
        InputError: the file cannot be read.
    """
    latest: dict[tuple[str, str, str, int], Verdict] = {}
    broken = 0
    try:
        with path.open("rb") as file:
            while line := file.readline(LONGEST_LINE_BYTES + 1):
                if not line.strip():
                    continue
                try:
                    verdict = _parse(line)
                except (ValueError, TypeError, RecursionError):
                    broken += 1
                    continue
                latest[verdict.key] = verdict
    except FileNotFoundError:
        pass
    except OSError as fault:
        raise InputError(f"cannot read {path}: {fault.strerror or fault}") from fault
    return Salvaged(tuple(latest.values()), broken)


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
    for name in ("program_sha256", "basis_sha256"):
        if not isinstance(getattr(verdict, name), (str, NoneType)):
            raise ValueError(f"field {name!r} must be a string or null")
    if not isinstance(verdict.cached, bool):
        raise ValueError("field 'cached' must be true or false")
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
