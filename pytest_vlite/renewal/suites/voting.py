"""Decides each input's output after the pool was filtered, and says how."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pytest_vlite.release import JsonValue
from pytest_vlite.renewal.suites.evidence import Evidence, Settled

MAJORITY = "majority"
ADJUDICATOR = "adjudicator"
# One solver alone agrees with nobody.
FEWEST_VOTERS = 2


@dataclass(frozen=True)
class Ruling:
    """An adjudicator's choice among the outputs (by key), None to drop the input; with a reason."""

    output: str | None
    reason: str


class Adjudicator(Protocol):
    """Decides between outputs of which none has a majority."""

    def decide(
        self, problem_id: str, value: JsonValue, candidates: Mapping[str, Sequence[str]]
    ) -> Ruling:
        """`candidates` has the names of the solvers by the output's key."""


class DropDisputed:
    """The rule that holds without a teacher: a dispute drops the input."""

    def decide(
        self, problem_id: str, value: JsonValue, candidates: Mapping[str, Sequence[str]]
    ) -> Ruling:
        counts = ", ".join(str(len(names)) for names in candidates.values())
        return Ruling(None, f"no majority: {len(candidates)} outputs with {counts} votes")


@dataclass(frozen=True)
class Decision:
    """How an input's output came about: by what, with `votes` of the `voters` that survived.

    `output` is None for an input that is dropped; `reason` then says why, and is the adjudicator's
    reason where one decided.
    """

    output: str | None
    by: str
    votes: int
    voters: int
    reason: str = ""


def decide(
    evidence: Evidence,
    settled: Settled,
    *,
    problem_id: str,
    value: JsonValue,
    survivors: Sequence[str],
    adjudicator: Adjudicator,
) -> Decision:
    """The decision on one input.

    What is settled stands, as long as a solver gives it. Else the survivors' strict majority, out
    of all survivors, whether they answered or not.
    """
    candidates: dict[str, list[str]] = {}
    for name in survivors:
        if name in evidence.answers:
            candidates.setdefault(evidence.answers[name], []).append(name)
    voters = len(survivors)
    if settled.drop:
        return Decision(None, "", 0, voters, settled.drop)
    if settled.right is not None:
        votes = len(candidates.get(settled.right, ()))
        if votes == 0:
            reason = f"no surviving solver gives the output of the {settled.authority}"
            return Decision(None, settled.authority, 0, voters, reason)
        return Decision(settled.right, settled.authority, votes, voters)
    if voters < FEWEST_VOTERS:
        return Decision(None, MAJORITY, 0, voters, f"{voters} solvers are left to vote")
    counted = Counter({output: len(names) for output, names in candidates.items()})
    for output, votes in counted.most_common(1):
        if 2 * votes > voters:
            return Decision(output, MAJORITY, votes, voters)
    if not candidates:
        return Decision(None, MAJORITY, 0, voters, "no surviving solver answers it")
    ruling = adjudicator.decide(problem_id, value, candidates)
    if ruling.output is not None and ruling.output not in candidates:
        reason = f"the adjudicator chose an output that nobody gave ({ruling.reason})"
        return Decision(None, ADJUDICATOR, 0, voters, reason)
    votes = len(candidates[ruling.output]) if ruling.output is not None else 0
    return Decision(ruling.output, ADJUDICATOR, votes, voters, ruling.reason)
