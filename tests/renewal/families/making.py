"""Families made for tests: one that is right, changed in one place."""

from __future__ import annotations

from pathlib import Path

DESCRIPTION = """\
format: 1
id: doubled
version: 1
mode: E
seed:
  id: doubled-seed
  question: What is twice 4 and 3 more?
  answer: 11
answer: {type: integer}
slots:
  a: {type: integer, min: 0, max: 1000}
  b: {type: integer, min: 0, max: 50}
relations: ["a > b"]
templates:
  en: ["What is twice {a} and {b} more?", "Double {a}, then add {b}."]
base: {a: 4, b: 3}
"""
PROGRAM = """\
def generate(rng):
    b = rng.integer(0, 50)
    return {"a": rng.integer(b + 1, 1000), "b": b}


def verify(assignment):
    return 2 * assignment["a"] + assignment["b"]
"""
MODIFIED = (
    ("mode: E", "mode: H\nmodification: composition\nrationale: two steps in place of one"),
    ("templates:\n  en: [", 'templates:\n  en: ["Somebody doubles {a}; {b} is added. Result?", '),
)


def make_family(
    folder: Path,
    *changes: tuple[str, str],
    program: str = PROGRAM,
    description: str = DESCRIPTION,
) -> Path:
    """A family's folder; each change is a text of the description and what stands there instead."""
    for old, new in changes:
        assert old in description, old
        description = description.replace(old, new)
    place = folder / "doubled"
    place.mkdir(parents=True)
    (place / "family.yaml").write_text(description, "utf-8")
    (place / "family.py").write_text(program, "utf-8")
    return place
