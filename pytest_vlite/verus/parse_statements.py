"""Parsing of blocks, statements, control flow, clauses and Verus's ghost statements."""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus.cursor import words
from pytest_vlite.verus.parse_expressions import ExpressionParser
from pytest_vlite.verus.tokens import IDENT, LIFETIME

FN_CLAUSES = words(
    "requires recommends ensures default_ensures returns decreases opens_invariants no_unwind"
)
_LOOP_CLAUSES = words("invariant invariant_except_break invariant_ensures ensures decreases")
_REQUIRES = frozenset({"requires"})
_LIST_ENDS = FN_CLAUSES | _LOOP_CLAUSES | {";", "when", "via", "", "}", ")"}
_ITEM_WORDS = words(
    "fn struct enum use mod impl trait type static pub extern union macro_rules spec axiom exec "
    "open closed uninterp broadcast global const unsafe async proof ghost tracked"
)
_ALWAYS_ITEMS = words("fn struct enum use mod impl trait type static pub extern")
_ITEM_FOLLOWERS = words(
    "fn struct enum const static unsafe async extern impl trait proof spec exec axiom closed open "
    "group broadcast use"
)
# After a block these go on with the expression that it began.
_CONTINUED = frozenset({".", "?", "->"})
_BLOCK_STATEMENTS = frozenset({"{", "if", "match", "while", "loop", "for", "unsafe"})
_GHOST_CALLS = frozenset({"assume", "reveal", "reveal_with_fuel", "hide"})


