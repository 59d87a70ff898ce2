"""Reads a problem's `description.md`: title, limits, constraints, starter code, raw examples.

The files come from several hands; DESIGN fixes no form. Everything but the text itself is read
tolerantly and may be empty. Nothing here raises.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pytest_vlite.release.raw_examples import RawExample, find_examples

DEFAULT_TIME_LIMIT_S = 1.0
DEFAULT_MEMORY_LIMIT_BYTES = 256 * 2**20

_STARTER_HEADING = re.compile(r"(?im)^#{1,6}[ \t]*starter[ \t]+code[ \t]*:?[ \t]*$")
_FENCE = re.compile(r"(?ms)^[ \t]*```[^\n`]*\n(.*?)^[ \t]*```[ \t]*$")
_TITLE_NUMBERS = (
    re.compile(r"^\d+\.\s+"),
    re.compile(r"^[A-Z]\d?\.\s+"),
    re.compile(r"^\d+[A-Z]\d?\s+-\s+"),
)
_TITLE_ID = re.compile(r"\s+\(\d+[A-Z]\d?\)$")
_LIMIT = r"(?i)\b{kind}\s+limit(?:\s+per\s+test)?\s*:?[*_\s]*:?[*_\s]*(\d+(?:\.\d+)?)\s*({units})\b"
_TIME = re.compile(_LIMIT.format(kind="time", units="milliseconds?|ms|seconds?|secs?|s"))
_MEMORY = re.compile(
    _LIMIT.format(kind="memory", units="kilobytes?|kib|kb|megabytes?|mib|mb|gigabytes?|gib|gb")
)
_BYTES = {"k": 2**10, "m": 2**20, "g": 2**30}
_CONSTRAINTS = re.compile(r"(?i)^[#>*\s]*constraints[*:\s]*$")
_NEXT_SECTION = re.compile(r"^(?:#{1,6}\s|\*\*[A-Z][^*]*\*\*:?\s*$)|(?i:^\**follow[ -]?up\b)")


@dataclass(frozen=True, slots=True)
class Description:
    """`statement` is the text before the starter code; `text` the whole file, line ends as LF.

    `time_limit_s` and `memory_limit_bytes` are what the description states, 1 s and 256 MiB where
    it states none (megabytes are taken as MiB). `starter_code` is empty where there is none.
    """

    text: str
    statement: str
    title: str
    time_limit_s: float
    memory_limit_bytes: int
    constraints: tuple[str, ...]
    starter_code: str
    examples: tuple[RawExample, ...]


def parse_description(text: str) -> Description:
    """Read the text of a `description.md`."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    statement, starter = text, ""
    headings = list(_STARTER_HEADING.finditer(text))
    if headings:
        statement = text[: headings[-1].start()]
        fence = _FENCE.search(text, headings[-1].end())
        starter = fence[1] if fence else ""
    return Description(
        text,
        statement,
        _title(statement),
        _time_limit_s(statement),
        _memory_limit_bytes(statement),
        _constraints(statement),
        starter,
        find_examples(statement),
    )


def _title(statement: str) -> str:
    first = next((line for line in statement.splitlines() if line.strip()), "")
    title = first.strip().lstrip("#").strip()
    for pattern in _TITLE_NUMBERS:
        title, count = pattern.subn("", title)
        if count:
            break
    title = _TITLE_ID.sub("", title)
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", title).strip()


def _time_limit_s(statement: str) -> float:
    match = _TIME.search(statement)
    if match is None:
        return DEFAULT_TIME_LIMIT_S
    value = float(match[1]) / (1000.0 if match[2].lower().startswith("m") else 1.0)
    return value if value > 0 else DEFAULT_TIME_LIMIT_S


def _memory_limit_bytes(statement: str) -> int:
    match = _MEMORY.search(statement)
    if match is None:
        return DEFAULT_MEMORY_LIMIT_BYTES
    value = int(float(match[1]) * _BYTES[match[2][0].lower()])
    return value if value > 0 else DEFAULT_MEMORY_LIMIT_BYTES


def _constraints(statement: str) -> tuple[str, ...]:
    lines = statement.split("\n")
    start = next((i + 1 for i, line in enumerate(lines) if _CONSTRAINTS.match(line)), len(lines))
    found: list[str] = []
    for line in lines[start:]:
        if _NEXT_SECTION.match(line.strip()):
            break
        cleaned = re.sub(r"^[\s>]*(?:[-*+]\s+)?", "", line).strip()
        if cleaned and not cleaned.startswith("```"):
            found.append(cleaned)
    return tuple(found)
