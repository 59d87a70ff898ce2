"""Exact comparison of outputs: texts of programs, JSON values of functions.

Texts are equal when their lines are, white space at the end of each line (blank, tab, CR, form
feed, vertical tab) and blank lines at the end of the text aside; so CRLF equals LF. Case, inner
white space and blank lines elsewhere count.

JSON values are equal when they are the same value: integers exactly, numbers with a fraction
exactly, `true` is not 1, the order of an object's keys does not matter.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import BinaryIO

from pytest_vlite.release import JsonValue

_TRAILING = b" \t\r\n\v\f"
_CHUNK = 1 << 20
EXCERPT = 120


@dataclass(frozen=True)
class Difference:
    """Where two outputs first differ: one line for a person, and both sides trimmed."""

    message: str
    expected: str
    got: str


def compare_text(expected: str, got: BinaryIO) -> Difference | None:
    """The first difference between an expected text and a file at its start; None if equal.

    The file is read in pieces; only a line that differs or is long is held.
    """
    wanted = expected.encode("utf-8", "surrogatepass")
    start = got.tell()
    if _same_bytes(wanted, got):
        return None
    got.seek(start)
    pairs = zip_longest(_lines(io.BytesIO(wanted)), _lines(got))
    for number, (wanted_line, got_line) in enumerate(pairs, 1):
        if wanted_line != got_line:
            return _line_difference(number, wanted_line, got_line)
    return None


def _same_bytes(wanted: bytes, got: BinaryIO) -> bool:
    position = 0
    while True:
        chunk = got.read(_CHUNK)
        if not chunk:
            return position == len(wanted)
        if wanted[position : position + len(chunk)] != chunk:
            return False
        position += len(chunk)


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines without white space at their ends, blank lines at the end left out."""
    blank = 0
    for line in stream:
        stripped = line.rstrip(_TRAILING)
        if not stripped:
            blank += 1
            continue
        for _ in range(blank):
            yield b""
        blank = 0
        yield stripped


def _line_difference(number: int, wanted: bytes | None, got: bytes | None) -> Difference:
    if got is None:
        return Difference(f"output ends before line {number}", _window(wanted or b"", 0), "")
    if wanted is None:
        return Difference(f"output has a line {number} too many", "", _window(got, 0))
    same = _common_prefix(wanted, got)
    return Difference(f"output differs in line {number}", _window(wanted, same), _window(got, same))


def _common_prefix(a: bytes, b: bytes) -> int:
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _window(line: bytes, place: int) -> str:
    """The part of a line around `place`, short enough to show."""
    start = max(0, place - EXCERPT // 2) if len(line) > EXCERPT else 0
    part = line[start : start + EXCERPT].decode("utf-8", "backslashreplace")
    before = "..." if start else ""
    after = "..." if start + EXCERPT < len(line) else ""
    return f"{before}{part}{after}"


def json_equal(a: JsonValue, b: JsonValue) -> bool:
    """Whether two JSON values are the same; whole numbers equal fractions of the same value."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(json_equal, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(json_equal(value, b[key]) for key, value in a.items())
    return a == b


def value_difference(expected: JsonValue, got: JsonValue) -> Difference | None:
    """The first place where two values differ, named by its path."""
    if json_equal(expected, got):
        return None
    path = ""
    while True:
        if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
            pairs = enumerate(zip(expected, got, strict=True))
            place = next(i for i, (a, b) in pairs if not json_equal(a, b))
            expected, got, path = expected[place], got[place], f"{path}[{place}]"
        elif isinstance(expected, dict) and isinstance(got, dict) and expected.keys() == got.keys():
            key = next(k for k, value in expected.items() if not json_equal(value, got[k]))
            expected, got, path = expected[key], got[key], f"{path}.{key}"
        else:
            break
    where = f"the value differs at {path.removeprefix('.')}" if path else "the value differs"
    if isinstance(expected, list) and isinstance(got, list):
        where += f": {len(expected)} elements expected, {len(got)} returned"
    return Difference(where, "", "")
