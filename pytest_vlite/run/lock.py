"""One run at a time into an output directory."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from pytest_vlite.errors import InputError


class OutputLock:
    """An advisory lock on `<directory>/.lock`; the kernel drops it with the process."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / ".lock"
        self._descriptor: int | None = None

    def acquire(self) -> None:
        """Take the lock at once.

        Raises:
            InputError: another run holds it.
            OSError: the directory cannot be written.
        """
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            raise InputError(
                "another run is writing there; wait for it or give another --vlite-output"
            ) from None
        self._descriptor = descriptor

    def release(self) -> None:
        """Let go; harmless if the lock was never taken."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
