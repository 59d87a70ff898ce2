"""Gives the local variables of a program other names."""

from __future__ import annotations

from pytest_vlite.renewal.suites.mutation.source import Source, read_source
from pytest_vlite.verus import ast
from pytest_vlite.verus.tokens import IDENT, STRING

_SUFFIX = "_other"


def renamed(code: str) -> str:
    """The program with every local variable renamed that can be told from all else by its name.

    A name keeps its meaning where it is also a parameter's, a function's, a field's, or stands in a
    text (macros read variables from there) or in a macro that was not parsed.

    Raises:
        VerusSyntaxError: the text is no Rust that the parser knows.
    """
    source = read_source(code)
    stream = source.file.stream
    places: list[int] = []
    for function in source.functions:
        assert function.body is not None
        names = _local_names(source, function)
        places += [
            index
            for index in range(function.body.start, function.body.end)
            if stream.kinds[index] == IDENT and stream.texts[index] in names
        ]
    parts, position = [], 0
    for index in sorted(places):
        end = stream.end_of(index)
        parts += [code[position:end], _SUFFIX]
        position = end
    return "".join([*parts, code[position:]])


def _local_names(source: Source, function: ast.Fn) -> set[str]:
    stream = source.file.stream
    body = function.body
    assert body is not None
    names = {
        node.name
        for node in ast.walk(body)
        if isinstance(node, ast.NamePattern) and node.name[:1].islower()
    }
    taken = set(stream.texts) if any(name + _SUFFIX in stream.texts for name in names) else set()
    for parameter in function.params:
        taken |= {parameter.name for parameter in _patterns(parameter)}
    for index in range(body.start, body.end):
        text = stream.texts[index]
        if stream.kinds[index] == STRING:
            taken |= {name for name in names if name in text}
        beside = (stream.texts[index - 1], stream.texts[index + 1])
        if text in names and (beside[0] in (".", "::") or beside[1] in ("::", "!", ":")):
            # A field, a method or a part of a path; or a field of a struct by its name.
            taken |= {text} if not _is_typed_binding(source, index) else set()
    for node in ast.walk(body):
        if isinstance(node, ast.StructLiteral):
            taken |= set(node.names)
        if isinstance(node, ast.MacroCall) and node.args is None:
            taken |= set(stream.texts[node.open : node.close])
    return names - taken


def _patterns(parameter: ast.Param) -> list[ast.NamePattern]:
    if parameter.pattern is None:
        return []
    return [node for node in ast.walk(parameter.pattern) if isinstance(node, ast.NamePattern)]


def _is_typed_binding(source: Source, index: int) -> bool:
    """Whether the name at a token is a binding with its type: `let x: T`, `|x: T|`, `mut x: T`."""
    texts = source.file.stream.texts
    return texts[index + 1] == ":" and texts[index - 1] in ("let", "mut", "|", ",", "(")
