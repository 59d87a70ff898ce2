"""Removes a run's scratch folder once nobody holds it: a process of its own, beside every run.

A controller or worker that is killed cannot clean up after itself. All of them hold a shared lock
on the folder's lock file, which the kernel drops with its holder, so whoever gets the exclusive
lock knows that the run is over. `scratch.py` starts this file by its path with a bare interpreter.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import sys
import time
from pathlib import Path

LOCK_NAME = ".lock"
# The isolations of killed workers may write for a moment longer than their workers live.
_TRIES = 200
_PAUSE_S = 0.05


def wait_and_remove(folder: Path) -> None:
    """Block until the last holder of the folder is gone, then remove it."""
    try:
        lock = os.open(folder / LOCK_NAME, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        return
    fcntl.flock(lock, fcntl.LOCK_EX)
    remove(folder)


def remove(folder: Path) -> None:
    """Remove a folder in which something may still be written; gives up after ten seconds."""
    for _ in range(_TRIES):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(_PAUSE_S)


if __name__ == "__main__":
    wait_and_remove(Path(sys.argv[1]))
