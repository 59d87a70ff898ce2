"""Reads a problem's `tags` file: level, topics, acceptance rate or number of solvers.

The files are written by hand in several ways; what cannot be read is None, never an error.

* LeetCode: difficulty; topics, on one line or one a line; acceptance rate (`Acceptance rate: 55%`,
  `55%`, `N/A`, absent).
* Codeforces: rating (`Rating: 800`, `800`); tags, separated by commas (one file by blanks, which
  leaves the tags ambiguous and is taken as one); number of solvers (`Solved by: 55 users`, `55`,
  `many users`, `-`, absent).
* Any other source: level; topics; the rest is ignored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_LEETCODE_LEVELS = {"easy": "Easy", "medium": "Medium", "hard": "Hard"}
_PERCENT = re.compile(r"(?i)(?:acceptance\s*(?:rate)?\s*:)?\s*(\d{1,3}(?:\.\d+)?)\s*%.*")
_ACCEPTANCE = re.compile(r"(?i)acceptance\b.*|n/a.*")
_SOLVED = re.compile(r"(?i)(?:solved\s+by\s*:\s*)?(\d{1,12})(?:\s+users)?")
# Upper bounds of the bands of Codeforces ratings.
_BANDS = (
    (800, "800"),
    (1000, "900-1000"),
    (1200, "1100-1200"),
    (1400, "1300-1400"),
)
_TOP_BAND = "1500+"
UNKNOWN_LEVEL = "unknown"


@dataclass(frozen=True, slots=True)
class Tags:
    """`acceptance` is a fraction of 1; `solved_by` a number of people."""

    level: str
    stratum: str
    topics: tuple[str, ...]
    acceptance: float | None = None
    solved_by: int | None = None


def parse_tags(text: str, source: str) -> Tags:
    """Read the text of a `tags` file; the level of an empty one is `unknown`."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        return Tags(UNKNOWN_LEVEL, f"{source}/{UNKNOWN_LEVEL}", ())
    if source == "codeforces":
        return _codeforces(lines)
    return _leveled(lines, source)


def _leveled(lines: list[str], source: str) -> Tags:
    level = lines[0]
    if source == "leetcode":
        level = _LEETCODE_LEVELS.get(level.lower(), level)
    rest = lines[1:]
    acceptance = None
    if rest and (match := _PERCENT.fullmatch(rest[-1])):
        acceptance = float(match[1]) / 100
        rest = rest[:-1]
    elif rest and _ACCEPTANCE.fullmatch(rest[-1]):
        rest = rest[:-1]
    return Tags(level, f"{source}/{level}", _topics(rest), acceptance)


def _codeforces(lines: list[str]) -> Tags:
    number = re.search(r"\d{1,6}", lines[0])
    level = str(int(number[0])) if number else lines[0]
    band = _band(int(level)) if number else level
    solved_by = None
    if len(lines) > 2 and (match := _SOLVED.fullmatch(lines[2])):
        solved_by = int(match[1])
    return Tags(level, f"codeforces/{band}", _topics(lines[1:2]), None, solved_by)


def _band(rating: int) -> str:
    return next((name for limit, name in _BANDS if rating <= limit), _TOP_BAND)


def _topics(lines: list[str]) -> tuple[str, ...]:
    topics = (topic.strip() for line in lines for topic in line.split(","))
    return tuple(dict.fromkeys(topic for topic in topics if topic))
