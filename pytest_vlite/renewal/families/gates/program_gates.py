"""Gates of the program: it loads, it runs, it yields, and says the same each time."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from pytest_vlite.renewal.families.execution import NOT_LOADED
from pytest_vlite.renewal.families.gates.result import GateResult, failed, held
from pytest_vlite.renewal.families.gates.sample import Bench, Sample

LEAST_YIELD = 0.9
LEAST_DISTINCT = 0.5
MOST_ALIKE = 0.9
_MOST_SHOWN = 5


def compilation(sample: Sample) -> GateResult:
    """The description was read; the program loads and has both functions."""
    fault = sample.run.fault
    evidence = {"slots": list(sample.family.slots), "program_sha256": sample.family.sha256}
    if fault.startswith(NOT_LOADED):
        return failed("compilation", fault, evidence)
    return held("compilation", evidence)


def execution(sample: Sample) -> GateResult:
    """No draw and no valid assignment, at the edges either, makes the program fail."""
    faults: list[dict[str, Any]] = [
        {"draw": draw.index, "fault": draw.fault} for draw in sample.run.draws if draw.fault
    ]
    checks = [
        *((example.assignment, check) for example, check in sample.known),
        (sample.family.base, sample.base),
        *sample.edges,
    ]
    faults += [
        {"assignment": dict(assignment), "fault": check.fault}
        for assignment, check in checks
        if check.fault
    ]
    evidence = {
        "draws": len(sample.run.draws),
        "assignments": len(checks),
        "refused_edges": sum(bool(check.refused) for _, check in sample.edges),
        "faults": faults[:_MOST_SHOWN],
    }
    if sample.run.fault:
        return failed("execution", sample.run.fault, evidence)
    if faults:
        first = faults[0]
        where = f"draw {first['draw']}" if "draw" in first else f"at {first['assignment']}"
        return failed("execution", f"{where}: {first['fault']}", evidence)
    if sample.base.refused:
        reason = f"its base assignment is refused: {sample.base.refused}"
        return failed("execution", reason, evidence)
    return held("execution", evidence)


def yields(sample: Sample) -> GateResult:
    """Draws are valid, and differ: assignments, slots, answers."""
    family, drawn = sample.family, sample.drawn
    total = len(sample.run.draws)
    assignments = Counter(json.dumps(draw.assignment) for draw in drawn)
    answers = Counter(json.dumps(draw.answer) for draw in drawn)
    fixed = [
        name
        for name, schema in family.slots.items()
        if not _has_one_value(schema)
        and len({json.dumps((draw.assignment or {})[name]) for draw in drawn}) == 1
    ]
    refusals = Counter(draw.refused[-1] for draw in sample.run.draws if draw.refused)
    most_alike = max(answers.values(), default=0)
    evidence = {
        "draws": total,
        "valid": len(drawn),
        "tries": sum(draw.tries for draw in drawn),
        "distinct_assignments": len(assignments),
        "distinct_answers": len(answers),
        "most_frequent_answer": most_alike,
        "slots_that_never_change": fixed,
        "refusals": dict(refusals.most_common(_MOST_SHOWN)),
    }
    if len(drawn) < LEAST_YIELD * total:
        why = f", most often: {refusals.most_common(1)[0][0]}" if refusals else ""
        return failed("yield", f"only {len(drawn)} of {total} draws are valid{why}", evidence)
    if len(assignments) < LEAST_DISTINCT * len(drawn):
        reason = f"only {len(assignments)} of {len(drawn)} assignments are distinct"
        return failed("yield", reason, evidence)
    if fixed:
        return failed("yield", f"slot {fixed[0]} has the same value in every draw", evidence)
    if family.constant_answer and len(answers) > 1:
        return failed("yield", "the answer is declared constant and is not", evidence)
    if not family.constant_answer and most_alike > MOST_ALIKE * len(drawn):
        reason = f"{most_alike} of {len(drawn)} draws have the same answer"
        return failed("yield", reason, evidence)
    return held("yield", evidence)


def determinism(bench: Bench, sample: Sample) -> GateResult:
    """The same draws and answers in other processes, in another order, with other hashes."""
    asked = [draw.assignment for draw in sample.drawn if draw.assignment is not None]
    wanted = {draw.index: draw for draw in sample.run.draws}
    differing: list[dict[str, Any]] = []
    for hash_seed in (1, 2):
        indices = list(reversed(wanted)) if hash_seed == 1 else list(wanted)
        again = bench.run(indices, asked[::-1], hash_seed=hash_seed)
        for draw in again.draws:
            first = wanted[draw.index]
            if (draw.assignment, draw.answer) != (first.assignment, first.answer):
                one, other = (
                    _seen(first.assignment, first.answer),
                    _seen(draw.assignment, draw.answer),
                )
                differing.append({"draw": draw.index, "first": one, "again": draw.fault or other})
        for first, check in zip(reversed(sample.drawn), again.checks, strict=True):
            if check.answer != first.answer:
                said = check.fault or check.refused or check.answer
                differing.append({"verify": first.index, "first": first.answer, "again": said})
    evidence = {"processes": 3, "draws": len(wanted), "differing": differing[:_MOST_SHOWN]}
    if differing:
        first_one = differing[0]
        what = f"draw {first_one['draw']}" if "draw" in first_one else "verify"
        reason = f"{what} gave {first_one['first']}, then {first_one['again']}"
        return failed("determinism", reason[:300], evidence)
    return held("determinism", evidence)


def _seen(assignment: object, answer: object) -> str:
    return json.dumps([assignment, answer])[:120]


def _has_one_value(schema: dict[str, Any]) -> bool:
    match schema["type"]:
        case "choice":
            return len(schema["values"]) == 1
        case "list":
            return bool(schema["max_length"] == 0)
    return bool(schema["min"] == schema["max"])
