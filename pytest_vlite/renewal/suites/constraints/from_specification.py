"""Bounds that a specification's preconditions state, as lines for making inputs.

What an input must fulfil is decided by running the preconditions; these lines only say where to
look for inputs, so whatever is not understood may be left out.
"""

from __future__ import annotations

import re

from pytest_vlite.verus import VerusSyntaxError, ast, parse
from pytest_vlite.verus.functions import find_functions

_NOISE = re.compile(
    r"\bas\s+(?:int|nat|[iu](?:8|16|32|64|128|size))\b|@|#\[[^\]]*\]|\.view\(\)|\bold\b"
)
_LENGTH = re.compile(r"\.\s*(?:unicode_)?len\s*\(\s*\)")
_TYPED = re.compile(r"\b([0-9][0-9_]*)(?:int|nat|[iu](?:8|16|32|64|128|size))\b")
_MAXIMUM = re.compile(r"\b([iu])(8|16|32|64)::(MAX|MIN)\b")
_COMPARISONS = ("<", "<=", ">", ">=", "==")


def precondition_lines(specification: str, target: str) -> tuple[str, ...]:
    """The comparisons in the `requires` of the target, each as a constraint line."""
    try:
        file = parse(specification)
    except VerusSyntaxError:
        return ()
    lines: list[str] = []
    for found in find_functions(file):
        if found.fn.name != target or found.fn.is_ghost:
            continue
        for clause in found.fn.clauses:
            if clause.keyword == "requires":
                for expression in clause.exprs:
                    lines += _lines(file, expression)
    return tuple(dict.fromkeys(lines))


def _lines(file: ast.File, node: ast.Expr) -> list[str]:
    match node:
        case ast.Paren(inner=inner) | ast.Attributed(inner=inner):
            return _lines(file, inner)
        case ast.Quantifier(kind="forall", body=body):
            return _lines(file, body)
        case ast.Binary(op="==>", right=right):
            return _lines(file, right)
        case ast.Binary(op="&&", left=left, right=right):
            return [*_lines(file, left), *_lines(file, right)]
        case ast.Junction(op="&&&", operands=operands):
            return [line for one in operands for line in _lines(file, one)]
        case ast.Binary(op=op) if op in _COMPARISONS:
            return [_plain(file.stream.source(node.start, node.end))]
        case ast.Chain():
            return [_plain(file.stream.source(node.start, node.end))]
        case _:
            return []


def _plain(text: str) -> str:
    text = _LENGTH.sub(".length", _NOISE.sub("", text))
    text = _TYPED.sub(lambda match: match[1], text)
    text = re.sub(r"(?<=[0-9])_(?=[0-9])", "", text)
    return " ".join(_MAXIMUM.sub(_extreme, text).split())


def _extreme(match: re.Match[str]) -> str:
    bits = int(match[2])
    if match[1] == "u":
        return str(2**bits - 1 if match[3] == "MAX" else 0)
    return str(2 ** (bits - 1) - 1) if match[3] == "MAX" else f"(0 - {2 ** (bits - 1)})"
