"""Templates: text with `{slot}` in it, and `{{` and `}}` for braces. Nothing else is understood."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from typing import Any

from pytest_vlite.errors import InputError

_PIECE = re.compile(r"\{\{|\}\}|\{([a-zA-Z][a-zA-Z0-9_]*)\}|[{}]")
_TOKEN = re.compile(r"[0-9]+|\w+|[^\w\s]")


class Template:
    """A template that was understood. `slots` are the names it uses, in order, without repeats.

    Raises:
        InputError: a brace that is no slot's, or a slot that does not exist.
    """

    def __init__(self, text: str, slots: Mapping[str, Any]) -> None:
        self.text = text
        self._pieces: list[tuple[str, bool]] = []
        end = 0
        for found in _PIECE.finditer(text):
            self._pieces.append((text[end : found.start()], False))
            end = found.end()
            name = found[1]
            if found[0] in ("{{", "}}"):
                self._pieces.append((found[0][0], False))
            elif name is None:
                around = text[max(0, found.start() - 10) : found.end() + 10]
                raise InputError(
                    f"template: the brace in {around!r} belongs to no slot; a brace is written "
                    "twice, and a slot is its name in braces and nothing else"
                )
            elif name not in slots:
                raise InputError(f"template: there is no slot {name!r}")
            else:
                self._pieces.append((name, True))
        self._pieces.append((text[end:], False))
        self.slots = tuple(dict.fromkeys(piece for piece, slot in self._pieces if slot))

    @property
    def touching(self) -> list[tuple[str, str]]:
        """Pairs of slots with nothing between them."""
        pieces = [piece for piece in self._pieces if piece[0]]
        return [
            (one, other)
            for (one, first), (other, second) in itertools.pairwise(pieces)
            if first and second
        ]

    def render(self, assignment: Mapping[str, Any]) -> str:
        """The question for an assignment (JSON values)."""
        return "".join(
            written(assignment[piece]) if slot else piece for piece, slot in self._pieces
        )


def written(value: Any) -> str:
    """A slot's value as it stands in a question: members of a list with commas between them."""
    if isinstance(value, list):
        return ", ".join(
            f"({written(item)})" if isinstance(item, list) else written(item) for item in value
        )
    return str(value)


def tokens(text: str) -> list[str]:
    """The words, numbers and signs of a text, in small letters."""
    return _TOKEN.findall(text.lower())
