"""Parsing of operators, operands, calls, closures, quantifiers and macro calls."""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus.cursor import KEYWORDS, words
from pytest_vlite.verus.parse_patterns import PatternParser
from pytest_vlite.verus.tokens import CHAR, FLOAT, IDENT, INT, LIFETIME, STRING

_LITERALS = {INT: "int", FLOAT: "float", STRING: "string", CHAR: "char"}

# How tightly infix operators bind; `<` and `>` are refined by what is adjacent to them.
_EQUIVALENT, _EXPLIES, _IMPLIES, _COMPARE, _SHIFT, _CAST, _IS = 1, 2, 3, 6, 10, 13, 14
_BINDING = {
    "<==>": _EQUIVALENT,
    "<==": _EXPLIES,
    "==>": _IMPLIES,
    "||": 4,
    "&&": 5,
    **dict.fromkeys(
        ("==", "!=", "<", "<=", ">", ">=", "===", "!==", "=~=", "!~=", "=~~=", "!~~="), _COMPARE
    ),
    "|": 7,
    "^": 8,
    "&": 9,
    "<<": _SHIFT,
    ">>": _SHIFT,
    "+": 11,
    "-": 11,
    "*": 12,
    "/": 12,
    "%": 12,
    "as": _CAST,
    "is": _IS,
    "isnt": _IS,
    "has": _IS,
    "hasnt": _IS,
    "matches": _IS,
    "!": _IS,  # only before `is` and `has`
}
_WORD_OPERATORS = frozenset({"is", "isnt", "has", "hasnt", "matches"})
_RANGES = frozenset({"..", "..=", "..."})
_ASSIGNMENTS = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|="})
_AFTER_BINARY = frozenset({*_RANGES, *_ASSIGNMENTS, "<", ">"})
_PREFIXES = frozenset({"-", "!", "*"})
_POSTFIXES = frozenset({".", "(", "[", "?", "@", "->"})
_QUANTIFIERS = frozenset({"forall", "exists", "choose"})
# Tokens that cannot start an expression: the operand of a jump or the end of a range is absent.
_NO_OPERAND = frozenset({")", "]", "}", ",", ";", "=>", "else", "..", ""})
_CLOSURE_CLAUSES = frozenset({"requires", "ensures"})
_BLOCK_WORDS = frozenset({"if", "match", "while", "loop", "for", "unsafe", "const", "async"})

EXPRESSION_MACROS = words(
    "vec seq set assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne print "
    "println eprint eprintln format write writeln panic unreachable unimplemented todo"
)
"""Macros whose arguments are expressions, parsed into `MacroCall.args`."""


class ExpressionParser(PatternParser):
    """Expressions, but for those made of blocks (see `statements`)."""

    # ------------------------------------------------------------------------------ operators

    def parse_expr(self) -> ast.Expr:
        """Any expression: assignment and ranges bind least."""
        start = self.i
        if self.texts[start] in _RANGES:
            self.i += 1
            high = None if self._no_operand() else self.parse_binary(_EQUIVALENT)
            return ast.RangeExpr(start, self.i, self.texts[start], None, high)
        left = self.parse_binary(_EQUIVALENT)
        op = self.texts[self.i]
        if op not in _AFTER_BINARY:
            return left
        if op in _RANGES:
            self.i += 1
            end = None if self._no_operand() else self.parse_binary(_EQUIVALENT)
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

    def _no_operand(self) -> bool:
        text = self.texts[self.i]
        return text in _NO_OPERAND or (text == "{" and not self.struct_allowed)

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
            binding = _BINDING.get(op)
            if binding is None:
                return left
            width = 1
            if op == "<":
                if texts[self.i + 1] in {"<", "<="} and self.stream.adjacent(self.i):
                    if texts[self.i + 1] == "<=":
                        return left
                    op, width, binding = "<<", 2, _SHIFT
            elif op == ">":
                op = self._greater(self.i)
                if op == ">>=":
                    return left
                width = len(op)
                if op == ">>":
                    binding = _SHIFT
            elif op == "!" and texts[self.i + 1] not in {"is", "has"}:
                return left
            if binding < lowest:
                return left
            links += 1
            self.link(links)
            if binding == _COMPARE:
                left = self._comparison(start, left, op, width)
            elif binding >= _CAST:
                left = self._word_operator(start, left, op)
            else:
                self.i += width
                right = self.parse_binary(binding if binding == _IMPLIES else binding + 1)
                left = ast.Binary(start, self.i, op, left, right)
                if binding == _EQUIVALENT and texts[self.i] == "<==>":
                    raise self.error("`<==>` does not chain: parentheses are needed")

    def _comparison(self, start: int, left: ast.Expr, op: str, width: int) -> ast.Expr:
        """A comparison, or a chain of them; from the first operator."""
        self.i += width
        right = self.parse_binary(_COMPARE + 1)
        texts = self.texts
        if _BINDING.get(texts[self.i]) != _COMPARE:
            return ast.Binary(start, self.i, op, left, right)
        ops, operands = [op], [left, right]
        while _BINDING.get(op := texts[self.i]) == _COMPARE:
            if op == "<" and texts[self.i + 1] == "<=" and self.stream.adjacent(self.i):
                break
            if op == ">":
                op = self._greater(self.i)
                if op == ">>=":
                    break
            self.i += len(op) if op.startswith(">") else 1
            ops.append(op)
            operands.append(self.parse_binary(_COMPARE + 1))
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
            element = self.parse_binary(_IS + 1)
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
        lowest = _BINDING[op]
        right_start = self.i
        right = self.parse_binary_from(right_start, self.parse_unary(), lowest)
        return ast.Binary(start, self.i, op, matches, right)

    # ------------------------------------------------------------------------------- operands

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

    # -------------------------------------------------------------- jumps, closures, binders

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
        value = self.parse_binary(_COMPARE)
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

    # ----------------------------------------------------------------- attributes and macros

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
