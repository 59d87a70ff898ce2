"""Patterns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_vlite.verus.ast.nodes import Node

if TYPE_CHECKING:
    from pytest_vlite.verus.ast.expressions import Expr, MacroCall
    from pytest_vlite.verus.ast.paths import Path


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
