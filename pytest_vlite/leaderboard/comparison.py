"""Comparing entries of one or several results, pair by pair and setting by setting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from pytest_vlite.errors import InputError
from pytest_vlite.leaderboard.document import outcomes_by_problem, setting_order
from pytest_vlite.leaderboard.load import Result
from pytest_vlite.leaderboard.merge import differences_of
from pytest_vlite.scoring.compare import Comparison, compare, holm, in_words
from pytest_vlite.vocabulary import Verdict


@dataclass(frozen=True)
class System:
    """One entry of one result, ready to compare.

    shares: by setting, the share of each problem's samples that passed.
    unjudged: by setting, the number of attempts without a decision.
    """

    label: str
    result: Result
    entry: Mapping[str, Any]
    shares: Mapping[str, Mapping[str, float]]
    unjudged: Mapping[str, int]


@dataclass(frozen=True)
class PairResult:
    """A comparison with its p-value after Holm's correction, and what it says in words."""

    first: str
    second: str
    setting: str
    comparison: Comparison
    holm_p: float
    verdict: str

    def to_json(self) -> dict[str, Any]:
        """As JSON types."""
        return asdict(self)


@dataclass(frozen=True)
class Comparisons:
    """All pairs in all settings that both have; `skipped` and `forced` say what was not so."""

    pairs: tuple[PairResult, ...]
    skipped: tuple[str, ...]
    forced: tuple[str, ...]


def systems_of(results: Sequence[Result], names: Sequence[str] = ()) -> list[System]:
    """The entries of `results` (only those of `names`, if any are given), ready to compare.

    Raises:
        InputError: a name that no result has, or an entry of which the attempts are not known.
    """
    found: list[System] = []
    entries = [(result, entry) for result in results for entry in result.document["entries"]]
    all_names = [str(entry["submission"]["name"]) for _, entry in entries]
    for name in names:
        if name not in all_names:
            raise InputError(
                f"no submission {name!r}; there are: {', '.join(sorted(set(all_names)))[:200]}"
            )
    grouped = {id(result): _by_entry(result.verdicts) for result in results}
    for (result, entry), name in zip(entries, all_names, strict=True):
        if names and name not in names:
            continue
        by_setting = grouped[id(result)].get(name, {})
        if not by_setting:
            raise InputError(
                f"{result.path}: no attempts of {name!r} (attempts.jsonl beside the leaderboard);"
                " comparing needs each problem's verdict"
            )
        label = name if all_names.count(name) == 1 else f"{name} ({result.path.parent})"
        found.append(_system(label, result, entry, by_setting))
    if len(found) < 2:
        raise InputError("comparing needs at least two submissions")
    return found


def _by_entry(verdicts: Iterable[Verdict]) -> dict[str, dict[str, list[Verdict]]]:
    grouped: dict[str, dict[str, list[Verdict]]] = {}
    for verdict in verdicts:
        by_setting = grouped.setdefault(verdict.submission, {})
        by_setting.setdefault(verdict.setting, []).append(verdict)
    return grouped


def _system(
    label: str,
    result: Result,
    entry: Mapping[str, Any],
    by_setting: Mapping[str, Sequence[Verdict]],
) -> System:
    return System(
        label,
        result,
        entry,
        {
            setting: {
                problem: outcome.mean for problem, outcome in outcomes_by_problem(some).items()
            }
            for setting, some in by_setting.items()
        },
        {
            setting: sum(verdict.status.makes_incomplete for verdict in some)
            for setting, some in by_setting.items()
        },
    )


def compare_systems(systems: Sequence[System], *, force: bool = False) -> Comparisons:
    """Compare every pair in every setting that both have, corrected over all of them together.

    Raises:
        InputError: different releases, subsets or verifier builds, unless `force`.
    """
    pairs: list[tuple[System, System, str, Comparison]] = []
    skipped: list[str] = []
    forced: list[str] = []
    for first, second in combinations(systems, 2):
        reasons = _obstacles(first, second)
        if reasons and not force:
            raise InputError(
                f"{first.label} and {second.label} may not be compared: {'; '.join(reasons)}"
                " (--force compares the problems of both all the same)"
            )
        forced += [f"{first.label}, {second.label}: {reason}" for reason in reasons]
        for setting in sorted(first.shares.keys() & second.shares.keys(), key=setting_order):
            gap = _gap(first, setting) or _gap(second, setting)
            if gap:
                skipped.append(f"{first.label}, {second.label}, {setting}: {gap}")
                continue
            one, other = first.shares[setting], second.shares[setting]
            if one.keys() & other.keys():
                pairs.append((first, second, setting, compare(one, other)))
            else:
                skipped.append(f"{first.label}, {second.label}, {setting}: no problem in common")
    adjusted = holm([comparison.p_value for _, _, _, comparison in pairs])
    return Comparisons(
        tuple(
            PairResult(a.label, b.label, s, c, p, in_words(a.label, b.label, c, p))
            for (a, b, s, c), p in zip(pairs, adjusted, strict=True)
        ),
        tuple(skipped),
        tuple(forced),
    )


def _gap(system: System, setting: str) -> str:
    count = system.unjudged[setting]
    return f"{system.label} is incomplete ({count} attempts not judged)" if count else ""


def _obstacles(first: System, second: System) -> list[str]:
    reasons = differences_of(first.result.document, second.result.document)
    builds = [
        (system.entry.get("environment") or system.result.document["environment"])["verus"]
        for system in (first, second)
    ]
    if None not in builds and builds[0] != builds[1]:
        reasons.append(f"different verifier builds: {builds[0]} and {builds[1]}"[:160])
    for system in (first, second):
        reasons += [
            f"{system.label}: {why}" for why in system.entry.get("not_comparable_because", [])
        ]
    return reasons
