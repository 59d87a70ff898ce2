"""What is known of one input's output before any vote: who says what, and what follows from it.

A solver's answers come from runs; an independent authority is the specification, else a brute-force
program. What they say against each other is a finding: such an input is dropped, never settled by
counting.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pytest_vlite.release import JsonValue
from pytest_vlite.renewal.suites.oracle import Uniqueness

SPECIFICATION = "specification"
BRUTE_FORCE = "brute force"


def key_of(output: JsonValue) -> str:
    """What makes outputs the same: their JSON text."""
    return json.dumps(output, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True)
class Evidence:
    """One input's answers, by keys of outputs.

    answers: of each solver that gave one; failures: what the others did instead; brute: the
    brute-force program's answer, None without one; verdicts: what the specification says of each
    answer (absent without a specification); uniqueness: of an answer that it accepts alone.
    """

    answers: Mapping[str, str]
    failures: Mapping[str, str] = field(default_factory=dict)
    brute: str | None = None
    verdicts: Mapping[str, bool | None] = field(default_factory=dict)
    uniqueness: Uniqueness | None = None


@dataclass(frozen=True)
class Finding:
    """A disagreement that somebody should look at."""

    kind: str
    detail: str
    evidence: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Settled:
    """What follows from an input's evidence.

    authority: what decided, "" if nothing did (the survivors' majority will); right: the one right
    output; wrong: outputs that are known to be wrong; drop: why the input can be in no suite.
    """

    authority: str = ""
    right: str | None = None
    wrong: frozenset[str] = frozenset()
    drop: str = ""
    findings: tuple[Finding, ...] = ()


def settle(evidence: Evidence, *, has_checker: bool) -> Settled:
    """Let specification and brute force say what they can. With a checker an input may have several
    right outputs."""
    accepted = {k for k, said in evidence.verdicts.items() if said is True}
    rejected = frozenset(k for k, said in evidence.verdicts.items() if said is False)
    undecided = {k for k, said in evidence.verdicts.items() if said is None}
    brute = evidence.brute
    if brute in rejected:
        finding = Finding(
            "brute force against specification",
            "the specification rejects the brute force's output",
            {"brute_force": brute, "accepted": sorted(accepted)},
        )
        return Settled(drop=finding.detail, findings=(finding,))
    if rejected and not accepted and not undecided:
        return _all_rejected(evidence)
    if accepted and not undecided:
        return _accepted(evidence, accepted, rejected, has_checker)
    # Some outputs are undecided, or there is no specification: what it rejects beside one that it
    # accepts is wrong all the same.
    wrong = rejected if accepted else frozenset()
    if brute is None:
        return Settled(wrong=wrong)
    answers = set(evidence.answers.values())
    wrong |= frozenset(answers - {brute})
    if brute not in accepted and accepted:
        finding = Finding(
            "brute force against specification",
            "the specification accepts another output than the brute force's",
            {"brute_force": brute, "accepted": sorted(accepted)},
        )
        return Settled(drop=finding.detail, findings=(finding,))
    return Settled(
        BRUTE_FORCE, brute, wrong, findings=_against_majority(evidence, BRUTE_FORCE, brute)
    )


def _all_rejected(evidence: Evidence) -> Settled:
    """No answer is right by the specification; then either it or everybody else is wrong."""
    finding = Finding(
        "specification against all",
        f"the specification rejects all {len(set(evidence.answers.values()))} different outputs",
        {"outputs": _counted(evidence)},
    )
    return Settled(drop=finding.detail, findings=(finding,))


def _accepted(
    evidence: Evidence, accepted: set[str], rejected: frozenset[str], has_checker: bool
) -> Settled:
    others = evidence.uniqueness.others if evidence.uniqueness else ()
    if len(accepted) > 1 or others:
        outputs = sorted(accepted | {key_of(other) for other in others})
        finding = Finding(
            "several outputs",
            f"the specification accepts {len(outputs)} outputs or more",
            {"outputs": outputs[:5]},
        )
        drop = "" if has_checker else "several outputs are right, and there is no checker"
        return Settled(wrong=rejected, drop=drop, findings=(finding,))
    (right,) = accepted
    findings = _against_majority(evidence, SPECIFICATION, right)
    return Settled(SPECIFICATION, right, rejected, findings=findings)


def _against_majority(evidence: Evidence, authority: str, right: str) -> tuple[Finding, ...]:
    """A finding where more than half of the whole pool says something else."""
    counted = _counted(evidence)
    pool = len(evidence.answers) + len(evidence.failures)
    against = [key for key, votes in counted.items() if key != right and 2 * votes > pool]
    if not against:
        return ()
    detail = f"{counted[against[0]]} of {pool} solvers give another output than the {authority}"
    return (
        Finding(f"majority against {authority}", detail, {"right": right, "majority": against[0]}),
    )


def _counted(evidence: Evidence) -> dict[str, int]:
    return dict(Counter(evidence.answers.values()).most_common())


@dataclass(frozen=True)
class Out:
    """A solver that is out, and the input that showed it."""

    solver: str
    reason: str
    input: JsonValue = None
    expected: str | None = None
    got: str | None = None


def filter_pool(
    names: list[str],
    inputs: list[JsonValue],
    evidence: list[Evidence],
    settled: list[Settled],
) -> tuple[list[str], list[Out]]:
    """The solvers that differ nowhere from what is settled, and the others with the first input
    (the smallest) on which they do."""
    survivors, out = [], []
    for name in names:
        found = next(
            (
                reason
                for value, known, what in zip(inputs, evidence, settled, strict=True)
                if (reason := _differs(name, value, known, what)) is not None
            ),
            None,
        )
        if found is None:
            survivors.append(name)
        else:
            out.append(found)
    return survivors, out


def _differs(name: str, value: JsonValue, known: Evidence, what: Settled) -> Out | None:
    got = known.answers.get(name)
    if got is None:
        if what.right is None:
            return None
        return Out(name, f"fails: {known.failures.get(name, 'no answer')}", value, what.right)
    if got in what.wrong or (what.right is not None and got != what.right):
        return Out(
            name, f"differs from the {what.authority or SPECIFICATION}", value, what.right, got
        )
    return None
