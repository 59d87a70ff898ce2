"""Tells what the machine did to a program from what the program did.

A full disk, memory that ran out and a kill from outside make an honest program fail; none of them
may become a verdict on it.
"""

from __future__ import annotations

import os
import signal
import tempfile
from pathlib import Path

from pytest_vlite.errors import HarnessError
from pytest_vlite.sandbox import CaseRun, ToolRun

_ROOM_BYTES = 4 * 2**20
_KILLED = int(signal.SIGKILL)


def check_room(folder: Path) -> None:
    """Called where something has failed in `folder`: was there no room to write?

    Allocating finds quotas as well, which the figures of the file system do not show.

    Raises:
        HarnessError: the disk is full.
    """
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            os.posix_fallocate(file.fileno(), 0, _ROOM_BYTES)
    except OSError as fault:
        raise HarnessError(
            f"the disk of the scratch folder {folder.parent} is full: {fault.strerror}"
        ) from None


def killed_from_outside(run: CaseRun | ToolRun) -> bool:
    """Whether a run was killed and not by a limit of ours. A program can also kill itself."""
    return run.signal == _KILLED and run.stopped_by is None


def linker_was_killed(run: ToolRun) -> bool:
    """Whether a compiler says that a child of it was killed.

    A program can make the compiler print such words; so they are a reason to compile again, and
    none to believe anything.
    """
    return b"signal: 9" in run.stderr or b"signal 9" in run.stderr


def memory_ran_out() -> int:
    """How often the kernel has killed something for want of memory since the machine started."""
    try:
        for line in Path("/proc/vmstat").read_text("ascii").splitlines():
            name, _, count = line.partition(" ")
            if name == "oom_kill":
                return int(count)
    except (OSError, ValueError):
        pass
    return 0
