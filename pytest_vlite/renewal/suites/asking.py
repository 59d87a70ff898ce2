"""Brings together what solvers, brute force and specification say of each input."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from pytest_vlite.release import JsonValue
from pytest_vlite.renewal.suites.evidence import Evidence, key_of
from pytest_vlite.renewal.suites.oracle import Oracle, Uniqueness
from pytest_vlite.renewal.suites.solvers import Run


def gather_evidence(
    values: Sequence[JsonValue],
    runs: Mapping[str, Sequence[Run]],
    checked: Sequence[Run],
    oracle: Oracle | None,
) -> list[Evidence]:
    """The evidence on each input: `runs` of the solvers by name, `checked` of the brute force.

    Raises:
        HarnessError: the sandbox failed.
    """
    answers: list[dict[str, str]] = []
    failures: list[dict[str, str]] = []
    brutes: list[str | None] = []
    for index in range(len(values)):
        answers.append({n: key_of(r[index].output) for n, r in runs.items() if r[index].ok})
        failures.append(
            {n: f"{r[index].status}: {r[index].detail}" for n, r in runs.items() if not r[index].ok}
        )
        brutes.append(key_of(checked[index].output) if checked and checked[index].ok else None)
    verdicts: list[dict[str, bool | None]] = [{} for _ in values]
    uniqueness: list[Uniqueness | None] = [None] * len(values)
    if oracle is not None:
        verdicts = _verdicts(values, answers, brutes, oracle)
        uniqueness = _uniqueness(values, verdicts, oracle)
    return [
        Evidence(*parts)
        for parts in zip(answers, failures, brutes, verdicts, uniqueness, strict=True)
    ]


def _verdicts(
    values: Sequence[JsonValue],
    answers: Sequence[Mapping[str, str]],
    brutes: Sequence[str | None],
    oracle: Oracle,
) -> list[dict[str, bool | None]]:
    """What the specification says of every different output."""
    asked: list[tuple[int, str]] = []
    for index, (given, brute) in enumerate(zip(answers, brutes, strict=True)):
        outputs = dict.fromkeys([*given.values(), *([brute] if brute is not None else [])])
        asked += [(index, output) for output in outputs]
    said = oracle.verdicts([(values[index], json.loads(output)) for index, output in asked])
    result: list[dict[str, bool | None]] = [{} for _ in values]
    for (index, output), verdict in zip(asked, said, strict=True):
        result[index][output] = verdict
    return result


def _uniqueness(
    values: Sequence[JsonValue], verdicts: Sequence[Mapping[str, bool | None]], oracle: Oracle
) -> list[Uniqueness | None]:
    """For inputs with exactly one accepted output and none undecided: is it the only one?"""
    result: list[Uniqueness | None] = [None] * len(values)
    asked = []
    for index, said in enumerate(verdicts):
        accepted = [output for output, verdict in said.items() if verdict]
        if len(accepted) == 1 and None not in said.values():
            known = [json.loads(output) for output in said]
            asked.append((index, json.loads(accepted[0]), known))
    found = oracle.uniqueness([(values[index], right, known) for index, right, known in asked])
    for (index, _, _), unique in zip(asked, found, strict=True):
        result[index] = unique
    return result
