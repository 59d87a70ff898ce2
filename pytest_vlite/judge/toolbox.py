"""Finds the tools and makes a workbench of them."""

from __future__ import annotations

import os
from pathlib import Path

from pytest_vlite.judge.attempt import DEFAULT_TIME_LIMIT_S, Limits, Workbench
from pytest_vlite.judge.fair_time import Turns
from pytest_vlite.judge.rustc import find_rustc
from pytest_vlite.judge.verifier import (
    DEFAULT_VERIFY_TIMEOUT_S,
    Unavailable,
    Verifier,
    find_verifier,
)
from pytest_vlite.release import Release
from pytest_vlite.sandbox import Sandbox, choose_sandbox, with_compiled_runner


def make_workbench(
    release: Release,
    scratch: Path,
    *,
    sandbox: str = "auto",
    verus: str | None = None,
    examples_as_tests: bool = False,
    time_limit_s: float = DEFAULT_TIME_LIMIT_S,
    memory_limit_bytes: int | None = None,
    verify_timeout_s: float | None = None,
    shared: Path | None = None,
) -> Workbench:
    """A workbench with the tools of this machine. `shared`: folder for what all workers can use.

    Raises:
        InputError: a tool that was named does not work.
        HarnessError: rustc is there and does not work.
    """
    isolation = choose_sandbox(sandbox, scratch)
    rustc = find_rustc()
    if rustc is not None:
        rustc = rustc.prepare((shared or scratch) / "support", isolation)
        if rustc.runner is not None:
            isolation = with_compiled_runner(isolation, rustc.runner)
    return Workbench(
        sandbox=isolation,
        rustc=rustc,
        verifier=find_verifier_for(release, verus, isolation, scratch),
        limits=Limits(
            time_limit_s=time_limit_s,
            memory_limit_bytes=memory_limit_bytes,
            verify_timeout_s=verify_timeout_s or DEFAULT_VERIFY_TIMEOUT_S,
        ),
        examples_as_tests=examples_as_tests,
        scratch=scratch,
        turns=None if shared is None else Turns(shared),
    )


def find_verifier_for(
    release: Release, verus: str | None, sandbox: Sandbox, scratch: Path | None = None
) -> Verifier | Unavailable:
    """The verifier for a release. Raises `InputError` if the one that was named does not work."""
    return find_verifier(
        Path(verus) if verus else None,
        release.root,
        os.environ,
        sandbox=sandbox,
        pin=release.verifier,
        scratch=scratch,
    )
