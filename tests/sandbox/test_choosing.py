"""Which isolation is taken, what it proves about itself, and how strictly replies are read."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.errors import HarnessError, InputError
from pytest_vlite.sandbox import Sandbox, choose_sandbox, landlock
from pytest_vlite.sandbox.channel import _checked
from pytest_vlite.sandbox.rlimits import RlimitsSandbox
from pytest_vlite.sandbox.self_check import self_check
from tests.sandbox.conftest import CASE_LIMITS

_REPLY = {
    "run": 3,
    "exit_code": 0,
    "signal": None,
    "cpu_s": 0.5,
    "duration_s": 0.6,
    "peak_memory_bytes": 4096,
    "stopped_by": None,
}


def test_names() -> None:
    assert choose_sandbox("rlimits").weaker
    assert choose_sandbox("auto") is choose_sandbox("auto")
    with pytest.raises(InputError, match="docker"):
        choose_sandbox("docker")


def test_bwrap_holds_all_that_is_checked(bwrap: Sandbox) -> None:
    assert [check for check in self_check(bwrap) if not check.ok] == []


def test_the_checks_can_fail() -> None:
    limits_only = RlimitsSandbox(closes_files=False)
    missing = {check.name for check in self_check(limits_only) if not check.ok}
    assert {
        "the user's files are hidden",
        "no writing outside",
        "other processes are hidden",
    } <= missing
    assert not missing & {"CPU time of a tool", "a program that waits", "memory of a program"}


@pytest.mark.skipif(landlock.version() == 0, reason="no Landlock in this kernel")
def test_files_are_closed_without_namespaces() -> None:
    limits = choose_sandbox("rlimits")
    assert "files closed by Landlock only" in limits.description
    held = {check.name for check in self_check(limits) if check.ok}
    assert {"the user's files are hidden", "no writing outside"} <= held


def test_an_answer_is_read() -> None:
    assert _checked(dict(_REPLY), 3)["cpu_s"] == 0.5


@pytest.mark.parametrize(
    "change",
    [
        {"extra": 1},
        {"exit_code": None},
        {"signal": 9},
        {"exit_code": "0"},
        {"exit_code": 0.5},
        {"exit_code": True},
        {"stopped_by": "luck"},
        {"run": 2},
        {"stopped_by": ["cpu"]},
        {"cpu_s": -1},
        {"cpu_s": float("nan")},
        {"duration_s": float("inf")},
        {"peak_memory_bytes": "1"},
        {"peak_memory_bytes": -1},
    ],
)
def test_a_wrong_answer_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(HarnessError, match="the isolation failed"):
        _checked({**_REPLY, **change}, 3)


@given(
    st.dictionaries(st.sampled_from(sorted(_REPLY)), st.none() | st.text() | st.integers(-9, -1))
)
def test_what_is_no_answer_is_refused(answer: dict[str, object]) -> None:
    with pytest.raises(HarnessError, match="the isolation failed"):
        _checked(dict(answer), 3)


def test_runners_leave_nothing(
    sandbox: Sandbox, program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "in").write_text("echo\n1")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    with tempfile.TemporaryFile() as out:
        for _ in range(25):
            with sandbox.open_runner(program, CASE_LIMITS) as runner:
                runner.run(tmp_path / "in", out, out)
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208
    assert list(scratch.iterdir()) == []
