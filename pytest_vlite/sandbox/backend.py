"""What every backend has in common: a runner started in some confinement, limits, results.

A backend says how to confine (`Confinement`); starting the runner, handing it descriptors, limiting
and reading what was measured is the same for all, and done here.
"""

from __future__ import annotations

import copy
import math
import os
import resource
import signal
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Self

from pytest_vlite.errors import HarnessError
from pytest_vlite.sandbox import seccomp
from pytest_vlite.sandbox.channel import (
    Measurements,
    RunnerChannel,
    reopened_for_reading,
    reopened_for_writing,
)
from pytest_vlite.sandbox.interface import CaseLimits, CaseRun, StoppedBy, ToolLimits, ToolRun
from pytest_vlite.sandbox.landlock import OpenPaths
from pytest_vlite.sandbox.memory_files import files_in_memory
from pytest_vlite.sandbox.runners import Runner

# Beyond the memory limit, for what a program maps but never uses.
ADDRESS_SPACE_SLACK_BYTES = 64 * 2**20
# Deep recursion is legal: the main thread's stack may take most of the memory that the limit
# gives. Not all, so that recursion without end is seen as that and not as use of memory.
SMALLEST_STACK_BYTES = 64 * 2**20
LARGEST_STACK_BYTES = 2**30
CASE_OPEN_FILES = 64
TOOL_OPEN_FILES = 1024
# The kernel's stop by process comes after the runner's own, which is exact and counts the tree. It
# holds for the runner as well, whose looks at the tree take at most this share of the wall time.
CPU_RLIMIT_SLACK_S = 1.0
CPU_RLIMIT_SHARE = 0.05
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": "/tmp", "LANG": "C.UTF-8", "TZ": "UTC"}

Limits = ToolLimits | CaseLimits


@dataclass(frozen=True)
class Confinement:
    """How to start a runner. `launch` makes the command from the descriptor of its channel; `code`
    is what the runner needs to be sent first.

    `executable` and `cwd` are as seen from inside. `user_tasks` are tasks that the kernel counts
    against the limit of processes though they are not the program's.
    """

    launch: Callable[[int], Sequence[str]]
    code: bytes
    executable: str
    cwd: str
    sweep: str
    user_tasks: int
    identity: int | None = None
    keep_reading: bool = False
    filtered: bool = True
    # Where Landlock closes the file system; None leaves that to namespaces or nobody.
    open_paths: OpenPaths | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    # Descriptors that the runner and the program inherit; nothing may be had by them.
    descriptors: tuple[int, ...] = ()


class RunnerSandbox(ABC):
    """A sandbox made of a confinement with a runner inside."""

    name: str
    description: str
    weaker: bool
    runner: Runner

    def with_runner(self, runner: Runner) -> Self:
        """The same sandbox with another form of the runner."""
        other = copy.copy(self)
        other.runner = runner
        return other

    def showing(self, folders: tuple[Path, ...]) -> Self:
        """The same sandbox with folders that all that runs can read."""
        return self

    @abstractmethod
    def confine_tool(
        self, executable: str, work_dir: Path, read_only: Sequence[Path], limits: ToolLimits
    ) -> AbstractContextManager[Confinement]:
        """The confinement of a tool that may write in `work_dir`."""

    @abstractmethod
    def confine_program(
        self, program: Path, limits: CaseLimits
    ) -> AbstractContextManager[Confinement]:
        """The confinement of a program that may write nowhere but to its descriptors."""

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
        """Run one command in `work_dir`, the only place it can write to.

        `read_only` are the paths it can read beside the system's own, at their places.

        Raises:
            HarnessError: the isolation failed, or the command could not be started.
        """
        words = [str(word) for word in command]
        if not words or not words[0].startswith("/"):
            raise HarnessError(f"the command of a tool needs an absolute path: {words[:1]}")
        with ExitStack() as stack:
            confinement = stack.enter_context(
                self.confine_tool(words[0], work_dir, read_only, limits)
            )
            output = stack.enter_context(tempfile.TemporaryFile())
            errors = stack.enter_context(tempfile.TemporaryFile())
            try:
                with _started(confinement, words, limits, environment) as channel:
                    source = stdin or Path(os.devnull)
                    measured = _run(channel, source, (output, errors), limits.wall_s)
            except HarnessError as fault:
                raise HarnessError(f"{words[0]}: {fault}") from None
            sizes = [os.fstat(file.fileno()).st_size for file in (output, errors)]
            texts = []
            for file in (output, errors):
                file.seek(0)
                texts.append(file.read(limits.output_bytes))
        return ToolRun(
            exit_code=measured["exit_code"],
            signal=measured["signal"],
            stdout=texts[0],
            stderr=texts[1],
            cpu_s=measured["cpu_s"],
            duration_s=measured["duration_s"],
            peak_memory_bytes=measured["peak_memory_bytes"],
            stopped_by=_stopped_by(measured, limits, sizes),
            truncated=max(sizes) > limits.output_bytes,
        )

    @contextmanager
    def open_runner(self, program: Path, limits: CaseLimits) -> Iterator[ProgramRunner]:
        """A runner for a program: one isolation, many cases.

        Raises:
            HarnessError: the isolation failed.
        """
        with (
            self.confine_program(program, limits) as confinement,
            _started(confinement, ["program"], limits, {}) as channel,
        ):
            yield ProgramRunner(channel, limits)


