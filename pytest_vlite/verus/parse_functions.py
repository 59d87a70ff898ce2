"""Parsing of functions and visibilities."""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus.parse_statements import FN_CLAUSES, StatementParser
from pytest_vlite.verus.tokens import LIFETIME

_FN_STOPS = frozenset({"{", ";", "", "by", *FN_CLAUSES})


class FunctionParser(StatementParser):
    """Functions from `fn` on, and what may stand before any item."""

    def _visibility(self) -> str:
        if not self.accept("pub"):
            return ""
        if self.texts[self.i] == "(" and self.texts[self.i + 1] in {"crate", "self", "super", "in"}:
            start = self.i
            close = self.skip_group()
            return "pub" + "".join(self.texts[start : close + 1])
        return "pub"

    def _publish(self) -> str:
        text = self.texts[self.i]
        if not self.verus or text not in {"open", "closed", "uninterp"}:
            return ""
        self.i += 1
        if text == "open" and self.texts[self.i] == "(":
            start = self.i
            close = self.skip_group()
            return text + "".join(self.texts[start : close + 1])
        return text

    def _fn(
        self,
        start: int,
        attributes: list[ast.Attribute],
        visibility: str,
        publish_and_mode: tuple[str, str],
        qualifiers: list[str],
    ) -> ast.Fn:
        publish, mode = publish_and_mode
        self.expect("fn")
        name_index = self.i
        name = self.name()
        generics = self.parse_generic_params()
        params: list[ast.Param] = []
        self.expect("(")
        self.delimited(")", lambda: params.append(self._param()))
        pattern: ast.Pattern | None = None
        tracked = False
        result: ast.Type | None = None
        if self.accept("->"):
            pattern, tracked, result = self.parse_result()
        where = self.parse_where(_FN_STOPS)
        header_end = self.i
        clauses: list[ast.Clause] = []
        if self.verus:
            if self.texts[self.i] == "by" and self.texts[self.i + 1] == "(":
                by_start = self.i
                self.i += 1
                self.skip_group()
                clauses.append(ast.Clause(by_start, self.i, "by", [], None, None))
            clauses += self.parse_clauses(FN_CLAUSES, of_item=True)
        clauses_end = self.i
        if self.texts[self.i] == "{":
            body: ast.Block | None = self.parse_block()
        elif self.accept(";"):
            body = None
        else:
            raise self.unexpected("a body, `;` or a clause")
        return ast.Fn(
            start, self.i, attributes, visibility, publish, qualifiers, mode, name, name_index,
            generics, params, pattern, tracked, result, where, clauses, body, header_end,
            clauses_end,
        )  # fmt: skip

    def _param(self) -> ast.Param:
        start = self.i
        texts = self.texts
        attributes = self.parse_outer_attributes()
        tracked = self.verus and texts[self.i] == "tracked" and texts[self.i + 1] not in {":", "("}
        if tracked:
            self.i += 1
        at = self.i
        receiver = ""
        if texts[at] in {"&", "&&"}:
            at += 1
            if self.kinds[at] == LIFETIME:
                at += 1
            receiver = "&"
        if texts[at] == "mut":
            at += 1
            receiver += "mut "
        if texts[at] == "self":
            receiver += "self"
            self.i = at + 1
            declared = self.parse_type() if self.accept(":") else None
            return ast.Param(start, self.i, attributes, tracked, receiver, None, declared)
        pattern = self.parse_pattern_no_or()
        self.expect(":")
        param_type = self.parse_type()
        return ast.Param(start, self.i, attributes, tracked, "", pattern, param_type)
