"""Proof size: how many lines a proof adds to the fixed code and specification."""

from __future__ import annotations

from collections.abc import Sequence


def proof_size(code_spec: str, verified: str) -> int:
    """The non-blank lines of `verified` that a shortest line diff against `code_spec` adds.

    Blank lines and white space at line ends count for nothing; indentation counts, as in any diff.
    The diff keeps a longest common subsequence of lines, so the size is one number whatever tool
    would show the diff.
    """
    kept = _lines(verified)
    return len(kept) - _longest_common_subsequence(_lines(code_spec), kept)


def _lines(text: str) -> list[str]:
    lines = (line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    return [line for line in lines if line]


def _longest_common_subsequence(first: Sequence[str], second: Sequence[str]) -> int:
    """Its length, by the bit-parallel method: one row of the table is one whole number.

    A zero bit of `row` says that the length grows at that line of `first`.
    """
    places: dict[str, int] = {}
    for index, line in enumerate(first):
        places[line] = places.get(line, 0) | (1 << index)
    mask = (1 << len(first)) - 1
    row = mask
    for line in second:
        matched = row & places.get(line, 0)
        row = ((row + matched) | (row - matched)) & mask
    return len(first) - row.bit_count()
