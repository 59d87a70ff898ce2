"""The functions of a program whose bodies are changed, and texts of their nodes."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_vlite.verus import ast, parse
from pytest_vlite.verus.functions import find_functions


@dataclass(frozen=True)
class Source:
    """A parsed program. `bodies` are those of all functions but `main` (it reads and prints)."""

    text: str
    file: ast.File
    functions: tuple[ast.Fn, ...]

    def of(self, node: ast.Node) -> str:
        """The text of a node."""
        return self.file.stream.source(node.start, node.end)

    def span(self, node: ast.Node) -> tuple[int, int]:
        """The character offsets of a node."""
        return self.file.stream.starts[node.start], self.file.stream.end_of(node.end - 1)

    def between(self, left: ast.Node, right: ast.Node) -> tuple[int, int]:
        """The character offsets between two neighbours: an operator with its white space."""
        return self.file.stream.end_of(left.end - 1), self.file.stream.starts[right.start]


def read_source(code: str) -> Source:
    """The program's tree.

    Raises:
        VerusSyntaxError: the text is no Rust that the parser knows.
    """
    file = parse(code)
    functions = tuple(
        found.fn
        for found in find_functions(file)
        if found.fn.body is not None and found.fn.name != "main" and not found.fn.is_ghost
    )
    return Source(code, file, functions)
