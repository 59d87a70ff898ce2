"""The folder that a run writes its results into: locked, never half written, ready for resuming.

attempts.jsonl            verdicts, appended as they arrive; sorted at the end
attempts.previous.jsonl   what an earlier run left there, if this one does not resume it
run.json                  what the run was asked to do; `vlite replay` reads it
notes.txt, logs/, leaderboard.json, leaderboard-<subset>.json
.lock, .digests/          of no interest to people
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pytest_vlite.errors import HarnessError, InputError
from pytest_vlite.leaderboard.attempts import (
    AttemptsWriter,
    Salvaged,
    salvage_attempts,
    write_attempts,
)
from pytest_vlite.leaderboard.load import ATTEMPTS_NAME, DOCUMENT_NAME
from pytest_vlite.leaderboard.write import json_text, write_atomically, write_document
from pytest_vlite.reuse.store import DIGESTS
from pytest_vlite.run.lock import OutputLock
from pytest_vlite.run.options import RunOptions
from pytest_vlite.vocabulary import Verdict

PREVIOUS_NAME = "attempts.previous.jsonl"
RUN_NAME = "run.json"


def remembered_digests(options: RunOptions) -> Path:
    """Where a run remembers the checksums of large files: in its cache, else with its results."""
    return options.output / ".digests" if options.cache is None else options.cache / DIGESTS


class ResultsFolder:
    """The output folder of one run. `earlier` is what a run before it left there."""

    def __init__(self, path: Path) -> None:
        """Lock the folder and read what is there.

        Raises:
            InputError: it cannot be used, or another run holds it.
        """
        self.path = path
        self._writer: AttemptsWriter | None = None
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._lock = OutputLock(path)
            self._lock.acquire()
        except (OSError, InputError) as fault:
            raise InputError(f"--vlite-output={path}: {fault}") from None
        try:
            self.earlier: Salvaged = salvage_attempts(self.attempts)
        except InputError as fault:
            self._lock.release()
            raise InputError(f"--vlite-output={path}: {fault}") from None

    @property
    def attempts(self) -> Path:
        return self.path / ATTEMPTS_NAME

    def start(
        self, kept: Sequence[Verdict] | None, notes: Iterable[str], record: dict[str, Any]
    ) -> None:
        """Begin the file of attempts: with the kept verdicts of the run that is resumed, or anew
        (None), with what was there put aside.

        Raises:
            InputError: the folder cannot be written to.
        """
        try:
            if kept is not None:
                write_attempts(kept, self.attempts)
            elif self.attempts.exists():
                self.attempts.replace(self.path / PREVIOUS_NAME)
            self._writer = AttemptsWriter(self.attempts, append=True)
            text = "".join(f"{note}\n" for note in notes)
            write_atomically(self.path / "notes.txt", text.encode("utf-8", "backslashreplace"))
            write_atomically(self.path / RUN_NAME, (json_text(record, indent=1) + "\n").encode())
        except (OSError, InputError) as fault:
            raise InputError(f"--vlite-output={self.path}: {fault}") from None

    @property
    def started(self) -> bool:
        """Whether verdicts are written, that is, between `start` and `close`."""
        return self._writer is not None

    def append(self, verdict: Verdict) -> None:
        """Write a verdict as it arrives. Raises `HarnessError` where that fails."""
        if self._writer is not None:
            self._writer.write(verdict)

    def write_final(self, verdicts: Sequence[Verdict], document: dict[str, Any]) -> None:
        """Write the sorted attempts and the leaderboard, each whole or not at all.

        Raises:
            HarnessError: a file cannot be written; the old one is still there.
        """
        try:
            write_attempts(verdicts, self.attempts)
        except InputError as fault:
            raise HarnessError(str(fault)) from None
        self.write_document(document, DOCUMENT_NAME)

    def write_document(self, document: dict[str, Any], name: str) -> None:
        """Write one leaderboard. Raises `HarnessError` as `write_final`."""
        try:
            write_document(document, self.path / name)
        except InputError as fault:
            raise HarnessError(str(fault)) from None

    def close(self) -> None:
        """Let the folder go; calling it again does nothing."""
        if self._writer is not None:
            with suppress(OSError):
                self._writer.close()
            self._writer = None
        self._lock.release()
