"""Types, bounds and generic parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_vlite.verus.ast.nodes import Node

if TYPE_CHECKING:
    from pytest_vlite.verus.ast.expressions import Expr, MacroCall
    from pytest_vlite.verus.ast.paths import Path


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
