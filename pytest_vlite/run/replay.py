"""Judges again what was judged before, and says where the verdicts differ."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_vlite.errors import InputError
from pytest_vlite.judge.attempt import Attempt, Workbench
from pytest_vlite.judge.pipeline import judge
from pytest_vlite.judge.toolbox import make_workbench
from pytest_vlite.release import Release, load_release
from pytest_vlite.reuse.basis import Bases
from pytest_vlite.reuse.digests import FileDigests
from pytest_vlite.run.record import RunRecord
from pytest_vlite.submission import Submission, load_submission
from pytest_vlite.vocabulary import Setting, Status, Verdict

# Nothing was judged, or nothing that says anything about the answer.
_NOTHING_TO_REPEAT = frozenset({Status.NOT_RUN, Status.ERROR, Status.UNAVAILABLE, Status.MISSING})


@dataclass(frozen=True)
class Replayed:
    """A recorded verdict and the one of now.

    `same_basis` is false where the verdict of now is made from something else (another answer,
    tests, tools, limits or harness), so that a difference is no wonder; None where that is unknown.
    """

    recorded: Verdict
    now: Verdict
    same_basis: bool | None

    @property
    def differs(self) -> bool:
        """Another status, stage of decision or failing case."""
        mine, other = self.recorded, self.now
        case = None if mine.case is None else mine.case.index
        other_case = None if other.case is None else other.case.index
        return (mine.status, mine.stage, case) != (other.status, other.stage, other_case)


def drawn(verdicts: Iterable[Verdict], count: int, seed: int) -> list[Verdict]:
    """A random sample of the verdicts that can be repeated, in the order of their keys."""
    eligible = [v for v in verdicts if v.status not in _NOTHING_TO_REPEAT]
    eligible.sort(key=lambda verdict: verdict.key)
    chosen = random.Random(seed).sample(range(len(eligible)), min(count, len(eligible)))
    return [eligible[index] for index in sorted(chosen)]


def workbench_of(record: RunRecord, release: Release, scratch: Path) -> Workbench:
    """The workbench of a recorded run. Raises as `make_workbench`."""
    return make_workbench(
        release,
        scratch,
        sandbox=record.sandbox,
        verus=record.verus,
        examples_as_tests=record.examples_as_tests,
        time_limit_s=record.time_limit_s,
        memory_limit_bytes=record.memory_limit_bytes,
        verify_timeout_s=record.verify_timeout_s,
    )


def replay(record: RunRecord, verdicts: Sequence[Verdict], scratch: Path) -> Iterator[Replayed]:
    """Judge the attempts of these verdicts again, as the run did.

    Raises:
        InputError: the release, a submission or a tool of the run is not there any more.
    """
    release = load_release(record.release, tests_root=record.tests)
    bench = workbench_of(record, release, scratch)
    bases = Bases(bench, FileDigests(scratch / "digests"))
    submissions = _submissions(record.submissions, release, {v.submission for v in verdicts})
    for verdict in verdicts:
        setting = Setting(verdict.setting)
        attempt = Attempt(
            submission=verdict.submission,
            problem=release.problem(verdict.problem_id),
            setting=setting,
            sample=verdict.sample,
            answer=submissions[verdict.submission].answer(
                setting, verdict.problem_id, verdict.sample
            ),
        )
        yield again(verdict, attempt, bench, bases)


def again(verdict: Verdict, attempt: Attempt, bench: Workbench, bases: Bases) -> Replayed:
    """Judge one attempt again."""
    same: bool | None = None
    if verdict.basis_sha256 is not None:
        try:
            same = bases.of(attempt) == verdict.basis_sha256
        except InputError:
            same = False
    return Replayed(verdict, judge(attempt, bench.for_attempt(logs=None)), same)


def _submissions(
    places: Mapping[str, Path], release: Release, wanted: set[str]
) -> dict[str, Submission]:
    ids = [problem.id for problem in release.problems]
    found = {}
    for name in sorted(wanted):
        if name not in places:
            raise InputError(f"the record of the run has no submission {name!r}")
        found[name] = load_submission(places[name], ids)
    return found
