"""What the gate reports, and how rules say it."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_vlite.verus.tokens import TokenStream


@dataclass(frozen=True, slots=True)
class Finding:
    """One construct that the gate refuses: the rule's id, why, and where (line, column from 1)."""

    rule: str
    message: str
    line: int
    column: int


class Findings:
    """The findings of one check, in the order of the text and without repetition."""

    def __init__(self, stream: TokenStream) -> None:
        self._stream = stream
        self._found: dict[tuple[int, str], str] = {}

    def add(self, index: int, rule: str, message: str) -> None:
        """Report a rule broken at token `index`."""
        self._found.setdefault((self._stream.starts[index], rule), message)

    def add_at(self, offset: int, rule: str, message: str) -> None:
        """Report a rule broken at a character of the text."""
        self._found.setdefault((offset, rule), message)

    def sorted(self) -> list[Finding]:
        """All findings by place."""
        return [
            Finding(rule, message, *self._stream.position_at(offset))
            for (offset, rule), message in sorted(self._found.items())
        ]


def plain(name: str) -> str:
    """An identifier without the mark of a raw one."""
    return name.removeprefix("r#")
