"""The messages that Verus and rustc print on standard error, in their human form.

Their text is partly the submission's (`compile_error!`, `#[deprecated]`, custom error notes), so
what is read here explains a failure and chooses between kinds of failure; it never makes a verdict
`passed`. Structure is taken from the first column only: rustc indents the further lines of a
message and puts source lines behind a margin.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import PurePosixPath

MAX_DETAIL_CHARACTERS = 300

_HEADER = re.compile(r"(error|warning)(?:\[([A-Z]\d+)\])?: (.*)")
_OTHER_HEADER = re.compile(r"(?:note|help|failure-note): ")
_POSITION = re.compile(r" *--> (.*):(\d{1,9}):(\d{1,9})")
_PANIC = re.compile(r"thread '.*' (?:\(\d+\) )?panicked at (.*)")
_CRASH = re.compile(r"thread '.*' (?:\(\d+\) )?has overflowed its stack|fatal runtime error: .*")
_SUMMARY = re.compile(
    r"aborting due to (?:\d+ )?previous errors?(?:; \d+ warnings? emitted)?$|\d+ warnings? emitted$"
)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One error or warning; `line` and `column` count from 1, None where no place is named."""

    level: str
    code: str | None
    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None

    @property
    def has_place(self) -> bool:
        """Whether it points into a source file (not into an attribute the tool itself adds)."""
        return self.file is not None and not self.file.startswith("<")


@dataclass(frozen=True, slots=True)
class Diagnostics:
    """What standard error says: errors and warnings in order, panics, other crash lines.

    `first_line` is the first that is not blank, for words that have none of these forms.
    """

    errors: tuple[Diagnostic, ...]
    warnings: tuple[Diagnostic, ...]
    panics: tuple[str, ...]
    crash_lines: tuple[str, ...]
    first_line: str = ""

    def first_error(self, file_name: str) -> Diagnostic | None:
        """The first error placed in the submitted file, else the first one at all."""
        for error in self.errors:
            if error.file is not None and PurePosixPath(error.file).name == file_name:
                return error
        return self.errors[0] if self.errors else None


def read_diagnostics(stderr: bytes) -> Diagnostics:
    """Read standard error; bytes that are not UTF-8 are replaced, nothing is refused."""
    found: list[Diagnostic] = []
    panics: list[str] = []
    crash_lines: list[str] = []
    header: tuple[str, str | None, str] | None = None

    def close(place: re.Match[str] | None = None) -> None:
        nonlocal header
        if header is not None:
            position = (place[1], int(place[2]), int(place[3])) if place else (None, None, None)
            found.append(Diagnostic(*header, *position))
        header = None

    # Only "\n" ends a line for rustc; other separators may stand inside quoted source text.
    lines = stderr.decode("utf-8", errors="replace").split("\n")
    for number, line in enumerate(lines):
        if match := _HEADER.match(line):
            close()
            if not _SUMMARY.match(match[3]):
                header = (match[1], match[2], match[3])
        elif match := _POSITION.fullmatch(line):
            close(match)
        elif _OTHER_HEADER.match(line):
            close()
        elif match := _PANIC.match(line):
            close()
            message = lines[number + 1].strip() if number + 1 < len(lines) else ""
            panics.append(f"{match[1].rstrip(':')}: {message}" if message else match[1])
        elif _CRASH.match(line):
            close()
            crash_lines.append(line)
    close()
    return Diagnostics(
        tuple(one for one in found if one.level == "error"),
        tuple(one for one in found if one.level == "warning"),
        tuple(panics),
        tuple(crash_lines),
        next((line for line in lines if line.strip()), ""),
    )


def one_line(text: str, limit: int = MAX_DETAIL_CHARACTERS) -> str:
    """The text as one harmless line of at most `limit` characters.

    White space becomes a single space, and control, format (bidirectional marks) and unassigned
    characters a question mark, so that a submission cannot write to a terminal or forge lines of a
    report.
    """
    start = text[: 4 * limit]
    clean = "".join(
        " " if c.isspace() else "?" if unicodedata.category(c).startswith("C") else c for c in start
    )
    clean = " ".join(clean.split())
    if len(clean) > limit or len(text) > len(start):
        return clean[: limit - 3].rstrip() + "..."
    return clean
