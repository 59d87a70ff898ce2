"""Runs an executable over test cases and turns what was measured into a status.

The sandbox only measures; every verdict is made here, from the files outside. Input and output are
two files of ours, used again for each case; expected outputs never enter the sandbox. Cases are
streamed: one is held at a time, and those whose outputs wait for the checker.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from pytest_vlite.errors import HarnessError
from pytest_vlite.judge.case_rules import CaseRules
from pytest_vlite.judge.checker import Candidate, Ruling, judge_outputs
from pytest_vlite.judge.compare import EXCERPT, Difference
from pytest_vlite.judge.executor import Executor, ProgramLimits
from pytest_vlite.judge.fair_time import HEADROOM, Turns, run_fairly
from pytest_vlite.judge.function_result import NoResult, UnusableCase, excerpt
from pytest_vlite.judge.machine_faults import check_room
from pytest_vlite.judge.program import Program
from pytest_vlite.judge.run_failure import RunFailure, run_failure
from pytest_vlite.release import JsonValue, TestCase
from pytest_vlite.sandbox import CaseRun, Sandbox
from pytest_vlite.vocabulary import CaseEvidence, Status

# The driver's exit codes; runtime/driver.rs has the same.
REFUSED_EXIT = 121
UNWRITTEN_EXIT = 122
# How much waits for one start of the checker.
_BATCH_CASES = 256
_BATCH_BYTES = 16 * 2**20


@dataclass
class TestOutcome:
    """What the cases showed. `status` is `PASSED`, or that of the first case that failed.

    `cases` counts the cases run; `cpu_s` and `duration_s` are sums, `max_cpu_s` and
    `peak_memory_bytes` the highest of one case, `slowest_case` its index; `repeats` counts the
    runs that were measured again because load may have been why they broke a limit of time.
    """

    __test__ = False

    status: Status = Status.PASSED
    detail: str = ""
    case: CaseEvidence | None = None
    cases: int = 0
    cpu_s: float = 0.0
    duration_s: float = 0.0
    max_cpu_s: float = 0.0
    slowest_case: int | None = None
    peak_memory_bytes: int = 0
    repeats: int = 0
    checked_cases: int = 0
    checker_cpu_s: float = 0.0

    def measured(self, case: TestCase, run: CaseRun) -> None:
        """Take one case's figures in."""
        self.cases += 1
        self.cpu_s += run.cpu_s
        self.duration_s += run.duration_s
        if self.slowest_case is None or run.cpu_s > self.max_cpu_s:
            self.max_cpu_s, self.slowest_case = run.cpu_s, case.index
        self.peak_memory_bytes = max(self.peak_memory_bytes, run.peak_memory_bytes)

    def fail(self, failure: RunFailure, evidence: CaseEvidence) -> None:
        """Record the case that decided."""
        self.status, self.case = failure.status, evidence
        self.detail = f"case {evidence.index}: {failure.detail}"


def run_cases(
    executable: Path,
    program: Program,
    cases: Iterable[TestCase],
    rules: CaseRules,
    *,
    limits: ProgramLimits,
    sandbox: Sandbox,
    scratch: Path,
    checker: Path | None = None,
    turns: Turns | None = None,
) -> TestOutcome:
    """Run a program on test cases until one fails.

    With a checker, an output that differs from the expected one is right if the checker accepts
    it. A case that cannot be judged makes the outcome `UNDECIDED`; so does a limit of time that was
    broken on a machine too busy to tell, and no case at all. `turns` are shared by all who measure.

    Raises:
        HarnessError: the isolation or the checker failed.
        InputError: a line of the test file is broken.
    """
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=scratch, prefix="cases-")))
        bench = _Bench(
            program=program,
            rules=rules,
            limits=limits,
            sandbox=sandbox,
            work=work,
            checker=checker,
            turns=turns,
            executor=stack.enter_context(
                Executor(executable, limits, sandbox, work, headroom=HEADROOM)
            ),
        )
        for case in cases:
            if not bench.judge(case):
                return bench.outcome
        bench.settle()
        if bench.outcome.cases == 0 and bench.outcome.status == Status.PASSED:
            bench.outcome.status = Status.UNDECIDED
            bench.outcome.detail = "there is no test case"
        return bench.outcome


@dataclass(frozen=True)
class _Waiting:
    """A case whose output the checker has still to judge."""

    case: TestCase
    stdin_excerpt: str
    candidate: JsonValue
    difference: Difference


