"""Texts for programs, by the layout of the description's examples.

The release's own `main` says which calls lie behind an example's text; where each value of a call
stands in the text gives a layout, and with it any other call can be written. What comes out is
checked by asking `main` again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Call = Mapping[str, Any]
_MOST_LINES = 64


@dataclass(frozen=True)
class Slot:
    """What stands at a place: a field's value as one word, its length, or its items as words."""

    field: str
    form: str  # "value", "length" or "items"


@dataclass(frozen=True)
class Layout:
    """`counted`: the number of calls stands in a first line; then the lines of each call."""

    counted: bool
    lines: tuple[tuple[Slot, ...], ...]

    def write(self, calls: Sequence[Call]) -> str:
        """The text of calls."""
        written = [str(len(calls))] if self.counted else []
        for call in calls:
            written += [" ".join(_words(slot, call)) for slot in self.lines]
        return "\n".join(written) + "\n"


def _words(slots: Sequence[Slot], call: Call) -> list[str]:
    words: list[str] = []
    for slot in slots:
        words += _slot_words(slot, call)
    return words


def _slot_words(slot: Slot, call: Call) -> list[str]:
    value = call[slot.field]
    if slot.form == "length":
        return [str(len(value))]
    if slot.form == "items":
        return [str(item) for item in value]
    if isinstance(value, list):
        return [bytes(value).decode("latin-1")]
    return [str(value)]


def find_layout(examples: Sequence[tuple[str, Sequence[Call]]]) -> Layout | None:
    """The layout that gives every example's text from its calls; None if none is found."""
    usable = [(text, calls) for text, calls in examples if calls]
    if not usable:
        return None
    for counted in (True, False):
        blocks = _blocks(usable, counted)
        if blocks is None:
            continue
        layout = _layout(counted, blocks)
        if layout is not None and all(
            _rows(layout.write(calls)) == _rows(text) for text, calls in usable
        ):
            return layout
    return None


def _rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.rstrip().split("\n")]


def _blocks(
    examples: Sequence[tuple[str, Sequence[Call]]], counted: bool
) -> list[tuple[list[list[str]], Call]] | None:
    """The lines of each call; None if the examples are not made of equally many for each."""
    found: list[tuple[list[list[str]], Call]] = []
    for text, calls in examples:
        rows = _rows(text)
        if counted:
            if rows[0] != [str(len(calls))]:
                return None
            rows = rows[1:]
        size, rest = divmod(len(rows), len(calls))
        if rest or not 0 < size <= _MOST_LINES or (not counted and len(calls) > 1):
            return None
        found += [
            (rows[number * size : (number + 1) * size], call) for number, call in enumerate(calls)
        ]
    return found if len({len(rows) for rows, _ in found}) == 1 else None


def _layout(counted: bool, blocks: Sequence[tuple[list[list[str]], Call]]) -> Layout | None:
    fields = list(blocks[0][1])
    lines: list[tuple[Slot, ...]] = []
    used: set[Slot] = set()
    for number in range(len(blocks[0][0])):
        line = _line([(rows[number], call) for rows, call in blocks], fields, used)
        if line is None:
            return None
        used |= set(line)
        lines.append(line)
    told = {slot.field for slot in used if slot.form != "length"}
    return Layout(counted, tuple(lines)) if told == set(fields) else None


def _line(
    rows: Sequence[tuple[list[str], Call]], fields: Sequence[str], used: set[Slot]
) -> tuple[Slot, ...] | None:
    """The slots of a line that fit all calls: single words first, then the items of one list."""
    slots: list[Slot] = []
    at = [0] * len(rows)
    while any(at[n] < len(words) for n, (words, _) in enumerate(rows)):
        fitting = [
            slot
            for slot in _options(fields, used | set(slots))
            if all(_fits(slot, call, words, at[n]) for n, (words, call) in enumerate(rows))
        ]
        if not fitting:
            return None
        slots.append(fitting[0])
        for n, (_, call) in enumerate(rows):
            at[n] += len(_slot_words(fitting[0], call))
    return tuple(slots)


def _options(fields: Sequence[str], used: set[Slot]) -> list[Slot]:
    """Values that were not written yet before those that were; items before a length."""
    options = [Slot(name, form) for form in ("items", "value", "length") for name in fields]
    return [slot for slot in options if slot not in used]


def _fits(slot: Slot, call: Call, words: Sequence[str], at: int) -> bool:
    value = call[slot.field]
    if slot.form in ("items", "length") and not isinstance(value, list | str):
        return False
    if slot.form == "items" and (
        not isinstance(value, list) or any(not isinstance(item, int) for item in value)
    ):
        return False
    if slot.form == "value" and isinstance(value, list) and not _is_text(value):
        return False
    expected = _slot_words(slot, call)
    return bool(expected) and list(words[at : at + len(expected)]) == expected


def _is_text(value: Sequence[Any]) -> bool:
    return all(isinstance(item, int) and 33 <= item <= 126 for item in value) and bool(value)
