"""Runs one tool under a supervisor: CPU, wall, memory and output limits of its whole tree."""

from __future__ import annotations

import contextlib
import os
import resource
import select
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from pytest_vlite.errors import HarnessError
from pytest_vlite.sandbox import process_tree
from pytest_vlite.sandbox.interface import StoppedBy, ToolLimits, ToolRun

# The supervisor looks soon at first and then less often.
_FIRST_LOOK_S = 0.02
_LONGEST_LOOK_S = 0.1
_OPEN_FILES = 1024
_FIRST_SHELL_SIGNAL = 128
_LAST_SHELL_SIGNAL = 128 + 64
_SIGXCPU = 24
_SIGXFSZ = 25


def supervise(
    command: Sequence[str],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    limits: ToolLimits,
    stdin: Path | None,
    signals_as_exit_codes: bool,
    limit_processes: bool,
) -> ToolRun:
    """Run a command to its end or its limit, and end everything that it started.

    `signals_as_exit_codes`: the command is a wrapper that reports signal N of what it ran as exit
    code 128 + N (128 itself and 255 stay exit codes: the verifier uses both).

    Raises:
        HarnessError: it could not be started.
    """
    with contextlib.ExitStack() as stack:
        stdout = stack.enter_context(tempfile.TemporaryFile())
        stderr = stack.enter_context(tempfile.TemporaryFile())
        source = stack.enter_context((stdin or Path("/dev/null")).open("rb"))
        started = time.monotonic()
        try:
            process = subprocess.Popen(
                command,
                stdin=source,
                stdout=stdout,
                stderr=stderr,
                cwd=cwd,
                env=dict(environment),
                start_new_session=True,
            )
        except OSError as fault:
            raise HarnessError(f"{command[0]} could not be started: {fault}") from None
        try:
            _limit(process.pid, limits, limit_processes=limit_processes)
            stopped_by, seen = _watch(process.pid, limits, started)
        finally:
            process_tree.kill_tree(process.pid)
            _pid, status, use = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        duration_s = time.monotonic() - started
        code: int | None = process.returncode
        number: int | None = None
        if process.returncode < 0:
            code, number = None, -process.returncode
        elif signals_as_exit_codes and (
            _FIRST_SHELL_SIGNAL < process.returncode <= _LAST_SHELL_SIGNAL
        ):
            code, number = None, process.returncode - _FIRST_SHELL_SIGNAL
        written = max(os.fstat(file.fileno()).st_size for file in (stdout, stderr))
        if stopped_by is None:
            if number == _SIGXCPU:
                stopped_by = "cpu"
            elif number == _SIGXFSZ or written >= limits.output_bytes:
                stopped_by = "output"
        return ToolRun(
            exit_code=code,
            signal=number,
            stdout=_read(stdout.fileno(), limits.output_bytes),
            stderr=_read(stderr.fileno(), limits.output_bytes),
            cpu_s=max(use.ru_utime + use.ru_stime, seen.cpu_s),
            duration_s=duration_s,
            peak_memory_bytes=seen.memory_bytes,
            stopped_by=stopped_by,
            truncated=written >= limits.output_bytes,
        )


def _limit(pid: int, limits: ToolLimits, *, limit_processes: bool) -> None:
    """Limits that the kernel holds for each process; inherited by all that is started."""
    cpu_s = int(limits.cpu_s) + 2
    wanted = {
        resource.RLIMIT_CPU: cpu_s,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: limits.output_bytes,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
    }
    if limits.address_space_bytes is not None:
        wanted[resource.RLIMIT_AS] = limits.address_space_bytes
    if limit_processes:
        wanted[resource.RLIMIT_NPROC] = limits.processes
    with contextlib.suppress(ProcessLookupError):
        for name, value in wanted.items():
            _, hard = resource.prlimit(pid, name)
            ceiling = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.prlimit(pid, name, (ceiling, ceiling))


def _watch(
    pid: int, limits: ToolLimits, started: float
) -> tuple[StoppedBy | None, process_tree.TreeUse]:
    """Wait until the process ends or a limit is passed; says which, and the highest use seen."""
    cpu_s, memory_bytes, processes = 0.0, 0, 0
    stopped_by: StoppedBy | None = None
    handle = os.pidfd_open(pid)
    try:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        pause_s = _FIRST_LOOK_S
        while not poll.poll(pause_s * 1000):
            use = process_tree.measure(pid)
            cpu_s = max(cpu_s, use.cpu_s)
            memory_bytes = max(memory_bytes, use.memory_bytes)
            processes = max(processes, use.processes)
            if use.cpu_s > limits.cpu_s:
                stopped_by = "cpu"
            elif use.memory_bytes > limits.memory_bytes:
                stopped_by = "memory"
            elif time.monotonic() - started > limits.wall_s:
                stopped_by = "wall"
            if stopped_by is not None:
                break
            pause_s = min(1.5 * pause_s, _LONGEST_LOOK_S)
    finally:
        os.close(handle)
    return stopped_by, process_tree.TreeUse(cpu_s, memory_bytes, processes)


def _read(descriptor: int, limit_bytes: int) -> bytes:
    os.lseek(descriptor, 0, os.SEEK_SET)
    with os.fdopen(os.dup(descriptor), "rb") as file:
        return file.read(limit_bytes)
