"""Parsing of structs, enums, unions, constants and type aliases."""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus.parse_functions import FunctionParser
from pytest_vlite.verus.parse_statements import FN_CLAUSES

_BRACE = frozenset({"{"})
_BRACE_OR_SEMI = frozenset({"{", ";"})
_BRACE_SEMI_PAREN = frozenset({"{", ";", "("})
_ALIAS_STOPS = frozenset({"=", ";"})


class DataParser(FunctionParser):
    """Types and constants."""

    def _data(
        self,
        start: int,
        attributes: list[ast.Attribute],
        visibility: str,
        mode: str,
        keyword: str,
    ) -> ast.Item:
        self.i += 1
        name = self.name()
        generics = self.parse_generic_params()
        if keyword == "enum":
            where = self.parse_where(_BRACE)
            self.expect("{")
            variants: list[ast.Variant] = []
            self.delimited("}", lambda: variants.append(self._variant()))
            return ast.Enum(
                start, self.i, attributes, visibility, mode, name, generics, where, variants
            )
        where = self.parse_where(_BRACE_SEMI_PAREN)
        shape, fields = self._fields()
        if shape != "named":
            where += self.parse_where(_BRACE_OR_SEMI)
            self.expect(";")
        return ast.Struct(
            start, self.i, attributes, visibility, keyword, mode, name, generics, where, shape,
            fields,
        )  # fmt: skip

    def _fields(self) -> tuple[str, list[ast.StructField]]:
        fields: list[ast.StructField] = []
        if self.accept("{"):
            self.delimited("}", lambda: fields.append(self._field(None)))
            return "named", fields
        if self.accept("("):
            self.delimited(")", lambda: fields.append(self._field(str(len(fields)))))
            return "tuple", fields
        return "unit", fields

    def _field(self, number: str | None) -> ast.StructField:
        start = self.i
        attributes = self.parse_outer_attributes()
        visibility = self._visibility()
        mode = ""
        texts = self.texts
        if (
            self.verus
            and texts[self.i] in {"ghost", "tracked"}
            and texts[self.i + 1] not in {":", ",", ")", "::"}
        ):
            mode = texts[self.i]
            self.i += 1
        name = number
        if name is None:
            name = self.name()
            self.expect(":")
        field_type = self.parse_type()
        return ast.StructField(start, self.i, attributes, visibility, mode, name, field_type)

    def _variant(self) -> ast.Variant:
        start = self.i
        attributes = self.parse_outer_attributes()
        name = self.name()
        shape, fields = self._fields()
        discriminant = self.parse_expr() if self.accept("=") else None
        return ast.Variant(start, self.i, attributes, name, shape, fields, discriminant)

    def _const(
        self,
        start: int,
        attributes: list[ast.Attribute],
        visibility: str,
        publish: str,
        mode: str,
    ) -> ast.Item:
        keyword = self.texts[self.i]
        self.i += 1
        mutable = self.accept("mut")
        name = self.name() if self.texts[self.i] != "_" else "_"
        if name == "_":
            self.i += 1
        self.expect(":")
        const_type = self.parse_type()
        clauses = self.parse_clauses(FN_CLAUSES, of_item=True) if self.verus else []
        value: ast.Expr | None = None
        if self.texts[self.i] == "{" and clauses:
            value = self.parse_block()
        else:
            if self.accept("="):
                value = self.parse_expr()
            self.expect(";")
        return ast.Const(
            start, self.i, attributes, visibility, keyword, mode, publish, mutable, name,
            const_type, clauses, value,
        )  # fmt: skip

    def _type_alias(self, start: int, attributes: list[ast.Attribute], visibility: str) -> ast.Item:
        self.i += 1
        name = self.name()
        generics = self.parse_generic_params()
        bounds = self.parse_bounds() if self.accept(":") else []
        self.parse_where(_ALIAS_STOPS)
        aliased = self.parse_type() if self.accept("=") else None
        self.parse_where(_ALIAS_STOPS)
        self.expect(";")
        return ast.TypeAlias(start, self.i, attributes, visibility, name, generics, bounds, aliased)
