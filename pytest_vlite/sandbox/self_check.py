"""Proves what an isolation contains, by programs that try to get out. For `vlite doctor`.

Every check starts from the wrong answer: it holds only if its program ran to the end and says so,
or if the run was measured as it must be.
"""

from __future__ import annotations

import os
import re
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pytest_vlite.errors import HarnessError
from pytest_vlite.sandbox.backend import RunnerSandbox
from pytest_vlite.sandbox.interface import CaseLimits, CaseRun, Sandbox, ToolLimits
from pytest_vlite.sandbox.places import interpreter, interpreter_folders
from pytest_vlite.sandbox.probes import PROBES

_CASE = CaseLimits(
    cpu_s=5.0, wall_s=20.0, memory_bytes=256 * 2**20, output_bytes=2**20, processes=16
)
_TOOL = ToolLimits(
    cpu_s=5.0, wall_s=20.0, memory_bytes=256 * 2**20, output_bytes=2**20, processes=16
)
# A process that outlived its run has written again by then.
_DAEMON_WAIT_S = 0.4
_HELD = "held"


class Check(NamedTuple):
    """One property, whether it holds, and what was seen."""

    name: str
    ok: bool
    detail: str


def self_check(sandbox: Sandbox) -> list[Check]:
    """Try every property; a probe that could not run counts as not holding."""
    if isinstance(sandbox, RunnerSandbox):
        # The probes are programs in Python.
        sandbox = sandbox.showing(interpreter_folders())
    with tempfile.TemporaryDirectory(prefix="vlite-check-") as folder:
        base = Path(folder)
        # Only the sandbox itself is to keep others out.
        base.chmod(0o755)
        bench = _Bench(sandbox, base)
        return [*bench.containment(), *bench.program_limits(), *bench.tool_limits()]


