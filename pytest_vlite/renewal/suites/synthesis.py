"""Test synthesis without a trusted solution: inputs, brute force, filter, votes, limits."""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pytest_vlite.errors import InputError
from pytest_vlite.judge.attempt import Workbench
from pytest_vlite.judge.executor import ProgramLimits
from pytest_vlite.release import JsonValue, Problem, TestCase
from pytest_vlite.renewal.suites.asking import gather_evidence
from pytest_vlite.renewal.suites.evidence import (
    Evidence,
    Finding,
    Out,
    filter_pool,
    key_of,
    settle,
)
from pytest_vlite.renewal.suites.generation.scripts import written_inputs
from pytest_vlite.renewal.suites.inputs import (
    DEFAULT_COUNTS,
    DEFAULT_MOST_ITEMS,
    Gathered,
    SuiteInput,
    Workshop,
)
from pytest_vlite.renewal.suites.oracle import Oracle, open_oracle
from pytest_vlite.renewal.suites.solvers import Run, Solver, compile_solver, run_solver
from pytest_vlite.renewal.suites.voting import Adjudicator, Decision, DropDisputed, decide

# While the suite is made; what it will ask of answers follows from the solvers.
MAKING_LIMITS = ProgramLimits(cpu_s=1.0, memory_bytes=512 * 2**20)
BRUTE_LIMITS = ProgramLimits(cpu_s=2.0, memory_bytes=512 * 2**20)
LEAST_TIME_LIMIT_S = 1.0
LEAST_MEMORY_LIMIT_BYTES = 256 * 2**20
_TIME_FACTOR = 3.0
_MEMORY_FACTOR = 2.0
_MEMORY_STEP_BYTES = 64 * 2**20


@dataclass(frozen=True)
class Options:
    """How many inputs of each kind, of what size, by which seed."""

    counts: Mapping[str, int] = field(default_factory=lambda: dict(DEFAULT_COUNTS))
    seed: str = "1"
    most_items: int = DEFAULT_MOST_ITEMS
    limits: ProgramLimits = MAKING_LIMITS


@dataclass(frozen=True)
class Case:
    """An accepted case: its input, its output, and all that was known of it."""

    input: SuiteInput
    output: JsonValue
    decision: Decision
    evidence: Evidence
    wrong_outputs: tuple[JsonValue, ...] = ()


@dataclass(frozen=True)
class Dropped:
    """An input that is in no suite, and why."""

    input: SuiteInput
    reason: str
    decision: Decision


@dataclass(frozen=True)
class _Making:
    """What a suite is made with."""

    bench: Workbench
    options: Options
    adjudicator: Adjudicator


@dataclass
class Suite:
    """A problem's suite and where everything in it comes from.

    oracle: why the specification could not be executed, "" if it was; slowest_s and
    peak_memory_bytes: the most that a survivor used on a case that it got right.
    """

    problem: Problem
    options: Options
    workshop: Workshop
    gathered: Gathered
    cases: list[Case] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    findings: list[tuple[SuiteInput, Finding]] = field(default_factory=list)
    solvers: list[str] = field(default_factory=list)
    survivors: list[str] = field(default_factory=list)
    out: list[Out] = field(default_factory=list)
    limits: ProgramLimits = MAKING_LIMITS
    slowest_s: float = 0.0
    peak_memory_bytes: int = 0
    oracle: str = ""

    def test_cases(self) -> list[TestCase]:
        """The cases as judging takes them."""
        return [TestCase(i, case.input.value, case.output) for i, case in enumerate(self.cases)]


def synthesize(
    problem: Problem,
    solvers: Mapping[str, str],
    bench: Workbench,
    options: Options | None = None,
    *,
    brute: str | None = None,
    generators: Mapping[str, str] | None = None,
    adjudicator: Adjudicator | None = None,
) -> Suite:
    """Make a suite for a problem from solvers (code by name) of which any may be wrong.

    `brute` is the code of a brute-force program; `generators` are files with inputs or that make
    them.

    Raises:
        HarnessError: the sandbox or rustc failed.
        InputError: the problem cannot be read, the brute force does not compile, or there is no
            rustc.
    """
    making = _Making(bench, options or Options(), adjudicator or DropDisputed())
    with tempfile.TemporaryDirectory(dir=bench.scratch, prefix="suite-") as name:
        scratch = Path(name)
        (scratch / "oracle").mkdir()
        found = open_oracle(problem, bench, scratch / "oracle")
        oracle = None if isinstance(found, str) else found
        workshop = Workshop(problem, oracle, making.options.most_items)
        suite = Suite(
            problem,
            making.options,
            workshop,
            _gather(workshop, making, generators or {}),
            oracle=found if isinstance(found, str) else "",
        )
        pool = {
            solver: compile_solver(solver, code, problem, bench, scratch)
            for solver, code in sorted(solvers.items())
        }
        slow = compile_solver("brute force", brute, problem, bench, scratch) if brute else None
        if slow is not None and slow.executable is None:
            raise InputError(f"the brute-force program does not compile: {slow.fault}")
        _decide(suite, pool, slow, oracle, making)
        if oracle is not None:
            _add_wrong_outputs(suite, oracle)
    return suite


