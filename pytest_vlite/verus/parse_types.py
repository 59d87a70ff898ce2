"""Parsing of paths, generic arguments and parameters, bounds and types."""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus.cursor import KEYWORDS, Cursor
from pytest_vlite.verus.tokens import CHAR, FLOAT, IDENT, INT, LIFETIME, STRING

_LITERALS = frozenset({INT, FLOAT, STRING, CHAR})
_GHOST_FN_TYPES = frozenset({"spec_fn", "proof_fn", "FnSpec"})


class TypeParser(Cursor):
    """Paths and types."""

    # Paths.

    def parse_path(self, *, in_type: bool, keyword_ok: bool = False) -> ast.Path:
        """A path; in a type generic arguments follow a name directly, else after `::`.

        `keyword_ok` lets the first name be a keyword that the caller has judged.
        """
        start = self.i
        texts = self.texts
        if texts[start] == "<":
            return self._qualified_path(start, in_type)
        leading = self.accept("::")
        segments: list[ast.Segment] = []
        self._segments(segments, in_type, keyword_ok)
        return ast.Path(start, self.i, segments, leading, None, 0)

    def _qualified_path(self, start: int, in_type: bool) -> ast.Path:
        self.expect("<")
        self.enter()
        qself = self.parse_type()
        segments: list[ast.Segment] = []
        if self.accept("as"):
            self.accept("::")
            self._segments(segments, True, False)
        as_segments = len(segments)
        self.expect(">")
        self.expect("::")
        self._segments(segments, in_type, False)
        self.depth -= 1
        return ast.Path(start, self.i, segments, False, qself, as_segments)

    def _segments(self, segments: list[ast.Segment], in_type: bool, keyword_ok: bool) -> None:
        texts, kinds = self.texts, self.kinds
        while True:
            start = self.i
            name = texts[start]
            if kinds[start] != IDENT or (name in KEYWORDS and not keyword_ok):
                raise self.unexpected("a name")
            keyword_ok = False
            self.i = start + 1
            generics: list[ast.GenericArg] | None = None
            following = texts[start + 1]
            if following == "<":
                if in_type:
                    generics = self.parse_generic_args()
            elif following == "::" and texts[start + 2] == "<":
                self.i = start + 2
                generics = self.parse_generic_args()
            segments.append(ast.Segment(start, self.i, name, generics))
            if texts[self.i] != "::" or kinds[self.i + 1] != IDENT:
                return
            self.i += 1

    def parse_generic_args(self) -> list[ast.GenericArg]:
        """`<A, 'a, 3, Item = T>`, from `<`."""
        self.expect("<")
        args: list[ast.GenericArg] = []
        self.delimited(">", lambda: args.append(self._generic_arg()))
        return args

    def _generic_arg(self) -> ast.GenericArg:
        start = self.i
        text, kind = self.texts[start], self.kinds[start]
        if kind == LIFETIME:
            self.i += 1
            return ast.GenericArg(start, self.i, "lifetime", text, None)
        if kind in _LITERALS or text in {"-", "{", "true", "false"}:
            value = self.parse_unary()
            return ast.GenericArg(start, self.i, "const", "", value)
        if kind == IDENT and self.texts[start + 1] == "=":
            self.i += 2
            bound_type = self.parse_type()
            return ast.GenericArg(start, self.i, "binding", text, bound_type)
        if kind == IDENT and self.texts[start + 1] == ":":
            self.i += 2
            bounds = self.parse_bounds()
            return ast.GenericArg(start, self.i, "bound", text, bounds)
        type_arg = self.parse_type()
        return ast.GenericArg(start, self.i, "type", "", type_arg)

    # Types.

    def parse_type(self, *, plus: bool = True) -> ast.Type:
        """A type; without `plus`, bounds of impl and dyn stop at the first `+`."""
        self.enter()
        start = self.i
        text = self.texts[start]
        if self.kinds[start] == IDENT or text in {"<", "::"}:
            result = self._named_type(start, text, plus)
        elif text in {"&", "&&"}:
            result = self._reference(start, text)
        elif text == "(":
            result = self._tuple_type(start)
        elif text == "[":
            self.i += 1
            item = self.parse_type()
            length = self.parse_expr() if self.accept(";") else None
            self.expect("]")
            result = ast.ArrayType(start, self.i, item, length)
        elif text == "*":
            self.i += 1
            keyword = self.texts[self.i]
            if keyword not in {"const", "mut"}:
                raise self.unexpected("`const` or `mut`")
            self.i += 1
            inner = self.parse_type(plus=False)
            result = ast.PointerType(start, self.i, keyword == "mut", inner)
        elif text == "!":
            self.i += 1
            result = ast.NeverType(start, self.i)
        else:
            raise self.unexpected("a type")
        self.depth -= 1
        return result

    def _named_type(self, start: int, text: str, plus: bool) -> ast.Type:
        texts = self.texts
        if text == "_":
            self.i += 1
            return ast.InferType(start, self.i)
        if text in {"impl", "dyn"}:
            self.i += 1
            bounds = self.parse_bounds(plus=plus)
            return ast.BoundsType(start, self.i, text, bounds)
        if text in {"fn", "unsafe", "extern", "for"}:
            return self._fn_pointer(start)
        if text in _GHOST_FN_TYPES and texts[start + 1] in (
            {"("} if text == "FnSpec" else {"(", "<", "["}
        ):
            self.i += 1
            if texts[self.i] == "<":
                self.parse_generic_args()
            if texts[self.i] == "[":
                self.skip_group()
            return self._fn_signature(start, text)
        path = self.parse_path(in_type=True)
        following = texts[self.i]
        if following == "(" and path.segments[-1].generics is None:
            return self._fn_signature(start, path.segments[-1].name)
        if following == "!" and texts[self.i + 1] in {"(", "[", "{"}:
            call = self.parse_macro_call(path)
            return ast.MacroType(start, self.i, call)
        return ast.PathType(start, self.i, path)

    def _reference(self, start: int, text: str) -> ast.Type:
        self.i += 1
        if text == "&&":  # two references; the tokens of both are this one
            inner_start = start
            inner = self._reference_rest(inner_start)
            return ast.RefType(start, self.i, "", False, inner)
        return self._reference_rest(start)

    def _reference_rest(self, start: int) -> ast.RefType:
        lifetime = ""
        if self.kinds[self.i] == LIFETIME:
            lifetime = self.texts[self.i]
            self.i += 1
        mutable = self.accept("mut")
        inner = self.parse_type(plus=False)
        return ast.RefType(start, self.i, lifetime, mutable, inner)

    def _tuple_type(self, start: int) -> ast.Type:
        self.expect("(")
        items: list[ast.Type] = []
        trailing = self.delimited(")", lambda: items.append(self.parse_type()))
        if len(items) == 1 and not trailing:
            return ast.ParenType(start, self.i, items[0])
        return ast.TupleType(start, self.i, items)

    def _fn_pointer(self, start: int) -> ast.Type:
        self.skip_for_lifetimes()
        self.accept("unsafe")
        if self.accept("extern") and self.kinds[self.i] == STRING:
            self.i += 1
        if self.texts[self.i] != "fn":  # `for<'a> Trait<'a>` in bounds position
            path = self.parse_path(in_type=True)
            if self.texts[self.i] == "(":
                return self._fn_signature(start, path.segments[-1].name)
            return ast.PathType(start, self.i, path)
        self.i += 1
        return self._fn_signature(start, "fn")

    def _fn_signature(self, start: int, name: str) -> ast.FnType:
        """From `(`: parameter types and result."""
        self.expect("(")
        params: list[ast.Type] = []

        def param() -> None:
            if self.kinds[self.i] == IDENT and self.texts[self.i + 1] == ":":
                self.i += 2
            elif self.verus and self.texts[self.i] == "tracked":
                self.i += 1
            params.append(self.parse_type())

        self.delimited(")", param)
        result: ast.Type | None = None
        if self.accept("->"):
            if self.verus and self.texts[self.i] == "tracked":
                self.i += 1
            result = self.parse_type(plus=False)
        return ast.FnType(start, self.i, name, params, result)

    # Bounds and generic parameters.

    def skip_for_lifetimes(self) -> None:
        """Step over `for<'a, 'b>` if it stands here."""
        if self.texts[self.i] == "for" and self.texts[self.i + 1] == "<":
            self.i += 1
            self.parse_generic_params()

    def parse_bounds(self, *, plus: bool = True) -> list[ast.Bound]:
        """`'a + Trait + ?Sized`, possibly empty."""
        bounds: list[ast.Bound] = []
        while True:
            start = self.i
            text = self.texts[start]
            if self.kinds[start] == LIFETIME:
                self.i += 1
                bounds.append(ast.Bound(start, self.i, text, None))
            elif text == "(":
                self.i += 1
                bounds.extend(self.parse_bounds())
                self.expect(")")
            elif text == "use" and self.texts[start + 1] == "<":
                self.i += 1
                self.parse_generic_args()
                bounds.append(ast.Bound(start, self.i, "use", None))
            elif text in {"?", "<", "::", "for"} or (
                self.kinds[start] == IDENT and text not in KEYWORDS
            ):
                self.accept("?")
                self.skip_for_lifetimes()
                trait = self.parse_type(plus=False)
                bounds.append(ast.Bound(start, self.i, "", trait))
            else:
                return bounds
            if not plus or not self.accept("+"):
                return bounds

    def parse_generic_params(self) -> list[ast.GenericParam]:
        """`<'a: 'b, T: Bound = D, const N: usize>` if it stands here, else an empty list."""
        params: list[ast.GenericParam] = []
        if self.accept("<"):
            self.delimited(">", lambda: params.append(self._generic_param()))
        return params

    def _generic_param(self) -> ast.GenericParam:
        self.parse_outer_attributes()
        start = self.i
        if self.kinds[start] == LIFETIME:
            self.i += 1
            bounds = self.parse_bounds() if self.accept(":") else []
            return ast.GenericParam(
                start, self.i, "lifetime", self.texts[start], bounds, None, None
            )
        default: ast.Type | ast.Expr | None = None
        if self.accept("const"):
            name = self.name()
            self.expect(":")
            const_type = self.parse_type()
            if self.accept("="):
                default = self.parse_unary()
            return ast.GenericParam(start, self.i, "const", name, [], const_type, default)
        name = self.name()
        bounds = self.parse_bounds() if self.accept(":") else []
        if self.accept("="):
            default = self.parse_type()
        return ast.GenericParam(start, self.i, "type", name, bounds, None, default)

    def parse_where(self, stops: frozenset[str]) -> list[ast.WherePredicate]:
        """`where T: Bound, ..` if it stands here, up to one of the `stops`."""
        predicates: list[ast.WherePredicate] = []
        if not self.accept("where"):
            return predicates
        while self.texts[self.i] not in stops:
            start = self.i
            bounded: ast.Type | None = None
            if self.kinds[start] == LIFETIME:
                self.i += 1
            else:
                self.skip_for_lifetimes()
                bounded = self.parse_type()
            self.expect(":")
            bounds = self.parse_bounds()
            predicates.append(ast.WherePredicate(start, self.i, bounded, bounds))
            if not self.accept(","):
                break
        return predicates
