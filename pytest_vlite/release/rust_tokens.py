"""Splits Rust or Verus text into tokens; fails on nothing, takes time linear in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""
      (?P<space>\s+)
    | (?P<line_comment>//[^\n]*)
    | (?P<block_comment>/\*)
    | (?P<raw_string>(?:br|cr|r)(?P<hashes>\#*)")
    | (?P<string>[bc]?"(?:[^"\\]++|\\.)*+(?:"|\\?\Z))
    | (?P<char>b?'(?:[^'\\\n]|\\(?:x[0-9a-fA-F]{2}|u\{[0-9a-fA-F_]{1,8}\}|.))')
    | (?P<lifetime>'[A-Za-z_]\w*)
    | (?P<word>(?:r\#)?[A-Za-z_]\w*)
    | (?P<number>\d\w*(?:\.\d\w*)?)
    | (?P<mark>->|=>|::|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_COMMENT_EDGE = re.compile(r"/\*|\*/")


@dataclass(frozen=True, slots=True)
class Token:
    """One word, literal or mark; `start` is its offset in the text."""

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def scan(text: str) -> Iterator[Token]:
    """The tokens of `text` without white space and comments."""
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        # The last alternative of the pattern takes any character.
        assert match is not None
        kind, end = str(match.lastgroup), match.end()
        if kind == "block_comment":
            end = _end_of_block_comment(text, end)
        elif match["raw_string"] is not None:
            kind = "string"
            closing = text.find('"' + match["hashes"], end)
            end = len(text) if closing < 0 else closing + 1 + len(match["hashes"])
        if kind not in ("space", "line_comment", "block_comment"):
            yield Token(kind, text[position:end], position)
        position = end


def _end_of_block_comment(text: str, position: int) -> int:
    depth = 1
    for edge in _COMMENT_EDGE.finditer(text, position):
        depth += 1 if edge.group() == "/*" else -1
        if depth == 0:
            return edge.end()
    return len(text)
