"""The one error of the Verus front end: text that is not a program it understands."""

from __future__ import annotations


class VerusSyntaxError(Exception):
    """Text that is not (known) Rust or Verus syntax, with the place where it stops being so.

    `line` and `column` count from 1; lines end at line feeds only, as for rustc, and columns count
    characters.
    """

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(f"{line}:{column}: {message}")
        self.line = line
        self.column = column
        self.message = message

    def __reduce__(self) -> tuple[type[VerusSyntaxError], tuple[int, int, str]]:
        return type(self), (self.line, self.column, self.message)
