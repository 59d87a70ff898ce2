"""One isolation for a program's cases: what is measured, what is limited, what cannot get out."""

from __future__ import annotations

import os
import signal
import stat
import tempfile
import time
from pathlib import Path

import pytest

from pytest_vlite.errors import HarnessError
from pytest_vlite.sandbox import Sandbox, landlock
from tests.sandbox.conftest import CASE_LIMITS, Cases


def test_every_case_starts_afresh_and_its_end_is_told(sandbox: Sandbox, cases: Cases) -> None:
    with cases(sandbox) as run:
        for i in range(40):
            case = run("echo", i)
            assert (case.stdout, case.run.exit_code, case.run.signal) == (str(i), 0, None)
            assert case.run.output_bytes == len(str(i)) + 1
            assert case.run.stopped_by is None
        assert run("exit", 7).run.exit_code == 7
        aborted = run("abort").run
        assert (aborted.exit_code, aborted.signal) == (None, signal.SIGABRT)
        assert set(run("environment").stdout.split()) == {"PATH", "HOME", "LANG", "TZ"}
        assert set(run("open").stdout.split()) == {"0", "1", "2"}


def test_cpu_and_memory_are_the_programs_own(sandbox: Sandbox, cases: Cases) -> None:
    large_parent = b"x" * (200 << 20)
    with cases(sandbox) as run:
        assert run("echo", 1).run.peak_memory_bytes < 40 << 20
        assert run("echo", 1).run.cpu_s < 0.2
        held = run("hold", 64).run.peak_memory_bytes
        assert 64 << 20 <= held < 110 << 20
        burnt = run("burn", 400).run
        # Other processes may have had the processor for part of the time.
        assert 0.02 < burnt.cpu_s <= burnt.duration_s + 0.05
        assert burnt.duration_s >= 0.4
    assert len(large_parent) == 200 << 20


def test_limits_end_a_case_and_the_next_runs(sandbox: Sandbox, cases: Cases) -> None:
    with cases(sandbox, cpu_s=1, wall_s=6) as run:
        burning = run("burn", 60_000).run
        assert burning.stopped_by in ("cpu", "wall")
        assert run("echo", "on").stdout == "on"
        bomb = run("hold", 2000).run
        assert bomb.exit_code != 0
        flood = run("flood").run
        assert (flood.stopped_by, flood.output_bytes) == ("output", CASE_LIMITS.output_bytes + 1)
        assert run("echo", "on").stdout == "on"
    with cases(sandbox, wall_s=0.5) as run:
        assert run("sleep", 60).run.stopped_by == "wall"
        assert run("echo", "on").stdout == "on"


def test_deep_recursion_is_legal(sandbox: Sandbox, cases: Cases) -> None:
    with cases(sandbox) as run:
        deep = run("dive", 150_000)
        assert deep.run.exit_code == 0
        assert deep.run.peak_memory_bytes > 64 << 20
        too_deep = run("dive", 100_000_000).run
        assert too_deep.signal in (signal.SIGSEGV, signal.SIGABRT)


def test_many_processes_end_with_their_case(sandbox: Sandbox, cases: Cases) -> None:
    with cases(sandbox) as run:
        started = int(run("bomb", 100).stdout.splitlines()[-1])
        if sandbox.name == "bwrap" and os.geteuid() == 0:
            assert 0 < started < CASE_LIMITS.processes
        again = int(run("bomb", 100).stdout.splitlines()[-1])
        assert again == started


def test_a_daemon_does_not_outlive_its_case(
    sandbox: Sandbox, program: Path, tmp_path: Path
) -> None:
    (tmp_path / "in").write_text("daemon")
    with (
        sandbox.open_runner(program, CASE_LIMITS) as runner,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as errors,
    ):
        written = runner.run(tmp_path / "in", out, errors).output_bytes
        assert written > 0
        time.sleep(0.1)
        assert os.fstat(out.fileno()).st_size == written


def test_the_runner_cannot_be_reached(bwrap: Sandbox, cases: Cases) -> None:
    with cases(bwrap) as run:
        said = run("attack").stdout.split("\n")
        expected = ["pid 1", "fds False", "memory False", "ptrace False", "limits False"]
        if os.geteuid() != 0:
            # One user is all that an unprivileged user namespace has.
            said, expected = said[:4], expected[:4]
        assert said == [word.lower() for word in expected]
        if os.geteuid() == 0:
            assert run("echo", "on").stdout == "on"


def test_children_that_nobody_waits_for_are_counted(sandbox: Sandbox, cases: Cases) -> None:
    """Each would be over before the runner looks at it, and its time in no sum of the kernel's."""
    with cases(sandbox, cpu_s=2) as run:
        hidden = run("hide", 12)
        assert hidden.stdout.split()[0] == "false"
        assert hidden.run.cpu_s > 0.02


def test_no_detour_leads_to_a_signal(sandbox: Sandbox, cases: Cases) -> None:
    with cases(sandbox) as run:
        struck = run("strike").stdout.split()
        assert struck[:3] == ["false"] * 3
        assert struck[3] == ("false" if sandbox.weaker else "true")  # process 1 takes no SIGKILL
        assert run("echo", "on").stdout == "on"


def test_the_harness_and_its_files_cannot_be_seen(
    sandbox: Sandbox, cases: Cases, tmp_path: Path
) -> None:
    if sandbox.weaker and landlock.version() == 0:
        pytest.skip("no Landlock in this kernel")
    secret = tmp_path / "expected"
    secret.write_text("42")
    secret.chmod(0o644)
    import pytest_vlite.errors

    with cases(sandbox) as run:
        for path in (secret, Path(pytest_vlite.errors.__file__), Path.home() / ".profile"):
            assert run("read", path).stdout == "hidden"
        for path in ("/program", "/runner.py", "/usr/x", "/etc/x", "/x", "/dev/shm/x", "/proc/1/x"):
            assert run("write", path).stdout == "false"


def test_input_and_output_can_be_opened_by_name(sandbox: Sandbox, cases: Cases) -> None:
    with cases(sandbox) as run:
        assert run("by-name", "x" * 100_000).stdout == "100008"


def test_what_cannot_be_executed_is_no_finding(sandbox: Sandbox, tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no program")
    for mode in (0o644, 0o755):
        text.chmod(mode)
        with (
            sandbox.open_runner(text, CASE_LIMITS) as runner,
            tempfile.TemporaryFile() as out,
            pytest.raises(HarnessError, match="the isolation failed"),
        ):
            runner.run(Path("/dev/null"), out, out)
    assert stat.S_IMODE(text.stat().st_mode) == 0o755


def test_an_isolation_that_dies_is_no_finding(
    sandbox: Sandbox, program: Path, tmp_path: Path
) -> None:
    (tmp_path / "in").write_text("echo\n1")
    with sandbox.open_runner(program, CASE_LIMITS) as runner, tempfile.TemporaryFile() as out:
        runner.run(tmp_path / "in", out, out)
        started = runner._channel._process  # type: ignore[attr-defined]
        inside = Path(f"/proc/{started.pid}/task/{started.pid}/children").read_text().split()
        for pid in [*map(int, inside), started.pid]:
            os.kill(pid, signal.SIGKILL)
        started.wait()
        with pytest.raises(HarnessError, match="the isolation"):
            runner.run(tmp_path / "in", out, out)
