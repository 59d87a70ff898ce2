"""What the preservation check reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_vlite.verus.tokens import TokenStream

_SHOWN_TOKENS = 10


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a difference: what stands there, and where (line, column from 1)."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Difference:
    """One way in which an answer is not the given program plus proof.

    `rule` is one of those in docs/verus-rules.md; a side is None where it has nothing there.
    """

    rule: str
    message: str
    reference: Side | None
    answer: Side | None

    def __str__(self) -> str:
        """One line for a person."""
        parts = [self.message]
        for name, side in (("given", self.reference), ("answer", self.answer)):
            if side is not None:
                parts.append(f"{name} {side.line}:{side.column}: {side.text}")
        return "; ".join(parts)


def side(stream: TokenStream, start: int, end: int) -> Side:
    """The tokens from `start`, at most up to `end`."""
    return side_of(stream, range(start, end))


def side_of(stream: TokenStream, indices: Sequence[int]) -> Side:
    """The first of some tokens."""
    if not indices:
        return Side("(nothing)", *stream.position(stream.count))
    shown = [stream.texts[index] for index in indices[:_SHOWN_TOKENS]]
    more = " .." if len(indices) > _SHOWN_TOKENS else ""
    return Side(" ".join(shown) + more, *stream.position(indices[0]))


def first_difference(
    reference: TokenStream,
    wanted: Sequence[int],
    answer: TokenStream,
    found: Sequence[int],
) -> tuple[Side, Side] | None:
    """Both sides from the first token in which two sequences differ; None if they are equal."""
    left, right = reference.texts, answer.texts
    if len(wanted) == len(found) and all(
        left[a] == right[b] for a, b in zip(wanted, found, strict=True)
    ):
        return None
    at = 0
    while at < len(wanted) and at < len(found) and left[wanted[at]] == right[found[at]]:
        at += 1
    # One token more on the left tells where it is.
    return _side_from(reference, wanted, at), _side_from(answer, found, at)


def _side_from(stream: TokenStream, indices: Sequence[int], at: int) -> Side:
    if at < len(indices):
        return side_of(stream, indices[at:])
    if not indices:
        return Side("(nothing)", *stream.position(stream.count))
    return Side("(the end)", *stream.position_at(stream.end_of(indices[-1])))