class ProgramRunner:
    """One isolation in which a program runs on many cases. For one thread."""

    def __init__(self, channel: RunnerChannel, limits: CaseLimits):
        self._channel = channel
        self._limits = limits

    def run(self, stdin: Path | BinaryIO, stdout: BinaryIO, stderr: BinaryIO) -> CaseRun:
        """Run the program once; it starts at the files' present positions.

        Raises:
            HarnessError: the isolation failed.
        """
        starts = [file.seek(0, os.SEEK_CUR) for file in (stdout, stderr)]
        wall_s = self._limits.wall_s
        measured = _run(self._channel, stdin, (stdout, stderr), wall_s)
        sizes = [
            max(0, os.fstat(file.fileno()).st_size - start)
            for file, start in zip((stdout, stderr), starts, strict=True)
        ]
        return CaseRun(
            exit_code=measured["exit_code"],
            signal=measured["signal"],
            cpu_s=measured["cpu_s"],
            duration_s=measured["duration_s"],
            peak_memory_bytes=measured["peak_memory_bytes"],
            output_bytes=sizes[0],
            stopped_by=_stopped_by(measured, self._limits, sizes),
        )


@contextmanager
def _started(
    confinement: Confinement, command: Sequence[str], limits: Limits, environment: Mapping[str, str]
) -> Iterator[RunnerChannel]:
    channel = RunnerChannel.start(
        confinement.launch,
        confinement.code,
        lambda pid: _plan(pid, confinement, command, limits, environment),
        confinement.descriptors,
    )
    try:
        yield channel
    finally:
        channel.close()


def _run(
    channel: RunnerChannel,
    stdin: Path | BinaryIO,
    outputs: tuple[BinaryIO, BinaryIO],
    wall_s: float,
) -> Measurements:
    with ExitStack() as stack:
        try:
            if isinstance(stdin, Path):
                source = os.open(stdin, os.O_RDONLY | os.O_CLOEXEC | os.O_NOCTTY)
            else:
                source = reopened_for_reading(stdin.fileno())
            stack.callback(os.close, source)
            source, targets = stack.enter_context(files_in_memory(source, outputs))
            files = [source]
            for file in targets:
                file.flush()
                files.append(reopened_for_writing(file.fileno()))
                stack.callback(os.close, files[-1])
        except OSError as fault:
            raise HarnessError(f"input or output of a run cannot be opened: {fault}") from None
        return channel.run(files, wall_s)


