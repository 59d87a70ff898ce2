"""Submissions: layouts, manifest, answers, code extraction. All of it is hostile input."""

from pytest_vlite.submission.extraction import Extraction, extract_code
from pytest_vlite.submission.index import MAX_SAMPLES
from pytest_vlite.submission.loading import (
    MAX_ANSWER_BYTES,
    Answer,
    Submission,
    load_submission,
    read_answer,
)

__all__ = [
    "MAX_ANSWER_BYTES",
    "MAX_SAMPLES",
    "Answer",
    "Extraction",
    "Submission",
    "extract_code",
    "load_submission",
    "read_answer",
]
