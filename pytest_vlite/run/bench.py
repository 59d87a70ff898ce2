"""A worker's workbench: the tools are found once, then every attempt is judged with them."""

from __future__ import annotations

import shutil
import tempfile
import time
from pathlib import Path

import pytest

from pytest_vlite.judge.attempt import Attempt, Workbench
from pytest_vlite.judge.pipeline import judge
from pytest_vlite.judge.toolbox import make_workbench
from pytest_vlite.run.collection import COLLECTION, DEADLINE_S
from pytest_vlite.run.options import RunOptions
from pytest_vlite.run.plan import PlannedAttempt
from pytest_vlite.vocabulary import Verdict


class RunBench:
    """Judges planned attempts; owns a scratch folder below the run's."""

    def __init__(self, config: pytest.Config, options: RunOptions, scratch: Path) -> None:
        self._config = config
        self._several = len(config.stash[COLLECTION].plan.submissions) > 1
        self._logs = options.output / "logs"
        self._scratch = Path(tempfile.mkdtemp(prefix="bench-", dir=scratch))
        release = config.stash[COLLECTION].plan.release
        self._workbench: Workbench = make_workbench(
            release,
            self._scratch,
            sandbox=options.sandbox,
            verus=options.verus,
            examples_as_tests=options.examples_as_tests,
            time_limit_s=options.time_limit_s,
            memory_limit_bytes=options.memory_limit_bytes,
            verify_timeout_s=options.verify_timeout_s,
            shared=scratch,
        )

    def judge(self, planned: PlannedAttempt) -> Verdict:
        """Judge one planned attempt; harness faults become the verdict `error`."""
        answer = planned.submission.answer(planned.setting, planned.problem.id, planned.sample)
        attempt = Attempt(
            submission=planned.submission.name,
            problem=planned.problem,
            setting=planned.setting,
            sample=planned.sample,
            answer=answer,
        )
        logs = self._logs
        if self._several:
            logs /= planned.name.partition("[")[2].partition("-" + planned.setting)[0]
        logs = logs / planned.setting / planned.problem.id / str(planned.sample)
        seconds = self._config.stash.get(DEADLINE_S, None)
        deadline = None if seconds is None else time.monotonic() + seconds
        return judge(attempt, self._workbench.for_attempt(logs=logs, deadline=deadline))

    def close(self) -> None:
        """Remove what judging left in the scratch folder."""
        shutil.rmtree(self._scratch, ignore_errors=True)
