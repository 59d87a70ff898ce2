"""The folder in which a run works. It is gone after the run, whichever way the run ends.

Controller and workers hold a shared lock in it. A guardian process waits for the last of them to
end and then removes the folder; should the guardian be killed as well, the next run of the same
user finds the folder without a holder and removes it.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pytest_vlite.errors import HarnessError
from pytest_vlite.run import guardian

_PREFIX = "vlite-run-"
_GUARDIAN_ENDS_S = 30.0
# A folder without a lock file is just being made, unless it is that old.
_ABANDONED_S = 3600.0
_PR_SET_PDEATHSIG = 1


class RunScratch:
    """The controller's hold on the folder at `path`."""

    def __init__(self, path: Path, lock: int, process: subprocess.Popen[bytes]) -> None:
        self.path = path
        self._lock = lock
        self._guardian = process

    @classmethod
    def create(cls) -> RunScratch:
        """A new folder with its guardian; folders that dead runs left are removed first.

        Raises:
            HarnessError: the folder for temporary files cannot be used.
        """
        base = Path(tempfile.gettempdir())
        remove_abandoned(base)
        try:
            path, lock = _locked_folder(base)
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-B", guardian.__file__, str(path)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                # Neither a Ctrl-C nor the end of the terminal is meant for it.
                start_new_session=True,
            )
        except OSError as fault:
            raise HarnessError(f"no scratch folder can be made in {base}: {fault}") from None
        return cls(path, lock, process)

    def remove(self) -> None:
        """Let go and wait until the folder is gone."""
        os.close(self._lock)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._guardian.wait(_GUARDIAN_ENDS_S)
        # It may have been killed.
        guardian.remove(self.path)


def join(path: Path) -> int:
    """A worker's hold on the run's folder, for as long as the descriptor is open.

    Raises:
        HarnessError: the folder is gone: the run is over.
    """
    try:
        lock = os.open(path / guardian.LOCK_NAME, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as fault:
        raise HarnessError(f"the run's scratch folder {path} cannot be used: {fault}") from None
    return lock


def die_with_parent() -> None:
    """Let the kernel end this process when the one that started it ends, however that happens."""
    parent = os.getppid()
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(ctypes.c_int(_PR_SET_PDEATHSIG), ctypes.c_ulong(signal.SIGKILL))
    if os.getppid() != parent:
        # It ended before the kernel was asked.
        os._exit(1)


def remove_abandoned(base: Path) -> None:
    """Remove the scratch folders below `base` of this user's runs that nobody holds."""
    with contextlib.suppress(OSError):
        for path in sorted(base.glob(f"{_PREFIX}*")):
            with contextlib.suppress(OSError):
                if path.lstat().st_uid == os.geteuid():
                    _remove_if_abandoned(path)


def _remove_if_abandoned(path: Path) -> None:
    try:
        lock = os.open(path / guardian.LOCK_NAME, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except FileNotFoundError:
        if time.time() - path.lstat().st_mtime > _ABANDONED_S:
            guardian.remove(path)
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return
    else:
        guardian.remove(path)
    finally:
        os.close(lock)


def _locked_folder(base: Path) -> tuple[Path, int]:
    while True:
        path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=base))
        lock = os.open(path / guardian.LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(lock, fcntl.LOCK_SH)
        # Between the file's making and its lock, another run may have taken it for abandoned.
        if (path / guardian.LOCK_NAME).exists():
            return path, lock
        os.close(lock)
