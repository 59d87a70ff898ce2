"""Judges an answer to a drawn item: a status and a line for a person."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pytest_vlite.renewal.answers.canonical import JsonValue, same_answer
from pytest_vlite.renewal.answers.drawn_set import DrawnItem
from pytest_vlite.renewal.answers.extraction import NoAnswer, read_answer_text
from pytest_vlite.submission.loading import Answer
from pytest_vlite.vocabulary import Status

_MOST_SHOWN = 200


@dataclass(frozen=True)
class FamilyVerdict:
    """One answer judged; a line of `family-attempts.jsonl`. `got` is canonical, None without."""

    submission: str
    item_id: str
    sample: int
    status: Status
    detail: str
    got: JsonValue = None
    output_sha256: str | None = None

    @property
    def key(self) -> tuple[str, str, int]:
        """What makes an attempt one attempt."""
        return (self.submission, self.item_id, self.sample)

    def to_json(self) -> dict[str, Any]:
        """The record as JSON types."""
        record = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {**record, "status": self.status.value}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> FamilyVerdict:
        """The inverse of `to_json`. Raises `ValueError` for anything else."""
        if set(record) != set(cls.__dataclass_fields__):
            raise ValueError("not the fields of a verdict")
        texts = [record[name] for name in ("submission", "item_id", "status", "detail")]
        sample = record["sample"]
        if not all(isinstance(text, str) for text in texts) or not isinstance(sample, int):
            raise ValueError("a field of a verdict has another type")
        return cls(**{**record, "status": Status(record["status"])})


def judge_answer(submission: str, item: DrawnItem, sample: int, answer: Answer) -> FamilyVerdict:
    """The verdict on an answer: `passed`, `wrong_answer`, `missing` or `malformed`."""
    if answer.status != "ok" or answer.text is None:
        return FamilyVerdict(submission, item.id, sample, Status(answer.status), answer.detail)
    digest = hashlib.sha256(answer.text.encode("utf-8")).hexdigest()
    try:
        got = read_answer_text(answer.text, item.answer_type)
    except NoAnswer as fault:
        return FamilyVerdict(
            submission, item.id, sample, Status.MALFORMED, str(fault), output_sha256=digest
        )
    if same_answer(item.answer, got, item.answer_type):
        return FamilyVerdict(submission, item.id, sample, Status.PASSED, "", got, digest)
    detail = f"expected {shown(item.answer)}, got {shown(got)}"
    return FamilyVerdict(submission, item.id, sample, Status.WRONG_ANSWER, detail, got, digest)


def shown(answer: JsonValue) -> str:
    """An answer in a line for a person."""
    text = json.dumps(answer)
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "..."
