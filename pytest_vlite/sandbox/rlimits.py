"""The `rlimits` backend: limits, an own session and a clean environment, but no namespaces.

For machines where bubblewrap does not work. Limits, measurements and the end of everything a run
started hold as in the stronger backend; files and other processes of the user are NOT hidden.
Run by root, tools and programs become an unprivileged user of their own, who can write nowhere
else; a tool keeps the right to read every file, because its own may lie in root's folders.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pytest_vlite.sandbox import identity, seccomp
from pytest_vlite.sandbox.backend import Confinement, RunnerSandbox
from pytest_vlite.sandbox.interface import CaseLimits, ToolLimits
from pytest_vlite.sandbox.runners import Runner, interpreted

# Other processes of the same user come and go while a run counts against the same limit.
_USER_TASKS_SLACK = 256


@dataclass
class RlimitsSandbox(RunnerSandbox):
    """Limits without isolation of files. `reason`: why nothing stronger is used."""

    reason: str = ""
    filtered: bool = field(default_factory=seccomp.available)
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
        because = f"; used because {self.reason}" if self.reason else ""
        return (
            "WEAKER: limits only; files and processes of the user are NOT hidden, "
            f"{network}, {self.runner.description}{because}"
        )

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
            environment=environment or {},
            descriptors=descriptors,
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
