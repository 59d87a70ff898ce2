"""The ways in which problems are grouped: stratum, source, level, topic, size of the proof."""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

GROUPINGS = ("stratum", "source", "level", "topic", "proof_size")
_LEVEL_WORDS = {"Easy": "1", "Medium": "2", "Hard": "3"}


@dataclass(frozen=True)
class ProblemFacts:
    """What scoring knows of a problem.

    `proof_lines` is the size of the reference proof in lines (None where there is none);
    `topics` are the problem's tags.
    """

    id: str
    source: str
    level: str
    stratum: str
    title: str = ""
    topics: tuple[str, ...] = ()
    proof_lines: int | None = None


@lru_cache(maxsize=65536)
def natural(text: str) -> tuple[tuple[bool, int, str], ...]:
    """A sort key under which `lc9` comes before `lc10` and Easy before Medium before Hard."""
    words = "/".join(_LEVEL_WORDS.get(part, part) for part in text.split("/"))
    parts = re.split(r"([0-9]{1,18})", words)
    return tuple(
        (False, int(part), part) if part.isascii() and part.isdigit() else (True, 0, part)
        for part in parts
        if part
    )


def proof_size_bounds(problems: Iterable[ProblemFacts]) -> tuple[float, float, float] | None:
    """The quartile bounds of `proof_lines`, by linear interpolation; None below four sizes."""
    sizes = [problem.proof_lines for problem in problems if problem.proof_lines is not None]
    if len(sizes) < 4:
        return None
    low, middle, high = statistics.quantiles(sizes, n=4, method="inclusive")
    return (low, middle, high)


def group_problems(problems: Iterable[ProblemFacts], grouping: str) -> dict[str, list[str]]:
    """Problem ids by group, both in natural order.

    A problem is in every one of its topics; groups of the other groupings do not overlap.
    Quartiles are `q1` (shortest proofs) to `q4`; equal sizes are in the same one.

    Raises:
        ValueError: `grouping` is none of GROUPINGS.
    """
    if grouping not in GROUPINGS:
        raise ValueError(f"no grouping {grouping!r}")
    known = list(problems)
    bounds = proof_size_bounds(known) if grouping == "proof_size" else None
    groups: dict[str, list[str]] = {}
    for problem in known:
        for name in _groups_of(problem, grouping, bounds):
            groups.setdefault(name, []).append(problem.id)
    return {name: sorted(groups[name], key=natural) for name in sorted(groups, key=natural)}


def _groups_of(
    problem: ProblemFacts, grouping: str, bounds: tuple[float, float, float] | None
) -> tuple[str, ...]:
    if grouping == "topic":
        return tuple(dict.fromkeys(problem.topics))
    if grouping == "proof_size":
        size = problem.proof_lines
        if bounds is None or size is None:
            return ()
        return (f"q{1 + sum(size > bound for bound in bounds)}",)
    plain: Mapping[str, str] = {
        "stratum": problem.stratum,
        "source": problem.source,
        "level": problem.level,
    }
    return (plain[grouping],)
