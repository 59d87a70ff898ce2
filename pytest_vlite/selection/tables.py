"""Tables as aligned text or as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Cells = list[str]


@dataclass(frozen=True)
class Table:
    """A titled table; the first column is text, the others numbers."""

    title: str
    head: Cells
    rows: list[Cells]


def as_text(found: Sequence[Table]) -> str:
    """Aligned columns."""
    parts = []
    for table in found:
        rows = [table.head, *table.rows]
        widths = [max(len(row[i]) for row in rows) for i in range(len(table.head))]
        lines = [table.title]
        for row in rows:
            cells = [row[0].ljust(widths[0])]
            cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
            lines.append("  " + "  ".join(cells).rstrip())
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def as_markdown(found: Sequence[Table]) -> str:
    """Pipe tables, numbers to the right."""
    parts = []
    for table in found:
        rule = ["---", *["---:"] * (len(table.head) - 1)]
        lines = [f"**{table.title}**", ""]
        lines += ["| " + " | ".join(row) + " |" for row in (table.head, rule, *table.rows)]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)
