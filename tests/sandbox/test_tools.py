"""One command under a supervisor: what it sees, its limits, and nothing of it remains."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pytest_vlite.errors import HarnessError
from pytest_vlite.sandbox import Sandbox
from tests.sandbox.conftest import TOOL_LIMITS, Tool

_DAEMON = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for n in range(600):
            open('mark', 'a').write('x')
            time.sleep(0.02)
    os._exit(0)
os.wait()
while not os.path.exists('mark'): time.sleep(0.01)
"""


def grows(mark: Path) -> bool:
    """Whether someone still writes to it, once a dying process had the time to die."""
    time.sleep(0.3)
    before = mark.stat().st_size
    time.sleep(0.3)
    return mark.stat().st_size != before


@pytest.mark.parametrize("code", [0, 1, 42, 128, 255])
def test_exit_codes(sandbox: Sandbox, tool: Tool, code: int) -> None:
    run = tool(sandbox, f"import os; os._exit({code})")
    assert (run.exit_code, run.signal, run.stopped_by) == (code, None, None)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT, signal.SIGTERM])
def test_signals(sandbox: Sandbox, tool: Tool, number: int) -> None:
    run = tool(sandbox, f"import os; os.kill(os.getpid(), {number})")
    assert (run.exit_code, run.signal, run.stopped_by) == (None, number, None)


