"""Items, clauses and whole files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_vlite.verus.ast.nodes import Node

if TYPE_CHECKING:
    from pytest_vlite.verus.ast.expressions import Block, Expr, MacroCall
    from pytest_vlite.verus.ast.paths import Attribute, Path
    from pytest_vlite.verus.ast.patterns import Pattern
    from pytest_vlite.verus.ast.types import Bound, GenericParam, Type, WherePredicate
    from pytest_vlite.verus.tokens import TokenStream


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
