"""What a run is made with, recorded in `leaderboard.json` and shown at the top of the run."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from pytest_vlite import __version__
from pytest_vlite.errors import InputError
from pytest_vlite.judge.attempt import Workbench
from pytest_vlite.judge.toolbox import make_workbench
from pytest_vlite.judge.verifier import Unavailable
from pytest_vlite.leaderboard.document import RunContext
from pytest_vlite.run.options import RunOptions
from pytest_vlite.run.plan import Plan


def describe_run(options: RunOptions, plan: Plan, scratch: Path) -> tuple[RunContext, list[str]]:
    """The context for the leaderboard and the header lines.

    Raises:
        InputError: a tool named or required is not there.
    """
    bench = make_workbench(
        plan.release,
        scratch,
        sandbox=options.sandbox,
        verus=options.verus,
        examples_as_tests=options.examples_as_tests,
        time_limit_s=options.time_limit_s,
        memory_limit_bytes=options.memory_limit_bytes,
        verify_timeout_s=options.verify_timeout_s,
    )
    _require(options, bench)
    raise NotImplementedError