def test_input_output_and_environment(
    sandbox: Sandbox, tool: Tool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VLITE_SECRET", "x")
    (tmp_path / "in").write_text("given")
    script = "import sys, os; print(sys.stdin.read(), sorted(os.environ)); sys.stderr.write('e')"
    run = tool(sandbox, script, stdin=tmp_path / "in", environment={"ADDED": "1"})
    names = run.stdout.decode().split(" ", 1)[1]
    assert run.stdout.startswith(b"given ")
    assert run.stderr == b"e"
    assert "'ADDED'" in names
    assert "SECRET" not in names
    assert tool(sandbox, "import sys; print(repr(sys.stdin.read()))").stdout == b"''\n"


def test_the_working_folder_is_writable(sandbox: Sandbox, tool: Tool, tmp_path: Path) -> None:
    work, shown = tmp_path / "work", tmp_path / "shown"
    work.mkdir()
    shown.mkdir()
    (work / "given").write_text("1")
    (shown / "file").write_text("seen")
    script = f"open('made', 'w').write(open({str(shown / 'file')!r}).read()); open('given', 'w')"
    run = tool(sandbox, script, work_dir=work, read_only=[shown])
    assert run.exit_code == 0, run.stderr
    assert (work / "made").read_text() == "seen"


def test_nothing_else_is_writable_or_visible(bwrap: Sandbox, tool: Tool, tmp_path: Path) -> None:
    shown, hidden = tmp_path / "shown", tmp_path / "hidden"
    for folder in (shown, hidden):
        folder.mkdir()
        folder.chmod(0o777)
        (folder / "file").write_text("x")
        (folder / "file").chmod(0o666)
    script = (
        "import os, sys\n"
        f"print(os.path.exists({str(hidden)!r}))\n"
        f"for path in ({str(shown / 'file')!r}, '/x', '/usr/x', '/etc/x', '/dev/x', '/dev/shm/x',\n"
        "             '/proc/sys/kernel/core_pattern', '/work/../x'):\n"
        "    try: open(path, 'w')\n"
        "    except OSError: continue\n"
        "    print(path)\n"
        "print(sorted(os.listdir('/proc/self/fd'))[:3], len(os.listdir('/proc/self/fd')))\n"
    )
    run = tool(bwrap, script, read_only=[shown])
    assert run.stdout == b"False\n['0', '1', '2'] 4\n"


@pytest.mark.parametrize(
    ("script", "limits", "stopped_by"),
    [
        ("while True: pass", {"cpu_s": 1}, "cpu"),
        ("import os\nfor _ in range(2): os.fork()\nwhile True: pass", {"cpu_s": 1}, "cpu"),
        ("import time; time.sleep(60)", {"wall_s": 1}, "wall"),
        (
            "import time\nx = b'x' * (300 << 20)\ntime.sleep(60)",
            {"memory_bytes": 2**27},
            "memory",
        ),
        (
            "import os, time\nos.fork(); os.fork()\nx = b'x' * (60 << 20)\ntime.sleep(60)",
            {"memory_bytes": 2**27},
            "memory",
        ),
        (
            "import os\nwhile True: os.write(1, b'x' * 65536)",
            {"output_bytes": 2**18},
            "output",
        ),
    ],
)
def test_limits(
    sandbox: Sandbox, tool: Tool, script: str, limits: dict[str, float], stopped_by: str
) -> None:
    run = tool(sandbox, script, **limits)
    assert run.stopped_by == stopped_by
    assert len(run.stdout) <= limits.get("output_bytes", 0)
    assert run.truncated == (stopped_by == "output")


def test_a_file_written_from_a_child_at_once_is_limited(
    sandbox: Sandbox, tool: Tool, tmp_path: Path
) -> None:
    """The limits are set before anything untrusted runs."""
    work = tmp_path / "work"
    work.mkdir()
    command = ["/bin/sh", "-c", "(for i in $(seq 200); do cat /usr/bin/env; done >large) & wait"]
    run = sandbox.run_tool(command, work_dir=work, read_only=[], limits=TOOL_LIMITS)
    assert run.stopped_by in (None, "cpu", "output", "wall")
    assert (work / "large").stat().st_size <= TOOL_LIMITS.output_bytes + 1


def test_daemons_are_ended(sandbox: Sandbox, tool: Tool, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    assert tool(sandbox, _DAEMON, work_dir=work).exit_code == 0
    assert not grows(work / "mark")


def test_daemons_are_ended_at_a_limit(sandbox: Sandbox, tool: Tool, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    run = tool(sandbox, _DAEMON + "time.sleep(60)", work_dir=work, wall_s=1)
    assert run.stopped_by == "wall"
    assert not grows(work / "mark")


def test_nothing_outlives_a_killed_harness(sandbox: Sandbox, tmp_path: Path) -> None:
    """Not even a tool that takes back the signal at its parent's end."""
    work = tmp_path / "work"
    work.mkdir()
    script = "import time\nwhile True: open('mark', 'a').write('x'); time.sleep(0.02)"
    if Path("/usr/bin/setpriv").exists():
        command = f"['/usr/bin/setpriv', '--pdeathsig=clear', interpreter(), '-c', {script!r}]"
    else:
        command = f"[interpreter(), '-c', {script!r}]"
    harness = (
        "from pathlib import Path\n"
        "from pytest_vlite.sandbox import choose_sandbox\n"
        "from pytest_vlite.sandbox.places import interpreter, interpreter_folders\n"
        "from tests.sandbox.conftest import TOOL_LIMITS\n"
        f"choose_sandbox({sandbox.name!r}).run_tool({command}, work_dir=Path({str(work)!r}),\n"
        "    read_only=interpreter_folders(), limits=TOOL_LIMITS)\n"
    )
    with subprocess.Popen([sys.executable, "-c", harness]) as process:
        deadline = time.monotonic() + 30
        while not (work / "mark").exists():
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
    assert not grows(work / "mark")


def test_a_command_cannot_smuggle_entries_into_the_plan(sandbox: Sandbox, tmp_path: Path) -> None:
    with pytest.raises(HarnessError, match="zero byte"):
        sandbox.run_tool(
            ["/bin/echo", "a\0identity=0"], work_dir=tmp_path, read_only=[], limits=TOOL_LIMITS
        )
    run = sandbox.run_tool(
        ["/bin/echo", "a\nidentity=0", "é\udcff"],
        work_dir=tmp_path,
        read_only=[],
        limits=TOOL_LIMITS,
    )
    assert run.stdout == "a\nidentity=0 é\udcff\n".encode("utf-8", "surrogateescape")


def test_a_command_that_does_not_exist_is_no_finding_about_it(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    try:
        run = sandbox.run_tool(["/no/such"], work_dir=work, read_only=[], limits=TOOL_LIMITS)
    except HarnessError:
        return
    assert run.exit_code not in (0, None)
    assert b"/no/such" in run.stderr


def test_nothing_leaks(sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    work = tmp_path / "work"
    work.mkdir()
    command = ["/bin/true"]
    sandbox.run_tool(command, work_dir=work, read_only=[], limits=TOOL_LIMITS)
    before = sorted(os.listdir("/proc/self/fd"))  # noqa: PTH208 - one descriptor is its own
    for _ in range(25):
        sandbox.run_tool(command, work_dir=work, read_only=[], limits=TOOL_LIMITS)
    assert sorted(os.listdir("/proc/self/fd")) == before  # noqa: PTH208
    assert [path.name for path in tmp_path.iterdir()] == ["work"]
