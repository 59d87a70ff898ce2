"""Reads a drawn set back: questions and answers, which must fit each other line by line."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_vlite.errors import InputError
from pytest_vlite.release.json_values import parse_json
from pytest_vlite.renewal.answers.canonical import (
    AnswerType,
    JsonValue,
    canonical_json,
    parse_answer_type,
)

QUESTIONS = "questions.jsonl"
ANSWERS = "answers.jsonl"
_MAX_LINE_BYTES = 2**20
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}@(?:[0-9]{1,15}|seed)")


@dataclass(frozen=True)
class DrawnItem:
    """An item of a drawn set with its answer. `mode`: `E`, `H`, or `seed` for a seed itself.

    `fallback`: a seed that stands in for a variant; no variant. `perturbation` is how far the item
    is from its seed (`scoring.perturbation`), None for seeds.
    """

    id: str
    family: str
    mode: str
    seed_id: str
    language: str
    question: str
    answer: JsonValue
    answer_type: AnswerType
    fallback: bool = False
    perturbation: float | None = None

    @property
    def is_variant(self) -> bool:
        """Whether it counts among the variants of its seed."""
        return self.mode != "seed" and not self.fallback


@dataclass(frozen=True)
class DrawnSet:
    """All items, in order; `sha256` is that of the two files."""

    root: Path
    items: tuple[DrawnItem, ...]
    sha256: str


def load_drawn_set(root: Path) -> DrawnSet:
    """The set in a folder with `questions.jsonl` and `answers.jsonl`.

    Raises:
        InputError: a file is missing, a line is broken, or the two do not fit.
    """
    digest = hashlib.sha256()
    questions = list(_records(root / QUESTIONS, digest))
    answers = list(_records(root / ANSWERS, digest))
    if len(questions) != len(answers):
        raise InputError(
            f"{root}: {len(questions)} questions, but {len(answers)} answers; draw the set again"
        )
    if not questions:
        raise InputError(f"{root / QUESTIONS}: holds no question")
    items = []
    seen: set[str] = set()
    for number, (question, answer) in enumerate(zip(questions, answers, strict=True), 1):
        try:
            item = _item(question, answer)
        except (ValueError, InputError) as fault:
            raise InputError(f"{root / ANSWERS}:{number}: {fault}") from None
        if item.id in seen:
            raise InputError(f"{root / QUESTIONS}:{number}: {item.id} is there twice")
        seen.add(item.id)
        items.append(item)
    return DrawnSet(root, tuple(items), digest.hexdigest())


def _records(path: Path, digest: Any) -> Iterator[dict[str, Any]]:
    try:
        with path.open("rb") as file:
            number = 0
            while line := file.readline(_MAX_LINE_BYTES + 1):
                number += 1
                digest.update(line)
                if len(line) > _MAX_LINE_BYTES:
                    raise InputError(f"{path}:{number}: a line of over a MiB")
                try:
                    record = parse_json(line.decode("utf-8"))
                except ValueError as fault:
                    raise InputError(f"{path}:{number}: broken line: {fault}") from None
                if not isinstance(record, dict):
                    raise InputError(f"{path}:{number}: not an object")
                yield record
    except OSError as fault:
        raise InputError(f"{path}: {fault.strerror}; `vlite family draw` makes it") from None


def _item(question: Mapping[str, Any], answer: Mapping[str, Any]) -> DrawnItem:
    id_ = _text(question, "id")
    if not _ID.fullmatch(id_):
        raise ValueError("id: expected <family>@<index>")
    if answer.get("id") != id_:
        raise ValueError(
            f"the answer is to {str(answer.get('id'))[:60]!r}, the question is {id_!r}"
        )
    type_ = parse_answer_type(answer.get("type"))
    mode = _text(question, "mode")
    if mode not in ("E", "H", "seed"):
        raise ValueError("mode: must be E, H or seed")
    perturbation = answer.get("perturbation")
    if perturbation is not None and not isinstance(perturbation, (int, float)):
        raise ValueError("perturbation: must be a number")
    fallback = question.get("fallback", False)
    if not isinstance(fallback, bool):
        raise ValueError("fallback: must be true or false")
    return DrawnItem(
        id=id_,
        family=_text(question, "family"),
        mode=mode,
        seed_id=_text(question, "seed_id"),
        language=_text(question, "language"),
        question=_text(question, "question"),
        answer=canonical_json(answer.get("answer"), type_),
        answer_type=type_,
        fallback=fallback,
        perturbation=None if perturbation is None else float(perturbation),
    )


def _text(record: Mapping[str, Any], name: str) -> str:
    value = record.get(name)
    if not isinstance(value, str):
        raise ValueError(f"{name}: must be text")
    return value
