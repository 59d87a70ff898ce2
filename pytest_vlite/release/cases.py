"""Streams a problem's test cases from its JSONL files.

The published test set is 49 GiB: a file is read line by line and never held whole. One line may
be up to `MAX_LINE_BYTES`.

A line is `{"input": ..., "output": ...}`. For a function the input is an object of parameters and
the output any value; for a program both are strings. Blank lines are passed over; further keys are
ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_vlite.errors import InputError
from pytest_vlite.release.json_values import JsonValue, parse_json

if TYPE_CHECKING:
    from pytest_vlite.release.problem import Problem

POSITIVE_FILE = "testcases.jsonl"
NEGATIVE_FILE = "mutated_testcases.jsonl"
MAX_LINE_BYTES = 512 * 2**20


@dataclass(frozen=True, slots=True)
class TestCase:
    """One case; `index` counts from 0 within its file (or among the examples)."""

    __test__ = False

    index: int
    input: JsonValue
    output: JsonValue


def positive_cases(problem: Problem) -> Iterator[TestCase]:
    """The cases whose output is right, streamed in file order.

    Raises:
        InputError: the file is absent or unreadable, or a line is broken (the message has its
            number). Cases before the broken line have been yielded by then.
    """
    return _cases(problem.tests_directory / POSITIVE_FILE, problem.style == "program")


def negative_cases(problem: Problem) -> Iterator[TestCase]:
    """The cases whose output is wrong; as `positive_cases`."""
    return _cases(problem.tests_directory / NEGATIVE_FILE, problem.style == "program")


def has_cases(problem: Problem) -> bool:
    """Whether there is a file of positive cases."""
    return (problem.tests_directory / POSITIVE_FILE).is_file()


def _cases(path: Path, texts: bool) -> Iterator[TestCase]:
    for index, (number, line) in enumerate(_lines(path)):
        try:
            record = parse_json(line.decode("utf-8-sig" if number == 1 else "utf-8"))
            case = _case(record, index, texts)
        except UnicodeDecodeError:
            raise InputError(f"{path}:{number}: not UTF-8") from None
        except ValueError as fault:
            raise InputError(f"{path}:{number}: broken test case: {fault}") from None
        yield case


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The non-blank lines with their numbers from 1."""
    number = 0
    try:
        with path.open("rb") as file:
            while line := file.readline(MAX_LINE_BYTES + 1):
                number += 1
                if len(line) > MAX_LINE_BYTES:
                    raise InputError(
                        f"{path}:{number}: line longer than {MAX_LINE_BYTES // 2**20} MiB"
                    )
                if not line.isspace():
                    yield number, line
                del line
    except FileNotFoundError:
        raise InputError(
            f"{path}: no test cases; give their directory, or test by examples"
        ) from None
    except OSError as fault:
        raise InputError(f"{path}: cannot be read: {fault.strerror}") from None


def _case(record: object, index: int, texts: bool) -> TestCase:
    if not isinstance(record, dict):
        raise ValueError("not an object")
    for key in ("input", "output"):
        if key not in record:
            raise ValueError(f"no {key!r}")
        if texts and not isinstance(record[key], str):
            raise ValueError(f"{key!r} of a program's case must be a string")
    if not texts and not isinstance(record["input"], dict):
        raise ValueError("'input' of a function's case must be an object of parameters")
    return TestCase(index, record["input"], record["output"])
