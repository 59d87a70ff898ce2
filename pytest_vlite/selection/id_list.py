"""Lists of problem ids: one a line, blank lines and lines that start with # aside."""

from __future__ import annotations

from pathlib import Path

from pytest_vlite.errors import InputError
from pytest_vlite.selection.yaml_text import read_limited


def read_ids(path: Path) -> tuple[str, ...]:
    """The ids in the order of the file.

    Raises:
        InputError: the file cannot be read, is not UTF-8, or a line holds more than an id or an id
            that came before.
    """
    return parse_ids(read_limited(path), str(path))


def parse_ids(data: bytes, name: str) -> tuple[str, ...]:
    """As `read_ids`, from bytes; `name` stands for the file in messages."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise InputError(f"{name}: not UTF-8 at byte {fault.start}") from None
    seen: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        problem_id = line.strip()
        if not problem_id or problem_id.startswith("#"):
            continue
        if any(character.isspace() for character in problem_id):
            raise InputError(f"{name}:{number}: one id a line, not {problem_id[:60]!r}")
        if problem_id in seen:
            raise InputError(
                f"{name}:{number}: {problem_id[:60]} is there already in line {seen[problem_id]}"
            )
        seen[problem_id] = number
    return tuple(seen)
