"""Foreign text made harmless to show: names and details of submissions may hold anything.

Markup is no concern here (templates escape it); this is about what no escaping covers: terminal
control sequences, characters that reverse or hide text, lone surrogates, endless lines.
"""

from __future__ import annotations

import unicodedata

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Combining marks stacked past this many would be drawn over the lines around them.
_MOST_MARKS = 4


def plain(text: object, limit: int = 200) -> str:
    """One line of visible characters, at most `limit` of them; what is invisible is written out.

    Newlines and tabs become a space, other control, format and unassigned characters their code
    point as `<U+202E>`.
    """
    whole = str(text)
    if len(whole) <= limit and whole.isascii() and whole.isprintable():
        return whole
    shown: list[str] = []
    length = marks = 0
    for character in whole:
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        visible = character
        if character in "\n\r\t":
            visible = " "
        elif category in _HIDDEN or marks > _MOST_MARKS:
            visible = f"<U+{ord(character):04X}>"
        length += len(visible)
        if length > limit:
            shown.append("…")
            break
        shown.append(visible)
    return "".join(shown)


def plain_block(text: object, limit: int = 4000) -> str:
    """As `plain`, for text of several lines: newlines and tabs are kept."""
    cut = str(text)[: limit + 1]
    lines = cut[:limit].split("\n")
    kept = "\n".join(
        "\t".join(plain(part, limit * 8) for part in line.split("\t")) for line in lines
    )
    return kept + ("…" if len(cut) > limit else "")


def percent(rate: float, digits: int = 1) -> str:
    """A rate as per cent, such as `47.3%`."""
    return f"{100 * rate:.{digits}f}%"
