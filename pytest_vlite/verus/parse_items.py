"""Parsing of items."""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus.cursor import KEYWORDS, MAX_HEIGHT
from pytest_vlite.verus.parse_data import DataParser
from pytest_vlite.verus.tokens import IDENT, STRING

_BRACE = frozenset({"{"})
_FN_WORDS = frozenset({"const", "async", "unsafe", "extern", "broadcast"})
_MODES = frozenset({"spec", "proof", "axiom", "exec", "ghost", "tracked"})


class ItemParser(DataParser):
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
