"""Landlock: a process closes the file system to itself but for some paths, without privileges.

What `rlimits` has in place of a mount namespace, where the kernel offers it (Linux 5.13 and newer,
see https://docs.kernel.org/userspace-api/landlock.html). The masks are made here; the runner hands
them to the kernel.
"""

from __future__ import annotations

import ctypes
import functools
import sys
from dataclasses import dataclass
from pathlib import Path

_CREATE_RULESET = 444
_VERSION_FLAG = 1

_EXECUTE = 1 << 0
_WRITE_FILE = 1 << 1
_READ_FILE = 1 << 2
_READ_DIRECTORY = 1 << 3
_REMOVE = 1 << 4 | 1 << 5
_MAKE_DEVICE = 1 << 6 | 1 << 11
_MAKE_DIRECTORY = 1 << 7
_MAKE_FILE = 1 << 8
_MAKE_SOCKET_OR_PIPE = 1 << 9 | 1 << 10
_MAKE_LINK = 1 << 12
_TO_OTHER_DIRECTORY = 1 << 13
_TRUNCATE = 1 << 14
_DEVICE_CONTROL = 1 << 15

_EVERYTHING_FIRST = (1 << 13) - 1
_BIND_OR_CONNECT_TCP = 1 << 0 | 1 << 1
_ABSTRACT_SOCKETS_AND_SIGNALS = 1 << 0 | 1 << 1

_READING = _EXECUTE | _READ_FILE | _READ_DIRECTORY
_WRITING = (
    _WRITE_FILE | _REMOVE | _MAKE_DIRECTORY | _MAKE_FILE | _MAKE_SOCKET_OR_PIPE | _MAKE_LINK
) | (_TO_OTHER_DIRECTORY | _TRUNCATE)


@functools.cache
def version() -> int:
    """The version of Landlock that this kernel has switched on; 0: none."""
    if not sys.platform.startswith("linux"):
        return 0
    syscall = ctypes.CDLL(None, use_errno=True).syscall
    syscall.restype = ctypes.c_long
    none, flag = ctypes.c_void_p(None), ctypes.c_ulong(_VERSION_FLAG)
    found = syscall(ctypes.c_long(_CREATE_RULESET), none, ctypes.c_ulong(0), flag)
    return max(0, int(found))


@dataclass(frozen=True)
class OpenPaths:
    """All that a confined process may open: files and folders with what lies below them.

    `readable` may also be executed, `writable` also be read. Everything else is closed.
    """

    readable: tuple[Path, ...] = ()
    writable: tuple[Path, ...] = ()

    def entries(self) -> list[tuple[str, str]]:
        """What the runner's plan says of them: the kinds of access that are ruled (files, network,
        beyond the confinement), and the kinds that are allowed at each path."""
        known = version()
        files = _EVERYTHING_FIRST
        for since, access in ((2, _TO_OTHER_DIRECTORY), (3, _TRUNCATE), (5, _DEVICE_CONTROL)):
            files |= access if known >= since else 0
        network = _BIND_OR_CONNECT_TCP if known >= 4 else 0
        scoped = _ABSTRACT_SOCKETS_AND_SIGNALS if known >= 6 else 0
        allowed = [
            *((_READING, path) for path in self.readable),
            *((_READING | _WRITING, path) for path in self.writable),
        ]
        return [
            ("ruled", f"{files} {network} {scoped}"),
            *(("open_path", f"{access & files} {path}") for access, path in allowed),
        ]
