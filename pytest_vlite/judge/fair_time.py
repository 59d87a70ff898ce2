"""Fair time: who is measured must not pay for what else the machine does.

A limit holds for CPU time, which does not count waiting; but processes that share caches, memory
and the two threads of a core make each other's instructions slower. A busy machine can therefore
push a program over its limit, never below it. So:

- A program may run on to `HEADROOM` times its limit. What is still running then has broken its
  limit whatever else went on; load does not make a program that much slower.
- What ends between the limit and there is measured again while no other worker of the run measures,
  at most `MOST_REPEATS` times. It counts only if most of the machine had nothing else to do then;
  and once within the limit is within the limit.
- Wall time is a net for programs that sleep. If the processors were busy throughout, the program
  may only have had no turn, and is run again likewise.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from pytest_vlite.sandbox import CaseRun

HEADROOM = 2.0
MOST_REPEATS = 3
# How long a repetition waits for the rest of the machine to calm down; the first does not.
_WAITS_S = (0.0, 5.0, 20.0)
# Shares of the processors that others may use: for a first measurement to count without another,
# for a repetition to count, and for a program that waits to have had its turn.
_ALONE = 0.1
_QUIET = 0.6
_SATURATED = 0.9
_LOOK_S = 0.1
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


class Turns:
    """Lets one worker measure while the others do not; by locks on two files of a shared folder.

    The kernel gives up a lock when its process ends, however it does.
    """

    def __init__(self, folder: Path) -> None:
        self._gate = folder / "measuring-gate"
        self._room = folder / "measuring-room"

    @contextmanager
    def among_others(self) -> Iterator[None]:
        """Measure while others may, too."""
        with self._room.open("ab") as room:
            # Whoever waits to be alone holds the gate, so that no stream of others keeps it out.
            with self._gate.open("ab") as gate:
                fcntl.flock(gate, fcntl.LOCK_SH)
                fcntl.flock(room, fcntl.LOCK_SH)
            yield

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Measure while no other worker does."""
        with self._gate.open("ab") as gate, self._room.open("ab") as room:
            fcntl.flock(gate, fcntl.LOCK_EX)
            fcntl.flock(room, fcntl.LOCK_EX)
            yield


@dataclass(frozen=True)
class FairRun:
    """A run, how often it was measured again, and whether its breach of a limit is beyond doubt."""

    run: CaseRun
    repeats: int = 0
    settled: bool = True


def run_fairly(
    run_once: Callable[[], CaseRun], cpu_limit_s: float, turns: Turns | None = None
) -> FairRun:
    """Run a program until its time is fairly measured.

    `run_once` runs it once, stopped at `HEADROOM` times `cpu_limit_s` seconds of CPU time. A run
    that is not `settled` broke its limit each time, on a machine too busy to tell.
    """
    with turns.among_others() if turns else nullcontext():
        load = MachineLoad()
        run = run_once()
        if not _in_doubt(run, cpu_limit_s, load, _ALONE):
            return FairRun(run)
    for repeat, wait_s in enumerate(_WAITS_S[:MOST_REPEATS], 1):
        with turns.alone() if turns else nullcontext():
            _wait_for_quiet(wait_s)
            load = MachineLoad()
            run = run_once()
            if not _in_doubt(run, cpu_limit_s, load, _QUIET):
                return FairRun(run, repeat)
    return FairRun(run, MOST_REPEATS, settled=False)


class MachineLoad:
    """What the machine's processors did since this was made."""

    def __init__(self) -> None:
        self._busy_s, self._started = _busy_s(), time.monotonic()

    def share_of_others(self, own_cpu_s: float = 0.0) -> float:
        """The share of the processors' time that went to others; 0 to 1."""
        elapsed_s = max(time.monotonic() - self._started, 1.0 / _TICKS_PER_S)
        others_s = _busy_s() - self._busy_s - own_cpu_s
        return min(1.0, max(0.0, others_s / (elapsed_s * (os.cpu_count() or 1))))


def near_limit(cpu_s: float, limit_s: float) -> bool:
    """Whether a time lies within 20% of its limit, on either side."""
    return 0.8 * limit_s <= cpu_s <= 1.2 * limit_s


def _in_doubt(run: CaseRun, limit_s: float, load: MachineLoad, quiet: float) -> bool:
    """Whether load may be why a run broke a limit of time."""
    if run.stopped_by == "wall":
        return load.share_of_others(run.cpu_s) > _SATURATED
    if not limit_s < run.cpu_s < HEADROOM * limit_s:
        return False
    return load.share_of_others(run.cpu_s) > quiet


def _wait_for_quiet(most_s: float) -> None:
    deadline = time.monotonic() + most_s
    while time.monotonic() < deadline:
        load = MachineLoad()
        time.sleep(_LOOK_S)
        if load.share_of_others() <= _ALONE:
            return


def _busy_s() -> float:
    """Processor time that was not idle since the machine started, time taken by a hypervisor for
    others included."""
    try:
        with open("/proc/stat", encoding="ascii") as file:  # noqa: PTH123
            fields = [int(word) for word in file.readline().split()[1:9]]
    except (OSError, ValueError):
        return 0.0
    idle_and_waiting = sum(fields[3:5])
    return (sum(fields) - idle_and_waiting) / _TICKS_PER_S
