"""Joining results into one: shards of a run, several systems, or both.

Everything is computed again from the verdicts, so that a merged leaderboard is what one run would
have given. Entries of which only figures are known (no attempts) are carried over as they are.
The order of the inputs does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from pytest_vlite.errors import InputError
from pytest_vlite.leaderboard.context import (
    Environment,
    ExpectedSubmission,
    Harness,
    ProblemFacts,
    ReleaseFacts,
    RunContext,
    SubsetFacts,
    VerifierFacts,
)
from pytest_vlite.leaderboard.document import (
    SCHEMA_VERSION,
    attempt_order,
    document_of_settled,
    settle_verdicts,
)
from pytest_vlite.leaderboard.load import Result
from pytest_vlite.vocabulary import Verdict

# A result holds a record for every expected attempt, so that far more than that are a mistake.
_MOST_EXPECTED, _MOST_UNJUDGED = 10, 200_000
_COMPARABLE_ONLY = "results compare only within one release and subset"


@dataclass(frozen=True)
class Merged:
    """A joined leaderboard and all of its verdicts, sorted."""

    document: dict[str, Any]
    verdicts: tuple[Verdict, ...]


def merge_results(results: Sequence[Result]) -> Merged:
    """Join `results` into one leaderboard.

    Raises:
        InputError: no input, inputs of different releases or subsets, an attempt with two different
            verdicts, one name for two systems, or a run whose shards used different verifiers.
    """
    if not results:
        raise InputError("nothing to merge: name at least one result")
    ordered = sorted(results, key=lambda result: str(result.path))
    problems = _common_facts(ordered)
    names = sorted(
        {entry["submission"]["name"] for r in ordered for entry in r.document["entries"]}
    )
    entries, verdicts = [], []
    for name in names:
        entry, settled = _merge_entry(name, ordered, problems)
        entries.append(entry)
        verdicts += settled
    first = ordered[0].document
    generated = max(result.document["generated_at"] for result in ordered)
    bounds = [r.document.get("proof_size_bounds") for r in ordered if r.document["problems"]]
    document = {
        "schema_version": SCHEMA_VERSION,
        "generated_at": generated,
        "harness": _agreed([result.document["harness"] for result in ordered]),
        "release": first["release"],
        "subset": first["subset"],
        "environment": _agreed_fields([result.document["environment"] for result in ordered]),
        "proof_size_bounds": bounds[0] if bounds else None,
        "problems": problems,
        "entries": entries,
    }
    return Merged(document, tuple(sorted(verdicts, key=attempt_order)))


def differences_of(first: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Why two documents may not be set side by side; empty if they may."""
    reasons = []
    for what, path in (
        ("release", ("release", "id")),
        ("problems of the release", ("release", "problem_ids_sha256")),
        ("pinned verifier", ("release", "verifier")),
        ("subset", ("subset", "sha256")),
        ("subset size", ("subset", "size")),
    ):
        one, two = first[path[0]][path[1]], other[path[0]][path[1]]
        if one != two:
            reasons.append(f"different {what}: {_short(one)} and {_short(two)}")
    return reasons


def _short(value: Any) -> str:
    if isinstance(value, Mapping):
        return str(value.get("version", value))[:60]
    return str(value)[:60]


def _common_facts(results: Sequence[Result]) -> list[dict[str, Any]]:
    first = results[0]
    for other in results[1:]:
        reasons = differences_of(first.document, other.document)
        if reasons:
            raise InputError(
                f"{first.path} and {other.path} cannot be merged: {'; '.join(reasons)}"
                f" ({_COMPARABLE_ONLY})"
            )
    known = [result for result in results if result.document["problems"]]
    for other in known[1:]:
        if other.document["problems"] != known[0].document["problems"]:
            raise InputError(
                f"{known[0].path} and {other.path} cannot be merged: they describe the problems of"
                " the subset differently"
            )
    return list(known[0].document["problems"]) if known else []


