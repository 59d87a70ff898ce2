"""Parsing of patterns."""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus.cursor import KEYWORDS
from pytest_vlite.verus.parse_types import TypeParser
from pytest_vlite.verus.tokens import CHAR, FLOAT, IDENT, INT, STRING

_LITERALS = {INT: "int", FLOAT: "float", STRING: "string", CHAR: "char"}
_RANGES = frozenset({"..=", "..", "..."})
_PATTERN_ENDS = frozenset({")", "]", "}", ",", "=>", "=", "if", "|", ":", "in"})


class PatternParser(TypeParser):
    """Patterns."""

    def parse_pattern(self) -> ast.Pattern:
        """A pattern with alternatives at the top."""
        start = self.i
        self.accept("|")
        first = self.parse_pattern_no_or()
        if self.texts[self.i] != "|":
            return first
        items = [first]
        while self.accept("|"):
            items.append(self.parse_pattern_no_or())
        return ast.OrPattern(start, self.i, items)

    def parse_pattern_no_or(self) -> ast.Pattern:
        """A pattern without alternatives at the top, as in parameters."""
        self.enter()
        start = self.i
        text, kind = self.texts[start], self.kinds[start]
        result: ast.Pattern
        if kind == IDENT:
            result = self._named_pattern(start, text)
        elif kind in _LITERALS or text == "-":
            result = self._literal_or_range(start)
        elif text == "(":
            result = self._tuple_pattern(start)
        elif text in {"&", "&&"}:
            self.i += 1
            mutable = self.accept("mut")
            result = ast.RefPattern(start, start, mutable, self.parse_pattern_no_or())
            result.end = self.i
            if text == "&&":
                result = ast.RefPattern(start, self.i, False, result)
        elif text == "[":
            self.i += 1
            items: list[ast.Pattern] = []
            self.delimited("]", lambda: items.append(self.parse_pattern()))
            result = ast.SlicePattern(start, self.i, items)
        elif text == ".." and self.texts[start + 1] in _PATTERN_ENDS:
            self.i += 1
            result = ast.RestPattern(start, self.i)
        elif text in _RANGES:
            self.i += 1
            high = self._range_end()
            result = ast.RangePattern(start, self.i, None, high, text)
        elif text in {"<", "::"}:
            result = self._path_pattern(start)
        else:
            raise self.unexpected("a pattern")
        self.depth -= 1
        return result

    def _named_pattern(self, start: int, text: str) -> ast.Pattern:
        texts = self.texts
        if text == "_":
            self.i += 1
            return ast.WildPattern(start, self.i)
        if text in {"true", "false"}:
            self.i += 1
            value = ast.Literal(start, self.i, "bool", text)
            return ast.LiteralPattern(start, self.i, value)
        if self.verus and text in {"tracked", "ghost"} and self.kinds[start + 1] == IDENT:
            self.i += 1
            text = texts[self.i]
        by_ref = self.accept("ref")
        mutable = self.accept("mut")
        if (by_ref or mutable) or (
            text not in KEYWORDS and texts[self.i + 1] not in {"::", "(", "{", "!", *_RANGES}
        ):
            name = self.name()
            sub = self.parse_pattern_no_or() if self.accept("@") else None
            return ast.NamePattern(start, self.i, name, by_ref, mutable, sub)
        return self._path_pattern(start)

    def _path_pattern(self, start: int) -> ast.Pattern:
        texts = self.texts
        path = self.parse_path(in_type=False)
        following = texts[self.i]
        if following == "(":
            self.i += 1
            items: list[ast.Pattern] = []
            self.delimited(")", lambda: items.append(self.parse_pattern()))
            return ast.TupleStructPattern(start, self.i, path, items)
        if following == "{":
            return self._struct_pattern(start, path)
        if following == "!":
            call = self.parse_macro_call(path)
            return ast.MacroPattern(start, self.i, call)
        if following in _RANGES:
            self.i += 1
            low = ast.PathExpr(start, path.end, path)
            return self._range_from(start, low, following)
        return ast.PathPattern(start, self.i, path)

    def _struct_pattern(self, start: int, path: ast.Path) -> ast.Pattern:
        self.expect("{")
        names: list[str] = []
        values: list[ast.Pattern] = []
        rest = False

        def field() -> None:
            nonlocal rest
            if rest:
                raise self.unexpected("`}` after `..`")
            if self.accept(".."):
                rest = True
                return
            self.parse_outer_attributes()
            if self.texts[self.i + 1] == ":":
                if self.kinds[self.i] not in {IDENT, INT}:
                    raise self.unexpected("a field name")
                names.append(self.texts[self.i])
                self.i += 2
                values.append(self.parse_pattern())
                return
            field_start = self.i
            by_ref = self.accept("ref")
            mutable = self.accept("mut")
            name = self.name()
            names.append(name)
            values.append(ast.NamePattern(field_start, self.i, name, by_ref, mutable, None))

        self.delimited("}", field)
        return ast.StructPattern(start, self.i, path, names, values, rest)

    def _tuple_pattern(self, start: int) -> ast.Pattern:
        self.expect("(")
        items: list[ast.Pattern] = []
        trailing = self.delimited(")", lambda: items.append(self.parse_pattern()))
        if len(items) == 1 and not trailing and not isinstance(items[0], ast.RestPattern):
            return ast.ParenPattern(start, self.i, items[0])
        return ast.TuplePattern(start, self.i, items)

    def _literal_or_range(self, start: int) -> ast.Pattern:
        value = self._pattern_literal()
        following = self.texts[self.i]
        if following in _RANGES:
            self.i += 1
            return self._range_from(start, value, following)
        return ast.LiteralPattern(start, self.i, value)

    def _range_from(self, start: int, low: ast.Expr, op: str) -> ast.Pattern:
        high = None if self.texts[self.i] in _PATTERN_ENDS else self._range_end()
        return ast.RangePattern(start, self.i, low, high, op)

    def _range_end(self) -> ast.Expr:
        start = self.i
        if self.kinds[start] == IDENT or self.texts[start] == "::":
            path = self.parse_path(in_type=False)
            return ast.PathExpr(start, self.i, path)
        return self._pattern_literal()

    def _pattern_literal(self) -> ast.Expr:
        start = self.i
        negative = self.accept("-")
        kind = _LITERALS.get(self.kinds[self.i])
        if kind is None:
            raise self.unexpected("a literal")
        value: ast.Expr = ast.Literal(self.i, self.i + 1, kind, self.texts[self.i])
        self.i += 1
        if negative:
            value = ast.Unary(start, self.i, "-", value)
        return value
