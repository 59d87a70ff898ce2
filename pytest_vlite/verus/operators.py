"""How tightly infix operators bind."""

from __future__ import annotations

# `<` and `>` are refined by what is adjacent to them.
EQUIVALENT, EXPLIES, IMPLIES, COMPARE, SHIFT, CAST, IS = 1, 2, 3, 6, 10, 13, 14
BINDING = {
    "<==>": EQUIVALENT,
    "<==": EXPLIES,
    "==>": IMPLIES,
    "||": 4,
    "&&": 5,
    **dict.fromkeys(
        ("==", "!=", "<", "<=", ">", ">=", "===", "!==", "=~=", "!~=", "=~~=", "!~~="), COMPARE
    ),
    "|": 7,
    "^": 8,
    "&": 9,
    "<<": SHIFT,
    ">>": SHIFT,
    "+": 11,
    "-": 11,
    "*": 12,
    "/": 12,
    "%": 12,
    "as": CAST,
    "is": IS,
    "isnt": IS,
    "has": IS,
    "hasnt": IS,
    "matches": IS,
    "!": IS,  # only before `is` and `has`
}
