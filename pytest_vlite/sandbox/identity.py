"""Which unprivileged user a sandbox run by root becomes."""

from __future__ import annotations

import contextlib
import itertools
import os
import threading
from pathlib import Path

# Far above any user of a system, below what a signed 32-bit number holds.
_FIRST = 1_900_000_000
_PER_PROCESS = 16
_PROCESSES = 2**22
_NOBODY = 65534

_counter = itertools.count()
_lock = threading.Lock()


def unprivileged_user() -> int | None:
    """A user and group number for one sandbox; None if this process is not root or cannot change.

    Each sandbox has a number of its own as far as the user namespace allows, so that the limit of
    processes, which the kernel counts by user, counts one sandbox alone.
    """
    if os.geteuid() != 0:
        return None
    with _lock:
        turn = next(_counter) % _PER_PROCESS
    own = _FIRST + (os.getpid() % _PROCESSES) * _PER_PROCESS + turn
    for number in (own, _NOBODY):
        if _mapped("uid_map", number) and _mapped("gid_map", number):
            return number
    return None


def tasks_of(user: int) -> int:
    """How many processes and threads of a user are running now."""
    count = 0
    for process in Path("/proc").iterdir():
        if not process.name.isdigit():
            continue
        # It may end while it is looked at.
        with contextlib.suppress(OSError):
            if process.stat().st_uid == user:
                count += sum(1 for _ in (process / "task").iterdir())
    return count


def give(directory: Path, user: int) -> None:
    """Make a user the owner of a directory and all that is in it; links are not followed."""
    os.lchown(directory, user, user)
    for folder, subfolders, files in os.walk(directory, followlinks=False):
        for name in (*subfolders, *files):
            os.lchown(Path(folder, name), user, user)


def _mapped(name: str, number: int) -> bool:
    try:
        lines = Path("/proc/self", name).read_text("ascii").splitlines()
    except OSError:
        return False
    for line in lines:
        first, _, length = (int(word) for word in line.split())
        if first <= number < first + length:
            return True
    return False
