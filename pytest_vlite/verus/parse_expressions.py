"""Parsing of infix operators, ranges and assignments."""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus.operators import BINDING, CAST, COMPARE, EQUIVALENT, IMPLIES, IS, SHIFT
from pytest_vlite.verus.parse_operands import OperandParser

_RANGES = frozenset({"..", "..=", "..."})
_ASSIGNMENTS = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|="})
_AFTER_BINARY = frozenset({*_RANGES, *_ASSIGNMENTS, "<", ">"})


class ExpressionParser(OperandParser):
    """Expressions of operands and operators."""

    def parse_expr(self) -> ast.Expr:
        """Any expression: assignment and ranges bind least."""
        start = self.i
        if self.texts[start] in _RANGES:
            self.i += 1
            high = None if self._no_operand() else self.parse_binary(EQUIVALENT)
            return ast.RangeExpr(start, self.i, self.texts[start], None, high)
        left = self.parse_binary(EQUIVALENT)
        op = self.texts[self.i]
        if op not in _AFTER_BINARY:
            return left
        if op in _RANGES:
            self.i += 1
            end = None if self._no_operand() else self.parse_binary(EQUIVALENT)
            left = ast.RangeExpr(start, self.i, op, left, end)
            op = self.texts[self.i]
        if op in _ASSIGNMENTS:
            self.i += 1
        elif op == "<" and self.texts[self.i + 1] == "<=" and self.stream.adjacent(self.i):
            op = "<<="
            self.i += 2
        elif op == ">" and (shift := self._greater(self.i)) == ">>=":
            op = shift
            self.i += 3
        else:
            return left
        self.enter()
        value = self.parse_expr()
        self.depth -= 1
        return ast.Assign(start, self.i, op, left, value)

    def _greater(self, index: int) -> str:
        """The operator that starts with the `>` at `index`: `>`, `>=`, `>>` or `>>=`."""
        texts, adjacent = self.texts, self.stream.adjacent
        following = texts[index + 1]
        if following not in {">", "="} or not adjacent(index):
            return ">"
        if following == "=":
            return ">="
        if texts[index + 2] == "=" and adjacent(index + 1):
            return ">>="
        return ">>"

    def parse_binary(self, lowest: int) -> ast.Expr:
        """Precedence climbing from the operand at the current token."""
        start = self.i
        return self.parse_binary_from(start, self.parse_unary(), lowest)

    def parse_binary_from(self, start: int, left: ast.Expr, lowest: int) -> ast.Expr:
        """Operators after an operand that was read, as long as they bind at least `lowest`."""
        texts = self.texts
        links = 0
        while True:
            op = texts[self.i]
            binding = BINDING.get(op)
            if binding is None:
                return left
            width = 1
            if op == "<":
                if texts[self.i + 1] in {"<", "<="} and self.stream.adjacent(self.i):
                    if texts[self.i + 1] == "<=":
                        return left
                    op, width, binding = "<<", 2, SHIFT
            elif op == ">":
                op = self._greater(self.i)
                if op == ">>=":
                    return left
                width = len(op)
                if op == ">>":
                    binding = SHIFT
            elif op == "!" and texts[self.i + 1] not in {"is", "has"}:
                return left
            if binding < lowest:
                return left
            links += 1
            self.link(links)
            if binding == COMPARE:
                left = self._comparison(start, left, op, width)
            elif binding >= CAST:
                left = self._word_operator(start, left, op)
            else:
                self.i += width
                right = self.parse_binary(binding if binding == IMPLIES else binding + 1)
                left = ast.Binary(start, self.i, op, left, right)
                if binding == EQUIVALENT and texts[self.i] == "<==>":
                    raise self.error("`<==>` does not chain: parentheses are needed")

    def _comparison(self, start: int, left: ast.Expr, op: str, width: int) -> ast.Expr:
        """A comparison, or a chain of them; from the first operator."""
        self.i += width
        right = self.parse_binary(COMPARE + 1)
        texts = self.texts
        if BINDING.get(texts[self.i]) != COMPARE:
            return ast.Binary(start, self.i, op, left, right)
        ops, operands = [op], [left, right]
        while BINDING.get(op := texts[self.i]) == COMPARE:
            if op == "<" and texts[self.i + 1] == "<=" and self.stream.adjacent(self.i):
                break
            if op == ">":
                op = self._greater(self.i)
                if op == ">>=":
                    break
            self.i += len(op) if op.startswith(">") else 1
            ops.append(op)
            operands.append(self.parse_binary(COMPARE + 1))
        if len(ops) == 1:
            return ast.Binary(start, self.i, op, left, right)
        return ast.Chain(start, self.i, ops, operands)

    def _word_operator(self, start: int, left: ast.Expr, op: str) -> ast.Expr:
        """`as`, `is`, `has`, `matches` and their negations."""
        self.i += 1
        negated = op in {"isnt", "hasnt", "!"}
        if op == "as":
            cast_type = self.parse_type(plus=False)
            return ast.Cast(start, self.i, left, cast_type)
        if op == "!":
            op = self.texts[self.i]
            self.i += 1
        if not self.verus:
            raise self.error(f"`{op}` is an operator only inside verus!", self.i - 1)
        if op in {"is", "isnt"}:
            variant = self.parse_type(plus=False)
            return ast.Is(start, self.i, left, variant, negated)
        if op in {"has", "hasnt"}:
            element = self.parse_binary(IS + 1)
            return ast.Has(start, self.i, left, element, negated)
        pattern = self.parse_pattern_no_or()
        matches = ast.Matches(start, self.i, left, pattern)
        return self._after_matches(start, matches)

    def _after_matches(self, start: int, matches: ast.Expr) -> ast.Expr:
        """`==>` or `&&` right behind a pattern takes what follows with it, whatever stands before.

        So `a && b matches C(x) ==> d` is `a && ((b matches C(x)) ==> d)`: the names of the pattern
        are bound there.
        """
        op = self.texts[self.i]
        if op not in {"==>", "&&"}:
            return matches
        self.i += 1
        lowest = BINDING[op]
        right_start = self.i
        right = self.parse_binary_from(right_start, self.parse_unary(), lowest)
        return ast.Binary(start, self.i, op, matches, right)
