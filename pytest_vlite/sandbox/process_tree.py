"""Looks at a process and all its descendants through /proc."""

from __future__ import annotations

import contextlib
import os
import signal
from dataclasses import dataclass
from pathlib import Path

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class TreeUse:
    """What a tree uses now: CPU seconds so far (of the ended and reaped too), resident bytes."""

    cpu_s: float
    memory_bytes: int
    processes: int


def descendants(pid: int) -> list[int]:
    """`pid` and every process below it; those that end meanwhile are left out."""
    found, waiting = [], [pid]
    while waiting:
        current = waiting.pop()
        found.append(current)
        with contextlib.suppress(OSError):
            for thread in Path(f"/proc/{current}/task").iterdir():
                with contextlib.suppress(OSError):
                    waiting += map(int, (thread / "children").read_bytes().split())
    return found


def measure(pid: int) -> TreeUse:
    """Add up the use of `pid` and its descendants."""
    cpu_ticks, pages, processes = 0, 0, 0
    for member in descendants(pid):
        with contextlib.suppress(OSError, ValueError, IndexError):
            text = Path(f"/proc/{member}/stat").read_bytes()
            # The name, in parentheses, may hold anything; the fields after it are numbers.
            fields = text[text.rindex(b")") + 2 :].split()
            cpu_ticks += sum(map(int, fields[11:15]))
            pages += int(fields[21])
            processes += 1
    return TreeUse(cpu_ticks / _TICKS_PER_S, pages * _PAGE_BYTES, processes)


def kill_tree(pid: int) -> None:
    """End `pid` and its descendants; stopped first, so that none can start another meanwhile."""
    for number in (signal.SIGSTOP, signal.SIGKILL):
        for member in descendants(pid):
            with contextlib.suppress(OSError):
                os.kill(member, number)
