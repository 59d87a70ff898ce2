"""Load must not push a program over its limit of time."""

from __future__ import annotations

import fcntl
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pytest_vlite.judge import fair_time
from pytest_vlite.judge.cases import ProgramLimits
from pytest_vlite.judge.fair_time import MachineLoad, Turns, near_limit, run_fairly
from pytest_vlite.sandbox import CaseRun
from pytest_vlite.vocabulary import Status
from tests.judge.conftest import Bench


def _run(cpu_s: float, stopped_by: str | None = None) -> CaseRun:
    return CaseRun(0, None, cpu_s, cpu_s, 1, 1, stopped_by)  # type: ignore[arg-type]


Loads = Callable[..., None]


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> Loads:
    """Sets the share of the machine that others use in each of the coming runs."""
    monkeypatch.setattr(fair_time, "_WAITS_S", (0.0, 0.0, 0.0))

    def set_to(*shares: float) -> None:
        coming: Iterator[float] = iter(shares)
        monkeypatch.setattr(MachineLoad, "share_of_others", lambda *_: next(coming))

    return set_to


@dataclass(frozen=True)
class Story:
    """CPU times of runs one after the other, and others' share of the machine where it matters."""

    name: str
    times_s: tuple[float, ...]
    shares: tuple[float, ...] = ()
    repeats: int = 0
    settled: bool = True


STORIES = (
    Story("within the limit", (0.9,)),
    Story("far beyond, however busy", (2.0,)),
    Story("beyond on a quiet machine", (1.2,), (0.05,)),
    Story("beyond alone as well", (1.2, 1.1), (0.5, 0.5), repeats=1),
    Story("within the limit alone", (1.2, 0.9), (0.5,), repeats=1),
    Story("quiet the second time", (1.4, 1.3, 1.2), (1, 0.9, 0.1), repeats=2),
    Story("never quiet", (1.4, 1.3, 1.2, 1.1), (1, 1, 1, 1), repeats=3, settled=False),
)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
def test_when_a_breach_counts(loads: Loads, story: Story) -> None:
    loads(*story.shares)
    runs = iter([_run(time_s) for time_s in story.times_s])
    fair = run_fairly(lambda: next(runs), 1.0)
    assert (fair.repeats, fair.settled) == (story.repeats, story.settled)
    assert fair.run.cpu_s == story.times_s[-1]
    assert next(runs, None) is None


def test_a_program_without_a_turn_is_run_again(loads: Loads) -> None:
    loads(1.0, 0.3)
    runs = iter([_run(0.2, "wall"), _run(0.0, "wall")])
    assert run_fairly(lambda: next(runs), 1.0).repeats == 1
    loads(0.3)
    assert run_fairly(lambda: _run(0.0, "wall"), 1.0).repeats == 0


def test_nobody_measures_while_one_is_alone(tmp_path: Path) -> None:
    first, second = Turns(tmp_path), Turns(tmp_path)
    entered = threading.Event()

    def measure() -> None:
        with second.among_others():
            entered.set()

    other = threading.Thread(target=measure)
    with first.alone():
        other.start()
        assert not entered.wait(0.2)
    assert entered.wait(10)
    other.join()


def test_who_waits_to_be_alone_is_not_overtaken(tmp_path: Path) -> None:
    turns, alone = Turns(tmp_path), threading.Event()

    def be_alone() -> None:
        with Turns(tmp_path).alone():
            alone.set()

    waiting = threading.Thread(target=be_alone)
    with turns.among_others(), turns.among_others():
        waiting.start()
        with (tmp_path / "measuring-gate").open("ab") as gate:
            deadline = time.monotonic() + 10
            while time.monotonic() < deadline:
                try:
                    fcntl.flock(gate, fcntl.LOCK_SH | fcntl.LOCK_NB)
                except BlockingIOError:
                    break
                fcntl.flock(gate, fcntl.LOCK_UN)
                time.sleep(0.01)
            else:
                pytest.fail("the gate stays open")
        assert not alone.is_set()
    assert alone.wait(10)
    waiting.join()


def test_load_is_what_others_use() -> None:
    load, own_before = MachineLoad(), time.process_time()
    while time.process_time() < own_before + 0.4:
        pass
    own = time.process_time() - own_before
    assert 0 < load.share_of_others() <= 1
    assert load.share_of_others(own) < load.share_of_others()


def test_near_is_within_a_fifth() -> None:
    near = [0.8, 1.0, 1.2]
    assert all(near_limit(cpu_s, 1.0) for cpu_s in near)
    assert not any(near_limit(cpu_s, 1.0) for cpu_s in (0.79, 1.21, 0.0))


_BURN = """
fn main() {
    let mut x = 1u64;
    for i in 0..ROUNDSu64 { x = std::hint::black_box(x.wrapping_mul(31) + i); }
    println!("{}", x % 1);
}
"""


def _limit_that_is_just_broken(bench: Bench, code: str) -> float:
    outcome = bench.judge_program(code, [("", "0")], limits=ProgramLimits(60.0, 2**28))
    assert outcome.status is Status.PASSED
    return outcome.max_cpu_s / 1.4


def test_what_nobody_can_tell_is_undecided(bench: Bench, loads: Loads) -> None:
    code = _BURN.replace("ROUNDS", "400_000_000")
    limit_s = _limit_that_is_just_broken(bench, code)
    loads(1, 1, 1, 1)
    outcome = bench.judge_program(code, [("", "0")], limits=ProgramLimits(limit_s, 2**28))
    assert outcome.status is Status.UNDECIDED
    assert "too busy to tell" in outcome.detail
    assert outcome.repeats == 3
    loads(0)
    outcome = bench.judge_program(code, [("", "0")], limits=ProgramLimits(limit_s, 2**28))
    assert outcome.status is Status.TIME_LIMIT
    assert outcome.repeats == 0
