"""What the sandbox offers to the rest of the harness: limits in, measurements out.

A sandbox only runs, limits and measures; what a measurement means is decided by its caller.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Literal, Protocol

StoppedBy = Literal["cpu", "wall", "memory", "output"]


@dataclass(frozen=True, slots=True)
class ToolLimits:
    """What a compiler, verifier or checker may use, its children included.

    `output_bytes` holds for stdout, stderr and each file written.
    """

    cpu_s: float
    wall_s: float
    memory_bytes: int
    output_bytes: int
    processes: int
    address_space_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class CaseLimits:
    """What a program may use on one test case."""

    cpu_s: float
    wall_s: float
    memory_bytes: int
    output_bytes: int
    processes: int


@dataclass(frozen=True, slots=True)
class ToolRun:
    """How a tool ended: exactly one of `exit_code` and `signal` is set."""

    exit_code: int | None
    signal: int | None
    stdout: bytes
    stderr: bytes
    cpu_s: float
    duration_s: float
    peak_memory_bytes: int
    stopped_by: StoppedBy | None
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class CaseRun:
    """How a program ended on one case: exactly one of `exit_code` and `signal` is set."""

    exit_code: int | None
    signal: int | None
    cpu_s: float
    duration_s: float
    peak_memory_bytes: int
    output_bytes: int
    stopped_by: StoppedBy | None


class CaseRunner(Protocol):
    """One isolation in which a program runs on many cases."""

    def run(self, stdin: Path | BinaryIO, stdout: BinaryIO, stderr: BinaryIO) -> CaseRun:
        """Run the program once. Raises `HarnessError` where the isolation failed."""


class Sandbox(Protocol):
    """A way of isolating untrusted programs. `weaker`: less than the harness asks for."""

    @property
    def name(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def weaker(self) -> bool: ...

    def run_tool(
        self,
        command: Sequence[str | Path],
        *,
        work_dir: Path,
        read_only: Sequence[Path],
        limits: ToolLimits,
        stdin: Path | None = None,
        environment: Mapping[str, str] = ...,
    ) -> ToolRun:
        """Run one command in `work_dir`, the only place it can write to; `read_only` are the
        paths it can read. Raises `HarnessError` where the isolation failed."""

    def open_runner(self, program: Path, limits: CaseLimits) -> AbstractContextManager[CaseRunner]:
        """A runner for a program."""
