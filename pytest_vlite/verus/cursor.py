"""The parser's place in the token stream, and what all its parts share.

The parser is one class, split by subject: types, patterns, macros, closures, operands, expressions,
statements, functions, data, items. Each part extends the previous one; what a part needs from a
later one is declared here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from pytest_vlite.verus import ast
from pytest_vlite.verus.errors import VerusSyntaxError
from pytest_vlite.verus.tokens import END, ERROR, IDENT, TokenStream

MAX_DEPTH = 500
"""Nesting of expressions, types, patterns and items beyond which a program is refused."""

MAX_CHAIN = 1000
"""Length of a chain of operators, calls or else-ifs beyond which a program is refused."""

MAX_HEIGHT = 2500
"""Height of the syntax tree beyond which a program is refused; chains within nesting add up."""

# Without a chain longer than this, MAX_DEPTH bounds the height.
_SHORT_CHAIN = 50

# Every level of nesting costs the parser and the tree's readers several Python frames.
_RECURSION_LIMIT = 12_000


def words(text: str) -> frozenset[str]:
    """The words of a text, for tables of words."""
    return frozenset(text.split())


KEYWORDS = words(
    "as break const continue else enum extern false fn for if impl in let loop match mod move mut "
    "pub ref return static struct trait true type unsafe use where while async await dyn abstract "
    "become box do final macro override priv typeof unsized virtual yield try"
)
"""Words that Rust reserves in edition 2021, but for those that can stand in a path."""

CLOSING = {"(": ")", "[": "]", "{": "}"}


def match_brackets(stream: TokenStream) -> dict[int, int]:
    """From each opening bracket to its closing one. VerusSyntaxError where they do not pair up."""
    closers: dict[int, int] = {}
    open_brackets: list[int] = []
    texts = stream.texts
    for index, text in enumerate(texts):
        if text in CLOSING:
            open_brackets.append(index)
            if len(open_brackets) > MAX_DEPTH:
                raise stream.error(index, "nested too deeply")
        elif text in {")", "]", "}"}:
            if not open_brackets or CLOSING[texts[open_brackets[-1]]] != text:
                raise stream.error(index, f"`{text}` closes nothing")
            closers[open_brackets.pop()] = index
    if open_brackets:
        index = open_brackets[-1]
        raise stream.error(index, f"`{texts[index]}` is never closed")
    return closers


class Cursor:
    """Position, look-ahead and errors."""

    def __init__(self, stream: TokenStream) -> None:
        """Raise VerusSyntaxError for text that is not tokens or whose brackets do not pair up."""
        if sys.getrecursionlimit() < _RECURSION_LIMIT:
            sys.setrecursionlimit(_RECURSION_LIMIT)
        self.stream = stream
        self.texts = stream.texts
        self.kinds = stream.kinds
        self.i = 0
        self.depth = 0
        self.verus = False  # inside verus!: the words of Verus have a meaning
        self.chained = False  # some chain is long enough for the tree to grow high
        self.struct_allowed = True  # `path {` is a struct literal, not a path and a block
        if ERROR in stream.kinds:
            index = stream.kinds.index(ERROR)
            shown = stream.texts[index][:20]
            raise stream.error(index, f"not a token: {shown!r}")
        self.closers = match_brackets(stream)

    # Errors and simple steps.

    def error(self, message: str, index: int | None = None) -> VerusSyntaxError:
        """An error at the current (or the given) token."""
        return self.stream.error(self.i if index is None else index, message)

    def unexpected(self, wanted: str) -> VerusSyntaxError:
        """An error that says what was wanted and what stands there."""
        if self.kinds[self.i] == END:
            return self.error(f"expected {wanted}, found the end of the text")
        return self.error(f"expected {wanted}, found `{self.texts[self.i][:40]}`")

    def expect(self, text: str) -> None:
        """Step over a given token."""
        if self.texts[self.i] != text:
            raise self.unexpected(f"`{text}`")
        self.i += 1

    def accept(self, text: str) -> bool:
        """Step over a given token if it stands here."""
        if self.texts[self.i] == text:
            self.i += 1
            return True
        return False

    def name(self) -> str:
        """Step over an identifier that is not a keyword."""
        text = self.texts[self.i]
        if self.kinds[self.i] != IDENT or text in KEYWORDS:
            raise self.unexpected("a name")
        self.i += 1
        return text

    def enter(self) -> None:
        """One level deeper; `depth` must be lowered again by the caller."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error("nested too deeply")

    def link(self, links: int) -> None:
        """One more link of a chain that has `links` of them."""
        if links > _SHORT_CHAIN:
            self.chained = True
            if links > MAX_CHAIN:
                raise self.error("nested too deeply: a chain too long")

    def delimited(self, close: str, element: Callable[[], None]) -> bool:
        """Elements separated by commas up to `close`, which is stepped over.

        True if the last element was followed by a comma.
        """
        trailing = False
        texts = self.texts
        while texts[self.i] != close:
            element()
            trailing = texts[self.i] == ","
            if trailing:
                self.i += 1
            elif texts[self.i] != close:
                raise self.unexpected(f"`,` or `{close}`")
        self.i += 1
        return trailing

    def skip_group(self) -> int:
        """Step over a bracketed group; gives the index of its closing bracket."""
        close = self.closers.get(self.i)
        if close is None:
            raise self.unexpected("an opening bracket")
        self.i = close + 1
        return close

    # What earlier parts need from later ones.

    def parse_expr(self) -> ast.Expr:
        """Any expression."""
        raise NotImplementedError

    def parse_unary(self) -> ast.Expr:
        """An expression without infix operators."""
        raise NotImplementedError

    def parse_binary(self, lowest: int) -> ast.Expr:
        """An expression of operators that bind at least as tightly as `lowest`."""
        raise NotImplementedError

    def parse_block(self) -> ast.Block:
        """`{ statements }`."""
        raise NotImplementedError

    def parse_outer_attributes(self) -> list[ast.Attribute]:
        """`#[..]` as often as it stands here."""
        raise NotImplementedError

    def parse_item(self, attributes: list[ast.Attribute], start: int) -> ast.Item:
        """An item whose attributes were read."""
        raise NotImplementedError

    def parse_macro_call(self, path: ast.Path) -> ast.MacroCall:
        """The rest of a macro call, from `!`."""
        raise NotImplementedError

    def parse_clauses(self, keywords: frozenset[str], *, of_item: bool = False) -> list[ast.Clause]:
        """Contract or loop clauses."""
        raise NotImplementedError
