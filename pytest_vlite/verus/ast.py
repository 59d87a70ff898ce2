"""The syntax tree.

Every node has `start` and `end`: the half-open range of its tokens in the `TokenStream` of the
file (`File.stream`), so `stream.source(node.start, node.end)` is its text and
`stream.position(node.start)` its line and column. Nothing is desugared and parentheses are kept
(`Paren`), so a tree says exactly what was written.

How to read it:
- `File.items` are the items of the file; a `verus! { .. }` call is a `VerusMacro` item whose
  `items` were parsed as Verus. Every other macro call is a `MacroCall` (also as an item or a
  statement, wrapped in `MacroItem` / `ExprStmt`).
- A function is `Fn`: `mode` is "spec", "proof", "axiom", "exec" or "" (exec by default);
  `clauses` holds requires, ensures, returns, decreases, ... in the order written, each with its
  expressions; `body` is a `Block` or None. The last statement of a block without semicolon is its
  value: an `ExprStmt` with `semi` False.
- Operators: `Binary` (with "==>", "<==", "<==>", "===", "!==", "=~=", ... among the operators),
  `Chain` for `a <= b < c` (at least two comparisons), `Junction` for a `&&&` or `|||` list,
  `Unary`, `Cast`, `Is`, `Has`, `Matches`, `View` (`e@`), `Field` (`e.name`, `t.0`), `ArrowField`
  (`e->name`), `Quantifier` (forall, exists, choose), `Closure`.
- Verus statements are expressions too: `Assert`, `AssertForall`, `Assume`, `Reveal`, `ProofBlock`;
  `let ghost` is a `Let` with mode "ghost".
- Attributes on an expression (`#[trigger] e`) wrap it: `Attributed`.
- A macro call has `args` when its name is one whose arguments are expressions (`vec!`, `seq!`,
  `assert!`, `println!`, ...), else only the token range of its group.

Node classes are plain; tell them apart by `isinstance` or `match`; `walk` gives all below one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from pytest_vlite.verus.tokens import TokenStream


@dataclass(slots=True)
class Node:
    """Any node: tokens `start` up to and without `end`."""

    start: int
    end: int


# ---------------------------------------------------------------------------- names and attributes


@dataclass(slots=True)
class Attribute(Node):
    """`#[path ..]` or, with `inner`, `#![path ..]`; `args` are trigger terms where it is one."""

    path: str
    inner: bool
    args: list[Expr]


@dataclass(slots=True)
class Segment(Node):
    """One part of a path with its generic arguments, if any (None: none written)."""

    name: str
    generics: list[GenericArg] | None


@dataclass(slots=True)
class Path(Node):
    """`a::b::<T>::c`; `qself` for `<T as Trait>::name` (`as_segments` segments belong to Trait)."""

    segments: list[Segment]
    leading: bool
    qself: Type | None
    as_segments: int

    @property
    def text(self) -> str:
        """The names joined by `::`, without generic arguments."""
        return "::".join([segment.name for segment in self.segments])


@dataclass(slots=True)
class GenericArg(Node):
    """`T`, `'a`, `3`, or `Item = T` / `Item: Bound` with `name`."""

    kind: str  # "type", "lifetime", "const", "binding", "bound"
    name: str
    value: Type | Expr | list[Bound] | None


# ------------------------------------------------------------------------------------------- types


@dataclass(slots=True)
class Type(Node):
    """Any type."""


@dataclass(slots=True)
class PathType(Type):
    """A named type. `Fn(A) -> B` and `spec_fn(A) -> B` are `FnType`s."""

    path: Path


@dataclass(slots=True)
class RefType(Type):
    """`&'a mut T`."""

    lifetime: str
    mutable: bool
    inner: Type


@dataclass(slots=True)
class PointerType(Type):
    """`*const T`, `*mut T`."""

    mutable: bool
    inner: Type


@dataclass(slots=True)
class TupleType(Type):
    """`(A, B)`, `()`, `(A,)`."""

    items: list[Type]


@dataclass(slots=True)
class ParenType(Type):
    """`(T)`."""

    inner: Type


@dataclass(slots=True)
class ArrayType(Type):
    """`[T; n]`, or `[T]` when `length` is None."""

    item: Type
    length: Expr | None


@dataclass(slots=True)
class FnType(Type):
    """`fn(A) -> B`, `Fn(A) -> B` (and FnMut, FnOnce), `spec_fn(A) -> B`, by `name`."""

    name: str
    params: list[Type]
    result: Type | None


@dataclass(slots=True)
class BoundsType(Type):
    """`impl A + B` or `dyn A + B`."""

    keyword: str
    bounds: list[Bound]


@dataclass(slots=True)
class NeverType(Type):
    """`!`."""


@dataclass(slots=True)
class InferType(Type):
    """`_`."""


@dataclass(slots=True)
class MacroType(Type):
    """A macro call in the place of a type."""

    call: MacroCall


@dataclass(slots=True)
class Bound(Node):
    """One bound of a generic parameter: a lifetime or a trait (with `?` or `for<..>` in range)."""

    lifetime: str
    type: Type | None


@dataclass(slots=True)
class GenericParam(Node):
    """`T: Bound = Default`, `'a: 'b`, `const N: usize = 1`."""

    kind: str  # "type", "lifetime", "const"
    name: str
    bounds: list[Bound]
    type: Type | None
    default: Type | Expr | None


@dataclass(slots=True)
class WherePredicate(Node):
    """`T: Bound` of a where clause; `type` is None for a lifetime."""

    type: Type | None
    bounds: list[Bound]


# ---------------------------------------------------------------------------------------- patterns


@dataclass(slots=True)
class Pattern(Node):
    """Any pattern."""


@dataclass(slots=True)
class NamePattern(Pattern):
    """`x`, `mut x`, `ref x`, `x @ sub`, `tracked x`. May also name a constant or unit variant."""

    name: str
    by_ref: bool
    mutable: bool
    sub: Pattern | None


@dataclass(slots=True)
class WildPattern(Pattern):
    """`_`."""


@dataclass(slots=True)
class RestPattern(Pattern):
    """`..` inside a tuple or slice pattern."""


@dataclass(slots=True)
class LiteralPattern(Pattern):
    """A literal, possibly negative."""

    value: Expr


@dataclass(slots=True)
class RangePattern(Pattern):
    """`a..=b`, `a..`, `..=b`."""

    low: Expr | None
    high: Expr | None
    op: str


@dataclass(slots=True)
class PathPattern(Pattern):
    """`A::B`."""

    path: Path


@dataclass(slots=True)
class TuplePattern(Pattern):
    """`(a, b)`."""

    items: list[Pattern]


@dataclass(slots=True)
class ParenPattern(Pattern):
    """`(p)`."""

    inner: Pattern


@dataclass(slots=True)
class TupleStructPattern(Pattern):
    """`Some(x)`, also `Ghost(x)` and `Tracked(x)`."""

    path: Path
    items: list[Pattern]


@dataclass(slots=True)
class StructPattern(Pattern):
    """`S { a, b: p, .. }`; a shorthand field has its own name pattern as value."""

    path: Path
    names: list[str]
    values: list[Pattern]
    rest: bool


@dataclass(slots=True)
class RefPattern(Pattern):
    """`&p`, `&mut p`."""

    mutable: bool
    inner: Pattern


@dataclass(slots=True)
class SlicePattern(Pattern):
    """`[a, b, ..]`."""

    items: list[Pattern]


@dataclass(slots=True)
class OrPattern(Pattern):
    """`a | b`."""

    items: list[Pattern]


@dataclass(slots=True)
class MacroPattern(Pattern):
    """A macro call in the place of a pattern."""

    call: MacroCall


# ------------------------------------------------------------------------------------- expressions


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


# -------------------------------------------------------------------------------------- statements


@dataclass(slots=True)
class Stmt(Node):
    """Any statement; the range includes attributes and the semicolon."""


@dataclass(slots=True)
class Let(Stmt):
    """`let mode pat: T = e else { };` with `mode` "", "ghost" or "tracked"."""

    attributes: list[Attribute]
    mode: str
    pattern: Pattern
    type: Type | None
    value: Expr | None
    orelse: Block | None


@dataclass(slots=True)
class ExprStmt(Stmt):
    """An expression with its attributes; `semi` says whether a semicolon follows."""

    attributes: list[Attribute]
    expr: Expr
    semi: bool


@dataclass(slots=True)
class ItemStmt(Stmt):
    """An item inside a block (also `broadcast use ..;`)."""

    item: Item


@dataclass(slots=True)
class EmptyStmt(Stmt):
    """A lone `;`."""


# ------------------------------------------------------------------------------------------- items


@dataclass(slots=True)
class Clause(Node):
    """`requires a, b`: `keyword` and expressions.

    `when` and `via` follow decreases (and `via` recommends); opens_invariants and no_unwind keep
    their operands in `exprs`.
    """

    keyword: str
    exprs: list[Expr]
    when: Expr | None
    via: Expr | None


@dataclass(slots=True)
class Item(Node):
    """Any item; the range includes attributes and visibility."""

    attributes: list[Attribute]
    visibility: str  # "", "pub", "pub(crate)", ...


@dataclass(slots=True)
class Param(Node):
    """A parameter. A receiver has name "self", `pattern` None and `type` as written or None."""

    attributes: list[Attribute]
    tracked: bool
    receiver: str  # "", "self", "mut self", "&self", "&mut self"
    pattern: Pattern | None
    type: Type | None


@dataclass(slots=True)
class Fn(Item):
    """A function."""

    publish: str  # "", "open", "closed", "uninterp", "open(in path)"
    qualifiers: list[str]  # const, async, unsafe, extern, broadcast as written
    mode: str  # "", "spec", "spec(checked)", "proof", "axiom", "exec"
    name: str
    name_index: int  # token of the name
    generics: list[GenericParam]
    params: list[Param]
    result_pattern: Pattern | None
    result_tracked: bool
    result: Type | None
    where: list[WherePredicate]
    clauses: list[Clause]
    body: Block | None
    header_end: int  # token behind the signature and where clause: the first clause, body or `;`
    clauses_end: int  # token behind the last clause: the body or `;`

    @property
    def is_ghost(self) -> bool:
        """Whether the function leaves no trace in compiled code."""
        return self.mode not in {"", "exec"}


@dataclass(slots=True)
class StructField(Node):
    """A field; a tuple field has its number as name."""

    attributes: list[Attribute]
    visibility: str
    mode: str  # "", "ghost", "tracked"
    name: str
    type: Type


@dataclass(slots=True)
class Struct(Item):
    """A struct or union: `shape` is "named", "tuple" or "unit"."""

    keyword: str
    mode: str
    name: str
    generics: list[GenericParam]
    where: list[WherePredicate]
    shape: str
    fields: list[StructField]


@dataclass(slots=True)
class Variant(Node):
    """A variant of an enum."""

    attributes: list[Attribute]
    name: str
    shape: str
    fields: list[StructField]
    discriminant: Expr | None


@dataclass(slots=True)
class Enum(Item):
    """An enum."""

    mode: str
    name: str
    generics: list[GenericParam]
    where: list[WherePredicate]
    variants: list[Variant]


@dataclass(slots=True)
class Const(Item):
    """`const` or `static` (see `keyword`), by value or by `ensures .. { body }`."""

    keyword: str
    mode: str
    publish: str
    mutable: bool
    name: str
    type: Type
    clauses: list[Clause]
    value: Expr | None


@dataclass(slots=True)
class TypeAlias(Item):
    """`type A<..> = T;` also as an associated type."""

    name: str
    generics: list[GenericParam]
    bounds: list[Bound]
    type: Type | None


@dataclass(slots=True)
class Impl(Item):
    """`impl Trait for Type { items }`."""

    unsafe: bool
    generics: list[GenericParam]
    negative: bool
    trait: Path | None
    type: Type
    where: list[WherePredicate]
    items: list[Item]
    inner_attributes: list[Attribute]


@dataclass(slots=True)
class Trait(Item):
    """A trait."""

    unsafe: bool
    name: str
    generics: list[GenericParam]
    bounds: list[Bound]
    where: list[WherePredicate]
    items: list[Item]


@dataclass(slots=True)
class Mod(Item):
    """`mod name { items }`, or `mod name;` when items is None."""

    name: str
    items: list[Item] | None
    inner_attributes: list[Attribute]


@dataclass(slots=True)
class UseLeaf(Node):
    """One imported path: `path` as names, `alias` the name it gets here ("*" for a glob)."""

    path: tuple[str, ...]
    alias: str


@dataclass(slots=True)
class Use(Item):
    """`use ..;` with its tree flattened to leaves; `leading` for a path that starts with `::`."""

    leaves: list[UseLeaf]
    leading: bool


@dataclass(slots=True)
class ExternCrate(Item):
    """`extern crate a as b;`."""

    name: str
    alias: str


@dataclass(slots=True)
class ForeignMod(Item):
    """`extern "C" { .. }`: only its token range."""


@dataclass(slots=True)
class BroadcastUse(Item):
    """`broadcast use a, b;` or `broadcast use {a, b};`."""

    paths: list[Path]


@dataclass(slots=True)
class BroadcastGroup(Item):
    """`broadcast group name { paths }`."""

    name: str
    paths: list[Path]


@dataclass(slots=True)
class Global(Item):
    """`global size_of ..;` or `global layout ..;`: only its token range."""


@dataclass(slots=True)
class AssumeSpecification(Item):
    """`assume_specification ..;`: only its token range."""


@dataclass(slots=True)
class MacroRules(Item):
    """`macro_rules! name { .. }` or `macro name ..`: only its token range."""

    name: str


@dataclass(slots=True)
class MacroItem(Item):
    """A macro call in the place of an item."""

    call: MacroCall


@dataclass(slots=True)
class VerusMacro(Item):
    """`verus! { items }`; `path` as written, e.g. "verus" or "vstd::prelude::verus"."""

    path: Path
    open: int
    close: int
    items: list[Item]
    inner_attributes: list[Attribute]


@dataclass(slots=True)
class File(Node):
    """A whole file."""

    stream: TokenStream
    attributes: list[Attribute]  # inner ones: `#![..]`
    items: list[Item]


# ---------------------------------------------------------------------------------------- walking


_CHILD_FIELDS: dict[type[Node], tuple[str, ...]] = {}


def _child_fields(cls: type[Node]) -> tuple[str, ...]:
    """Fields of a node class that may hold nodes, remembered."""
    known = _CHILD_FIELDS.get(cls)
    if known is not None:
        return known
    plain = {"start", "end", "stream"}
    simple = {"int", "str", "bool", "list[str]", "tuple[str, ...]"}
    found = tuple(f.name for f in fields(cls) if f.name not in plain and f.type not in simple)
    _CHILD_FIELDS[cls] = found
    return found


def children(node: Node) -> Iterator[Node]:
    """The direct child nodes, field by field in the order of the class."""
    for name in _child_fields(type(node)):
        value = getattr(node, name)
        if value.__class__ is list:
            yield from value
        elif isinstance(value, Node):
            yield value


def walk(node: Node) -> Iterator[Node]:
    """A node and all nodes below it, parents first; needs no recursion."""
    stack = [node]
    pop, push, extend = stack.pop, stack.append, stack.extend
    known = _CHILD_FIELDS
    while stack:
        current = pop()
        yield current
        names = known.get(current.__class__)
        if names is None:
            names = _child_fields(current.__class__)
        for name in names[::-1]:
            value = getattr(current, name)
            if value is None or value.__class__ is str:
                continue
            if value.__class__ is list:
                extend(value[::-1])
            else:
                push(value)