@dataclass
class _Bench:
    """The files, the runner and the cases that wait for the checker."""

    program: Program
    rules: CaseRules
    limits: ProgramLimits
    sandbox: Sandbox
    work: Path
    checker: Path | None
    turns: Turns | None
    executor: Executor
    outcome: TestOutcome = field(default_factory=TestOutcome)
    waiting: list[_Waiting] = field(default_factory=list)
    waiting_bytes: int = 0

    def judge(self, case: TestCase) -> bool:
        """Run one case; False once the outcome is settled."""
        stdin = b""
        try:
            stdin = self.rules.stdin(case)
            output_limit = self.rules.output_limit_bytes(case)
            fair = run_fairly(
                lambda: self.executor.run(stdin, output_limit), self.limits.cpu_s, self.turns
            )
            run = fair.run
            self.outcome.measured(case, run)
            self.outcome.repeats += fair.repeats
            if not fair.settled:
                raise UnusableCase(
                    "broke its time limit, but the machine was too busy to tell each time it was "
                    f"measured ({1 + fair.repeats} times): judge it again when it is quiet"
                )
            failure = self._failure(case, run, output_limit)
            if failure is not None:
                return self._fail(case, failure, stdin)
            held = self.rules.compare(case, self.executor.stdout)
        except UnusableCase as fault:
            return self._fail(case, RunFailure(Status.UNDECIDED, str(fault)), stdin)
        except NoResult as fault:
            return self._fail(case, RunFailure(Status.WRONG_ANSWER, str(fault)), stdin)
        if held.difference is None:
            return True
        if self.checker is None or not held.has_candidate:
            failure = RunFailure(Status.WRONG_ANSWER, held.difference.message)
            return self._fail(case, failure, stdin, held.difference)
        self.waiting.append(_Waiting(case, _excerpt(stdin), held.candidate, held.difference))
        self.waiting_bytes += len(stdin) + self.executor.stdout.seek(0, 2)
        if len(self.waiting) >= _BATCH_CASES or self.waiting_bytes >= _BATCH_BYTES:
            return self.settle()
        return True

    def _failure(self, case: TestCase, run: CaseRun, output_limit: int) -> RunFailure | None:
        said = self.executor.said()
        if run.exit_code == REFUSED_EXIT:
            fault = self.rules.refused(case)
            if fault is not None:
                raise UnusableCase(f"the input does not fit the function: {fault}")
        if run.exit_code == UNWRITTEN_EXIT and self.program.signature:
            return RunFailure(Status.RUNTIME_ERROR, "its result could not be written")
        return run_failure(
            run,
            said,
            output_bytes=self.executor.stdout.seek(0, 2),
            output_limit_bytes=output_limit,
            cpu_limit_s=self.limits.cpu_s,
            memory_limit_bytes=self.limits.memory_bytes,
            program=self.program,
        )

    def _fail(
        self,
        case: TestCase,
        failure: RunFailure,
        stdin: bytes,
        difference: Difference | None = None,
    ) -> bool:
        check_room(self.work)
        if not self.settle():
            return False
        expected = difference.expected if difference else _excerpt_value(case.output)
        got = difference.got if difference else None
        self.outcome.fail(failure, CaseEvidence(case.index, _excerpt(stdin), expected, got))
        return False

    def settle(self) -> bool:
        """Let the checker judge the outputs that wait; False if one is not accepted."""
        if not self.waiting:
            return True
        if self.checker is None:
            raise HarnessError("outputs wait for a checker that does not exist")
        waiting, self.waiting, self.waiting_bytes = self.waiting, [], 0
        with tempfile.TemporaryDirectory(dir=self.work, prefix="checker-") as folder:
            candidates = [Candidate(w.case.input, w.candidate, w.case.output) for w in waiting]
            run = judge_outputs(self.checker, candidates, Path(folder), self.sandbox)
        self.outcome.checked_cases += len(waiting)
        self.outcome.checker_cpu_s += run.cpu_s
        for item, ruling in zip(waiting, run.rulings, strict=True):
            if ruling is Ruling.ACCEPT:
                continue
            if ruling is Ruling.REJECT:
                failure = RunFailure(
                    Status.WRONG_ANSWER, "the problem's checker rejects the output"
                )
            else:
                failure = RunFailure(
                    Status.UNDECIDED, "the problem's checker could not judge the output"
                )
            difference = item.difference
            evidence = CaseEvidence(
                item.case.index, item.stdin_excerpt, difference.expected, difference.got
            )
            self.outcome.fail(failure, evidence)
            return False
        return True


def _excerpt(data: bytes) -> str:
    text = data[: 4 * EXCERPT].decode("utf-8", "replace").strip()
    return text if len(text) <= EXCERPT else text[:EXCERPT] + "..."


def _excerpt_value(value: JsonValue) -> str:
    return _excerpt(value.encode("utf-8", "replace")) if isinstance(value, str) else excerpt(value)
