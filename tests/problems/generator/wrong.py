"""Edits of right outputs that may be wrong; the caller keeps those that are."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.problems.generator.model import Json

_STEPS = (1, -1, 2, -2, 5, 10, -10, 100)


def wrong_json(output: Json, random: Random) -> Iterator[Json]:
    """Outputs of the same type that differ from `output`."""
    if isinstance(output, bool):
        yield not output
    elif isinstance(output, int):
        yield from _wrong_int(output)
    elif isinstance(output, list):
        yield from _wrong_list(output, random)
    elif isinstance(output, dict):
        for key in output:
            for value in wrong_json(output[key], random):
                yield {**output, key: value}


def wrong_text(output: str, random: Random) -> Iterator[str]:
    """Outputs of a program that differ from `output`: one line edited, lost, doubled or swapped."""
    lines = output.rstrip("\n").split("\n")
    for index in random.sample(range(len(lines)), min(3, len(lines))):
        for line in _wrong_line(lines[index], random):
            yield _text([*lines[:index], line, *lines[index + 1 :]])
    yield _text(lines[:-1])
    yield _text([*lines, lines[-1]])
    yield _text(lines[::-1])


def _text(lines: list[str]) -> str:
    return "".join(line + "\n" for line in lines)


def _wrong_line(line: str, random: Random) -> Iterator[str]:
    if line in ("YES", "NO"):
        yield "NO" if line == "YES" else "YES"
        return
    tokens = line.split()
    for place in random.sample(range(len(tokens)), min(2, len(tokens))):
        for value in _wrong_int(int(tokens[place])):
            yield " ".join([*tokens[:place], str(value), *tokens[place + 1 :]])
    if len(tokens) > 1:
        yield " ".join(tokens[:-1])
        yield " ".join(tokens[::-1])


def _wrong_int(value: int) -> Iterator[int]:
    for step in _STEPS:
        yield value + step
    yield -value
    yield 2 * value
    yield 0


def _wrong_list(values: list[Json], random: Random) -> Iterator[list[Json]]:
    for place in random.sample(range(len(values)), min(3, len(values))):
        for value in wrong_json(values[place], random):
            yield [*values[:place], value, *values[place + 1 :]]
    if values:
        yield values[:-1]
        yield [*values, values[-1]]
        yield values[::-1]
        yield sorted(values)
        yield []
    else:
        yield [0]
        yield [0, 1]
