"""Runs one executable on inputs and measures; what a measurement means is decided elsewhere."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from pytest_vlite.errors import HarnessError
from pytest_vlite.judge.machine_faults import killed_from_outside, memory_ran_out
from pytest_vlite.sandbox import CaseLimits, CaseRun, CaseRunner, Sandbox

# A wall clock is only a net: a busy machine slows a program without costing it CPU time.
WALL_FACTOR = 10.0
MINIMUM_WALL_S = 10.0
PROCESSES = 16
_STDERR_BYTES = 8 * 2**10
_SMALLEST_OUTPUT_LIMIT = 2**20


@dataclass(frozen=True)
class ProgramLimits:
    """What one case may use."""

    cpu_s: float
    memory_bytes: int

    @property
    def wall_s(self) -> float:
        return max(WALL_FACTOR * self.cpu_s, MINIMUM_WALL_S)


@dataclass
class Executor:
    """An executable in one isolation for many inputs; a context manager.

    Input and output are files in `work`, used again for each input; `stdout` and `stderr` hold what
    the last run wrote. A program is stopped at `headroom` times its limit of CPU time.
    """

    executable: Path
    limits: ProgramLimits
    sandbox: Sandbox
    work: Path
    headroom: float = 1.0
    stdout: BinaryIO = field(init=False)
    stderr: BinaryIO = field(init=False)
    _files: ExitStack = field(default_factory=ExitStack)
    _isolation: ExitStack = field(default_factory=ExitStack)
    _runner: CaseRunner | None = None
    _output_bytes: int = 0

    def __enter__(self) -> Executor:
        self.stdout = self._files.enter_context((self.work / "stdout").open("w+b"))
        self.stderr = self._files.enter_context((self.work / "stderr").open("w+b"))
        return self

    def __exit__(self, *exception: object) -> None:
        self._isolation.close()
        self._files.close()

    def run(self, stdin: bytes, output_limit: int) -> CaseRun:
        """Run once; `output_limit` in bytes is the least that may be written.

        Raises:
            HarnessError: the isolation failed, or the machine ran out of memory.
        """
        run = self._run_once(stdin, output_limit)
        if not killed_from_outside(run):
            return run
        # By itself, or for no fault of its own: only the former happens again.
        ran_out = memory_ran_out()
        run = self._run_once(stdin, output_limit)
        if killed_from_outside(run) and memory_ran_out() > ran_out:
            raise HarnessError("the machine ran out of memory")
        return run

    def said(self) -> bytes:
        """The end of what the last run wrote to standard error."""
        self.stderr.seek(max(0, self.stderr.seek(0, 2) - _STDERR_BYTES))
        return self.stderr.read()

    def _run_once(self, stdin: bytes, output_limit: int) -> CaseRun:
        stdin_path = self.work / "stdin"
        stdin_path.write_bytes(stdin)
        for file in (self.stdout, self.stderr):
            file.seek(0)
            file.truncate()
        return self._for_output(output_limit).run(stdin_path, self.stdout, self.stderr)

    def _for_output(self, output_bytes: int) -> CaseRunner:
        """The present runner; a new one where an input allows more output than that does.

        Limits belong to a runner, the output limit to an input: one that may write less than the
        runner allows is held to its own limit afterwards.
        """
        if self._runner is None or output_bytes > self._output_bytes:
            self._isolation.close()
            self._output_bytes = max(_SMALLEST_OUTPUT_LIMIT, 4 * output_bytes)
            limits = CaseLimits(
                cpu_s=self.headroom * self.limits.cpu_s,
                wall_s=self.limits.wall_s,
                memory_bytes=self.limits.memory_bytes,
                output_bytes=self._output_bytes,
                processes=PROCESSES,
            )
            self._runner = self._isolation.enter_context(
                self.sandbox.open_runner(self.executable, limits)
            )
        return self._runner