def _merge_entry(
    name: str, results: Sequence[Result], problems: Sequence[Mapping[str, Any]]
) -> tuple[dict[str, Any], list[Verdict]]:
    parts = [
        (result, entry)
        for result in results
        for entry in result.document["entries"]
        if entry["submission"]["name"] == name
    ]
    manifests = {repr(sorted(entry["submission"].items())) for _, entry in parts}
    if len(manifests) > 1:
        raise InputError(
            f"{_places(parts)} hold different submissions of the name {name[:100]!r}: give each its"
            " own name in submission.yaml"
        )
    verdicts = [
        verdict for result, _ in parts for verdict in result.verdicts if verdict.submission == name
    ]
    if not verdicts:
        if any(entry != parts[0][1] for _, entry in parts):
            raise InputError(
                f"{_places(parts)} give different figures for {name[:100]!r}, and no attempts"
            )
        return dict(parts[0][1]), []
    for result, _ in parts:
        if not any(verdict.submission == name for verdict in result.verdicts):
            raise InputError(
                f"{result.path} has figures for {name[:100]!r} but no attempts.jsonl beside it:"
                " without them it cannot be joined with other results of the same submission"
            )
    return _rebuild(name, parts, verdicts, problems)


def _rebuild(
    name: str,
    parts: Sequence[tuple[Result, Mapping[str, Any]]],
    verdicts: Sequence[Verdict],
    problems: Sequence[Mapping[str, Any]],
) -> tuple[dict[str, Any], list[Verdict]]:
    documents = [result.document for result, _ in parts]
    environments = [
        entry.get("environment") or result.document["environment"] for result, entry in parts
    ]
    if len({environment["verus"] for environment in environments} - {None}) > 1:
        raise InputError(
            f"{_places(parts)} judged {name[:100]!r} with different verifier builds: judge it again"
            " with one"
        )
    first = documents[0]
    samples = _expected_samples(parts, verdicts, problems)
    expected = sum(max(1, number) for some in samples.values() for number in some.values())
    if expected > _MOST_UNJUDGED + _MOST_EXPECTED * len(verdicts):
        raise InputError(
            f"{_places(parts)}: {name[:100]!r} is said to have {expected} attempts, but only"
            f" {len(verdicts)} have a record; the sample numbers must be wrong"
        )
    context = RunContext(
        harness=Harness("", ""),
        release=release_facts(first["release"]),
        subset=SubsetFacts(**first["subset"]),
        environment=Environment(**_agreed_fields(environments)),
        problems=tuple(problem_facts(problem) for problem in problems),
        submissions=(ExpectedSubmission(name, parts[0][1]["submission"], samples),),
        generated_at=first["generated_at"],
    )
    settled = settle_verdicts(verdicts, context)
    entry = document_of_settled(settled, context)["entries"][0]
    reasons = [reason for _, part in parts for reason in part.get("not_comparable_because", [])]
    entry["not_comparable_because"] = sorted({*reasons, *entry["not_comparable_because"]})
    entry["harness"] = _agreed(
        [part.get("harness") or result.document["harness"] for result, part in parts]
    )
    return entry, settled


def _expected_samples(
    parts: Sequence[tuple[Result, Mapping[str, Any]]],
    verdicts: Iterable[Verdict],
    problems: Sequence[Mapping[str, Any]],
) -> dict[str, dict[str, int]]:
    """Samples of each problem: as the documents say where it is one number for all, and never
    fewer than there are verdicts."""
    samples: dict[str, dict[str, int]] = {}
    for _, entry in parts:
        for setting, record in entry["settings"].items():
            known = samples.setdefault(setting, {})
            attempts = record.get("attempts", record["problems"] * record["samples"])
            if attempts == record["problems"] * record["samples"]:
                for problem in problems:
                    known[problem["id"]] = max(known.get(problem["id"], 0), record["samples"])
    for verdict in verdicts:
        known = samples.setdefault(verdict.setting, {})
        known[verdict.problem_id] = max(known.get(verdict.problem_id, 0), verdict.sample + 1)
    return samples


def problem_facts(record: Mapping[str, Any]) -> ProblemFacts:
    """A problem of a document as scoring wants it."""
    return ProblemFacts(**{**record, "topics": tuple(record.get("topics", ()))})


def release_facts(record: Mapping[str, Any]) -> ReleaseFacts:
    """The release of a document as a value."""
    verifier = record["verifier"]
    pin = None
    if verifier is not None:
        pin = VerifierFacts(verifier["name"], verifier["version"], tuple(verifier["flags"]))
    return ReleaseFacts(**{**record, "verifier": pin})


def _places(parts: Sequence[tuple[Result, Any]]) -> str:
    return " and ".join(str(result.path) for result, _ in parts)


def _agreed(values: Sequence[Any]) -> Any:
    return values[0] if all(value == values[0] for value in values) else None


def _agreed_fields(environments: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {
        field.name: _agreed([environment[field.name] for environment in environments])
        for field in fields(Environment)
    }