def _system_call_filter(confinement: Confinement, runner_pid: int, limits: Limits) -> bytes:
    if not confinement.filtered:
        return b""
    # A namespace hides both from the program.
    exposed = confinement.sweep == "descendants"
    return seccomp.filter_program(
        [runner_pid, os.getpid()] if exposed else [],
        children_are_waited_for=isinstance(limits, CaseLimits),
    )


def _plan(
    runner_pid: int,
    confinement: Confinement,
    command: Sequence[str],
    limits: Limits,
    environment: Mapping[str, str],
) -> bytes:
    """The runner's plan; `inside.py` and `runner/plan.rs` read it."""
    variables = {**ENVIRONMENT, **confinement.environment, **environment}
    cpu_rlimit_s = limits.cpu_s + CPU_RLIMIT_SLACK_S + CPU_RLIMIT_SHARE * limits.wall_s
    entries = [
        *(("command", word) for word in command),
        ("executable", confinement.executable),
        ("cwd", confinement.cwd),
        *(("environment", f"{name}={value}") for name, value in variables.items()),
        ("cpu_s", float(limits.cpu_s)),
        ("wall_s", float(limits.wall_s)),
        ("memory_bytes", limits.memory_bytes),
        *(("rlimit", f"{number} {value}") for number, value in _rlimits(confinement, limits)),
        ("cpu_rlimit_s", math.ceil(cpu_rlimit_s)),
        ("sweep", confinement.sweep),
        ("keep_reading", int(confinement.keep_reading)),
        ("seccomp", _system_call_filter(confinement, runner_pid, limits).hex()),
    ]
    if confinement.open_paths is not None:
        entries += confinement.open_paths.entries()
    if confinement.identity is not None:
        entries.append(("identity", confinement.identity))
    texts = [os.fsencode(f"{name}={value}") for name, value in entries]
    if any(b"\0" in text for text in texts):
        raise HarnessError("a command or an environment cannot hold a zero byte")
    return b"".join(text + b"\0" for text in texts)


def _rlimits(confinement: Confinement, limits: Limits) -> Iterator[tuple[int, int]]:
    """The kernel's limits of each process, by number."""
    yield resource.RLIMIT_CORE, 0
    # One byte more, so that output of exactly the limit differs from output beyond it.
    yield resource.RLIMIT_FSIZE, limits.output_bytes + 1
    # The runner counts, too.
    yield resource.RLIMIT_NPROC, limits.processes + 1 + confinement.user_tasks
    yield resource.RLIMIT_MSGQUEUE, 0
    if isinstance(limits, CaseLimits):
        stack = min(max(SMALLEST_STACK_BYTES, limits.memory_bytes * 3 // 4), LARGEST_STACK_BYTES)
        yield resource.RLIMIT_STACK, stack
        yield resource.RLIMIT_AS, limits.memory_bytes + ADDRESS_SPACE_SLACK_BYTES
        yield resource.RLIMIT_NOFILE, CASE_OPEN_FILES
    else:
        # A tool's worker threads have stacks of this size each.
        yield resource.RLIMIT_STACK, SMALLEST_STACK_BYTES
        yield resource.RLIMIT_NOFILE, TOOL_OPEN_FILES
        if limits.address_space_bytes is not None:
            yield resource.RLIMIT_AS, limits.address_space_bytes


def _stopped_by(
    measured: Mapping[str, Any], limits: Limits, output_sizes: Sequence[int]
) -> StoppedBy | None:
    """The limit that a run broke, by what was measured and not by who was quicker to stop it.

    A run that ends by itself just before it is stopped broke its limit all the same.
    """
    if measured["stopped_by"] == "memory" or measured["peak_memory_bytes"] > limits.memory_bytes:
        return "memory"
    if (
        measured["stopped_by"] == "cpu"
        or measured["cpu_s"] > limits.cpu_s
        or measured["signal"] == signal.SIGXCPU
    ):
        return "cpu"
    if max(output_sizes) > limits.output_bytes or measured["signal"] == signal.SIGXFSZ:
        return "output"
    return "wall" if measured["stopped_by"] == "wall" else None
