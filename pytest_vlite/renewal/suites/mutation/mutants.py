"""Programs that differ from a given one in a single place, most of them wrong.

Each mutant is one small change of the kinds that people make by mistake. Some change nothing that
any input shows (equivalent mutants), and some do not compile; telling them apart takes running.
"""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from pytest_vlite.renewal.suites.mutation.source import Source, read_source
from pytest_vlite.verus import ast

_COMPARISONS = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "==": ("!=",),
    "!=": ("==",),
}
_ARITHMETIC = {
    "+": "-",
    "-": "+",
    "*": "+",
    "/": "*",
    "%": "/",
    "+=": "-=",
    "-=": "+=",
    "*=": "+=",
    "/=": "*=",
    "&": "|",
    "|": "&",
    "^": "|",
    "<<": ">>",
    ">>": "<<",
}
_LOGIC = {"&&": "||", "||": "&&"}
_INTEGER = re.compile(r"([0-9][0-9_]*)((?:[iu](?:8|16|32|64|128|size))?)")
# No constant of a program is longer; the cap keeps a hostile text from costing time.
_MOST_DIGITS = 40


@dataclass(frozen=True)
class Mutant:
    """A program with one change.

    kind: `comparison`, `arithmetic`, `logic`, `constant`, `initial value`, `loop bound`,
        `negated condition`, `removed statement` or `swapped arguments`.
    line: the line of the change, from 1; `before` and `after` are the changed texts.
    """

    kind: str
    line: int
    before: str
    after: str
    text: str


@dataclass(frozen=True)
class _Edit:
    kind: str
    start: int
    end: int
    after: str


def mutants(code: str) -> list[Mutant]:
    """All mutants of a program, by the place of their change; no two have the same text.

    Raises:
        VerusSyntaxError: the text is no Rust that the parser knows.
    """
    source = read_source(code)
    edits = sorted(
        (edit for function in source.functions for edit in _edits(source, function)),
        key=lambda edit: (edit.start, edit.end, edit.kind, edit.after),
    )
    found: dict[str, Mutant] = {}
    for edit in edits:
        text = code[: edit.start] + edit.after + code[edit.end :]
        before = code[edit.start : edit.end]
        line, _ = source.file.stream.position_at(edit.start)
        if text != code:
            mutant = Mutant(edit.kind, line, before.strip(), edit.after.strip(), text)
            found.setdefault(text, mutant)
    return list(found.values())


def chosen(candidates: list[Mutant], seed: str) -> list[Mutant]:
    """The mutants in an order that takes kinds in turn, else by chance.

    Chance is a hash of `seed` and the text, so the order is the same everywhere.
    """
    by_kind: dict[str, list[tuple[bytes, Mutant]]] = {}
    for mutant in candidates:
        draw = hashlib.sha256(f"{seed}\0{mutant.text}".encode("utf-8", "surrogatepass")).digest()
        by_kind.setdefault(mutant.kind, []).append((draw, mutant))
    ranked = [
        (turn, draw, mutant)
        for found in by_kind.values()
        for turn, (draw, mutant) in enumerate(sorted(found, key=lambda item: item[0]))
    ]
    return [mutant for _, _, mutant in sorted(ranked, key=lambda item: item[:2])]


def _edits(source: Source, function: ast.Fn) -> Iterator[_Edit]:
    assert function.body is not None
    initial = _initial_values(function.body)
    bounds = _loop_bounds(function.body)
    for node in ast.walk(function.body):
        match node:
            case ast.Binary():
                yield from _operator(source, node, bounds)
            case ast.Assign(op=op) if op in _ARITHMETIC:
                start, end = source.between(node.target, node.value)
                yield _Edit("arithmetic", start, end, f" {_ARITHMETIC[op]} ")
            case ast.Literal(kind="int"):
                kind = "initial value" if node.start in initial else "constant"
                yield from _integer(source, node, kind)
            case ast.Literal(kind="bool"):
                kind = "initial value" if node.start in initial else "constant"
                start, end = source.span(node)
                yield _Edit(kind, start, end, "false" if node.text == "true" else "true")
            case ast.RangeExpr(low=low, high=high, op=op) if low and high:
                start, end = source.between(low, high)
                yield _Edit("loop bound", start, end, "..=" if op == ".." else "..")
            case ast.If(condition=condition):
                yield from _negated(source, condition)
            case ast.Block(statements=statements):
                yield from _removed(source, statements)
            case ast.Call(args=args) | ast.MethodCall(args=args):
                yield from _swapped(source, args)


def _operator(source: Source, node: ast.Binary, bounds: set[int]) -> Iterator[_Edit]:
    start, end = source.between(node.left, node.right)
    if node.op in _COMPARISONS:
        kind = "loop bound" if id(node) in bounds else "comparison"
        for after in _COMPARISONS[node.op]:
            yield _Edit(kind, start, end, f" {after} ")
    elif node.op in _ARITHMETIC:
        yield _Edit("arithmetic", start, end, f" {_ARITHMETIC[node.op]} ")
    elif node.op in _LOGIC:
        yield _Edit("logic", start, end, f" {_LOGIC[node.op]} ")


def _integer(source: Source, node: ast.Literal, kind: str) -> Iterator[_Edit]:
    match = _INTEGER.fullmatch(node.text)
    if match is None or len(node.text) > _MOST_DIGITS:
        return
    value = int(match[1].replace("_", ""))
    start, end = source.span(node)
    for other in (value + 1, value - 1):
        if other >= 0:
            yield _Edit(kind, start, end, f"{other}{match[2]}")


def _negated(source: Source, condition: ast.Expr) -> Iterator[_Edit]:
    if any(isinstance(node, ast.LetCondition) for node in ast.walk(condition)):
        return
    start, end = source.span(condition)
    yield _Edit("negated condition", start, end, f"!({source.of(condition)})")


def _removed(source: Source, statements: list[ast.Stmt]) -> Iterator[_Edit]:
    """Statements that are done for their effect alone; a jump or a declaration stays."""
    for statement in statements:
        if isinstance(statement, ast.ExprStmt) and (
            isinstance(statement.expr, ast.Assign | ast.MethodCall | ast.Call) and statement.semi
        ):
            start, end = source.span(statement)
            yield _Edit("removed statement", start, end, "")


def _swapped(source: Source, args: list[ast.Expr]) -> Iterator[_Edit]:
    for left, right in itertools.pairwise(args):
        start, _ = source.span(left)
        _, end = source.span(right)
        gap = slice(*source.between(left, right))
        after = f"{source.of(right)}{source.text[gap]}{source.of(left)}"
        yield _Edit("swapped arguments", start, end, after)


def _initial_values(body: ast.Block) -> set[int]:
    """The first tokens of literals that a mutable variable starts with."""
    return {
        node.value.start
        for node in ast.walk(body)
        if isinstance(node, ast.Let)
        and isinstance(node.value, ast.Literal)
        and isinstance(node.pattern, ast.NamePattern)
        and node.pattern.mutable
    }


def _loop_bounds(body: ast.Block) -> set[int]:
    """The comparisons (by identity) in conditions of loops."""
    return {
        id(inner)
        for node in ast.walk(body)
        if isinstance(node, ast.While)
        for inner in ast.walk(node.condition)
    }
