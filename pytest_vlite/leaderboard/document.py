"""The leaderboard document: verdicts and context in, JSON types out (`schema.json`).

Every expected attempt counts: one that no verdict arrived for becomes `not_run`. The denominator of
every rate is the number of problems of the subset (or of the group).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from pytest_vlite.errors import InputError
from pytest_vlite.leaderboard.context import ExpectedSubmission, RunContext
from pytest_vlite.scoring.groups import (
    GROUPINGS,
    ProblemFacts,
    group_problems,
    natural,
    proof_size_bounds,
)
from pytest_vlite.scoring.rates import ProblemOutcome, Rate, rate
from pytest_vlite.vocabulary import Setting, Stage, Status, Verdict

SCHEMA_VERSION = 1
# Decimal places of every rate written: far below what any number of problems can resolve.
RATE_DIGITS = 9
MANIFEST_TEXTS = ("model", "organisation", "date", "url", "notes")
MANIFEST_NUMBERS = ("cost_usd", "tokens")
_LONGEST_TEXT = 2_000
_SETTING_ORDER = {setting.value: place for place, setting in enumerate(Setting)}

AttemptKey = tuple[str, str, str, int]


def setting_order(name: str) -> tuple[int, str]:
    """Sort key: our six settings in their fixed order, any others after them by name."""
    return (_SETTING_ORDER.get(name, len(_SETTING_ORDER)), name)


def build_document(verdicts: Iterable[Verdict], context: RunContext) -> dict[str, Any]:
    """The document of `docs/leaderboard.md`; its bytes depend on verdicts and context alone.

    Raises:
        InputError: an attempt has two different verdicts, or a verdict belongs to no expected
            attempt; the attempt is named.
    """
    return document_of_settled(settle_verdicts(verdicts, context), context)


def settle_verdicts(verdicts: Iterable[Verdict], context: RunContext) -> list[Verdict]:
    """Exactly one verdict per expected attempt, in the order of `attempts.jsonl`.

    Raises:
        InputError: as `build_document`.
    """
    expected = {verdict.key: verdict for verdict in _not_run(context)}
    for verdict in verdicts:
        known = expected.get(verdict.key)
        if known is None:
            raise InputError(
                f"a verdict for an attempt that is not expected: {describe_key(verdict.key)}; it is"
                " outside the subset, the submission's settings or its samples"
            )
        expected[verdict.key] = one_of(known, verdict)
    return sorted(expected.values(), key=attempt_order)


def attempt_order(verdict: Verdict) -> tuple[Any, ...]:
    """The order of final `attempts.jsonl` files: submission, setting, problem, sample."""
    return (
        verdict.submission,
        setting_order(verdict.setting),
        natural(verdict.problem_id),
        verdict.problem_id,
        verdict.sample,
    )


def one_of(first: Verdict, second: Verdict) -> Verdict:
    """The one verdict that two records of the same attempt come to.

    `not_run` says that there was none yet, so any other record replaces it. Records that agree in
    status, stage and program are equal (times vary from run to run); which of them is kept does not
    depend on their order.

    Raises:
        InputError: they decide differently; the attempt is named.
    """
    if Status.NOT_RUN in (first.status, second.status):
        return second if first.status is Status.NOT_RUN else first
    programs = {first.program_sha256, second.program_sha256} - {None}
    if (first.status, first.stage) != (second.status, second.stage) or len(programs) > 1:
        raise InputError(
            f"two different verdicts for {describe_key(first.key)}: "
            + " and ".join(
                sorted(
                    f"{one.status.value} (stage {one.stage.value}, program "
                    f"{(one.program_sha256 or 'unknown')[:12]})"
                    for one in (first, second)
                )
            )
            + "; judge it again, or leave one of the inputs out"
        )
    return min(first, second, key=lambda verdict: repr(verdict.to_json()))


def describe_key(key: AttemptKey) -> str:
    """An attempt's name for messages."""
    submission, setting, problem_id, sample = key
    return f"{submission!r} {setting} {problem_id} sample {sample}"


def document_of_settled(verdicts: Sequence[Verdict], context: RunContext) -> dict[str, Any]:
    """As `build_document`, from what `settle_verdicts` returned."""
    if not context.problems:
        raise InputError("the subset holds no problem: there is nothing to rate")
    by_entry: dict[tuple[str, str], list[Verdict]] = {}
    for verdict in verdicts:
        by_entry.setdefault((verdict.submission, verdict.setting), []).append(verdict)
    groups = {name: group_problems(context.problems, name) for name in GROUPINGS}
    bounds = proof_size_bounds(context.problems)
    return {
        "schema_version": SCHEMA_VERSION,
        "generated_at": context.generated_at or datetime.now(UTC).isoformat(timespec="seconds"),
        "harness": asdict(context.harness),
        "release": _release(context),
        "subset": asdict(context.subset),
        "environment": asdict(context.environment),
        "proof_size_bounds": None if bounds is None else [round(bound, 3) for bound in bounds],
        "problems": [_problem(problem) for problem in _sorted_problems(context.problems)],
        "entries": [
            _entry(submission, by_entry, groups, context)
            for submission in sorted(context.submissions, key=lambda one: one.name)
        ],
    }


