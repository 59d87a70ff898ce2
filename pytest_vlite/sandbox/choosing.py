"""Chooses the strongest sandbox that really works on this machine, by trying it."""

from __future__ import annotations

import functools
import json
import tempfile
from pathlib import Path

from pytest_vlite.errors import HarnessError, InputError
from pytest_vlite.sandbox import places, seccomp
from pytest_vlite.sandbox.backend import RunnerSandbox
from pytest_vlite.sandbox.bwrap import BwrapSandbox, find_bwrap
from pytest_vlite.sandbox.interface import Sandbox, ToolLimits
from pytest_vlite.sandbox.rlimits import RlimitsSandbox
from pytest_vlite.sandbox.runners import compiled

NAMES = ("auto", "bwrap", "rlimits")
_PROBE_LIMITS = ToolLimits(
    cpu_s=20.0, wall_s=60.0, memory_bytes=512 * 2**20, output_bytes=2**16, processes=8
)
_REMEDY = (
    "install bubblewrap from the distribution (on Ubuntu its AppArmor profile allows only "
    "/usr/bin/bwrap), in a container allow user namespaces (docker run --security-opt "
    "seccomp=unconfined --security-opt apparmor=unconfined, or --cap-add SYS_ADMIN), or use "
    "--vlite-sandbox=rlimits, which is weaker and recorded as such"
)
# What must hold inside whatever else does: no process, interface or file of the host is seen, no
# capability is left, and there is no writing but in the work folder and /tmp.
_PROBE = """
import json, os, sys
def writable(place):
    try:
        with open(os.path.join(place, "vlite-probe"), "w"):
            return True
    except OSError:
        return False
status = dict(line.split(":", 1) for line in open("/proc/self/status") if ":" in line)
faults = []
if any(int(status[name], 16) for name in ("CapPrm", "CapEff", "CapInh", "CapAmb")):
    faults.append("capabilities are left")
if status["NoNewPrivs"].strip() != "1":
    faults.append("privileges can be gained")
if [line for line in open("/proc/net/dev").read().split("\\n")[2:]
        if line.strip() and not line.strip().startswith("lo:")]:
    faults.append("network interfaces are seen")
if os.getppid() != 1:
    faults.append("no process namespace")
faults += [path + " is seen" for path in json.loads(sys.argv[1]) if os.path.exists(path)]
faults += [place + " can be written" for place in ("/", "/usr", "/dev", "/etc") if writable(place)]
if not writable("."):
    faults.append("the work folder cannot be written")
print(json.dumps(faults))
"""


def choose_sandbox(name: str = "auto", scratch: Path | None = None) -> Sandbox:
    """The sandbox of that name, tried before it is given; kept for the life of this process.
    It is tried in a folder below `scratch` (default: where temporary files go).

    `auto` takes `bwrap` where it works, else `rlimits`, whose description says that it is weaker
    and why it was taken.

    Raises:
        InputError: no such name, or the sandbox asked for does not work here; says why and what
            to do about it.
    """
    if name not in NAMES:
        raise InputError(f"no sandbox is called {name!r}; there are {', '.join(NAMES)}")
    return _chosen(name, scratch)


@functools.cache
def _chosen(name: str, scratch: Path | None) -> Sandbox:
    reason = ""
    if name != "rlimits":
        working, reason = _working_bwrap(scratch)
        if working is not None:
            return working
        if name == "bwrap":
            raise InputError(f"the sandbox bwrap does not work here: {reason}. {_REMEDY}")
    reason = f"bwrap does not work here: {reason}" if reason else ""
    faults = []
    for filtered in _filtered_or_not():
        weaker = RlimitsSandbox(reason, filtered=filtered)
        fault = try_sandbox(weaker, contained=False, scratch=scratch)
        if not fault:
            return weaker
        faults.append(fault)
    raise InputError("; ".join(["no sandbox works here", *dict.fromkeys(faults), reason]))


@functools.cache
def _working_bwrap(scratch: Path | None) -> tuple[Sandbox | None, str]:
    """The first bubblewrap that contains what it runs, and else why none does."""
    faults = []
    for program in find_bwrap():
        for filtered in _filtered_or_not():
            sandbox = BwrapSandbox(program, filtered=filtered)
            fault = try_sandbox(sandbox, contained=True, scratch=scratch)
            if not fault:
                return sandbox, ""
            faults.append(f"{program}: {fault}")
    return None, "; ".join(dict.fromkeys(faults)) or "there is no bwrap program"


def with_compiled_runner(sandbox: Sandbox, program: Path) -> Sandbox:
    """The sandbox with the runner compiled to `program`, or as it is if that does not work here."""
    if not isinstance(sandbox, RunnerSandbox):
        return sandbox
    quicker = sandbox.with_runner(compiled(program))
    return sandbox if try_sandbox(quicker, contained=not sandbox.weaker) else quicker


def _filtered_or_not() -> tuple[bool, ...]:
    """A kernel may have no system call filters; then the rest is worth having without."""
    return (True, False) if seccomp.available() else (False,)


def try_sandbox(sandbox: RunnerSandbox, *, contained: bool, scratch: Path | None = None) -> str:
    """Run a small program inside; why the sandbox does not do, or nothing.

    With `contained`, it must also show that the host is out of reach.
    """
    with tempfile.TemporaryDirectory(prefix="vlite-probe-", dir=scratch) as folder:
        try:
            secret, work_dir = Path(folder, "secret"), Path(folder, "work")
            secret.write_text("secret")
            work_dir.mkdir()
            unseen = json.dumps([str(secret), "/etc/passwd"])
            run = sandbox.run_tool(
                [places.interpreter(), "-I", "-S", "-B", "-c", _PROBE, unseen],
                work_dir=work_dir,
                read_only=places.interpreter_folders(),
                limits=_PROBE_LIMITS,
            )
        except (HarnessError, OSError) as fault:
            return str(fault)
        if run.exit_code != 0 or run.stopped_by is not None:
            said = run.stderr.decode("utf-8", "backslashreplace").strip().splitlines()
            return f"a small program ended with exit code {run.exit_code}, signal {run.signal}" + (
                f": {said[-1]}" if said else ""
            )
        try:
            faults = json.loads(run.stdout)
        except ValueError:
            return "a small program did not print what it should"
        return "; ".join(map(str, faults)) if contained else ""