class StatementParser(ExpressionParser):
    """Statements and what is made of blocks."""

    # ---------------------------------------------------------------------- blocks, statements

    def parse_block(self) -> ast.Block:
        """`{ statements }`, from `{`."""
        return self._block(self.i, "", "")

    def _block(self, start: int, keyword: str, label: str) -> ast.Block:
        self.enter()
        self.expect("{")
        saved, self.struct_allowed = self.struct_allowed, True
        attributes = self.parse_inner_attributes()
        statements: list[ast.Stmt] = []
        texts = self.texts
        while texts[self.i] != "}":
            statements.append(self._statement())
        self.i += 1
        self.struct_allowed = saved
        self.depth -= 1
        return ast.Block(start, self.i, statements, keyword, label, attributes)

    def _statement(self) -> ast.Stmt:
        start = self.i
        text = self.texts[start]
        if text == ";":
            self.i += 1
            return ast.EmptyStmt(start, self.i)
        if text in {"&&&", "|||"}:
            return self._junction(start, text)
        attributes = self.parse_outer_attributes() if text == "#" else []
        text = self.texts[self.i]
        if text == "let":
            return self._let(start, attributes)
        if text in _ITEM_WORDS and self._is_item(text):
            item = self.parse_item(attributes, start)
            return ast.ItemStmt(start, self.i, item)
        return self._expr_statement(start, attributes, text)

    def _is_item(self, text: str) -> bool:
        """Whether a word that can start an item does so here."""
        if text in _ALWAYS_ITEMS:
            return text != "static" or self.texts[self.i + 1] not in {"|", "||", "move"}
        following, kind = self.texts[self.i + 1], self.kinds[self.i + 1]
        if text == "const":
            return following != "{"
        if text in {"unsafe", "async"}:
            return following in {"fn", "impl", "trait", "extern", "unsafe"}
        if text == "union":
            return kind == IDENT and self.texts[self.i + 2] in {"{", "<"}
        if text == "macro_rules":
            return following == "!"
        if not self.verus:
            return False
        if text == "global":
            return following in {"size_of", "layout"}
        return following in _ITEM_FOLLOWERS or (
            text in {"spec", "open"}
            and following == "("
            and self.texts[self.i + 2] != ")"
            and self.texts[self.closers[self.i + 1] + 1] in _ITEM_FOLLOWERS
        )

    def _let(self, start: int, attributes: list[ast.Attribute]) -> ast.Stmt:
        self.i += 1
        mode = ""
        if (
            self.verus
            and self.texts[self.i] in {"ghost", "tracked"}
            and (self.kinds[self.i + 1] == IDENT or self.texts[self.i + 1] in {"(", "["})
        ):
            mode = self.texts[self.i]
            self.i += 1
        pattern = self.parse_pattern()
        declared = self.parse_type() if self.accept(":") else None
        value: ast.Expr | None = None
        orelse: ast.Block | None = None
        if self.accept("="):
            value = self.parse_expr()
            if self.accept("else"):
                orelse = self.parse_block()
        self.expect(";")
        return ast.Let(start, self.i, attributes, mode, pattern, declared, value, orelse)

    def _expr_statement(self, start: int, attributes: list[ast.Attribute], text: str) -> ast.Stmt:
        texts = self.texts
        expr_start = self.i
        self.enter()
        expr = self._block_statement(expr_start, text)
        bare_assert = isinstance(expr, ast.Assert) and expr.body is None
        if expr is not None and not bare_assert and texts[self.i] not in _CONTINUED:
            self.depth -= 1
            semi = self.accept(";")
            return ast.ExprStmt(start, self.i, attributes, expr, semi)
        if expr is None:
            expr = self.parse_expr()
            braced = isinstance(expr, ast.MacroCall) and texts[expr.open] == "{"
        else:
            expr = self.parse_postfix(expr_start, expr)
            expr = self.parse_binary_from(expr_start, expr, 1)
            braced = False
        self.depth -= 1
        semi = self.accept(";")
        if not semi and not braced and texts[self.i] != "}":
            raise self.unexpected("`;` or `}`")
        return ast.ExprStmt(start, self.i, attributes, expr, semi)

    def _block_statement(self, start: int, text: str) -> ast.Expr | None:
        """An expression that ends a statement with its block; None if none starts here."""
        if text in _BLOCK_STATEMENTS:
            if text == "{":
                return self.parse_block()
            return self.parse_block_like(start, text)
        if self.kinds[start] == LIFETIME:
            return self.parse_labelled(start)
        if self.kinds[start] != IDENT:
            return None
        if self.verus:
            following = self.texts[start + 1]
            ends_alone = text == "assert" or (text == "proof" and following == "{")
            ghost = self.parse_ghost_expr(start, text, following) if ends_alone else None
            if ghost is not None:
                return ghost
        at = start + 1
        while self.texts[at] == "::" and self.kinds[at + 1] == IDENT:
            at += 2
        if self.texts[at] == "!" and self.texts[at + 1] == "{":
            return self.parse_macro_call(self.parse_path(in_type=False))
        return None

    def _junction(self, start: int, op: str) -> ast.Stmt:
        """`&&& a &&& b` up to the end of its block."""
        operands: list[ast.Expr] = []
        while self.accept(op):
            operands.append(self.parse_expr())
        if self.texts[self.i] != "}":
            raise self.unexpected(f"`{op}` or `}}`")
        junction = ast.Junction(start, self.i, op, operands)
        return ast.ExprStmt(start, self.i, [], junction, False)

    # --------------------------------------------------------------------------- control flow

    def parse_labelled(self, start: int) -> ast.Expr:
        """From a label: loop or block."""
        label = self.texts[self.i]
        self.i += 1
        self.expect(":")
        text = self.texts[self.i]
        if text == "{":
            return self._block(start, "", label)
        if text not in {"while", "loop", "for"}:
            raise self.unexpected("a loop or block")
        return self._loop(start, text, label)

    def parse_block_like(self, start: int, text: str) -> ast.Expr:
        """From its keyword."""
        if text == "if":
            return self._if(start)
        if text == "match":
            return self._match(start)
        if text == "for" and self.texts[self.i + 1] == "<":
            return self.parse_closure(start)
        if text in {"while", "loop", "for"}:
            return self._loop(start, text, "")
        self.i += 1
        if text == "async" and self.accept("move"):
            text = "async move"
        if self.texts[self.i] != "{":
            raise self.unexpected("`{`")
        return self._block(start, text, "")

    def _condition(self) -> ast.Expr:
        """An expression in which a brace does not open a struct literal."""
        saved, self.struct_allowed = self.struct_allowed, False
        condition = self.parse_expr()
        self.struct_allowed = saved
        return condition

    def _if(self, start: int) -> ast.Expr:
        """An if with all its else branches, without recursion along the chain."""
        branches: list[tuple[int, ast.Expr, ast.Block]] = []
        orelse: ast.Expr | None = None
        while True:
            branch_start = self.i
            self.expect("if")
            condition = self._condition()
            branches.append((branch_start, condition, self.parse_block()))
            if not self.accept("else"):
                break
            if self.texts[self.i] != "if":
                orelse = self.parse_block()
                break
            self.link(len(branches))
        for branch_start, condition, then in reversed(branches):
            orelse = ast.If(branch_start, self.i, condition, then, orelse)
        assert orelse is not None
        orelse.start = start
        return orelse

    def _match(self, start: int) -> ast.Expr:
        self.i += 1
        scrutinee = self._condition()
        self.enter()
        self.expect("{")
        saved, self.struct_allowed = self.struct_allowed, True
        attributes = self.parse_inner_attributes()
        arms: list[ast.Arm] = []
        while self.texts[self.i] != "}":
            arms.append(self._arm())
        self.i += 1
        self.struct_allowed = saved
        self.depth -= 1
        return ast.Match(start, self.i, scrutinee, arms, attributes)

    def _arm(self) -> ast.Arm:
        start = self.i
        attributes = self.parse_outer_attributes()
        pattern = self.parse_pattern()
        guard = self.parse_expr() if self.accept("if") else None
        self.expect("=>")
        body_start = self.i
        text = self.texts[body_start]
        body = self._block_statement(body_start, text) if text == "{" else None
        if body is None:
            body = self.parse_expr()
        elif self.texts[self.i] in _CONTINUED:
            body = self.parse_postfix(body_start, body)
            body = self.parse_binary_from(body_start, body, 1)
        braced = isinstance(body, (ast.Block, ast.ProofBlock)) or text in _BLOCK_STATEMENTS
        braced = braced or isinstance(body, ast.AssertForall)
        braced = braced or (isinstance(body, ast.Assert) and body.body is not None)
        if not self.accept(",") and self.texts[self.i] != "}" and not braced:
            raise self.unexpected("`,` or `}`")
        return ast.Arm(start, self.i, attributes, pattern, guard, body)

    def _loop(self, start: int, keyword: str, label: str) -> ast.Expr:
        self.i += 1
        if keyword == "for":
            pattern = self.parse_pattern()
            self.expect("in")
            ghost_name = ""
            if self.verus and self.kinds[self.i] == IDENT and self.texts[self.i + 1] == ":":
                ghost_name = self.texts[self.i]
                self.i += 2
            iterable = self._condition()
            clauses = self._loop_clauses()
            body = self.parse_block()
            return ast.For(start, self.i, label, pattern, ghost_name, iterable, clauses, body)
        if keyword == "while":
            condition = self._condition()
            clauses = self._loop_clauses()
            body = self.parse_block()
            return ast.While(start, self.i, label, condition, clauses, body)
        clauses = self._loop_clauses()
        body = self.parse_block()
        return ast.Loop(start, self.i, label, clauses, body)

    def _loop_clauses(self) -> list[ast.Clause]:
        return self.parse_clauses(_LOOP_CLAUSES) if self.verus else []

    # -------------------------------------------------------------------------------- clauses

    def parse_clauses(self, keywords: frozenset[str], *, of_item: bool = False) -> list[ast.Clause]:
        """Clauses as long as one of `keywords` stands here.

        In those of an item, a block that a comma follows is a clause and not the body.
        """
        clauses: list[ast.Clause] = []
        saved, self.struct_allowed = self.struct_allowed, False
        while (keyword := self.texts[self.i]) in keywords:
            clauses.append(self._clause(keyword, of_item))
        self.struct_allowed = saved
        return clauses

    def _clause(self, keyword: str, of_item: bool) -> ast.Clause:
        start = self.i
        self.i += 1
        when: ast.Expr | None = None
        via: ast.Expr | None = None
        if keyword == "no_unwind":
            exprs: list[ast.Expr] = []
        elif keyword == "opens_invariants" and self.texts[self.i] in {"any", "none"}:
            self.i += 1
            exprs = []
        else:
            exprs = self._clause_list(of_item)
        if keyword in {"decreases", "no_unwind"} and self.accept("when"):
            when = self.parse_expr()
        if keyword in {"decreases", "recommends"} and self.accept("via"):
            via = self.parse_expr()
        return ast.Clause(start, self.i, keyword, exprs, when, via)

    def _clause_list(self, of_item: bool) -> list[ast.Expr]:
        """Expressions separated by commas, up to a body, `;` or the next clause."""
        exprs: list[ast.Expr] = []
        texts = self.texts
        while True:
            text = texts[self.i]
            if text in _LIST_ENDS:
                return exprs
            if text == "{" and not (of_item and texts[self.closers[self.i] + 1] == ","):
                return exprs
            if text == "#":
                self.parse_inner_attributes()
            exprs.append(self.parse_expr())
            if not self.accept(","):
                return exprs

    # --------------------------------------------------------------------- ghost statements

    def parse_ghost_expr(self, start: int, text: str, following: str) -> ast.Expr | None:
        """`assert`, `assume`, `reveal`, `proof {`; None if the word means none of these here."""
        if text == "assert":
            if following == "(":
                return self._assert(start)
            if following == "forall":
                return self._assert_forall(start)
            return None
        if text == "proof" and following == "{":
            self.i += 1
            body = self.parse_block()
            return ast.ProofBlock(start, self.i, body)
        if text in _GHOST_CALLS and following == "(":
            self.i += 2
            saved, self.struct_allowed = self.struct_allowed, True
            result: ast.Expr
            if text == "assume":
                condition = self.parse_expr()
                self.expect(")")
                result = ast.Assume(start, self.i, condition)
            else:
                path = self.parse_path(in_type=False)
                fuel: ast.Expr | None = None
                if self.accept(",") and self.texts[self.i] != ")":
                    fuel = self.parse_expr()
                    self.accept(",")
                self.expect(")")
                result = ast.Reveal(start, self.i, text, path, fuel)
            self.struct_allowed = saved
            return result
        if text == "proof_fn" and following in {"|", "||", "[", "move"}:
            return self.parse_closure(start)
        return None

    def _assert(self, start: int) -> ast.Expr:
        self.i += 2
        saved, self.struct_allowed = self.struct_allowed, True
        condition = self.parse_expr()
        self.struct_allowed = saved
        self.expect(")")
        prover = ""
        requires: list[ast.Clause] = []
        body: ast.Block | None = None
        if self.accept("by"):
            if self.accept("("):
                prover = self.name()
                self.expect(")")
            requires = self.parse_clauses(_REQUIRES)
            if self.texts[self.i] == "{":
                body = self.parse_block()
            elif not prover:
                raise self.unexpected("`{`")
        return ast.Assert(start, self.i, condition, prover, requires, body)

    def _assert_forall(self, start: int) -> ast.Expr:
        self.i += 2
        binders = self.parse_binders()
        triggers = self.parse_inner_attributes()
        saved, self.struct_allowed = self.struct_allowed, False
        condition = self.parse_expr()
        implies = self.parse_expr() if self.accept("implies") else None
        self.struct_allowed = saved
        self.expect("by")
        body = self.parse_block()
        return ast.AssertForall(start, self.i, binders, triggers, condition, implies, body)
