"""Parsing of jumps, closures, binders and quantifiers."""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus.operators import COMPARE
from pytest_vlite.verus.parse_macros import MacroParser
from pytest_vlite.verus.tokens import LIFETIME

# Tokens that cannot start an expression: the operand of a jump or the end of a range is absent.
_NO_OPERAND = frozenset({")", "]", "}", ",", ";", "=>", "else", "..", ""})
_CLOSURE_CLAUSES = frozenset({"requires", "ensures"})


class ClosureParser(MacroParser):
    """Expressions that take all that follows as their operand."""

    def _no_operand(self) -> bool:
        text = self.texts[self.i]
        return text in _NO_OPERAND or (text == "{" and not self.struct_allowed)

    def _jump(self, start: int, keyword: str) -> ast.Expr:
        self.i += 1
        label = ""
        if keyword != "return" and self.kinds[self.i] == LIFETIME:
            label = self.texts[self.i]
            self.i += 1
        value: ast.Expr | None = None
        if keyword != "continue" and not self._no_operand():
            value = self.parse_expr()
        return ast.Jump(start, self.i, keyword, label, value)

    def _let_condition(self, start: int) -> ast.Expr:
        self.i += 1
        pattern = self.parse_pattern()
        self.expect("=")
        saved, self.struct_allowed = self.struct_allowed, False
        value = self.parse_binary(COMPARE)
        self.struct_allowed = saved
        return ast.LetCondition(start, self.i, pattern, value)

    def parse_closure(self, start: int) -> ast.Expr:
        """A closure with its keywords, from the current token."""
        return self._closure(start)

    def _closure(self, start: int) -> ast.Expr:
        texts = self.texts
        self.skip_for_lifetimes()
        keyword_start = self.i
        while texts[self.i] not in {"|", "||"}:
            if texts[self.i] in {"move", "static", "async", "proof_fn"}:
                self.i += 1
            elif texts[self.i] == "[" and texts[self.i - 1] == "proof_fn":
                self.skip_group()
            else:
                raise self.unexpected("a closure")
        keyword = " ".join(texts[keyword_start : self.i])
        params = self.parse_binders()
        result_name: ast.Pattern | None = None
        result: ast.Type | None = None
        if self.accept("->"):
            result_name, _, result = self.parse_result()
        clauses = self.parse_clauses(_CLOSURE_CLAUSES) if self.verus else []
        if result is not None or clauses:
            if texts[self.i] != "{":
                raise self.unexpected("`{`")
            body: ast.Expr = self.parse_block()
        else:
            body = self.parse_expr()
        return ast.Closure(start, self.i, keyword, params, result_name, result, clauses, body)

    def parse_binders(self) -> list[ast.ClosureParam]:
        """`|x: T, (a, b)|`, also `||`."""
        if self.accept("||"):
            return []
        self.expect("|")
        params: list[ast.ClosureParam] = []

        def binder() -> None:
            start = self.i
            if self.texts[start] == "#":
                self.parse_outer_attributes()
            pattern = self.parse_pattern_no_or()
            declared = self.parse_type() if self.accept(":") else None
            params.append(ast.ClosureParam(start, self.i, pattern, declared))

        self.delimited("|", binder)
        return params

    def parse_result(self) -> tuple[ast.Pattern | None, bool, ast.Type]:
        """After `->`: name (if any), whether it is tracked, and type."""
        texts = self.texts
        tracked = False
        if self.verus and texts[self.i] == "tracked" and texts[self.i + 1] not in {"::", "<", "{"}:
            tracked = True
            self.i += 1
        if self.verus and texts[self.i] == "(":
            first = self.i + 1
            if texts[first] == "tracked":
                first += 1
            after = self.closers[first] + 1 if first in self.closers else first + 1
            if texts[after] == ":" or (texts[first] == "mut" and texts[first + 2] == ":"):
                tracked = texts[self.i + 1] == "tracked"
                self.i = first
                pattern = self.parse_pattern_no_or()
                self.expect(":")
                named_type = self.parse_type()
                self.expect(")")
                return pattern, tracked, named_type
        return None, tracked, self.parse_type()

    def _quantifier(self, start: int, kind: str) -> ast.Expr:
        self.i += 1
        binders = self.parse_binders()
        triggers = self.parse_inner_attributes()
        body = self.parse_expr()
        return ast.Quantifier(start, self.i, kind, binders, triggers, body)
