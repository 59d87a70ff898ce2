"""The `rlimits` backend: limits, an own session and a clean environment, but no namespaces.

For machines where bubblewrap does not work. Limits, measurements and the end of everything a run
started hold as in the stronger backend; other processes of the user are NOT hidden. Files are
closed by Landlock where the kernel has it, and else NOT hidden. Run by root, tools and programs
become an unprivileged user of their own, who can write nowhere else; a tool keeps the right to read
every file that is not closed, because its own may lie in root's folders.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from pytest_vlite.sandbox import identity, landlock, places, seccomp
from pytest_vlite.sandbox.backend import Confinement, RunnerSandbox
from pytest_vlite.sandbox.interface import CaseLimits, ToolLimits
from pytest_vlite.sandbox.landlock import OpenPaths
from pytest_vlite.sandbox.runners import Runner, interpreted

# Other processes of the same user come and go while a run counts against the same limit.
_USER_TASKS_SLACK = 256
# Written as well, by programs and by the runner (which makes the kernel prefer to end programs).
_WRITABLE = ("/proc", "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


@dataclass
class RlimitsSandbox(RunnerSandbox):
    """Limits without namespaces. `reason`: why nothing stronger is used; `shown` are folders that
    can always be read, beside the system's; `closes_files`: by Landlock."""

    reason: str = ""
    filtered: bool = field(default_factory=seccomp.available)
    closes_files: bool = field(default_factory=lambda: landlock.version() > 0)
    shown: tuple[Path, ...] = ()
    runner: Runner = field(default_factory=interpreted)
    name: str = field(default="rlimits", init=False)
    weaker: bool = field(default=True, init=False)

    @property
    def description(self) -> str:  # type: ignore[override]
        network = (
            "network closed by a system call filter only"
            if self.filtered
            else "network NOT closed, system calls NOT filtered"
        )
        files = (
            "processes of the user are NOT hidden, files closed by Landlock only"
            if self.closes_files
            else "files and processes of the user are NOT hidden"
        )
        because = f"; used because {self.reason}" if self.reason else ""
        return f"WEAKER: limits only; {files}, {network}, {self.runner.description}{because}"

    def showing(self, folders: tuple[Path, ...]) -> Self:
        return replace(self, shown=folders)

    @contextmanager
    def confine_tool(
        self, executable: str, work_dir: Path, read_only: Sequence[Path], limits: ToolLimits
    ) -> Iterator[Confinement]:
        user = identity.unprivileged_user()
        work = work_dir.resolve(strict=True)
        # Beside the work folder, where its caller clears away should this process be killed.
        with _private_directory(user, work.parent) as tmp:
            if user is not None:
                identity.give(work, user)
            try:
                yield self._confinement(
                    executable,
                    str(work),
                    user,
                    readable=[Path(executable), *read_only],
                    writable=[work, tmp],
                    keep_reading=True,
                    environment={"TMPDIR": str(tmp), "HOME": str(tmp)},
                )
            finally:
                if user is not None:
                    identity.give(work, os.geteuid())

    @contextmanager
    def confine_program(self, program: Path, limits: CaseLimits) -> Iterator[Confinement]:
        user = identity.unprivileged_user()
        # By descriptor, as that user may not be able to reach its path. (It stays open in the
        # program, since a script's interpreter opens the path again; nothing can be done by it.)
        descriptor = os.open(program, os.O_PATH | os.O_CLOEXEC)
        try:
            yield self._confinement(
                f"/proc/self/fd/{descriptor}",
                "/",
                user,
                readable=[program],
                keep_reading=_is_script(program),
                descriptors=(descriptor,),
            )
        finally:
            os.close(descriptor)

    def _confinement(
        self,
        executable: str,
        cwd: str,
        user: int | None,
        *,
        readable: Sequence[Path],
        writable: Sequence[Path] = (),
        keep_reading: bool = False,
        environment: dict[str, str] | None = None,
        descriptors: tuple[int, ...] = (),
    ) -> Confinement:
        return Confinement(
            launch=self.runner.command,
            code=self.runner.code,
            executable=executable,
            cwd=cwd,
            sweep="descendants",
            user_tasks=(
                0 if user is not None else identity.tasks_of(os.geteuid()) + _USER_TASKS_SLACK
            ),
            identity=user,
            keep_reading=keep_reading,
            filtered=self.filtered,
            open_paths=self._open_paths(readable, writable),
            environment=environment or {},
            descriptors=descriptors,
        )

    def _open_paths(self, readable: Sequence[Path], writable: Sequence[Path]) -> OpenPaths | None:
        if not self.closes_files:
            return None
        system = [*places.SYSTEM_FOLDERS, *places.SYSTEM_FILES]
        return OpenPaths(
            readable=(
                *(Path(name) for name in system if Path(name).exists()),
                *self.runner.folders,
                *self.shown,
                *readable,
            ),
            writable=(*(Path(name) for name in _WRITABLE if Path(name).exists()), *writable),
        )


def _is_script(program: Path) -> bool:
    """Whether another program runs this one, which may lie in root's folders."""
    with program.open("rb") as file:
        return file.read(2) == b"#!"


@contextmanager
def _private_directory(user: int | None, parent: Path) -> Iterator[Path]:
    directory = Path(tempfile.mkdtemp(prefix="vlite-tmp-", dir=parent))
    try:
        if user is not None:
            os.lchown(directory, user, user)
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)
