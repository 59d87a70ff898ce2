"""Gates of the text: it says all that the answer depends on, but not the answer or the seed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from pytest_vlite.renewal.families.draws import item
from pytest_vlite.renewal.families.gates.result import GateResult, failed, held
from pytest_vlite.renewal.families.gates.sample import Assignment, Bench, Sample
from pytest_vlite.renewal.families.templates import Template, tokens, written
from pytest_vlite.scoring.distance import token_distance

MOST_LEAKING = 0.9
NEAR_COPY = 0.95
_VARIED_DRAWS = 10
_MOST_SHOWN = 5


def rendering(bench: Bench, sample: Sample) -> GateResult:
    """Two assignments with different answers never give the same question, and no slot's value
    looks like a slot."""
    family = sample.family
    unresolved = [
        value
        for schema in family.slots.values()
        if schema["type"] == "choice"
        for value in schema["values"]
        if re.search(r"[{}]", value)
    ]
    if unresolved:
        evidence: dict[str, Any] = {"value": unresolved[0]}
        return failed("rendering", f"the value {unresolved[0]!r} holds a brace", evidence)
    templates = [
        (language, number, template)
        for language, paraphrases in family.templates.items()
        for number, template in enumerate(paraphrases)
    ]
    evidence = {"templates": len(templates), "languages": list(family.templates)}
    for language, number, template in templates:
        touching = [pair for pair in template.touching if not _both_chosen(sample, pair)]
        if touching:
            reason = (
                f"{language}, paraphrase {number}: nothing lies between {' and '.join(touching[0])}"
            )
            return failed("rendering", reason, {**evidence, "template": template.text[:300]})
        found = _ambiguity(bench, sample, template)
        if found is not None:
            evidence |= {"language": language, "paraphrase": number, **found}
            reason = (
                f"{language}, paraphrase {number}: one question for the answers "
                f"{found['answers'][0]} and {found['answers'][1]}"
            )
            if "slot" in found:
                reason += f": it does not say {found['slot']}"
            return failed("rendering", reason, evidence)
    return held("rendering", evidence)


def _both_chosen(sample: Sample, pair: tuple[str, str]) -> bool:
    """Whether both slots are choices of texts, of which their writer knows that they can touch."""
    return all(sample.family.slots[name]["type"] == "choice" for name in pair)


def _ambiguity(bench: Bench, sample: Sample, template: Template) -> dict[str, Any] | None:
    seen: dict[str, tuple[Assignment, Any]] = {}
    for draw in sample.drawn:
        assert draw.assignment is not None
        question = template.render(draw.assignment)
        before = seen.setdefault(question, (draw.assignment, draw.answer))
        if before[1] != draw.answer:
            return _pair(question, before, (draw.assignment, draw.answer))
    varied = list(_varied(sample, template))
    run = bench.run((), [changed for _, _, changed in varied])
    for (name, draw, changed), check in zip(varied, run.checks, strict=True):
        if check.answer is not None and check.answer != draw.answer:
            assert draw.assignment is not None
            pair = ((draw.assignment, draw.answer), (changed, check.answer))
            return {"slot": name, **_pair(template.render(changed), *pair)}
    return None


def _varied(sample: Sample, template: Template) -> Iterator[tuple[str, Any, Assignment]]:
    """Draws with one slot that the template leaves out taken from other draws."""
    family, drawn = sample.family, sample.drawn
    for name in family.slots:
        if name in template.slots:
            continue
        values = {json.dumps((draw.assignment or {})[name]): draw for draw in drawn}
        for draw in drawn[:_VARIED_DRAWS]:
            for other in list(values.values())[:_VARIED_DRAWS]:
                assert draw.assignment is not None
                assert other.assignment is not None
                changed = {**draw.assignment, name: other.assignment[name]}
                if changed != draw.assignment and family.problem_with(changed) is None:
                    yield name, draw, changed


def _pair(
    question: str, one: tuple[Assignment, Any], other: tuple[Assignment, Any]
) -> dict[str, Any]:
    return {
        "question": question[:300],
        "assignments": [dict(one[0]), dict(other[0])],
        "answers": [one[1], other[1]],
    }


def leak(sample: Sample) -> GateResult:
    """No slot states the answer, nor does a template where the answer is always the same."""
    family, drawn = sample.family, sample.drawn
    shares = {
        name: sum(written((draw.assignment or {})[name]) == written(draw.answer) for draw in drawn)
        for name in family.slots
    }
    evidence: dict[str, Any] = {"draws": len(drawn), "slot_equals_answer": shares}
    for name, count in shares.items():
        if drawn and count >= MOST_LEAKING * len(drawn):
            reason = f"slot {name} is the answer in {count} of {len(drawn)} draws"
            return failed("leak", reason, evidence)
    if family.constant_answer and drawn:
        told = tokens(written(drawn[0].answer))
        for language, paraphrases in family.templates.items():
            for template in paraphrases:
                if _contains(tokens(template.text), told):
                    reason = f"{language}: a template states the answer {written(drawn[0].answer)}"
                    return failed("leak", reason, evidence)
    return held("leak", evidence)


def near_copy(sample: Sample) -> GateResult:
    """A question of another assignment is not the seed's; in mode H the wording is not, either.

    The measure is one minus the edit distance of tokens over the longer text's; in mode H numbers
    count as alike.
    """
    family = sample.family
    seed = tokens(family.seed.question)
    highest, closest = 0.0, ""
    for draw in sample.drawn:
        if draw.assignment == family.base:
            continue
        for language in family.templates:
            question = item(family, draw, language).question
            if " ".join(tokens(question)) == " ".join(seed):
                evidence = {"draw": draw.index, "question": question[:300]}
                return failed("near-copy", f"draw {draw.index} is the seed's question", evidence)
    if family.mode == "H":
        masked = _masked(seed)
        for paraphrases in family.templates.values():
            for template in paraphrases:
                similarity = _similarity(_masked(tokens(template.render(family.base))), masked)
                if similarity > highest:
                    highest, closest = similarity, template.text[:300]
    evidence = {"highest_similarity": round(highest, 4), "template": closest}
    if highest >= NEAR_COPY:
        reason = f"a template is {highest:.0%} the seed's wording, though the mode is H"
        return failed("near-copy", reason, evidence)
    return held("near-copy", evidence)


def _similarity(one: Sequence[str], other: Sequence[str]) -> float:
    longer = max(len(one), len(other), 1)
    return 1 - token_distance(one, other) / longer


def _masked(words: Sequence[str]) -> list[str]:
    return ["#" if word.isdigit() else word for word in words]


def _contains(words: Sequence[str], part: Sequence[str]) -> bool:
    return any(
        list(words[start : start + len(part)]) == list(part)
        for start in range(len(words) - len(part) + 1)
    )