def _gather(workshop: Workshop, making: _Making, generators: Mapping[str, str]) -> Gathered:
    options, bench = making.options, making.bench
    count = options.counts.get("written", 0)
    seed = f"{options.seed}:{workshop.problem.id}"
    written = written_inputs(generators, count, seed, bench.sandbox, bench.scratch)
    gathered = workshop.gather(options.counts, options.seed, written.inputs)
    gathered.notes += written.faults
    return gathered


def _decide(
    suite: Suite,
    pool: Mapping[str, Solver],
    brute: Solver | None,
    oracle: Oracle | None,
    making: _Making,
) -> None:
    problem, inputs = suite.problem, suite.gathered.inputs
    values = [one.value for one in inputs]
    suite.solvers = list(pool)
    faults = {name: s.fault for name, s in pool.items() if s.executable is None}
    suite.out = [Out(name, f"does not compile: {fault}") for name, fault in faults.items()]
    runs = {
        name: run_solver(solver, values, problem, making.options.limits, making.bench)
        for name, solver in pool.items()
        if name not in faults
    }
    checked = run_solver(brute, values, problem, BRUTE_LIMITS, making.bench) if brute else []
    evidence = gather_evidence(values, runs, checked, oracle)
    settled = [settle(known, has_checker=problem.checker is not None) for known in evidence]
    suite.survivors, out = filter_pool(list(runs), values, evidence, settled)
    suite.out += out
    for one, known, what in zip(inputs, evidence, settled, strict=True):
        suite.findings += [(one, finding) for finding in what.findings]
        decision = decide(
            known,
            what,
            problem_id=problem.id,
            value=one.value,
            survivors=suite.survivors,
            adjudicator=making.adjudicator,
        )
        if decision.output is None:
            suite.dropped.append(Dropped(one, decision.reason, decision))
        else:
            suite.cases.append(Case(one, json.loads(decision.output), decision, known))
    _set_limits(suite, runs, evidence)


def _set_limits(
    suite: Suite,
    runs: Mapping[str, Sequence[Run]],
    evidence: Sequence[Evidence],
) -> None:
    """Three times the slowest right answer of a survivor, twice the largest memory; both rounded
    up, and no less than what the harness grants by default."""
    right = {id(case.evidence): key_of(case.output) for case in suite.cases}
    for name in suite.survivors:
        for known, run in zip(evidence, runs[name], strict=True):
            if run.ok and right.get(id(known)) == known.answers[name]:
                suite.slowest_s = max(suite.slowest_s, run.cpu_s)
                suite.peak_memory_bytes = max(suite.peak_memory_bytes, run.peak_memory_bytes)
    wanted_s = math.ceil(10 * _TIME_FACTOR * suite.slowest_s) / 10
    steps = math.ceil(_MEMORY_FACTOR * suite.peak_memory_bytes / _MEMORY_STEP_BYTES)
    suite.limits = ProgramLimits(
        cpu_s=max(LEAST_TIME_LIMIT_S, wanted_s),
        memory_bytes=max(LEAST_MEMORY_LIMIT_BYTES, steps * _MEMORY_STEP_BYTES),
    )


def _add_wrong_outputs(suite: Suite, oracle: Oracle) -> None:
    """To each case outputs that the specification rejects: solvers', and changed right ones."""
    changed = oracle.refuted([(case.input.value, case.output) for case in suite.cases])
    for index, (case, others) in enumerate(zip(suite.cases, changed, strict=True)):
        rejected = [json.loads(k) for k, said in case.evidence.verdicts.items() if said is False]
        wrong = {key_of(output): output for output in [*rejected, *others]}
        suite.cases[index] = Case(
            case.input, case.output, case.decision, case.evidence, tuple(wrong.values())
        )
