"""Gates of the answers: known ones are met, and wrong ones can be told from right ones."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol

from pytest_vlite.renewal.answers.canonical import (
    AnswerType,
    JsonValue,
    canonical_json,
    same_answer,
)
from pytest_vlite.renewal.families.draws import Draw, item
from pytest_vlite.renewal.families.format import Family
from pytest_vlite.renewal.families.gates.result import GateResult, failed, held
from pytest_vlite.renewal.families.gates.sample import Bench, Sample
from pytest_vlite.renewal.families.inside.draw_source import DrawSource

RIGHT_TRIALS = 2
NOISY_TRIALS = 3
LEAST_RIGHT = 4


class Judge(Protocol):
    """Says of each (item, proposed answer) whether the answer is right."""

    @property
    def name(self) -> str: ...
    def rule(self, trials: Sequence[tuple[Draw, JsonValue]]) -> list[bool]: ...


class ProgramJudge:
    """Computes the answers anew, in a process of its own. Not independent of the program."""

    name = "program"

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    def rule(self, trials: Sequence[tuple[Draw, JsonValue]]) -> list[bool]:
        """Raises `HarnessError` where the sandbox failed."""
        run = self._bench.run((), [draw.assignment for draw, _ in trials], hash_seed=3)
        type_ = self._bench.family.answer_type
        return [
            check.answer is not None and same_answer(check.answer, answer, type_)
            for check, (_, answer) in zip(run.checks, trials, strict=True)
        ]


def anchoring(sample: Sample) -> GateResult:
    """The program gives the seed's answer for the base (mode E) and those of all examples."""
    type_ = sample.family.answer_type
    differing: list[dict[str, Any]] = [
        {
            "assignment": dict(example.assignment),
            "known": example.answer,
            "got": check.fault or check.refused or check.answer,
        }
        for example, check in sample.known
        if check.answer is None or not same_answer(example.answer, check.answer, type_)
    ]
    evidence = {"known_answers": len(sample.known), "differing": differing[:5]}
    if differing:
        first = differing[0]
        reason = f"{first['assignment']} has the answer {first['known']}, not {first['got']}"
        return failed("anchoring", reason[:300], evidence)
    return held("anchoring", evidence)


def noise(sample: Sample, judge: Judge) -> GateResult:
    """A judge tells computed answers from ones with controlled noise (families of mode H).

    Two trials have the computed answer and three a noisy one, in an order drawn from the family's
    own random source; at least four of five must be judged right.
    """
    family = sample.family
    source = DrawSource(f"vlite-noise/1\0{family.id}\0{family.version}".encode())
    if len(sample.drawn) < RIGHT_TRIALS + NOISY_TRIALS:
        return failed("noise", "there are too few valid draws", {"draws": len(sample.drawn)})
    chosen = [
        item(family, draw) for draw in source.sample(sample.drawn, RIGHT_TRIALS + NOISY_TRIALS)
    ]
    kinds = source.shuffled([True] * RIGHT_TRIALS + [False] * NOISY_TRIALS)
    trials = [
        (draw, draw.answer if right else with_noise(draw.answer, family.answer_type, source))
        for draw, right in zip(chosen, kinds, strict=True)
    ]
    rulings = judge.rule(trials)
    evidence = {
        "judge": judge.name,
        "trials": [
            {"id": draw.id, "proposed": answer, "right": right, "judged_right": ruling}
            for (draw, answer), right, ruling in zip(trials, kinds, rulings, strict=True)
        ],
    }
    correct = sum(right == ruling for right, ruling in zip(kinds, rulings, strict=True))
    if correct < LEAST_RIGHT:
        return failed("noise", f"only {correct} of {len(trials)} trials are judged right", evidence)
    return held("noise", evidence)


def with_noise(answer: JsonValue, type_: AnswerType, source: DrawSource) -> JsonValue:
    """A wrong answer near a right one, in canonical form.

    Whole numbers get an offset of 1 to 10 that is not zero; rational and real numbers a tenth to
    half of their size (of one, where that is larger); texts another last character; of tuples one
    part is changed, from sets a member is taken or, if it is empty, one is put in.
    """
    sign = source.choice((-1, 1))
    match type_.kind:
        case "integer":
            return answer + sign * source.integer(1, 10)
        case "rational" | "real":
            value = Fraction(answer)
            offset = max(abs(value), Fraction(1)) * Fraction(source.integer(10, 50), 100)
            return canonical_json(value + sign * offset, type_)
        case "string":
            last = source.choice([c for c in "abcdefghij" if not answer.endswith(c)])
            return (answer[:-1] + last) if answer else last
        case "tuple":
            place = source.integer(0, len(answer) - 1)
            changed = with_noise(answer[place], type_.items[place], source)
            return [*answer[:place], changed, *answer[place + 1 :]]
    if answer:
        gone = source.integer(0, len(answer) - 1)
        return answer[:gone] + answer[gone + 1 :]
    return canonical_json([_some(type_.items[0])], type_)


def _some(type_: AnswerType) -> JsonValue:
    """A value of a type."""
    match type_.kind:
        case "integer" | "real":
            return 1
        case "rational":
            return "1"
        case "string":
            return "a"
        case "tuple":
            return [_some(part) for part in type_.items]
    return []


def needs_noise(family: Family) -> bool:
    """Whether the gate is one of the family's: where no seed's answer anchors the program."""
    return family.mode == "H"
