"""Says how a run ended that did not end well, in words that are the same on every run."""

from __future__ import annotations

import re
import signal
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_vlite.judge.program import SOURCE_NAME, Program
from pytest_vlite.vocabulary import Status

if TYPE_CHECKING:
    from pytest_vlite.sandbox import CaseRun

# The digits are bounded because a program may print such a line itself.
_PANIC = re.compile(r"panicked at ([^\n]*?):([0-9]{1,9}):[0-9]{1,9}:\n([^\n]*)")
_ALLOCATION = "memory allocation of "
_OVERFLOW = "has overflowed its stack"
MAX_MESSAGE_CHARACTERS = 200


@dataclass(frozen=True)
class RunFailure:
    """A status and one line for a person, without figures that vary between runs."""

    status: Status
    detail: str


def run_failure(
    run: CaseRun,
    stderr: bytes,
    *,
    output_bytes: int,
    output_limit_bytes: int,
    cpu_limit_s: float,
    memory_limit_bytes: int,
    program: Program,
) -> RunFailure | None:
    """What was wrong with a run, whatever it printed; None if it ended well."""
    said = stderr.decode("utf-8", "backslashreplace")
    failed = run.exit_code != 0
    if run.stopped_by == "output" or output_bytes > output_limit_bytes:
        return RunFailure(Status.OUTPUT_LIMIT, f"wrote more than {output_limit_bytes} bytes")
    if run.stopped_by == "memory" or run.peak_memory_bytes > memory_limit_bytes:
        return _memory(memory_limit_bytes)
    if run.stopped_by == "cpu" or run.cpu_s > cpu_limit_s:
        return RunFailure(Status.TIME_LIMIT, f"used more than {cpu_limit_s:g} s of CPU time")
    if run.stopped_by == "wall":
        return RunFailure(Status.TIME_LIMIT, "idle: did not end, without using its CPU time")
    if failed and _ALLOCATION in said and " bytes failed" in said:
        return _memory(memory_limit_bytes)
    if failed:
        return RunFailure(Status.RUNTIME_ERROR, _ending(run, said, program))
    return None


def _memory(limit_bytes: int) -> RunFailure:
    return RunFailure(Status.MEMORY_LIMIT, f"needed more than {limit_bytes / 2**20:g} MiB")


def _ending(run: CaseRun, said: str, program: Program) -> str:
    if _OVERFLOW in said:
        return "stack overflow"
    panic = _PANIC.search(said)
    if panic is not None:
        line = program.answer_line(int(panic[2])) if panic[1] == SOURCE_NAME else None
        where = "" if line is None else f" in line {line}"
        return f"panicked{where}: {_short(panic[3])}"
    if run.signal is not None:
        return f"ended by signal {_signal_name(run.signal)}"
    first = next((line for line in said.splitlines() if line.strip()), "")
    return f"exit code {run.exit_code}" + (f": {_short(first)}" if first else "")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _short(text: str) -> str:
    cleaned = " ".join(text.split())
    if len(cleaned) > MAX_MESSAGE_CHARACTERS:
        return cleaned[:MAX_MESSAGE_CHARACTERS] + "..."
    return cleaned
