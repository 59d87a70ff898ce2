"""`parse`: from text to syntax tree."""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus.parse_items import ItemParser
from pytest_vlite.verus.tokens import TokenStream, scan


def parse(text: str) -> ast.File:
    """The syntax tree of a Rust file with or without `verus!`.

    VerusSyntaxError where the text is not Rust or Verus as this parser knows it: it refuses what
    it does not know and never guesses.
    """
    return parse_stream(scan(text))


def parse_stream(stream: TokenStream) -> ast.File:
    """As `parse`, for text that was scanned already."""
    return ItemParser(stream).parse_file()
