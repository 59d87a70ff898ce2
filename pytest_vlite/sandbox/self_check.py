"""Proves what an isolation contains, by programs that try to get out. For `vlite doctor`."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from pytest_vlite.errors import HarnessError
from pytest_vlite.sandbox.interface import Sandbox, ToolLimits, ToolRun
from pytest_vlite.sandbox.places import interpreter, interpreter_folders

_LIMITS = ToolLimits(cpu_s=5, wall_s=20, memory_bytes=2**29, output_bytes=2**20, processes=64)


@dataclass(frozen=True, slots=True)
class Check:
    """One property, whether it holds, and what was seen."""

    name: str
    ok: bool
    detail: str


# Each prints `held` where the isolation holds.
_PROBES = (
    (
        "no network",
        "import socket\ns = socket.socket(); s.settimeout(2)\n"
        "try: s.connect(('127.0.0.1', {port})); print('connected')\n"
        "except OSError: print('held')",
    ),
    (
        "files of the user hidden",
        "try: print(open({secret!r}).read())\nexcept OSError: print('held')",
    ),
    (
        "system read-only",
        "try: open('/usr/vlite-probe', 'w'); print('written')\nexcept OSError: print('held')",
    ),
    (
        "environment cleared",
        "import os\nprint('held' if 'VLITE_PROBE_SECRET' not in os.environ else 'seen')",
    ),
    (
        "no capabilities",
        "text = open('/proc/self/status').read()\n"
        "value = text.split('CapEff:')[1].split()[0]\n"
        "print('held' if int(value, 16) == 0 else value)",
    ),
    (
        "other processes hidden",
        "import os\nprint('seen' if os.path.exists('/proc/{pid}/cmdline') and "
        "open('/proc/{pid}/cmdline', 'rb').read() == {cmdline!r} else 'held')",
    ),
)


def self_check(sandbox: Sandbox) -> list[Check]:
    """Try every property; a probe that could not run counts as not holding."""
    with tempfile.TemporaryDirectory(prefix="vlite-check-") as folder:
        base = Path(folder)
        base.chmod(0o755)
        return [*_containment(sandbox, base), *_limits(sandbox, base)]


def _containment(sandbox: Sandbox, base: Path) -> list[Check]:
    import socket

    secret = base / "secret"
    secret.write_text("secret")
    secret.chmod(0o644)
    cmdline = Path("/proc/self/cmdline").read_bytes()
    checks = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        for name, template in _PROBES:
            script = (
                template.replace("{port}", str(server.getsockname()[1]))
                .replace("{secret!r}", repr(str(secret)))
                .replace("{pid}", str(os.getpid()))
                .replace("{cmdline!r}", repr(cmdline))
            )
            run = _run(sandbox, base, script, _LIMITS)
            if isinstance(run, str):
                checks.append(Check(name, False, run))
                continue
            said = run.stdout.decode("utf-8", "replace").strip()
            said = said or run.stderr.decode("utf-8", "replace").strip()[-200:]
            checks.append(Check(name, said == "held", said))
    return checks


def _limits(sandbox: Sandbox, base: Path) -> list[Check]:
    wanted = (
        ("CPU limit", "while True: pass", replace(_LIMITS, cpu_s=1), "cpu"),
        ("wall limit", "import time; time.sleep(60)", replace(_LIMITS, wall_s=1), "wall"),
        (
            "memory limit",
            "import time\nx = b'x' * (400 << 20)\ntime.sleep(60)",
            replace(_LIMITS, memory_bytes=2**27),
            "memory",
        ),
        (
            "output limit",
            "import sys, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
            "while True: sys.stdout.write('x' * 65536)",
            _LIMITS,
            "output",
        ),
    )
    checks = []
    for name, script, limits, stopped_by in wanted:
        run = _run(sandbox, base, script, limits)
        said = run if isinstance(run, str) else f"stopped by {run.stopped_by}"
        checks.append(Check(name, said == f"stopped by {stopped_by}", said))
    return checks


def _run(sandbox: Sandbox, base: Path, script: str, limits: ToolLimits) -> ToolRun | str:
    work = Path(tempfile.mkdtemp(dir=base))
    try:
        return sandbox.run_tool(
            [interpreter(), "-I", "-S", "-B", "-c", script],
            work_dir=work,
            read_only=interpreter_folders(),
            limits=limits,
        )
    except HarnessError as fault:
        return str(fault)
