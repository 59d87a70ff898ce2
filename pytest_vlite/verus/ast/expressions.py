"""Expressions, and the ghost statements that are expressions in Verus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_vlite.verus.ast.nodes import Node

if TYPE_CHECKING:
    from pytest_vlite.verus.ast.items import Clause
    from pytest_vlite.verus.ast.paths import Attribute, GenericArg, Path
    from pytest_vlite.verus.ast.patterns import Pattern
    from pytest_vlite.verus.ast.statements import Stmt
    from pytest_vlite.verus.ast.types import Type


@dataclass(slots=True)
class Expr(Node):
    """Any expression."""


@dataclass(slots=True)
class Literal(Expr):
    """`text` as written with suffix; `kind` is "int", "float", "string", "char" or "bool"."""

    kind: str
    text: str


@dataclass(slots=True)
class PathExpr(Expr):
    """A variable, constant, function or unit variant."""

    path: Path


@dataclass(slots=True)
class Unary(Expr):
    """`op` is "-", "!", "*", "&" or "&mut" (also "&raw const", "&raw mut")."""

    op: str
    operand: Expr


@dataclass(slots=True)
class Binary(Expr):
    """A binary operator; "&&" and "||" are lazy."""

    op: str
    left: Expr
    right: Expr


@dataclass(slots=True)
class Chain(Expr):
    """`a <= b < c`: the conjunction of neighbours, `ops[i]` between operands i and i + 1."""

    ops: list[str]
    operands: list[Expr]


@dataclass(slots=True)
class Junction(Expr):
    """`&&& a &&& b` or `||| a ||| b`."""

    op: str
    operands: list[Expr]


@dataclass(slots=True)
class Assign(Expr):
    """`a = b`, `a += b`, ..."""

    op: str
    target: Expr
    value: Expr


@dataclass(slots=True)
class RangeExpr(Expr):
    """`a..b`, `a..=b`, either end optional."""

    op: str
    low: Expr | None
    high: Expr | None


@dataclass(slots=True)
class Cast(Expr):
    """`e as T`."""

    operand: Expr
    type: Type


@dataclass(slots=True)
class Is(Expr):
    """`e is Variant`; `negated` for `isnt` and `!is`."""

    operand: Expr
    variant: Type
    negated: bool


@dataclass(slots=True)
class Has(Expr):
    """`s has e`; `negated` for `hasnt` and `!has`."""

    operand: Expr
    element: Expr
    negated: bool


@dataclass(slots=True)
class Matches(Expr):
    """`e matches PAT`; its names are bound in what follows `==>`, `&&` or `&&&`."""

    operand: Expr
    pattern: Pattern


@dataclass(slots=True)
class Call(Expr):
    """`f(args)`."""

    function: Expr
    args: list[Expr]


@dataclass(slots=True)
class MethodCall(Expr):
    """`receiver.name::<generics>(args)`."""

    receiver: Expr
    name: str
    generics: list[GenericArg] | None
    args: list[Expr]


@dataclass(slots=True)
class Field(Expr):
    """`e.name`, `t.0`."""

    operand: Expr
    name: str


@dataclass(slots=True)
class ArrowField(Expr):
    """`e->name`, `e->0`."""

    operand: Expr
    name: str


@dataclass(slots=True)
class View(Expr):
    """`e@`."""

    operand: Expr


@dataclass(slots=True)
class Index(Expr):
    """`e[i]`."""

    operand: Expr
    index: Expr


@dataclass(slots=True)
class Try(Expr):
    """`e?`."""

    operand: Expr


@dataclass(slots=True)
class Await(Expr):
    """`e.await`."""

    operand: Expr


@dataclass(slots=True)
class Paren(Expr):
    """`(e)`."""

    inner: Expr


@dataclass(slots=True)
class Tuple(Expr):
    """`(a, b)`, `()`, `(a,)`."""

    items: list[Expr]


@dataclass(slots=True)
class Array(Expr):
    """`[a, b]`."""

    items: list[Expr]


@dataclass(slots=True)
class Repeat(Expr):
    """`[e; n]`."""

    item: Expr
    length: Expr


@dataclass(slots=True)
class StructLiteral(Expr):
    """`S { a: x, b, ..base }`; a shorthand field has a `PathExpr` of its own name as value."""

    path: Path
    names: list[str]
    values: list[Expr]
    base: Expr | None


@dataclass(slots=True)
class Block(Expr):
    """`{ .. }`, with `keyword` "unsafe", "const", "async" or "" and a label or ""."""

    statements: list[Stmt]
    keyword: str
    label: str
    attributes: list[Attribute]  # inner ones


@dataclass(slots=True)
class If(Expr):
    """`if cond { } else ..`; `orelse` is a Block, another If or None."""

    condition: Expr
    then: Block
    orelse: Expr | None


@dataclass(slots=True)
class LetCondition(Expr):
    """`let PAT = e` inside a condition."""

    pattern: Pattern
    value: Expr


@dataclass(slots=True)
class Arm(Node):
    """One arm of a match."""

    attributes: list[Attribute]
    pattern: Pattern
    guard: Expr | None
    body: Expr


@dataclass(slots=True)
class Match(Expr):
    """`match e { arms }`."""

    scrutinee: Expr
    arms: list[Arm]
    attributes: list[Attribute]


@dataclass(slots=True)
class While(Expr):
    """`while cond clauses { }`."""

    label: str
    condition: Expr
    clauses: list[Clause]
    body: Block


@dataclass(slots=True)
class Loop(Expr):
    """`loop clauses { }`."""

    label: str
    clauses: list[Clause]
    body: Block


@dataclass(slots=True)
class For(Expr):
    """`for pat in [ghost_name:] e clauses { }`."""

    label: str
    pattern: Pattern
    ghost_name: str
    iterable: Expr
    clauses: list[Clause]
    body: Block


@dataclass(slots=True)
class ClosureParam(Node):
    """One parameter of a closure or binder of a quantifier."""

    pattern: Pattern
    type: Type | None


@dataclass(slots=True)
class Closure(Expr):
    """`|x: T| -> R requires.. ensures.. { }` or `|x| e`; `keyword` "move", "proof_fn", "" ..."""

    keyword: str
    params: list[ClosureParam]
    result_name: Pattern | None
    result: Type | None
    clauses: list[Clause]
    body: Expr


@dataclass(slots=True)
class Quantifier(Expr):
    """`forall|x: T| body`; `kind` is "forall", "exists" or "choose"; `triggers` are `#![..]`."""

    kind: str
    binders: list[ClosureParam]
    triggers: list[Attribute]
    body: Expr


@dataclass(slots=True)
class Jump(Expr):
    """`return e`, `break 'l e`, `continue 'l`."""

    keyword: str
    label: str
    value: Expr | None


@dataclass(slots=True)
class Attributed(Expr):
    """`#[attr] e`."""

    attributes: list[Attribute]
    inner: Expr


@dataclass(slots=True)
class MacroCall(Expr):
    """`path!(..)`: the group is tokens `open` up to `close` (both delimiters themselves)."""

    path: Path
    open: int
    close: int
    args: list[Expr] | None
    repeat: bool  # `vec![e; n]`: args are e and n


# Ghost statements that are expressions in Verus.


@dataclass(slots=True)
class Assert(Expr):
    """`assert(e) by(prover) requires .. { proof }`; prover "" when there is none."""

    condition: Expr
    prover: str
    requires: list[Clause]
    body: Block | None


@dataclass(slots=True)
class AssertForall(Expr):
    """`assert forall|x| e implies f by { proof }`."""

    binders: list[ClosureParam]
    triggers: list[Attribute]
    condition: Expr
    implies: Expr | None
    body: Block


@dataclass(slots=True)
class Assume(Expr):
    """`assume(e)`."""

    condition: Expr


@dataclass(slots=True)
class Reveal(Expr):
    """`reveal(f)`, `reveal_with_fuel(f, n)`, `hide(f)`: see `keyword`."""

    keyword: str
    path: Path
    fuel: Expr | None


@dataclass(slots=True)
class ProofBlock(Expr):
    """`proof { .. }`."""

    body: Block
