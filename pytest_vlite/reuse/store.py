"""The cache of verdicts: one file an entry, found by the checksum of what its verdict follows from.

    <cache>/verdicts/<first two digits>/<key>    an entry
    <cache>/digests/                             checksums of large files (`digests.py`)

An entry is three parts: a line with the checksums of the other two, a line of JSON (the verdict and
how its answer was given), and the answer's text, so that it can be judged again.

Any number of processes and machines may write: an entry is written aside and renamed into place, so
a reader sees a whole one or none. Nothing is forced to the disk: what a power failure leaves half
written does not fit its checksum, and is as good as absent.

Whoever can write here can make any answer pass. So the folder must belong to the user who runs the
harness and be writable to nobody else; and it is refused with an isolation that lets programs write
to the user's files.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from pytest_vlite.errors import InputError
from pytest_vlite.judge.attempt import Attempt
from pytest_vlite.reuse.basis import checksum
from pytest_vlite.reuse.machine import cpu_name
from pytest_vlite.sandbox import Sandbox, identity
from pytest_vlite.submission import Answer
from pytest_vlite.submission.loading import MAX_ANSWER_BYTES
from pytest_vlite.vocabulary import Verdict

_FORMAT = "vlite-verdict-1"
VERDICTS = "verdicts"
DIGESTS = "digests"
# First line and verdict; texts in a verdict are trimmed by the judge.
_MOST_HEAD_BYTES = 2**18
# Four bytes for each character of the longest answer.
MOST_ENTRY_BYTES = _MOST_HEAD_BYTES + 4 * MAX_ANSWER_BYTES
TEMPORARY = ".new-"
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
_TAG = """Signature: 8a477f597d28d172789f06886806bc55
# Verdicts of pytest-vlite (--vlite-cache). What is here can be judged again; see docs/runs.md.
"""


class CorruptEntry(Exception):
    """An entry that is not what was written; the message says what is wrong."""


@dataclass(frozen=True)
class Entry:
    """A verdict and what is needed to judge its attempt again. `raw` as in `Answer`."""

    key: str
    verdict: Verdict
    raw: bool
    made_at: str
    answer: str


class VerdictCache:
    """The cache in one folder, held open: what it checked of the folder stays true of it."""

    def __init__(self, directory: Path) -> None:
        """Make or open the cache.

        Raises:
            InputError: the folder cannot be used, or somebody else could write to it.
        """
        self.directory = directory
        try:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._root = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            self._check_owner()
            for name in (VERDICTS, DIGESTS):
                self._make_folder(name)
            with suppress(FileExistsError):
                self._write("CACHEDIR.TAG", _TAG.encode("ascii"))
        except OSError as fault:
            raise InputError(
                f"the cache {directory} cannot be used: {fault.strerror or fault}"
            ) from None

    def get(self, key: str) -> Verdict | None:
        """The verdict kept under a key; None if there is none, or none that is whole."""
        try:
            descriptor = os.open(_place(key), _READ, dir_fd=self._root)
        except OSError:
            return None
        try:
            _check_file(descriptor)
            head = _read_head(descriptor, key)[0]
            # `vlite cache prune` goes by when an entry was last of use.
            with suppress(OSError):
                os.utime(descriptor)
        except (OSError, CorruptEntry):
            return None
        finally:
            os.close(descriptor)
        return head.verdict

    def put(self, key: str, verdict: Verdict, answer: Answer) -> bool:
        """Keep a verdict; whether it could be. A full disk costs the entry, not the verdict."""
        if answer.text is None:
            return False
        record = {
            "key": key,
            "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
            "raw": answer.raw,
            "verdict": verdict.to_json(),
        }
        head = json.dumps(record, ensure_ascii=True).encode("ascii")
        text = answer.text.encode("utf-8", "surrogatepass")
        first = f"{_FORMAT} {_sha256(head)} {_sha256(text)}".encode("ascii")
        content = b"\n".join((first, head, text))
        if len(first) + len(head) + 2 > _MOST_HEAD_BYTES:
            return False
        temporary = f"{VERDICTS}/{key[:2]}/{TEMPORARY}{secrets.token_hex(8)}"
        try:
            self._make_folder(f"{VERDICTS}/{key[:2]}")
            try:
                self._write(temporary, content)
                os.rename(temporary, _place(key), src_dir_fd=self._root, dst_dir_fd=self._root)
            except OSError:
                with suppress(OSError):
                    os.unlink(temporary, dir_fd=self._root)
                raise
        except OSError:
            return False
        return True

    def files(self) -> Iterator[Path]:
        """Every file under the verdicts, entries and others, by name."""
        for folder in sorted((self.directory / VERDICTS).iterdir()):
            if folder.is_dir() and not folder.is_symlink():
                yield from sorted(folder.iterdir())

    def close(self) -> None:
        """Let the folder go."""
        os.close(self._root)

    def _check_owner(self) -> None:
        status = os.fstat(self._root)
        if status.st_uid != os.geteuid():
            raise InputError(
                f"the cache {self.directory} belongs to another user, who could put verdicts into "
                "it; name a folder of your own"
            )
        if status.st_mode & 0o022:
            raise InputError(
                f"others can write to the cache {self.directory} and put verdicts into it: "
                "chmod go-w it, or name another folder"
            )

    def _make_folder(self, name: str) -> None:
        with suppress(FileExistsError):
            os.mkdir(name, mode=0o700, dir_fd=self._root)

    def _write(self, name: str, content: bytes) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(name, flags, 0o600, dir_fd=self._root)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)


def open_cache(directory: Path, sandbox: Sandbox) -> VerdictCache:
    """The cache for judging in a sandbox.

    Raises:
        InputError: as `VerdictCache`, or what runs in the sandbox could write to the cache.
    """
    if sandbox.weaker and identity.unprivileged_user() is None:
        raise InputError(
            f"--vlite-cache={directory}: programs could write to it, as the isolation "
            f"{sandbox.name} does not keep them from the user's files; leave the cache off here"
        )
    return VerdictCache(directory)


def cache_key(basis_sha256: str) -> str:
    """The key of a basis on this machine: limits of CPU time mean another thing on another CPU."""
    return checksum([_FORMAT, basis_sha256, cpu_name()])


def fitted(verdict: Verdict, attempt: Attempt) -> Verdict:
    """A kept verdict as that of an attempt with the same basis."""
    problem = attempt.problem
    return replace(
        verdict,
        submission=attempt.submission,
        problem_id=problem.id,
        source=problem.source,
        level=problem.level,
        stratum=problem.stratum,
        setting=attempt.setting.value,
        sample=attempt.sample,
        cached=True,
    )


def read_entry(path: Path) -> Entry:
    """A whole entry, its answer included.

    Raises:
        CorruptEntry: it is not what was written, or not the user's own file.
        OSError: it cannot be read.
    """
    descriptor = os.open(path, _READ)
    with os.fdopen(descriptor, "rb") as file:
        _check_file(descriptor)
        head, answer_sha256, start = _read_head(descriptor, path.name)
        file.seek(start)
        text = file.read(MOST_ENTRY_BYTES)
    if _sha256(text) != answer_sha256:
        raise CorruptEntry("its answer does not fit its checksum")
    return replace(head, answer=text.decode("utf-8", "surrogatepass"))


def _place(key: str) -> str:
    return f"{VERDICTS}/{key[:2]}/{key}"


def _check_file(descriptor: int) -> None:
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        raise CorruptEntry("it is not a file")
    if status.st_uid != os.geteuid() or status.st_mode & 0o022:
        raise CorruptEntry("others can write to it")


def _read_head(descriptor: int, key: str) -> tuple[Entry, str, int]:
    """The entry without its answer, the answer's checksum and where it starts."""
    data = os.pread(descriptor, _MOST_HEAD_BYTES, 0)
    first, newline, rest = data.partition(b"\n")
    head, second_newline, _ = rest.partition(b"\n")
    words = first.split(b" ")
    if not newline or not second_newline or len(words) != 3 or words[0] != _FORMAT.encode():
        raise CorruptEntry("it is torn, or no entry of this format")
    if _sha256(head).encode("ascii") != words[1]:
        raise CorruptEntry("its verdict does not fit its checksum")
    try:
        record = json.loads(head)
        entry = Entry(
            key=record["key"],
            verdict=Verdict.from_json(record["verdict"]),
            raw=record["raw"] is True,
            made_at=str(record["made_at"]),
            answer="",
        )
    except (ValueError, TypeError, KeyError) as fault:
        raise CorruptEntry(f"it holds no verdict: {fault}") from None
    if entry.key != key:
        raise CorruptEntry("it is another key's")
    return entry, words[2].decode("ascii", "replace"), len(first) + len(head) + 2


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
