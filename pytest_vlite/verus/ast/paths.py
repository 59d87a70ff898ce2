"""Names: paths, their generic arguments, attributes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_vlite.verus.ast.nodes import Node

if TYPE_CHECKING:
    from pytest_vlite.verus.ast.expressions import Expr
    from pytest_vlite.verus.ast.types import Bound, Type


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
