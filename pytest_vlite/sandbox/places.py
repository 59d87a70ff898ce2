"""What an isolated process must be able to read, and who it runs as."""

from __future__ import annotations

import itertools
import os
import shutil
import sys
from pathlib import Path

_FIRST_USER_ID = 210_000
_USER_IDS = 50_000
_counter = itertools.count()


def interpreter() -> Path:
    """The Python that runs the case runner: the real one, not a virtual environment's link."""
    return Path(getattr(sys, "_base_executable", None) or sys.executable).resolve()


def interpreter_folders() -> list[Path]:
    """What that Python reads."""
    folders = dict.fromkeys((sys.base_prefix, sys.base_exec_prefix))
    return [Path(folder).resolve() for folder in folders]


def runs_as_root() -> bool:
    return os.geteuid() == 0


def fresh_user_id() -> int:
    """A user that has nothing else running, so that its processes can be counted."""
    return _FIRST_USER_ID + (os.getpid() * 1009 + next(_counter)) % _USER_IDS


def give_away(folder: Path, user_id: int) -> None:
    """Make a working folder and what lies in it another user's.

    Bubblewrap, without capabilities by then, must still be able to step into it.
    """
    os.chown(folder, user_id, user_id)
    folder.chmod(0o711)
    for entry in os.scandir(folder):
        os.chown(entry.path, user_id, user_id, follow_symlinks=False)


def find_setpriv() -> str | None:
    """util-linux's setpriv, by which a command becomes another user's."""
    return shutil.which("setpriv", path="/usr/bin:/bin")
