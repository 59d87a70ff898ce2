"""Reads rustc's JSON diagnostics: the first error, in the terms of the submitter's own file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_vlite.judge.program import SOURCE_NAME, Program

MAX_LOG_CHARACTERS = 64 * 2**10
MAX_MESSAGE_CHARACTERS = 300
_MISSING_LINKER = ("linker `", "could not exec the linker")
# rustc's codes for comments, characters and strings without an end.
_UNTERMINATED = frozenset(("E0758", "E0762", "E0763", "E0765", "E0766", "E0748"))
_INTERNAL = "error: internal compiler error"


@dataclass(frozen=True)
class FirstError:
    """`message` is one line ("" if there is no error); `line` the answer's, None if not in it."""

    message: str
    line: int | None
    log: str
    is_missing_linker: bool = False


def first_error(stderr: bytes, program: Program) -> FirstError:
    """The first error among the diagnostics that rustc wrote. Never raises."""
    log: list[str] = []
    size = 0
    chosen: Mapping[str, Any] | None = None
    internal = False
    for item in _diagnostics(stderr):
        if isinstance(item, str):
            text = item
            internal = internal or "internal compiler error" in item
        else:
            text = str(item.get("rendered") or item.get("message") or "")
            if chosen is None and str(item.get("level", "")).startswith("error"):
                chosen = item
        if size < MAX_LOG_CHARACTERS:
            log.append(text.rstrip("\n"))
            size += len(text)
    whole_log = "\n".join(log)[:MAX_LOG_CHARACTERS]
    if chosen is None:
        return FirstError(
            "the compiler crashed (internal error)" if internal else "", None, whole_log
        )
    return _described(chosen, program, whole_log)


def _described(diagnostic: Mapping[str, Any], program: Program, log: str) -> FirstError:
    message = _one_line(diagnostic.get("message"))
    code = diagnostic.get("code")
    name = f"[{code['code']}]" if isinstance(code, dict) and code.get("code") else ""
    if str(diagnostic.get("level")).startswith(_INTERNAL):
        return FirstError(f"the compiler crashed (internal error): {message}", None, log)
    missing = message.startswith(_MISSING_LINKER) and ("not found" in message or "exec" in message)
    span = _place(diagnostic)
    if span is None:
        return FirstError(f"error{name}: {message}", None, log, missing)
    line = program.answer_line(span)
    if line is None and (not name or name.strip("[]") in _UNTERMINATED):
        # A syntax error in what follows the answer: something in the answer is left open.
        line = program.answer_lines
    if line is not None:
        return FirstError(f"error{name}: {message}", line, log)
    if program.signature:
        wanted = f"the answer does not offer `{program.signature}` as asked for"
        return FirstError(f"{wanted}: error{name}: {message}", None, log)
    return FirstError(f"in the starter code's part: error{name}: {message}", None, log)


def _diagnostics(stderr: bytes) -> Iterator[Mapping[str, Any] | str]:
    """The diagnostics in order; what is none (a crash's text, a cut line) as text."""
    for raw in stderr.split(b"\n"):
        line = raw.decode("utf-8", "backslashreplace")
        if not line.strip():
            continue
        if line.startswith("{"):
            try:
                item = json.loads(line)
            except (ValueError, RecursionError):
                item = None
            if isinstance(item, dict):
                yield item
                continue
        yield line


def _place(diagnostic: Mapping[str, Any]) -> int | None:
    """The program's line that the diagnostic is about; inside a macro, where it was called."""
    spans = diagnostic.get("spans")
    if not isinstance(spans, list):
        return None
    spans = [span for span in spans if isinstance(span, dict)]
    for span in sorted(spans, key=lambda span: not span.get("is_primary")):
        here: Any = span
        while isinstance(here, dict):
            name, line = here.get("file_name"), here.get("line_start")
            if isinstance(name, str) and name == SOURCE_NAME and isinstance(line, int):
                return line
            expansion = here.get("expansion")
            here = expansion.get("span") if isinstance(expansion, dict) else None
    return None


def _one_line(text: object) -> str:
    line = " ".join(str(text).split())
    return line if len(line) <= MAX_MESSAGE_CHARACTERS else line[:MAX_MESSAGE_CHARACTERS] + "..."
