"""Distances between texts as sequences of tokens."""

from __future__ import annotations

from collections.abc import Sequence


def token_distance(one: Sequence[str], other: Sequence[str]) -> int:
    """The edit distance: the fewest insertions, deletions and replacements of tokens that turn one
    sequence into the other (V. Levenshtein 1966).

    A column of the table at a time, its differences as bits of two whole numbers (G. Myers, "A fast
    bit-vector algorithm for approximate string matching based on dynamic programming", 1999, in
    H. Hyyrö's form for whole sequences).
    """
    if not one:
        return len(other)
    places: dict[str, int] = {}
    for place, token in enumerate(one):
        places[token] = places.get(token, 0) | 1 << place
    whole, last = (1 << len(one)) - 1, 1 << (len(one) - 1)
    rises, falls, distance = whole, 0, len(one)
    for token in other:
        equal = places.get(token, 0)
        vertical = equal | falls
        horizontal = (((equal & rises) + rises) ^ rises) | equal
        up = falls | ~(horizontal | rises) & whole
        down = rises & horizontal
        distance += bool(up & last) - bool(down & last)
        up, down = up << 1 | 1, down << 1
        rises = (down | ~(vertical | up)) & whole
        falls = up & vertical & whole
    return distance
