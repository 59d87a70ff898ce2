"""Programs that are written differently and mean the same.

A rewrite composes changes that keep what every input gives: an operand is moved only where
evaluating it can neither change a variable nor end the function, so that only which of two panics
comes first may differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pytest_vlite.renewal.suites.mutation.renaming import renamed
from pytest_vlite.renewal.suites.mutation.source import Source, read_source
from pytest_vlite.verus import ast

_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_COMMUTING = frozenset(("+", "*"))
# Methods of the standard library that read their receiver and do nothing else.
_READING = frozenset(
    ("len", "abs", "min", "max", "is_empty", "clone", "unwrap", "pow", "wrapping_add", "abs_diff")
)


@dataclass(frozen=True)
class Rewrite:
    """`kinds` are the changes made, of `renamed variables`, `turned comparisons`, `reordered
    operands`, `inverted branches`, `spelled-out assignments`, `wrapped body`."""

    kinds: tuple[str, ...]
    text: str


def rewrites(code: str, count: int = 2) -> list[Rewrite]:
    """Up to `count` rewrites, all different from the program and each other.

    Raises:
        VerusSyntaxError: the text is no Rust that the parser knows.
    """
    plans: tuple[tuple[str, ...], ...] = (
        ("renamed variables", "turned comparisons"),
        ("reordered operands", "inverted branches"),
        ("spelled-out assignments",),
        ("wrapped body",),
        ("renamed variables", "wrapped body"),
    )
    found: dict[str, Rewrite] = {}
    for plan in plans:
        text, kinds = code, []
        for kind in plan:
            after = _CHANGES[kind](text)
            if after != text:
                text = after
                kinds.append(kind)
        if text != code:
            found.setdefault(text, Rewrite(tuple(kinds), text))
        if len(found) == count:
            break
    return list(found.values())


Rule = Callable[["_Writer", ast.Node], str | None]


class _Writer:
    """Writes a tree back with a rule in place; what the rule leaves alone stays as it was."""

    def __init__(self, source: Source, rule: Rule) -> None:
        self._source = source
        self._rule = rule

    def write(self, node: ast.Node) -> str:
        after = self._rule(self, node)
        return self.plain(node) if after is None else after

    def plain(self, node: ast.Node) -> str:
        """The node's own text with its children rewritten."""
        start, end = self._source.span(node)
        parts, position = [], start
        inner = [child for child in _children(node) if child.end > child.start]
        for child in sorted(inner, key=lambda child: child.start):
            child_start, child_end = self._source.span(child)
            if child_start < position:
                continue
            parts += [self._source.text[position:child_start], self.write(child)]
            position = child_end
        return "".join([*parts, self._source.text[position:end]])


def _rewritten(code: str, rule: Rule) -> str:
    source = read_source(code)
    writer = _Writer(source, rule)
    parts, position = [], 0
    for function in source.functions:
        assert function.body is not None
        start, end = source.span(function.body)
        parts += [code[position:start], writer.write(function.body)]
        position = end
    return "".join([*parts, code[position:]])


def _turned_comparison(writer: _Writer, node: ast.Node) -> str | None:
    if not isinstance(node, ast.Binary) or node.op not in _FLIPPED or not _movable(node):
        return None
    return f"{_operand(writer, node.right)} {_FLIPPED[node.op]} {_operand(writer, node.left)}"


def _reordered(writer: _Writer, node: ast.Node) -> str | None:
    if not isinstance(node, ast.Binary) or node.op not in _COMMUTING or not _movable(node):
        return None
    return f"({_operand(writer, node.right)} {node.op} {_operand(writer, node.left)})"


def _inverted(writer: _Writer, node: ast.Node) -> str | None:
    if not isinstance(node, ast.If) or not isinstance(node.orelse, ast.Block):
        return None
    if any(isinstance(inner, ast.LetCondition) for inner in ast.walk(node.condition)):
        return None
    condition = writer.write(node.condition)
    return f"if !({condition}) {writer.write(node.orelse)} else {writer.write(node.then)}"


def _spelled_out(writer: _Writer, node: ast.Node) -> str | None:
    if not isinstance(node, ast.Assign) or node.op not in ("+=", "-=", "*="):
        return None
    if not isinstance(node.target, ast.PathExpr) or not _pure(node.value):
        return None
    target = writer.write(node.target)
    return f"{target} = {target} {node.op[0]} ({writer.write(node.value)})"


def _wrapped(code: str) -> str:
    source = read_source(code)
    parts, position = [], 0
    for function in source.functions:
        assert function.body is not None
        start, end = source.span(function.body)
        parts += [code[position:start], "{ ", code[start:end], " }"]
        position = end
    return "".join([*parts, code[position:]])


def _operand(writer: _Writer, node: ast.Expr) -> str:
    text = writer.write(node)
    simple = isinstance(node, ast.Literal | ast.PathExpr | ast.Paren | ast.Index | ast.MethodCall)
    return text if simple else f"({text})"


def _movable(node: ast.Binary) -> bool:
    return _pure(node.left) and _pure(node.right)


def _pure(node: ast.Expr) -> bool:
    """Whether evaluating an expression changes nothing and always goes on behind it."""
    return all(
        isinstance(
            inner,
            ast.Literal
            | ast.PathExpr
            | ast.Binary
            | ast.Unary
            | ast.Paren
            | ast.Index
            | ast.Cast
            | ast.Field
            | ast.MethodCall
            | ast.Type
            | ast.Path
            | ast.Segment
            | ast.GenericArg,
        )
        and not (isinstance(inner, ast.MethodCall) and inner.name not in _READING)
        and not (isinstance(inner, ast.Literal) and inner.kind == "string")
        and not (isinstance(inner, ast.Unary) and inner.op.startswith("&"))
        for inner in ast.walk(node)
    )


def _children(node: ast.Node) -> Sequence[ast.Node]:
    return [child for child in ast.children(node) if isinstance(child, ast.Node)]


_CHANGES: dict[str, Callable[[str], str]] = {
    "renamed variables": renamed,
    "turned comparisons": lambda code: _rewritten(code, _turned_comparison),
    "reordered operands": lambda code: _rewritten(code, _reordered),
    "inverted branches": lambda code: _rewritten(code, _inverted),
    "spelled-out assignments": lambda code: _rewritten(code, _spelled_out),
    "wrapped body": _wrapped,
}