def _not_run(context: RunContext) -> Iterator[Verdict]:
    names = Counter(submission.name for submission in context.submissions)
    for name, times in names.items():
        if times > 1:
            raise InputError(f"{times} submissions are named {name!r}: give each its own name")
    for submission in context.submissions:
        for setting in submission.samples:
            for problem in context.problems:
                for sample in range(submission.expected_samples(setting, problem.id)):
                    yield Verdict(
                        submission=submission.name,
                        problem_id=problem.id,
                        source=problem.source,
                        level=problem.level,
                        stratum=problem.stratum,
                        setting=setting,
                        sample=sample,
                        status=Status.NOT_RUN,
                        stage=Stage.COLLECT,
                        detail="expected, but never judged",
                    )


def _release(context: RunContext) -> dict[str, Any]:
    record = asdict(context.release)
    if record["verifier"] is not None:
        record["verifier"]["flags"] = list(record["verifier"]["flags"])
    return record


def _sorted_problems(problems: Iterable[ProblemFacts]) -> list[ProblemFacts]:
    return sorted(problems, key=lambda problem: (natural(problem.id), problem.id))


def _problem(problem: ProblemFacts) -> dict[str, Any]:
    return {**asdict(problem), "topics": list(problem.topics)}


def _entry(
    submission: ExpectedSubmission,
    by_entry: Mapping[tuple[str, str], Sequence[Verdict]],
    groups: Mapping[str, Mapping[str, Sequence[str]]],
    context: RunContext,
) -> dict[str, Any]:
    settings = {
        setting: _setting(by_entry[submission.name, setting], groups)
        for setting in sorted(submission.samples, key=setting_order)
    }
    incomplete = [
        f"{setting}: {record[status]} {status}"
        for setting, record in settings.items()
        for status in ("error", "not_run", "unavailable")
        if record[status]
    ]
    if not settings:
        incomplete.append("the submission has no setting")
    return {
        "submission": manifest_record(submission.name, submission.manifest),
        "complete": not incomplete,
        "incomplete_because": incomplete,
        "not_comparable_because": _not_comparable(settings, context),
        "harness": asdict(context.harness),
        "environment": asdict(context.environment),
        "settings": settings,
    }


def _not_comparable(settings: Iterable[str], context: RunContext) -> list[str]:
    reasons = list(context.not_comparable)
    used, pinned = context.environment.verus, context.release.verifier
    verifies = any(setting in (Setting.PROOFGEN, Setting.END2END) for setting in settings)
    if verifies and used is not None and pinned is not None and used != pinned.version:
        reasons.append(f"verified with {used}; the release pins {pinned.version}")
    return reasons


def manifest_record(name: str, manifest: Mapping[str, object]) -> dict[str, Any]:
    """The manifest's known fields as plain JSON values; what fits no field's type is left out."""
    record: dict[str, Any] = {"name": name}
    for key in MANIFEST_TEXTS:
        value = manifest.get(key)
        if value is not None and not isinstance(value, (dict, list)):
            record[key] = str(value)[:_LONGEST_TEXT]
    for key in MANIFEST_NUMBERS:
        value = manifest.get(key)
        if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e18:
            record[key] = value
    return record


def _setting(
    verdicts: Sequence[Verdict], groups: Mapping[str, Mapping[str, Sequence[str]]]
) -> dict[str, Any]:
    outcomes = outcomes_by_problem(verdicts)
    statuses = Counter(verdict.status for verdict in verdicts)
    undecided = {v.problem_id for v in verdicts if v.status is Status.UNDECIDED}
    whole = rate(outcomes.values())
    record: dict[str, Any] = {
        "problems": whole.problems,
        "samples": whole.samples,
        "attempts": whole.attempts,
        "passed": whole.passed,
        "attempts_passed": whole.attempts_passed,
        "solved": whole.solved,
        "pass_rate": _rounded(whole.pass_rate),
        "ci95": _interval(whole.ci95),
        "ci_method": whole.ci_method,
        "pass_at_k": {str(k): _rounded(value) for k, value in whole.pass_at_k.items()},
        "pass_at_k_ci95": {str(k): _interval(pair) for k, pair in whole.pass_at_k_ci95.items()},
        "by_status": {status.value: statuses[status] for status in Status if statuses[status] > 0},
    }
    for grouping in GROUPINGS:
        record[f"by_{grouping}"] = {
            name: _group(rate(outcomes[problem_id] for problem_id in ids))
            for name, ids in groups[grouping].items()
        }
    record["undecided"] = sorted(undecided, key=natural)
    for status in (Status.UNAVAILABLE, Status.ERROR, Status.NOT_RUN):
        record[status.value] = statuses[status]
    record["complete"] = not any(status.makes_incomplete for status in statuses)
    return record


def outcomes_by_problem(verdicts: Iterable[Verdict]) -> dict[str, ProblemOutcome]:
    """The samples of each problem of one submission in one setting, in sample order."""
    passes: dict[str, list[tuple[int, bool]]] = {}
    for verdict in verdicts:
        samples = passes.setdefault(verdict.problem_id, [])
        samples.append((verdict.sample, verdict.status is Status.PASSED))
    return {
        problem_id: ProblemOutcome(problem_id, tuple(good for _, good in sorted(samples)))
        for problem_id, samples in passes.items()
    }


def _group(group: Rate) -> dict[str, Any]:
    return {
        "problems": group.problems,
        "passed": group.passed,
        "pass_rate": _rounded(group.pass_rate),
        "ci95": _interval(group.ci95),
    }


def _rounded(value: float) -> float:
    return round(value, RATE_DIGITS)


def _interval(pair: tuple[float, float]) -> list[float]:
    return [_rounded(pair[0]), _rounded(pair[1])]
