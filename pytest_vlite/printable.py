"""Makes text from outside safe to print and to name files after.

Names and contents of a submission may hold control characters, terminal escapes, text direction
marks or bytes that are no UTF-8.
"""

from __future__ import annotations

import re


def printable(text: str, limit: int = 200) -> str:
    """`text` on one line with everything unprintable escaped, cut to about `limit` characters."""
    shown = "".join(_visible(character) for character in text[: limit + 1])
    return shown if len(text) <= limit else shown[: max(limit - 3, 0)] + "..."


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    if character in "\t\n\r":
        return " "
    return character.encode("unicode_escape").decode("ascii")


def file_name(text: str, limit: int = 64) -> str:
    """`text` as one component of a path: letters, digits, `.`, `_`, `-`; never hidden or empty."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", text)[:limit].strip(".-_")
    return name or "unnamed"
