"""Checksums of files, remembered for as long as the files stay as they are.

A test set is tens of GiB, so the checksum of a large file is kept beside what the file system says
of it (size, inode, times of change). Small files are cheap to read and only remembered within the
process.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from pytest_vlite.errors import InputError

_WORTH_KEEPING_BYTES = 2**18
# A file changed this recently may change again without any of its times telling.
_SETTLED_NS = 2 * 10**9
_LONGEST_NOTE_BYTES = 2**14

_Identity = tuple[int, int, int, int]


class FileDigests:
    """SHA-256 of files by path. `memory`: a folder that outlives the process, or None.

    Whoever can write to that folder can make a changed file pass for the old one, so it must be
    the user's own. Many processes may share it.
    """

    def __init__(self, memory: Path | None = None) -> None:
        self._memory = memory
        self._known: dict[Path, tuple[_Identity, str]] = {}

    def of(self, path: Path) -> str | None:
        """The checksum as hex; None if there is no such file.

        Raises:
            InputError: the file is there and cannot be read.
        """
        try:
            with path.open("rb") as file:
                identity = _identity(file.fileno())
                found = self._known.get(path)
                if found is not None and found[0] == identity:
                    return found[1]
                digest = self._remembered(path, identity)
                if digest is None:
                    digest = hashlib.file_digest(file, "sha256").hexdigest()
                    if not _settled(identity) or _identity(file.fileno()) != identity:
                        return digest
                    self._remember(path, identity, digest)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as fault:
            raise InputError(f"{path}: cannot be read: {fault.strerror or fault}") from None
        self._known[path] = (identity, digest)
        return digest

    def _note(self, path: Path) -> Path | None:
        if self._memory is None:
            return None
        name = hashlib.sha256(os.fsencode(path.absolute())).hexdigest()
        return self._memory / name[:2] / name

    def _remembered(self, path: Path, identity: _Identity) -> str | None:
        note = self._note(path)
        if note is None or identity[0] < _WORTH_KEEPING_BYTES:
            return None
        try:
            with note.open("rb") as file:
                known = json.loads(file.read(_LONGEST_NOTE_BYTES))
            if tuple(known["identity"]) == identity and len(bytes.fromhex(known["sha256"])) == 32:
                return str(known["sha256"])
        except (OSError, ValueError, KeyError, TypeError):
            pass  # absent, torn or of another making: the file itself is read
        return None

    def _remember(self, path: Path, identity: _Identity, digest: str) -> None:
        note = self._note(path)
        if note is None or identity[0] < _WORTH_KEEPING_BYTES:
            return
        # A note that cannot be written costs time later on, nothing else.
        with suppress(OSError):
            note.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=note.parent, prefix=".new-")
            try:
                with os.fdopen(handle, "w", encoding="ascii") as file:
                    json.dump({"identity": identity, "sha256": digest}, file)
                Path(name).replace(note)
            except OSError:
                Path(name).unlink(missing_ok=True)
                raise


def _identity(descriptor: int) -> _Identity:
    status = os.fstat(descriptor)
    return (status.st_size, status.st_ino, status.st_mtime_ns, status.st_ctime_ns)


def _settled(identity: _Identity) -> bool:
    return time.time_ns() - max(identity[2:]) > _SETTLED_NS
