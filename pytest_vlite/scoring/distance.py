"""Distances between texts as sequences of tokens."""

from __future__ import annotations

from collections.abc import Sequence


def token_distance(one: Sequence[str], other: Sequence[str]) -> int:
    """The edit distance: the fewest insertions, deletions and replacements of tokens that turn one
    sequence into the other (V. Levenshtein 1966; the table of R. Wagner and M. Fischer 1974)."""
    before = list(range(len(other) + 1))
    for place, token in enumerate(one, 1):
        now = [place]
        for at, wanted in enumerate(other, 1):
            replaced = before[at - 1] + (token != wanted)
            now.append(min(before[at] + 1, now[at - 1] + 1, replaced))
        before = now
    return before[-1]