class _Bench:
    def __init__(self, sandbox: Sandbox, base: Path):
        self.sandbox = sandbox
        self.base = base
        self.programs = 0

    def containment(self) -> Iterator[Check]:
        """Programs that try to get at something."""
        secret = self.base / "secret"
        secret.write_text("secret")
        secret.chmod(0o644)
        with socket.create_server(("127.0.0.1", 0)) as server, _unix_server() as abstract:
            words = {
                "PORT": repr(server.getsockname()[1]),
                "UNIX": repr(abstract.getsockname()),
                "SECRET": repr(str(secret)),
                "HOME": repr(str(Path.home())),
                "ALLOWED": repr(_on_the_way(Path.home())),
                "HARNESS": repr(os.getpid()),
                "COMMAND_LINE": repr(Path("/proc/self/cmdline").read_bytes()),
                "OUTSIDE": repr([str(self.base), "/usr", "/etc", "/var/tmp", "/dev/shm"]),
            }
            with _environment("VLITE_PROBE_SECRET", "seen"):
                for name, script in PROBES.items():
                    filled = re.sub(r"<([A-Z_]+)>", lambda found: words[found[1]], script)
                    yield self._check(name, partial(self._says, filled))
            for left in self.base.glob("vlite-*"):
                left.unlink()
        yield self._check("what a program leaves running is ended", self._daemon)

    def program_limits(self) -> Iterator[Check]:
        """Programs that use too much of something."""
        wanted = (
            ("CPU time of a program", "while True: pass", replace(_CASE, cpu_s=0.3), "cpu"),
            (
                "a program that waits",
                "import time; time.sleep(60)",
                replace(_CASE, wall_s=0.5),
                "wall",
            ),
            (
                "memory of a program",
                f"{_FORK}os.fork()\nos.fork()\nx = b'x' * (60 << 20)\ntime.sleep(60)",
                _CASE,
                "memory",
            ),
            ("output of a program", _ENDLESS_OUTPUT, _CASE, "output"),
        )
        for name, script, limits, stopped_by in wanted:
            yield self._check(name, partial(self._program_stopped, script, limits, stopped_by))

    def tool_limits(self) -> Iterator[Check]:
        """Tools that use too much of something, with their children."""
        wanted = (
            ("CPU time of a tool", _FORK + "while True: pass", replace(_TOOL, cpu_s=0.3), "cpu"),
            (
                "a tool that waits",
                "import time; time.sleep(60)",
                replace(_TOOL, wall_s=0.5),
                "wall",
            ),
            ("memory of a tool", _FORK + "x = b'x' * (200 << 20)\ntime.sleep(60)", _TOOL, "memory"),
            ("output of a tool", _ENDLESS_OUTPUT, _TOOL, "output"),
        )
        for name, script, limits, stopped_by in wanted:
            yield self._check(name, partial(self._tool_stopped, script, limits, stopped_by))

    def _check(self, name: str, probe: Callable[[], str]) -> Check:
        try:
            said = probe()
        except (HarnessError, OSError) as fault:
            said = str(fault)
        return Check(name, said == _HELD, said)

    def _says(self, script: str) -> str:
        run, stdout, stderr = self._run(script, _CASE)
        if run.exit_code != 0 or run.stopped_by is not None:
            return f"the probe failed: exit code {run.exit_code}, {run.stopped_by}: {stderr[-200:]}"
        return stdout.strip() or "the probe said nothing"

    def _daemon(self) -> str:
        with (self.base / "daemon").open("w+b") as stdout:
            self._run(_DAEMON, _CASE, stdout=stdout)
            written = os.fstat(stdout.fileno()).st_size
            if not written:
                return "the probe's process did not start"
            time.sleep(_DAEMON_WAIT_S)
            if os.fstat(stdout.fileno()).st_size != written:
                return "a process that left its session runs on"
        return _HELD

    def _run(
        self, script: str, limits: CaseLimits, stdout: object = None
    ) -> tuple[CaseRun, str, str]:
        self.programs += 1
        program = self.base / f"probe-{self.programs}"
        program.write_text(f"#!{interpreter()} -ISB\n{script}\n")
        program.chmod(0o755)
        with tempfile.TemporaryFile() as own, tempfile.TemporaryFile() as stderr:
            output = stdout or own
            with self.sandbox.open_runner(program, limits) as runner:
                run = runner.run(Path(os.devnull), output, stderr)  # type: ignore[arg-type]
            texts = []
            for file in (own, stderr):
                file.seek(0)
                texts.append(file.read(2**16).decode("utf-8", "backslashreplace"))
        return run, texts[0], texts[1]

    def _program_stopped(self, script: str, limits: CaseLimits, wanted: str) -> str:
        return _stopped(self._run(script, limits)[0].stopped_by, wanted)

    def _tool_stopped(self, script: str, limits: ToolLimits, wanted: str) -> str:
        with tempfile.TemporaryDirectory(dir=self.base) as work_dir:
            run = self.sandbox.run_tool(
                [interpreter(), "-I", "-S", "-B", "-c", script],
                work_dir=Path(work_dir),
                read_only=interpreter_folders(),
                limits=limits,
            )
        return _stopped(run.stopped_by, wanted)


_FORK = "import os, time\nos.fork()\n"
_ENDLESS_OUTPUT = (
    "import os, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
    "while True: os.write(1, b'x' * 65536)"
)
# Ends by itself after a while, should nobody else end it.
_DAEMON = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for _ in range(60):
            os.write(1, b"x")
            time.sleep(0.05)
    os._exit(0)
time.sleep(0.3)
"""


def _stopped(stopped_by: str | None, wanted: str) -> str:
    return _HELD if stopped_by == wanted else f"stopped by {stopped_by}, not {wanted}"


def _on_the_way(home: Path) -> list[str]:
    """What may be seen of the home folder: the way to the interpreter, where it lies there."""
    return [
        folder.relative_to(home.resolve()).parts[0]
        for folder in interpreter_folders()
        if folder.is_relative_to(home.resolve()) and folder != home.resolve()
    ]


@contextmanager
def _environment(name: str, value: str) -> Iterator[None]:
    """A variable that the probes must not see."""
    os.environ[name] = value
    try:
        yield
    finally:
        os.environ.pop(name, None)


@contextmanager
def _unix_server() -> Iterator[socket.socket]:
    """A listener on an abstract name, which no hiding of files hides."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(f"\0vlite-probe-{os.getpid()}")
        server.listen()
        yield server
