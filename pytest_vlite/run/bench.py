"""A worker's workbench: the tools are found once, then every attempt is judged with them."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from pytest_vlite.judge.attempt import Attempt, Workbench
from pytest_vlite.judge.toolbox import make_workbench
from pytest_vlite.release import Release
from pytest_vlite.reuse.basis import Bases
from pytest_vlite.reuse.digests import FileDigests
from pytest_vlite.reuse.recall import RecallingJudge
from pytest_vlite.reuse.store import open_cache
from pytest_vlite.run.collection import COLLECTION, DEADLINE_S
from pytest_vlite.run.options import RunOptions
from pytest_vlite.run.output import remembered_digests
from pytest_vlite.run.plan import Key, PlannedAttempt
from pytest_vlite.vocabulary import Verdict


class RunBench:
    """Judges planned attempts; owns a scratch folder below the run's.

    Attempts in `kept` have their verdict from an earlier part of the run and are not judged.
    """

    def __init__(
        self,
        config: pytest.Config,
        options: RunOptions,
        scratch: Path,
        kept: Mapping[Key, Verdict],
    ) -> None:
        self._config = config
        self._kept = kept
        plan = config.stash[COLLECTION].plan
        self._several = len(plan.submissions) > 1
        self._logs = options.output / "logs"
        self._scratch = Path(tempfile.mkdtemp(prefix="bench-", dir=scratch))
        self._workbench = workbench_for(options, plan.release, self._scratch, shared=scratch)
        self._cache = (
            None if options.cache is None else open_cache(options.cache, self._workbench.sandbox)
        )
        bases = Bases(self._workbench, FileDigests(remembered_digests(options)))
        self._judge = RecallingJudge(bases, self._cache)

    def judge(self, planned: PlannedAttempt) -> Verdict:
        """Judge one planned attempt; harness faults become the verdict `error`."""
        kept = self._kept.get(planned.key)
        if kept is not None:
            return kept
        logs = self._logs
        if self._several:
            logs /= planned.name.partition("[")[2].partition("-" + planned.setting)[0]
        logs = logs / planned.setting / planned.problem.id / str(planned.sample)
        seconds = self._config.stash.get(DEADLINE_S, None)
        deadline = None if seconds is None else time.monotonic() + seconds
        bench = self._workbench.for_attempt(logs=logs, deadline=deadline)
        return self._judge.judge(attempt_of(planned), bench)

    def close(self) -> None:
        """Remove what judging left in the scratch folder."""
        if self._cache is not None:
            self._cache.close()
        shutil.rmtree(self._scratch, ignore_errors=True)


def attempt_of(planned: PlannedAttempt) -> Attempt:
    """A planned attempt with its answer, read now. Raises `HarnessError` as `Submission.answer`."""
    return Attempt(
        submission=planned.submission.name,
        problem=planned.problem,
        setting=planned.setting,
        sample=planned.sample,
        answer=planned.submission.answer(planned.setting, planned.problem.id, planned.sample),
    )


def workbench_for(
    options: RunOptions, release: Release, scratch: Path, *, shared: Path | None = None
) -> Workbench:
    """The workbench that the options ask for. Raises as `make_workbench`."""
    return make_workbench(
        release,
        scratch,
        sandbox=options.sandbox,
        verus=options.verus,
        examples_as_tests=options.examples_as_tests,
        time_limit_s=options.time_limit_s,
        memory_limit_bytes=options.memory_limit_bytes,
        verify_timeout_s=options.verify_timeout_s,
        shared=shared,
    )
