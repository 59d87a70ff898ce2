"""The program that is compiled for an answer, and which of its lines are the answer's own.

The answer always stands first and keeps its lines, so that line N of the program is line N of the
answer, paths such as `crate::` and inner attributes mean what their author meant, and a message of
the compiler needs no translation. What the harness adds follows it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

# Under this name the program sees the support library (runtime/driver.rs).
LIBRARY_NAME = "vlite_support_library"
SOURCE_NAME = "answer.rs"


@dataclass(frozen=True)
class Program:
    """A complete Rust program made from an answer.

    `answer_lines` is the number of lines that are the answer's. `signature` is the header that the
    added driver calls, "" where there is no driver; `needs_library` whether the program links with
    the support library; `notes` says what was done beyond adding a driver.
    """

    source: str
    answer_lines: int
    signature: str = ""
    needs_library: bool = False
    notes: tuple[str, ...] = ()

    def answer_line(self, line: int) -> int | None:
        """The answer's line (from 1) that a program line is, None for one of the driver's."""
        return line if 1 <= line <= self.answer_lines else None

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self.source.encode("utf-8", "surrogatepass")).hexdigest()
