"""Opens files of a submission without ever leaving it.

Every component of a path is opened on its own, relative to the directory before it, and never
through a symbolic link; what is not a regular file is refused, a FIFO without blocking on it. What
is checked is the open file itself, so nothing can be swapped in between.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


class UnusableFile(Exception):
    """The file may not or cannot be read; the message is the reason, without the path."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One name in a directory. `kind`: `file`, `directory`, `link`, `other`."""

    name: str
    kind: str


@contextmanager
def _directory(root: Path, parts: Sequence[str]) -> Iterator[int]:
    # The root is the user's own choice and may be a link.
    descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in parts:
            inner = os.open(part, _DIRECTORY, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = inner
        yield descriptor
    finally:
        os.close(descriptor)


def list_directory(root: Path, parts: Sequence[str] = ()) -> list[Entry]:
    """What a directory of the submission holds, by name.

    Raises:
        UnusableFile: it is no directory, is reached through a link, or cannot be read.
    """
    try:
        with _directory(root, parts) as descriptor, os.scandir(descriptor) as listing:
            return sorted((_entry(e) for e in listing), key=lambda entry: entry.name)
    except OSError as fault:
        raise UnusableFile(_reason(fault)) from None


def _entry(entry: os.DirEntry[str]) -> Entry:
    if entry.is_symlink():
        kind = "link"
    elif entry.is_dir(follow_symlinks=False):
        kind = "directory"
    else:
        kind = "file" if entry.is_file(follow_symlinks=False) else "other"
    return Entry(entry.name, kind)


@contextmanager
def open_file(root: Path, parts: Sequence[str]) -> Iterator[BinaryIO]:
    """The regular file at `parts` under `root`, open for reading bytes.

    Raises:
        UnusableFile: it is a link or no regular file, or may not be read.
        OSError: the machine failed (for instance the file vanished meanwhile).
    """
    *directories, name = parts
    try:
        with _directory(root, directories) as directory:
            descriptor = os.open(name, _FILE, dir_fd=directory)
    except OSError as fault:
        if fault.errno in _SUBMISSIONS_FAULT:
            raise UnusableFile(_reason(fault)) from None
        raise
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        raise UnusableFile(f"{_kind(mode)}, not a file")
    with os.fdopen(descriptor, "rb") as file:
        yield file


# What a submission can bring about by what it holds; other errors are the machine's.
_SUBMISSIONS_FAULT = frozenset(
    {errno.ELOOP, errno.ENXIO, errno.EACCES, errno.EPERM, errno.ENOTDIR, errno.ENAMETOOLONG}
)


def _reason(fault: OSError) -> str:
    if fault.errno in (errno.ELOOP, errno.ENOTDIR):
        return "a symbolic link, which is never followed"
    if fault.errno == errno.ENXIO:
        return "a socket or device, not a file"
    return f"cannot be read: {fault.strerror}"


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a directory"
    if stat.S_ISFIFO(mode):
        return "a FIFO"
    return "a device or socket"
