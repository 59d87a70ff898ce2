"""The executable tokens of a body: what is left when everything recognised as ghost is taken out.

It is a subtraction: all tokens of the body but the ranges of constructs known to leave no trace in
compiled code, or known to change nothing in it. Whatever is not recognised stays. Taken out are

- ghost statements: `proof { }`, `assert`, `assert forall`, `reveal`, `hide`, `calc!` and the assert
  macros, `let ghost`, `broadcast use`;
- clauses of loops and closures, the ghost name of a `for` loop, attributes that guide the proof;
- additions that change nothing: an `else` whose block is empty, an `if` of which every branch is
  empty and every condition free of effects, lone semicolons, the comma after the last element or
  behind an arm's block;
- dead variables, where the caller names the candidates: a `let` or assignment whose value is free
  of effects, of a variable that no remaining token reads.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from pytest_vlite.verus import ast
from pytest_vlite.verus.cursor import KEYWORDS, words
from pytest_vlite.verus.tokens import IDENT, TokenStream

GUIDING_ATTRIBUTES = frozenset(
    {
        "verifier::loop_isolation",
        "verifier::spinoff_prover",
        "verifier::rlimit",
        "verifier::nonlinear",
        "verifier::truncate",
        "allow",
        "doc",
    }
)
"""Attributes that may be added to or taken from code: they guide the proof and nothing else."""

GHOST_STATEMENT_MACROS = words(
    "calc assert_seqs_equal assert_sets_equal assert_maps_equal assert_multisets_equal "
    "assert_by_contradiction"
)
_MOST_PASSES = 20
_GHOST_EXPRESSIONS = (ast.Assert, ast.AssertForall, ast.ProofBlock, ast.Reveal)
_PURE_METHODS = words(
    "len clone is_empty is_some is_none is_ok is_err unwrap abs unsigned_abs min max pow get_char "
    "unicode_len as_str to_vec leading_zeros trailing_zeros count_ones"
)
_PURE_FUNCTIONS = frozenset({"Vec::new", "String::new", "Some", "Ok", "Err", "Ghost"})
_PURE_UNARY = frozenset({"-", "!", "*", "&"})


@dataclass(slots=True)
class Executable:
    """The executable tokens of a body, as indices into the stream."""

    stream: TokenStream
    indices: list[int]

    def texts(self) -> list[str]:
        """The tokens themselves."""
        texts = self.stream.texts
        return [texts[index] for index in self.indices]


def is_ghost_attribute(attribute: ast.Attribute, stream: TokenStream) -> bool:
    """Whether an attribute is one that guides the proof, in either spelling."""
    return attribute_name(attribute, stream) in GUIDING_ATTRIBUTES


def attribute_name(attribute: ast.Attribute, stream: TokenStream) -> str:
    """The path of an attribute; `#[verifier(x)]` with one argument counts as `verifier::x`."""
    opening = attribute.start + (4 if attribute.inner else 3)
    if attribute.path == "verifier" and "," not in stream.texts[opening : attribute.end]:
        return f"verifier::{stream.texts[opening + 1]}"
    return attribute.path


def executable(
    stream: TokenStream, body: ast.Node, dead: Set[str] = frozenset(), own: Set[str] = frozenset()
) -> Executable:
    """What of a body is executable; `dead` variables are taken out with what is assigned to them.

    `own` are names of functions of the program itself, which are not the library's of that name.
    """
    dropper = _Dropper(stream, dead, own)
    dropper.visit(body)
    return Executable(stream, dropper.remaining(body.start, body.end))


def executable_without_dead(
    stream: TokenStream, body: ast.Node, fresh: Set[str], own: Set[str]
) -> tuple[Executable, frozenset[str]]:
    """As `executable`, for the largest set of dead variables among `fresh` names; and that set.

    A variable is dead if every token of its name goes with a `let` or assignment without effect.
    """
    dead = frozenset(fresh)
    for _ in range(_MOST_PASSES):
        result = executable(stream, body, dead, own)
        if not dead:
            return result, dead
        texts = stream.texts
        alive = {texts[index] for index in result.indices} & dead
        if not alive:
            return result, dead
        dead -= alive
    # More passes are asked for only by programs made to ask for them.
    return executable(stream, body, frozenset(), own), frozenset()


def declared_names(body: ast.Node) -> frozenset[str]:
    """Names of the plain variables that executable `let` statements of a body declare."""
    return frozenset(
        node.pattern.name
        for node in ast.walk(body)
        if isinstance(node, ast.Let)
        and node.mode == ""
        and isinstance(node.pattern, ast.NamePattern)
    )


class _Dropper:
    """Collects the ranges that go."""

    def __init__(self, stream: TokenStream, dead: Set[str], own: Set[str]) -> None:
        self.stream = stream
        self.texts = stream.texts
        self.dead = dead
        self.own = own
        self.ranges: list[tuple[int, int]] = []

    def remaining(self, start: int, end: int) -> list[int]:
        """The indices from `start` to `end` that no range takes, trailing commas aside."""
        kept: list[int] = []
        position = start
        for low, high in sorted(self.ranges):
            if low > position:
                kept.extend(range(position, low))
            position = max(position, high)
        kept.extend(range(position, end))
        return self._without_trailing_commas(kept)

    def _without_trailing_commas(self, kept: list[int]) -> list[int]:
        texts = self.texts
        return [
            index
            for at, index in enumerate(kept)
            if texts[index] != ","
            or at + 1 == len(kept)
            or not self._is_trailing(index, texts[kept[at + 1]])
        ]

    def _is_trailing(self, comma: int, following: str) -> bool:
        """Whether the comma ends a list in which it means nothing."""
        if following in {"]", "}"}:
            return True
        if following != ")":
            return False
        # `(x,)` is a tuple unless it holds the arguments of something.
        depth = 0
        texts = self.texts
        index = comma - 1
        while index >= 0:
            text = texts[index]
            if text in {")", "]", "}"}:
                depth += 1
            elif text in {"(", "[", "{"}:
                if depth == 0:
                    break
                depth -= 1
            elif text == "," and depth == 0:
                return True  # at least two elements
            index -= 1
        before = index - 1
        return texts[before] in {")", "]", ">", "?"} or (
            self.stream.kinds[before] == IDENT and texts[before] not in KEYWORDS
        )

    def drop(self, start: int, end: int) -> None:
        """Take tokens out."""
        if end > start:
            self.ranges.append((start, end))

    # -------------------------------------------------------------------------- walking

    def visit(self, root: ast.Node) -> None:
        """Collect the ranges of a node and all below it."""
        stack: list[ast.Node] = [root]
        while stack:
            node = stack.pop()
            match node:
                case ast.Block():
                    self._attributes(node.attributes)
                    for statement in node.statements:
                        if self.statement_goes(statement):
                            self.drop(statement.start, statement.end)
                        else:
                            stack.append(statement)
                    continue
                case ast.Let() | ast.ExprStmt() | ast.Attributed():
                    self._attributes(node.attributes)
                case ast.While() | ast.Loop() | ast.Closure():
                    for clause in node.clauses:
                        self.drop(clause.start, clause.end)
                case ast.For():
                    for clause in node.clauses:
                        self.drop(clause.start, clause.end)
                    if node.ghost_name:
                        self.drop(node.iterable.start - 2, node.iterable.start)
                case ast.If():
                    if node.orelse is not None and self._branch_is_empty(node.orelse):
                        self.drop(node.then.end, node.orelse.end)
                        stack += [node.condition, node.then]
                        continue
                case ast.Arm():
                    if isinstance(node.body, ast.Block) and node.end > node.body.end:
                        self.drop(node.body.end, node.end)
            stack.extend(ast.children(node))

    def _attributes(self, attributes: list[ast.Attribute]) -> None:
        for attribute in attributes:
            if is_ghost_attribute(attribute, self.stream):
                self.drop(attribute.start, attribute.end)

    # ----------------------------------------------------------------------- statements

    def statement_goes(self, statement: ast.Stmt) -> bool:
        """Whether a statement as a whole leaves no trace or changes nothing."""
        match statement:
            case ast.EmptyStmt():
                return True
            case ast.ItemStmt():
                return isinstance(statement.item, ast.BroadcastUse)
            case ast.Let():
                if statement.mode == "ghost":
                    return statement.orelse is None
                return (
                    statement.mode == ""
                    and isinstance(statement.pattern, ast.NamePattern)
                    and statement.pattern.name in self.dead
                    and statement.pattern.sub is None
                    and not statement.pattern.by_ref
                    and statement.orelse is None
                    and (statement.value is None or self.is_pure(statement.value))
                )
            case ast.ExprStmt():
                return self._expression_goes(statement.expr)
        return False

    def _expression_goes(self, expr: ast.Expr) -> bool:
        if isinstance(expr, _GHOST_EXPRESSIONS):
            return True
        match expr:
            case ast.MacroCall():
                return expr.path.segments[-1].name in GHOST_STATEMENT_MACROS
            case ast.If():
                return self._branch_is_empty(expr)
            case ast.Assign(target=ast.PathExpr(path=path)):
                return path.text in self.dead and self.is_pure(expr.value)
        return False

    def _branch_is_empty(self, branch: ast.Expr) -> bool:
        """Whether a block, or every branch of an if, does nothing, and conditions are pure."""
        while isinstance(branch, ast.If):
            if not (self.is_pure(branch.condition) and self._block_is_empty(branch.then)):
                return False
            if branch.orelse is None:
                return True
            branch = branch.orelse
        return isinstance(branch, ast.Block) and self._block_is_empty(branch)

    def _block_is_empty(self, block: ast.Block) -> bool:
        return (
            not block.label
            and not block.keyword
            and all(self.statement_goes(statement) for statement in block.statements)
        )

    # --------------------------------------------------------------------------- purity

    def is_pure(self, expr: ast.Expr) -> bool:
        """Whether an expression, once verified, does nothing but give a value."""
        match expr:
            case ast.Literal() | ast.PathExpr():
                return True
            case ast.Unary():
                return expr.op in _PURE_UNARY and self.is_pure(expr.operand)
            case ast.Binary():
                return self.is_pure(expr.left) and self.is_pure(expr.right)
            case ast.Cast() | ast.Field():
                return self.is_pure(expr.operand)
            case ast.Paren():
                return self.is_pure(expr.inner)
            case ast.Attributed():
                return self.is_pure(expr.inner)
            case ast.Tuple() | ast.Array():
                return all(self.is_pure(item) for item in expr.items)
            case ast.Index():
                return self.is_pure(expr.operand) and self.is_pure(expr.index)
            case ast.MethodCall():
                return (
                    expr.name in _PURE_METHODS
                    and expr.name not in self.own
                    and self.is_pure(expr.receiver)
                    and all(self.is_pure(arg) for arg in expr.args)
                )
            case ast.Call(function=ast.PathExpr(path=path)):
                if path.text == "Ghost":
                    return True  # the argument is not evaluated
                return path.text in _PURE_FUNCTIONS and all(self.is_pure(a) for a in expr.args)
            case ast.If():
                return (
                    self.is_pure(expr.condition)
                    and self._is_pure_block(expr.then)
                    and (expr.orelse is None or self.is_pure(expr.orelse))
                )
            case ast.Block():
                return self._is_pure_block(expr)
        return False

    def _is_pure_block(self, block: ast.Block) -> bool:
        if block.label or block.keyword:
            return False
        return all(
            self.statement_goes(statement)
            or (
                isinstance(statement, ast.ExprStmt)
                and not statement.semi
                and self.is_pure(statement.expr)
            )
            for statement in block.statements
        )
