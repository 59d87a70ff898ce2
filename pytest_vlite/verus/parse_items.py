"""Parsing of items."""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus.cursor import KEYWORDS, MAX_HEIGHT
from pytest_vlite.verus.parse_statements import FN_CLAUSES, StatementParser
from pytest_vlite.verus.tokens import IDENT, LIFETIME, STRING

_BRACE = frozenset({"{"})
_BRACE_OR_SEMI = frozenset({"{", ";"})
_BRACE_SEMI_PAREN = frozenset({"{", ";", "("})
_FN_STOPS = frozenset({"{", ";", "", "by", *FN_CLAUSES})
_ALIAS_STOPS = frozenset({"=", ";"})
_FN_WORDS = frozenset({"const", "async", "unsafe", "extern", "broadcast"})
_MODES = frozenset({"spec", "proof", "axiom", "exec", "ghost", "tracked"})


class ItemParser(StatementParser):
    """Items and whole files."""

    def parse_file(self) -> ast.File:
        """The whole stream."""
        attributes = self.parse_inner_attributes()
        items = self._items("")
        file = ast.File(0, self.stream.count, self.stream, attributes, items)
        if self.chained:
            self._check_height(file)
        return file

    def _check_height(self, file: ast.File) -> None:
        """Readers of the tree may use recursion: it must not be too high."""
        stack: list[tuple[ast.Node, int]] = [(file, 0)]
        while stack:
            node, height = stack.pop()
            if height > MAX_HEIGHT:
                raise self.error("nested too deeply", node.start)
            stack += [(child, height + 1) for child in ast.children(node)]

    def _items(self, close: str) -> list[ast.Item]:
        """Items up to `close` (not stepped over)."""
        items: list[ast.Item] = []
        texts = self.texts
        while texts[self.i] != close:
            if texts[self.i] == ";" and items and isinstance(items[-1], ast.MacroItem):
                self.i += 1
                continue
            start = self.i
            attributes = self.parse_outer_attributes()
            items.append(self.parse_item(attributes, start))
        return items

    def parse_item(self, attributes: list[ast.Attribute], start: int) -> ast.Item:
        """An item behind its attributes."""
        self.enter()
        visibility = self._visibility()
        publish = self._publish()
        item = self._item(start, attributes, visibility, publish)
        self.depth -= 1
        return item

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

    def _item(
        self, start: int, attributes: list[ast.Attribute], visibility: str, publish: str
    ) -> ast.Item:
        texts = self.texts
        qualifiers: list[str] = []
        mode = ""
        while True:
            text, following = texts[self.i], texts[self.i + 1]
            if text == "fn":
                return self._fn(start, attributes, visibility, (publish, mode), qualifiers)
            if text in {"const", "static"} and following not in {
                "fn",
                "unsafe",
                "async",
                "extern",
                "proof",
                "exec",
                "spec",
                "axiom",
            }:
                return self._const(start, attributes, visibility, publish, mode)
            if text == "broadcast" and self.verus and following in {"use", "group"}:
                return self._broadcast(start, attributes, visibility, following)
            if text in {"struct", "enum"} or (text == "union" and self.kinds[self.i + 1] == IDENT):
                return self._data(start, attributes, visibility, mode, text)
            if text in {"impl", "trait"} or (text == "extern" and not self._is_extern_fn()):
                return self._container(start, attributes, visibility)
            if text == "unsafe" and following in {"impl", "trait", "extern"}:
                return self._container(start, attributes, visibility)
            if text in _FN_WORDS:
                qualifiers.append(text)
                self.i += 1
                if text == "extern" and self.kinds[self.i] == STRING:
                    self.i += 1
                continue
            if self.verus and text in _MODES and not mode and following != "!":
                self.i += 1
                mode = text
                if text == "spec" and self.texts[self.i] == "(":
                    close = self.skip_group()
                    mode = "spec(" + "".join(texts[self.i - 2 : close]) + ")"
                continue
            if qualifiers or mode or publish:
                raise self.unexpected("a function")
            return self._other(start, attributes, visibility, text)

    def _is_extern_fn(self) -> bool:
        after = self.i + 1
        if self.kinds[after] == STRING:
            after += 1
        return self.texts[after] == "fn" or self.texts[after] in _MODES

    def _other(
        self, start: int, attributes: list[ast.Attribute], visibility: str, text: str
    ) -> ast.Item:
        following = self.texts[self.i + 1]
        if text == "use":
            return self._use(start, attributes, visibility)
        if text == "mod":
            return self._mod(start, attributes, visibility)
        if text == "type":
            return self._type_alias(start, attributes, visibility)
        if self.verus and text == "global" and following in {"size_of", "layout"}:
            self._skip_to_semicolon()
            return ast.Global(start, self.i, attributes, visibility)
        if self.verus and text == "assume_specification":
            self._skip_to_semicolon()
            return ast.AssumeSpecification(start, self.i, attributes, visibility)
        if text == "macro_rules" and following == "!":
            self.i += 2
            name = self.name()
            self._skip_macro_group()
            return ast.MacroRules(start, self.i, attributes, visibility, name)
        if text == "macro":
            self.i += 1
            name = self.name()
            while self.texts[self.i] != "{":
                self.skip_group()
            self.skip_group()
            return ast.MacroRules(start, self.i, attributes, visibility, name)
        if (self.kinds[self.i] == IDENT and text not in KEYWORDS) or text == "::":
            return self._macro_item(start, attributes, visibility)
        raise self.unexpected("an item")

    def _skip_to_semicolon(self) -> None:
        """Step over tokens and groups up to and with `;`."""
        while self.texts[self.i] != ";":
            if self.i in self.closers:
                self.skip_group()
            elif self.texts[self.i] in {"", "}"}:
                raise self.unexpected("`;`")
            else:
                self.i += 1
        self.i += 1

    def _skip_macro_group(self) -> int:
        opening = self.texts[self.i]
        close = self.skip_group()
        if opening != "{":
            self.expect(";")
        return close

    # ------------------------------------------------------------------------------- macros

    def _macro_item(self, start: int, attributes: list[ast.Attribute], visibility: str) -> ast.Item:
        path = self.parse_path(in_type=False)
        if self.texts[self.i] != "!":
            raise self.unexpected("an item")
        if path.segments[-1].name != "verus" or self.verus:
            call = self.parse_macro_call(path)
            if self.texts[call.open] != "{":
                self.expect(";")
            return ast.MacroItem(start, self.i, attributes, visibility, call)
        self.i += 1
        opening = self.i
        close = self.closers.get(opening)
        if close is None:
            raise self.unexpected("an opening bracket")
        self.i += 1
        self.verus = True
        inner = self.parse_inner_attributes()
        items = self._items(self.texts[close])
        self.verus = False
        self.i = close + 1
        if self.texts[opening] != "{":
            self.expect(";")
        return ast.VerusMacro(
            start, self.i, attributes, visibility, path, opening, close, items, inner
        )

    # ---------------------------------------------------------------------------- functions

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

    # ------------------------------------------------------------------------ data, constants

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

    # --------------------------------------------------------------------------- containers

    def _container(self, start: int, attributes: list[ast.Attribute], visibility: str) -> ast.Item:
        unsafe = self.accept("unsafe")
        text = self.texts[self.i]
        self.i += 1
        if text == "extern":
            return self._extern(start, attributes, visibility)
        if text == "trait":
            name = self.name()
            generics = self.parse_generic_params()
            bounds = self.parse_bounds() if self.accept(":") else []
            where = self.parse_where(_BRACE)
            self.expect("{")
            items = self._items("}")
            self.i += 1
            return ast.Trait(
                start, self.i, attributes, visibility, unsafe, name, generics, bounds, where, items
            )
        generics = []
        if self.texts[self.i] == "<":
            generics = self.parse_generic_params()
        self.accept("const")
        negative = self.accept("!")
        self_type = self.parse_type(plus=False)
        trait: ast.Path | None = None
        if self.accept("for"):
            if not isinstance(self_type, ast.PathType):
                raise self.error("expected a trait", self_type.start)
            trait = self_type.path
            self_type = self.parse_type()
        where = self.parse_where(_BRACE)
        self.expect("{")
        inner = self.parse_inner_attributes()
        items = self._items("}")
        self.i += 1
        return ast.Impl(
            start, self.i, attributes, visibility, unsafe, generics, negative, trait, self_type,
            where, items, inner,
        )  # fmt: skip

    def _extern(self, start: int, attributes: list[ast.Attribute], visibility: str) -> ast.Item:
        if self.accept("crate"):
            name = alias = self.texts[self.i]
            self.i += 1
            if self.accept("as"):
                alias = self.texts[self.i]
                self.i += 1
            self.expect(";")
            return ast.ExternCrate(start, self.i, attributes, visibility, name, alias)
        if self.kinds[self.i] == STRING:
            self.i += 1
        if self.texts[self.i] != "{":
            raise self.unexpected("`{`")
        self.skip_group()
        return ast.ForeignMod(start, self.i, attributes, visibility)

    def _mod(self, start: int, attributes: list[ast.Attribute], visibility: str) -> ast.Item:
        self.i += 1
        name = self.name()
        if self.accept(";"):
            return ast.Mod(start, self.i, attributes, visibility, name, None, [])
        self.expect("{")
        inner = self.parse_inner_attributes()
        items = self._items("}")
        self.i += 1
        return ast.Mod(start, self.i, attributes, visibility, name, items, inner)

    # ------------------------------------------------------------------------ use, broadcast

    def _use(self, start: int, attributes: list[ast.Attribute], visibility: str) -> ast.Item:
        self.i += 1
        leading = self.accept("::")
        leaves: list[ast.UseLeaf] = []
        self._use_tree((), leaves)
        self.expect(";")
        return ast.Use(start, self.i, attributes, visibility, leaves, leading)

    def _use_tree(self, prefix: tuple[str, ...], leaves: list[ast.UseLeaf]) -> None:
        self.enter()
        start = self.i
        texts = self.texts
        path = list(prefix)
        while True:
            text = texts[self.i]
            if text == "{":
                self.i += 1
                self.delimited("}", lambda: self._use_tree(tuple(path), leaves))
                break
            if text == "*":
                self.i += 1
                leaves.append(ast.UseLeaf(start, self.i, tuple(path), "*"))
                break
            if self.kinds[self.i] != IDENT or text in KEYWORDS:
                raise self.unexpected("a path")
            self.i += 1
            path.append(text)
            if self.accept("::"):
                continue
            alias = text
            if text == "self" and len(path) > 1:
                path.pop()
                alias = path[-1]
            if self.accept("as"):
                alias = texts[self.i]
                if self.kinds[self.i] != IDENT or (alias in KEYWORDS and alias != "_"):
                    raise self.unexpected("a name")
                self.i += 1
            leaves.append(ast.UseLeaf(start, self.i, tuple(path), alias))
            break
        self.depth -= 1

    def _broadcast(
        self, start: int, attributes: list[ast.Attribute], visibility: str, kind: str
    ) -> ast.Item:
        self.i += 2
        paths: list[ast.Path] = []

        def path() -> None:
            self.parse_outer_attributes()
            paths.append(self.parse_path(in_type=False))

        if kind == "group":
            name = self.name()
            self.expect("{")
            self.delimited("}", path)
            return ast.BroadcastGroup(start, self.i, attributes, visibility, name, paths)
        if self.accept("{"):
            self.delimited("}", path)
        else:
            path()
            while self.accept(",") and self.texts[self.i] != ";":
                path()
        self.expect(";")
        return ast.BroadcastUse(start, self.i, attributes, visibility, paths)
