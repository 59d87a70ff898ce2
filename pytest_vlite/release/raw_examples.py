"""Finds the examples in a problem's statement, as text.

Two forms. Labelled lines, as LeetCode descriptions have them, in quotes, lists, fences or plain::

    > **Input:** nums = [2,7], target = 9
    > **Output:** 2

and fenced blocks under a label, as Codeforces descriptions have them, where the blocks are taken
to the letter::

    **Input:**
    ```
    3 4
    ```
    **Output:**
    ```
    7
    ```
"""

from __future__ import annotations

import re
from dataclasses import dataclass

# A label at the start of a line: `Input:`, `**Input:**`, `> - **Input**:`; alone and bold also
# without the colon.
_LABEL = re.compile(
    r"^[ \t>]*(?:[-*+][ \t]+)?[*_`]{0,3}(?P<label>Input|Output|Explanation|Note)"
    r"(?:[*_]{0,3}:[*_]{0,3}[ \t]*(?P<rest>.*)|[*_]{2,3}[ \t]*)$"
)
_FENCE = re.compile(r"^[ \t>]*(```+|~~~+)[^`]*$")
_HEADING = re.compile(r"^[ \t>]*(?:#{1,6}[ \t]|\*\*Example\b|Example[ \t]+\d+[ \t]*:?[ \t]*$)")


@dataclass(frozen=True, slots=True)
class RawExample:
    """One example; `line` (from 1) is where it starts. `fenced`: the texts stand in fences of their
    own and are to the letter, the input's final newline included."""

    input: str
    output: str
    line: int
    fenced: bool


def find_examples(statement: str) -> tuple[RawExample, ...]:
    """All examples that have both an input and an output."""
    lines = statement.split("\n")
    examples: list[RawExample] = []
    pending: tuple[str, int, bool] | None = None
    index = 0
    while index < len(lines):
        match = _LABEL.match(lines[index])
        if match is None or match["label"] not in ("Input", "Output"):
            index += 1
            continue
        start = index
        text, fenced, index = _value(lines, index, match["rest"] or "")
        if text is None:
            continue
        if match["label"] == "Input":
            pending = (text, start + 1, fenced)
        elif pending is not None:
            input_text, line, input_fenced = pending
            examples.append(RawExample(input_text, text, line, input_fenced))
            pending = None
    return tuple(examples)


def _value(lines: list[str], index: int, rest: str) -> tuple[str | None, bool, int]:
    """The text that belongs to the label on line `index`, whether fenced, and the line after."""
    if not rest.strip():
        following = index + 1
        while following < len(lines) and not lines[following].strip(" \t>"):
            following += 1
        opening = _FENCE.match(lines[following]) if following < len(lines) else None
        if opening is None:
            return None, False, index + 1
        body: list[str] = []
        position = following + 1
        while position < len(lines) and not lines[position].lstrip().startswith(opening[1]):
            body.append(lines[position])
            position += 1
        return "".join(line + "\n" for line in body), True, position + 1
    parts = [rest]
    position = index + 1
    # A value may go on over the following lines until the next label, fence, heading or blank.
    while position < len(lines):
        line = lines[position]
        bare = line.strip(" \t>")
        if not bare or _LABEL.match(line) or _FENCE.match(line) or _HEADING.match(line):
            break
        parts.append(bare)
        position += 1
    return "\n".join(parts), False, position
