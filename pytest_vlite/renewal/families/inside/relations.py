"""Relations between slots: `R > 2 * r`, `gcd(a, b) == 1 and a != b`, `len(xs) >= 2`.

Whole and rational numbers, + - * // % and unary minus, abs, min, max, gcd, len, sum, comparisons,
`in`, and, or, not. The text is parsed as a Python expression, every node of which must be one of
these and fit the slots' types; then it is evaluated by Python, without any name but those.
"""

from __future__ import annotations

import ast
import math

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import CodeType
    from typing import Any

MAX_CHARACTERS = 500
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "min": min,
    "max": max,
    "gcd": math.gcd,
    "len": len,
    "sum": sum,
}
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_EQUALITY = (ast.Eq, ast.NotEq)


class Relations:
    """Relations that were understood.

    Raises:
        ValueError: one is no such expression; the message names it.
    """

    def __init__(self, texts: list[str], slots: Mapping[str, Any]) -> None:
        self._code: list[tuple[str, CodeType]] = []
        for text in texts:
            try:
                if len(text) > MAX_CHARACTERS:
                    raise ValueError(f"longer than {MAX_CHARACTERS} characters")
                tree = ast.parse(text.strip(), mode="eval")
                if _kind(tree.body, slots) != "truth":
                    raise ValueError("it is no comparison")
            except (SyntaxError, RecursionError, MemoryError):
                raise ValueError(f"relation {text[:60]!r}: no expression") from None
            except ValueError as fault:
                raise ValueError(f"relation {text[:60]!r}: {fault}") from None
            self._code.append((text, compile(tree, "<relation>", "eval")))

    def broken(self, values: Mapping[str, Any]) -> str | None:
        """The first relation that does not hold for slots' values (as Python has them)."""
        for text, code in self._code:
            try:
                holds = eval(code, {"__builtins__": {}, **_FUNCTIONS}, dict(values))
            except (ArithmeticError, ValueError):
                holds = False  # for instance the remainder of a division by zero
            if not holds:
                return text
        return None


def _kind(node: ast.expr, slots: Mapping[str, Any]) -> str:
    """What an expression's value is: number, truth, text, numbers, texts."""
    match node:
        case ast.Constant(value=bool()):
            pass
        case ast.Constant(value=int()):
            return "number"
        case ast.Constant(value=str()):
            return "text"
        case ast.Name(id=name):
            if name not in slots:
                raise ValueError(f"there is no slot {name!r}")
            return _kind_of_slot(slots[name])
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            _all_of("number", [operand], slots)
            return "number"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            _all_of("truth", [operand], slots)
            return "truth"
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _ARITHMETIC):
            _all_of("number", [left, right], slots)
            return "number"
        case ast.BoolOp(values=values):
            _all_of("truth", values, slots)
            return "truth"
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            _comparison([left, *comparators], ops, slots)
            return "truth"
        case ast.Call(func=ast.Name(id=name), args=[*arguments], keywords=[]):
            _call(name, arguments, slots)
            return "number"
    raise ValueError("it holds what no relation may hold")


def _kind_of_slot(schema: Mapping[str, Any]) -> str:
    if schema["type"] == "list":
        return _kind_of_slot(schema["of"]) + "s"
    return "text" if schema["type"] == "choice" else "number"


def _all_of(kind: str, nodes: list[ast.expr], slots: Mapping[str, Any]) -> None:
    for node in nodes:
        found = _kind(node, slots)
        if found != kind:
            raise ValueError(f"a {kind} belongs where a {found} is")


def _comparison(nodes: list[ast.expr], ops: list[ast.cmpop], slots: Mapping[str, Any]) -> None:
    kinds = [_kind(node, slots) for node in nodes]
    for left, op, right in zip(kinds, ops, kinds[1:], strict=False):
        if isinstance(op, _ORDER):
            fits = left == right == "number"
        elif isinstance(op, _EQUALITY):
            fits = left == right and left != "truth"
        elif isinstance(op, (ast.In, ast.NotIn)):
            fits = right == left + "s"
        else:
            fits = False
        if not fits:
            raise ValueError(f"a {left} and a {right} cannot be compared so")


def _call(name: str, arguments: list[ast.expr], slots: Mapping[str, Any]) -> None:
    if name not in _FUNCTIONS:
        raise ValueError(f"there is no function {name!r}")
    kinds = [_kind(argument, slots) for argument in arguments]
    if name == "len":
        fits = len(kinds) == 1 and kinds[0].endswith("s")
    elif name == "sum":
        fits = kinds == ["numbers"]
    elif name in ("min", "max"):
        fits = kinds == ["numbers"] or (len(kinds) > 1 and set(kinds) == {"number"})
    elif name == "abs":
        fits = kinds == ["number"]
    else:
        fits = len(kinds) > 0 and set(kinds) == {"number"}
    if not fits:
        raise ValueError(f"{name} does not take that")
