"""Parsing of attributes, macro calls and lists of expressions."""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus.cursor import words
from pytest_vlite.verus.parse_patterns import PatternParser

EXPRESSION_MACROS = words(
    "vec seq set assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne print "
    "println eprint eprintln format write writeln panic unreachable unimplemented todo"
)
"""Macros whose arguments are expressions, parsed into `MacroCall.args`."""


class MacroParser(PatternParser):
    """Attributes, macro calls and the lists in them."""

    def parse_outer_attributes(self) -> list[ast.Attribute]:
        """`#[..]` as often as it stands here."""
        attributes: list[ast.Attribute] = []
        while self.texts[self.i] == "#" and self.texts[self.i + 1] == "[":
            attributes.append(self._attribute(self.i, self.i + 1, inner=False))
        if self.texts[self.i] == "#" and self.texts[self.i + 1] != "!":
            raise self.unexpected("an attribute")
        return attributes

    def parse_inner_attributes(self) -> list[ast.Attribute]:
        """`#![..]` as often as it stands here."""
        attributes: list[ast.Attribute] = []
        texts = self.texts
        while texts[self.i] == "#" and texts[self.i + 1] == "!" and texts[self.i + 2] == "[":
            attributes.append(self._attribute(self.i, self.i + 2, inner=True))
        return attributes

    def _attribute(self, start: int, bracket: int, *, inner: bool) -> ast.Attribute:
        close = self.closers[bracket]
        self.i = bracket + 1
        path = self.parse_path(in_type=False, keyword_ok=True).text
        args: list[ast.Expr] = []
        if path == "trigger" and self.verus:
            saved, self.struct_allowed = self.struct_allowed, True
            while self.i < close:
                args.append(self.parse_expr())
                if not self.accept(",") and self.i != close:
                    raise self.unexpected("`,` or `]`")
            self.struct_allowed = saved
        self.i = close + 1
        return ast.Attribute(start, self.i, path, inner, args)

    def parse_macro_call(self, path: ast.Path) -> ast.MacroCall:
        """From `!`: the group, with its arguments where the macro takes expressions."""
        self.expect("!")
        opening = self.i
        close = self.skip_group()
        name = path.segments[-1].name
        args: list[ast.Expr] | None = None
        repeat = False
        if name in EXPRESSION_MACROS or name == "map":
            self.enter()
            self.i = opening + 1
            saved, self.struct_allowed = self.struct_allowed, True
            if name == "map":
                args = self._map_arguments(close)
            else:
                args, repeat = self._expressions(self.texts[close])
            self.struct_allowed = saved
            self.depth -= 1
            if self.i != close + 1:
                raise self.unexpected("the end of the macro's arguments")
        return ast.MacroCall(path.start, self.i, path, opening, close, args, repeat)

    def _map_arguments(self, close: int) -> list[ast.Expr]:
        """`map![k => v, ..]`: keys and values in turn."""
        args: list[ast.Expr] = []
        while self.i < close:
            args.append(self.parse_expr())
            self.expect("=>")
            args.append(self.parse_expr())
            if not self.accept(",") and self.i != close:
                raise self.unexpected("`,` or the end of the macro's arguments")
        self.i = close + 1
        return args

    def _expressions(self, close: str) -> tuple[list[ast.Expr], bool]:
        """`a, b, c` or `e; n` up to `close`, stepped over; True for the second form."""
        texts = self.texts
        if self.accept(close):
            return [], False
        items = [self.parse_expr()]
        if self.accept(";"):
            items.append(self.parse_expr())
            self.expect(close)
            return items, True
        while texts[self.i] == ",":
            self.i += 1
            if texts[self.i] == close:
                break
            items.append(self.parse_expr())
        self.expect(close)
        return items, False

    def parse_arguments(self) -> list[ast.Expr]:
        """`(a, b)`, from `(`."""
        self.i += 1
        saved, self.struct_allowed = self.struct_allowed, True
        items: list[ast.Expr] = []
        texts = self.texts
        while texts[self.i] != ")":
            items.append(self.parse_expr())
            if texts[self.i] == ",":
                self.i += 1
            elif texts[self.i] != ")":
                raise self.unexpected("`,` or `)`")
        self.i += 1
        self.struct_allowed = saved
        return items
