"""Draws of families as questions and answers, in two files that are kept apart."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_vlite.errors import InputError
from pytest_vlite.leaderboard.write import write_atomically
from pytest_vlite.renewal.answers.canonical import JsonValue
from pytest_vlite.renewal.answers.drawn_set import ANSWERS, QUESTIONS
from pytest_vlite.renewal.families.execution import DEFAULT_LIMIT_S, Drawn, run_family
from pytest_vlite.renewal.families.format import Family
from pytest_vlite.renewal.families.templates import tokens
from pytest_vlite.sandbox import Sandbox
from pytest_vlite.scoring.perturbation import perturbation_score

# Indices from here on are kept back by convention: nobody shows their questions around.
HELD_OUT_FROM = 1_000_000


@dataclass(frozen=True)
class Draw:
    """An item: a question with its canonical answer. `assignment` has JSON values."""

    family: Family
    index: int
    language: str
    question: str
    answer: JsonValue
    assignment: Mapping[str, JsonValue]

    @property
    def id(self) -> str:
        """`<family>@<index>`."""
        return f"{self.family.id}@{self.index}"

    def question_record(self) -> dict[str, Any]:
        """What a system may see."""
        family = self.family
        record: dict[str, Any] = {
            "id": self.id,
            "family": family.id,
            "version": family.version,
            "mode": family.mode,
            "seed_id": family.seed.id,
            "index": self.index,
            "language": self.language,
            "question": self.question,
        }
        return {**record, "fallback": True} if family.fallback else record

    def answer_record(self) -> dict[str, Any]:
        """What only the harness may see."""
        return {
            "id": self.id,
            "answer": self.answer,
            "type": self.family.answer_type.declaration(),
            "assignment": dict(self.assignment),
            "perturbation": self.perturbation,
        }

    @property
    def perturbation(self) -> float:
        """How far the item is from its seed; see `perturbation_score`."""
        seed = tokens(self.family.seed.question)
        score = perturbation_score(self.assignment, self.family.base, tokens(self.question), seed)
        return round(score, 6)


def draw(
    family: Family,
    indices: Sequence[int],
    sandbox: Sandbox,
    language: str | None = None,
    *,
    scratch: Path | None = None,
    limit_s: float = DEFAULT_LIMIT_S,
) -> tuple[list[Draw], list[Drawn]]:
    """The items of these indices, and what gave none (no valid assignment, or a fault).

    `language` defaults to the family's first.

    Raises:
        InputError: the family has no template in that language.
        HarnessError: the sandbox failed.
    """
    templates = family.templates.get(language or next(iter(family.templates)))
    if templates is None:
        known = ", ".join(family.templates)
        raise InputError(f"family {family.id} has no language {language!r}, only {known}")
    run = run_family(family, sandbox, indices=indices, scratch=scratch, limit_s=limit_s)
    draws, without = [], []
    for drawn in run.draws:
        if drawn.assignment is None:
            without.append(drawn)
        else:
            draws.append(item(family, drawn, language))
    return draws, without


def seed_records(families: Sequence[Family]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The seeds themselves as questions and answers, each once, to compare variants with."""
    questions, answers = {}, {}
    for family in families:
        seed, id_ = family.seed, f"{family.seed.id}@seed"
        questions[id_] = {
            "id": id_,
            "family": "",
            "mode": "seed",
            "seed_id": seed.id,
            "language": next(iter(family.templates)),
            "question": seed.question,
        }
        declaration = family.answer_type.declaration()
        answers[id_] = {"id": id_, "answer": seed.answer, "type": declaration}
    return list(questions.values()), list(answers.values())


def item(family: Family, drawn: Drawn, language: str | None = None) -> Draw:
    """The item of a draw that gave an assignment; paraphrases take turns with the index."""
    assert drawn.assignment is not None
    language = language or next(iter(family.templates))
    templates = family.templates[language]
    question = templates[drawn.index % len(templates)].render(drawn.assignment)
    return Draw(family, drawn.index, language, question, drawn.answer, drawn.assignment)


def lines(records: Sequence[Mapping[str, Any]]) -> bytes:
    """Records as lines of JSON, the same bytes everywhere."""
    return b"".join(
        json.dumps(record, sort_keys=True, ensure_ascii=True).encode("ascii") + b"\n"
        for record in records
    )


def write_draws(draws: Sequence[Draw], out: Path, *, seeds_of: Sequence[Family] = ()) -> None:
    """Write `questions.jsonl` and `answers.jsonl` to a folder, the seeds of families first.

    Raises:
        InputError: the folder cannot be written to.
    """
    questions, answers = seed_records(seeds_of)
    questions += [one.question_record() for one in draws]
    answers += [one.answer_record() for one in draws]
    write_atomically(out / QUESTIONS, lines(questions))
    write_atomically(out / ANSWERS, lines(answers))
