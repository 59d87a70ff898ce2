"""Parsing of operands: literals, paths, groups, struct literals, calls, fields, indices."""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus.cursor import KEYWORDS
from pytest_vlite.verus.parse_closures import ClosureParser
from pytest_vlite.verus.tokens import CHAR, FLOAT, IDENT, INT, LIFETIME, STRING

_LITERALS = {INT: "int", FLOAT: "float", STRING: "string", CHAR: "char"}
_PREFIXES = frozenset({"-", "!", "*"})
_POSTFIXES = frozenset({".", "(", "[", "?", "@", "->"})
_QUANTIFIERS = frozenset({"forall", "exists", "choose"})
_BLOCK_WORDS = frozenset({"if", "match", "while", "loop", "for", "unsafe", "const", "async"})


class OperandParser(ClosureParser):
    """Expressions without infix operators, but for those made of blocks (see `statements`)."""

    def parse_unary(self) -> ast.Expr:
        """An operand with its prefixes and postfixes."""
        self.enter()
        start = self.i
        text, kind = self.texts[start], self.kinds[start]
        if kind == IDENT:
            result = self._word_expr(start, text)
            if self.texts[self.i] in _POSTFIXES:
                result = self.parse_postfix(start, result)
        elif kind in _LITERALS:
            self.i = start + 1
            result = ast.Literal(start, start + 1, _LITERALS[kind], text)
            if self.texts[self.i] in _POSTFIXES:
                result = self.parse_postfix(start, result)
        elif text in _PREFIXES:
            self.i = start + 1
            operand = self.parse_unary()
            result = ast.Unary(start, self.i, text, operand)
        elif text in {"&", "&&"}:
            result = self._borrow(start, text)
        elif text in {"|", "||"}:
            result = self._closure(start)
        elif text == "#":
            attributes = self.parse_outer_attributes()
            inner = self.parse_unary()
            result = ast.Attributed(start, self.i, attributes, inner)
        else:
            result = self.parse_postfix(start, self._bracketed(start, text))
        self.depth -= 1
        return result

    def _bracketed(self, start: int, text: str) -> ast.Expr:
        if text == "(":
            return self._paren_or_tuple(start)
        if text == "[":
            return self._array(start)
        if text == "{":
            return self.parse_block()
        if text in {"<", "::"}:
            return self._path_expr(start)
        if self.kinds[start] == LIFETIME and self.texts[start + 1] == ":":
            return self.parse_labelled(start)
        if text in {"&&&", "|||"}:
            raise self.error(f"a leading `{text}` must stand at the start of a block")
        raise self.unexpected("an expression")

    def _word_expr(self, start: int, text: str) -> ast.Expr:
        """An operand that starts with a word."""
        texts = self.texts
        following = texts[start + 1]
        if self.verus:
            if text in _QUANTIFIERS and following in {"|", "||"}:
                return self._quantifier(start, text)
            if (ghost := self.parse_ghost_expr(start, text, following)) is not None:
                return ghost
        if text in KEYWORDS:
            if text in {"true", "false"}:
                self.i += 1
                return ast.Literal(start, self.i, "bool", text)
            if text in _BLOCK_WORDS and not (text == "async" and following in {"|", "||", "move"}):
                return self.parse_block_like(start, text)
            if text in {"return", "break", "continue"}:
                return self._jump(start, text)
            if text in {"move", "static", "async"} or (text == "for" and following == "<"):
                return self._closure(start)
            if text == "let":
                return self._let_condition(start)
            if text == "final" and self.verus and following == "(":
                path = self.parse_path(in_type=False, keyword_ok=True)
                return ast.PathExpr(start, self.i, path)
            raise self.unexpected("an expression")
        return self._path_expr(start)

    def _path_expr(self, start: int) -> ast.Expr:
        """A path, struct literal or macro call."""
        path = self.parse_path(in_type=False)
        following = self.texts[self.i]
        if following == "{" and self.struct_allowed:
            return self._struct_literal(start, path)
        if following == "!" and self.texts[self.i + 1] in {"(", "[", "{"}:
            return self.parse_macro_call(path)
        return ast.PathExpr(start, self.i, path)

    def _borrow(self, start: int, text: str) -> ast.Expr:
        self.i += 1
        op = "&"
        if (
            self.texts[self.i] == "raw"
            and self.texts[self.i + 1] in {"const", "mut"}
            and self.kinds[self.i + 2] == IDENT
        ):
            op = f"&raw {self.texts[self.i + 1]}"
            self.i += 2
        elif self.accept("mut"):
            op = "&mut"
        operand = self.parse_unary()
        result = ast.Unary(start, self.i, op, operand)
        if text == "&&":
            result = ast.Unary(start, self.i, "&", result)
        return result

    def _paren_or_tuple(self, start: int) -> ast.Expr:
        self.i += 1
        saved, self.struct_allowed = self.struct_allowed, True
        items: list[ast.Expr] = []
        trailing = self.delimited(")", lambda: items.append(self.parse_expr()))
        self.struct_allowed = saved
        if len(items) == 1 and not trailing:
            return ast.Paren(start, self.i, items[0])
        return ast.Tuple(start, self.i, items)

    def _array(self, start: int) -> ast.Expr:
        self.i += 1
        saved, self.struct_allowed = self.struct_allowed, True
        items, repeat = self._expressions("]")
        self.struct_allowed = saved
        if repeat:
            return ast.Repeat(start, self.i, items[0], items[1])
        return ast.Array(start, self.i, items)

    def _struct_literal(self, start: int, path: ast.Path) -> ast.Expr:
        self.expect("{")
        saved, self.struct_allowed = self.struct_allowed, True
        names: list[str] = []
        values: list[ast.Expr] = []
        base: ast.Expr | None = None

        def field() -> None:
            nonlocal base
            if base is not None:
                raise self.unexpected("`}` after the base")
            if self.accept(".."):
                base = self.parse_expr()
                return
            self.parse_outer_attributes()
            at = self.i
            if self.kinds[at] not in {IDENT, INT}:
                raise self.unexpected("a field name")
            names.append(self.texts[at])
            if self.texts[at + 1] == ":":
                self.i += 2
                values.append(self.parse_expr())
            else:
                field_path = self.parse_path(in_type=False)
                values.append(ast.PathExpr(at, self.i, field_path))

        self.delimited("}", field)
        self.struct_allowed = saved
        return ast.StructLiteral(start, self.i, path, names, values, base)

    # ------------------------------------------------------------------------------ postfixes

    def parse_postfix(self, start: int, operand: ast.Expr) -> ast.Expr:
        """Calls, fields, indices, views after an operand."""
        texts = self.texts
        links = 0
        while True:
            text = texts[self.i]
            if text not in _POSTFIXES:
                return operand
            links += 1
            self.link(links)
            if text == ".":
                operand = self._member(start, operand)
            elif text == "(":
                args = self.parse_arguments()
                operand = ast.Call(start, self.i, operand, args)
            elif text == "[":
                self.i += 1
                saved, self.struct_allowed = self.struct_allowed, True
                index = self.parse_expr()
                self.struct_allowed = saved
                self.expect("]")
                operand = ast.Index(start, self.i, operand, index)
            elif text == "?":
                self.i += 1
                operand = ast.Try(start, self.i, operand)
            elif not self.verus:
                return operand
            elif text == "@":
                self.i += 1
                operand = ast.View(start, self.i, operand)
            else:
                name = texts[self.i + 1]
                if self.kinds[self.i + 1] not in {IDENT, INT} or name in KEYWORDS:
                    return operand
                self.i += 2
                operand = ast.ArrowField(start, self.i, operand, name)

    def _member(self, start: int, operand: ast.Expr) -> ast.Expr:
        """From `.`: a method call, a field, `.await`."""
        self.i += 1
        name, kind = self.texts[self.i], self.kinds[self.i]
        self.i += 1
        if kind == INT:
            return ast.Field(start, self.i, operand, name)
        if kind == FLOAT:  # `t.0.1`: the lexer saw a float
            first, _, second = name.partition(".")
            result: ast.Expr = ast.Field(start, self.i, operand, first)
            return ast.Field(start, self.i, result, second) if second else result
        if kind != IDENT or (name in KEYWORDS and name != "await"):
            self.i -= 1
            raise self.unexpected("a field or method name")
        if name == "await":
            return ast.Await(start, self.i, operand)
        generics: list[ast.GenericArg] | None = None
        if self.texts[self.i] == "::":
            self.i += 1
            generics = self.parse_generic_args()
            if self.texts[self.i] != "(":
                raise self.unexpected("`(`")
        if self.texts[self.i] == "(":
            args = self.parse_arguments()
            return ast.MethodCall(start, self.i, operand, name, generics, args)
        return ast.Field(start, self.i, operand, name)

    # Needed from `statements`.

    def parse_block_like(self, start: int, text: str) -> ast.Expr:
        """`if`, `match`, loops, `unsafe` and the like."""
        raise NotImplementedError

    def parse_labelled(self, start: int) -> ast.Expr:
        """A loop or block behind its label."""
        raise NotImplementedError

    def parse_ghost_expr(self, start: int, text: str, following: str) -> ast.Expr | None:
        """Verus's ghost statements; None if the word is none of theirs."""
        raise NotImplementedError
