"""Answers kept as JSON lines: found once by position, read again one at a time.

A line is `{"problem_id": ..., "sample": 0, "output": "raw model text"}`; `sample` may be left out
for 0 and further keys are ignored. Texts are not held: the index keeps each line's place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from pytest_vlite.errors import InputError
from pytest_vlite.printable import printable
from pytest_vlite.release.json_values import DECODER, parse_json

# In JSON a character may take six bytes, so this holds any answer within the cap on answers.
MAX_LINE_BYTES = 8 * 2**20
_CHUNK = 2**20
_PREFIX = 2**16


@dataclass(frozen=True, slots=True)
class Record:
    """Where a line lies: its number from 1, its offset and length in bytes.

    `fault` says what is wrong with the answer although its line could be told; `absent` that it
    gives no text.
    """

    problem_id: str
    sample: int
    line: int
    offset: int
    length: int
    fault: str = ""
    absent: bool = False


def read_records(file: BinaryIO, path: Path) -> Iterator[Record]:
    """All lines of a file of answers.

    Raises:
        InputError: a line is no such record; the message has file and line.
    """
    number = offset = 0
    while line := file.readline(MAX_LINE_BYTES + 1):
        number += 1
        length = len(line)
        if length > MAX_LINE_BYTES:
            # What was not read belongs to the same line.
            while not line.endswith(b"\n") and (rest := file.readline(_CHUNK)):
                line = line[:_PREFIX] + rest[-1:]
                length += len(rest)
            yield _too_long(line[:_PREFIX], path, number, offset, length)
        elif line.strip(b" \t\r\n"):
            yield _record(line, path, number, offset)
        offset += length


def output_of(line: bytes) -> Any:
    """The `output` of a line that `read_records` has accepted."""
    return parse_json(_decode(line), allow_surrogates=True)["output"]


def _decode(line: bytes) -> str:
    # Bytes that are no UTF-8 stay visible as lone surrogates, so that the line can be told.
    return line.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")


def _record(line: bytes, path: Path, number: int, offset: int) -> Record:
    place = f"{path}:{number}"
    try:
        document = parse_json(_decode(line), allow_surrogates=True)
    except ValueError as fault:
        raise InputError(f"{place}: broken line: {printable(str(fault))}") from None
    if not isinstance(document, dict):
        raise InputError(f"{place}: not an object")
    if "output" not in document:
        raise InputError(f"{place}: no 'output'")
    output = document["output"]
    if output is not None and not isinstance(output, str):
        raise InputError(f"{place}: 'output' must be a string")
    problem_id, sample = _identity(document, place)
    return Record(problem_id, sample, number, offset, len(line), absent=output is None)


def _identity(document: dict[str, Any], place: str) -> tuple[str, int]:
    problem_id = document.get("problem_id")
    if not isinstance(problem_id, str) or not problem_id:
        raise InputError(f"{place}: 'problem_id' must be a string")
    sample = document.get("sample", 0)
    if isinstance(sample, bool) or not isinstance(sample, int) or sample < 0:
        raise InputError(f"{place}: 'sample' must be a number from 0")
    return problem_id, sample


def _too_long(prefix: bytes, path: Path, number: int, offset: int, length: int) -> Record:
    """The record of a line too long to be read, if what stands before its text identifies it."""
    place = f"{path}:{number}"
    text = _decode(prefix).lstrip()
    found: dict[str, Any] = {}
    position = 1 if text.startswith("{") else len(text)
    try:
        while position < len(text):
            key, position = DECODER.raw_decode(text, _skip(text, position, ""))
            value, position = DECODER.raw_decode(text, _skip(text, position, ":"))
            found[str(key)] = value
            position = _skip(text, position, ",")
    except (ValueError, RecursionError):
        pass  # The rest of the line, with the text that makes it too long.
    if "problem_id" not in found or "sample" not in found:
        raise InputError(
            f"{place}: line longer than {MAX_LINE_BYTES // 2**20} MiB, and 'problem_id' and "
            "'sample' do not stand before its text"
        )
    problem_id, sample = _identity(found, place)
    fault = f"larger than the size cap (a line of {length} bytes)"
    return Record(problem_id, sample, number, offset, length, fault)


def _skip(text: str, position: int, mark: str) -> int:
    """The position after white space and the expected mark."""
    while text[position : position + 1].isspace():
        position += 1
    if not text.startswith(mark, position):
        raise ValueError(f"no {mark!r}")
    position += len(mark)
    while text[position : position + 1].isspace():
        position += 1
    return position
