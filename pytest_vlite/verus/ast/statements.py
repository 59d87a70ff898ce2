"""Statements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_vlite.verus.ast.nodes import Node

if TYPE_CHECKING:
    from pytest_vlite.verus.ast.expressions import Block, Expr
    from pytest_vlite.verus.ast.items import Item
    from pytest_vlite.verus.ast.paths import Attribute
    from pytest_vlite.verus.ast.patterns import Pattern
    from pytest_vlite.verus.ast.types import Type


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
