"""Isolation for machines without user namespaces: resource limits and nothing else.

Programs see the user's files and the network and run as the user. They are limited, measured and
ended with all that they started. Weaker than `bwrap`, and every output says so.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import ClassVar

from pytest_vlite.sandbox import places
from pytest_vlite.sandbox.interface import CaseLimits, ToolLimits, ToolRun
from pytest_vlite.sandbox.runner_client import RUNNER_SCRIPT, RunnerClient, runner_settings
from pytest_vlite.sandbox.tools import supervise

_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}


class RlimitsSandbox:
    """Limits without isolation."""

    name: ClassVar[str] = "rlimits"
    weaker: ClassVar[bool] = True

    def __init__(self, why: str = "") -> None:
        self._why = why

    @property
    def description(self) -> str:
        text = "WEAKER: limits only; programs can read files, use the network and see processes"
        return f"{text} ({self._why})" if self._why else text

    def run_tool(
        self,
        command: Sequence[str | Path],
        *,
        work_dir: Path,
        read_only: Sequence[Path],
        limits: ToolLimits,
        stdin: Path | None = None,
        environment: Mapping[str, str] = {},
    ) -> ToolRun:
        del read_only  # everything is readable
        return supervise(
            [str(word) for word in command],
            cwd=work_dir,
            environment={**_ENVIRONMENT, "HOME": str(work_dir), **environment},
            limits=limits,
            stdin=stdin,
            signals_as_exit_codes=False,
            limit_processes=False,
        )

    def open_runner(
        self, program: Path, limits: CaseLimits
    ) -> AbstractContextManager[RunnerClient]:
        return _runner(program, limits)


@contextmanager
def _runner(program: Path, limits: CaseLimits) -> Iterator[RunnerClient]:
    words = [str(places.interpreter()), "-I", "-S", "-B", str(RUNNER_SCRIPT)]
    words += runner_settings(limits, str(program.resolve()), None)
    with (
        tempfile.TemporaryDirectory(prefix="vlite-cases-") as folder,
        RunnerClient(words, limits, Path(folder)) as client,
    ):
        yield client
