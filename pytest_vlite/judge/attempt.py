"""What judging works on: an attempt, and the workbench of tools and limits it is judged with."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_vlite.errors import HarnessError, InputError
from pytest_vlite.judge.verifier import DEFAULT_VERIFY_TIMEOUT_S
from pytest_vlite.release import Problem
from pytest_vlite.submission import Answer
from pytest_vlite.vocabulary import Setting

if TYPE_CHECKING:
    from pytest_vlite.judge.fair_time import Turns
    from pytest_vlite.judge.rustc import Rustc
    from pytest_vlite.judge.verifier import Unavailable, Verifier
    from pytest_vlite.sandbox import Sandbox

DEFAULT_TIME_LIMIT_S = 1.0
DEFAULT_MEMORY_LIMIT_BYTES = 512 * 2**20


@dataclass(frozen=True)
class Attempt:
    """One sample for one problem in one setting."""

    submission: str
    problem: Problem
    setting: Setting
    sample: int
    answer: Answer


@dataclass(frozen=True)
class Limits:
    """The limits of a run. `memory_limit_bytes=None` means the problem's own, else the default."""

    time_limit_s: float = DEFAULT_TIME_LIMIT_S
    memory_limit_bytes: int | None = None
    verify_timeout_s: float = DEFAULT_VERIFY_TIMEOUT_S

    def memory_for(self, problem: Problem) -> int:
        """Bytes that one test case of the problem may use."""
        return (
            self.memory_limit_bytes
            or problem.description.memory_limit_bytes
            or DEFAULT_MEMORY_LIMIT_BYTES
        )


@dataclass(frozen=True)
class Workbench:
    """Tools, limits and places for judging; the same attempt on the same bench, the same verdict.

    `logs` is the attempt's own folder (None: keep no logs); `deadline` is on `time.monotonic()`;
    `turns` are shared by all benches of a run on this machine (None: this one is alone).
    """

    sandbox: Sandbox
    rustc: Rustc | None
    verifier: Verifier | Unavailable
    limits: Limits
    examples_as_tests: bool
    scratch: Path
    logs: Path | None = None
    deadline: float | None = None
    turns: Turns | None = None

    def for_attempt(self, *, logs: Path | None, deadline: float | None = None) -> Workbench:
        """The same bench with the attempt's own places."""
        return replace(self, logs=logs, deadline=deadline)

    def require_rustc(self) -> Rustc:
        """The compiler.

        Raises:
            InputError: there is none.
        """
        if self.rustc is None:
            raise InputError("rustc is not installed: get Rust from https://rustup.rs")
        return self.rustc

    def check_deadline(self) -> None:
        """End an attempt that used up the time pytest-timeout grants an item.

        Raises:
            HarnessError: the deadline has passed; no verdict on the attempt follows from that.
        """
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise HarnessError("the time limit of the test item (pytest-timeout) ran out")

    def remaining_s(self, wanted_s: float) -> float:
        """`wanted_s`, or what is left until the deadline if that is less; at least 1 s."""
        if self.deadline is None:
            return wanted_s
        return max(1.0, min(wanted_s, self.deadline - time.monotonic()))
