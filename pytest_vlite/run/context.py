"""What a run is made with, recorded in `leaderboard.json` and shown at the top of the run."""

from __future__ import annotations

import os
import platform
from dataclasses import replace

from pytest_vlite import __version__
from pytest_vlite.errors import InputError
from pytest_vlite.judge.attempt import DEFAULT_TIME_LIMIT_S, Workbench
from pytest_vlite.judge.verifier import Unavailable, self_test
from pytest_vlite.leaderboard.context import (
    Environment,
    ExpectedSubmission,
    Harness,
    ReleaseFacts,
    RunContext,
    SubsetFacts,
    VerifierFacts,
)
from pytest_vlite.reuse.machine import cpu_name
from pytest_vlite.run.options import RunOptions
from pytest_vlite.run.plan import Plan
from pytest_vlite.scoring.groups import ProblemFacts
from pytest_vlite.selection.pinned import Subset
from pytest_vlite.selection.proof_size import proof_size


def describe_run(options: RunOptions, plan: Plan, bench: Workbench) -> tuple[RunContext, list[str]]:
    """The context for the leaderboard and the header lines.

    Raises:
        InputError: a tool that was required is not there, or the verifier does not work.
    """
    _require(options, bench)
    if not isinstance(bench.verifier, Unavailable):
        fault = self_test(bench.verifier, bench.sandbox, scratch=bench.scratch)
        if fault is not None:
            raise InputError(fault)
    pin = plan.release.verifier
    context = RunContext(
        harness=Harness("pytest-vlite", __version__),
        release=ReleaseFacts(
            id=plan.release.id,
            problems=len(plan.release.problems),
            problem_ids_sha256=plan.release.problem_ids_sha256,
            verifier=None if pin is None else VerifierFacts("verus", pin.version, tuple(pin.flags)),
        ),
        subset=SubsetFacts(plan.subset.name, len(plan.subset.ids), plan.subset.sha256),
        environment=_environment(bench),
        problems=tuple(
            ProblemFacts(
                id=problem.id,
                source=problem.source,
                level=problem.level,
                stratum=problem.stratum,
                title=problem.title,
                topics=problem.topics,
                proof_lines=proof_size(
                    problem.artifact("code_spec.rs"), problem.artifact("verified.rs")
                ),
            )
            for problem in plan.problems
        ),
        submissions=_expected(plan),
        not_comparable=tuple(_not_comparable(options, bench)),
    )
    return context, _header(plan, bench)


def narrowed(context: RunContext, subset: Subset) -> RunContext:
    """The context of the same run seen as one over a part of its problems."""
    ids = frozenset(subset.ids)
    return replace(
        context,
        subset=SubsetFacts(subset.name, len(subset.ids), subset.sha256),
        problems=tuple(problem for problem in context.problems if problem.id in ids),
        submissions=tuple(
            replace(
                submission,
                samples={
                    setting: samples
                    if isinstance(samples, int)
                    else {key: count for key, count in samples.items() if key in ids}
                    for setting, samples in submission.samples.items()
                },
            )
            for submission in context.submissions
        ),
    )


def _require(options: RunOptions, bench: Workbench) -> None:
    if "verus" in options.require and isinstance(bench.verifier, Unavailable):
        raise InputError(f"--vlite-require=verus: {bench.verifier.reason}")
    if "sandbox" in options.require and bench.sandbox.weaker:
        raise InputError(f"--vlite-require=sandbox: {bench.sandbox.description}")
    if "rustc" in options.require and bench.rustc is None:
        raise InputError("--vlite-require=rustc: not found: install Rust from https://rustup.rs")


def _environment(bench: Workbench) -> Environment:
    verifier = bench.verifier
    return Environment(
        os=f"{platform.system()} {platform.release()}",
        cpu=cpu_name(),
        cores=len(os.sched_getaffinity(0)),
        rustc=bench.rustc.version if bench.rustc else None,
        verus=None if isinstance(verifier, Unavailable) else verifier.build.version,
        python=platform.python_version(),
        sandbox=bench.sandbox.name,
    )


def _expected(plan: Plan) -> tuple[ExpectedSubmission, ...]:
    samples: dict[str, dict[str, dict[str, int]]] = {}
    for attempt in plan.expected:
        setting = samples.setdefault(attempt.submission.name, {}).setdefault(attempt.setting, {})
        setting[attempt.problem.id] = setting.get(attempt.problem.id, 0) + 1
    return tuple(
        ExpectedSubmission(submission.name, submission.manifest, samples[submission.name])
        for submission in plan.submissions
    )


def _not_comparable(options: RunOptions, bench: Workbench) -> list[str]:
    reasons = []
    if options.examples_as_tests:
        reasons.append("only the examples of the descriptions were run as test cases")
    if options.time_limit_s != DEFAULT_TIME_LIMIT_S:
        reasons.append(f"the time limit was {options.time_limit_s:g} s")
    if options.memory_limit_bytes is not None:
        reasons.append(f"the memory limit was {options.memory_limit_bytes / 2**20:g} MiB")
    if bench.sandbox.weaker:
        reasons.append(f"weaker isolation: {bench.sandbox.name}")
    if not isinstance(bench.verifier, Unavailable) and not bench.verifier.comparable:
        reasons.append(bench.verifier.reason)
    return reasons


def _header(plan: Plan, bench: Workbench) -> list[str]:
    names = ", ".join(submission.name for submission in plan.submissions)
    verifier = bench.verifier
    return [
        f"vlite: {names} on {plan.subset.name} ({len(plan.subset.ids)} problems) of release "
        f"{plan.release.id}: {len(plan.expected)} attempts",
        f"vlite sandbox: {bench.sandbox.name}: {bench.sandbox.description}",
        f"vlite rustc: {bench.rustc.version if bench.rustc else 'not found'}",
        "vlite verus: "
        + (
            f"unavailable: {verifier.reason}"
            if isinstance(verifier, Unavailable)
            else verifier.describe()
        ),
    ]
