"""Which names a program relies on, so that nothing an answer adds can capture one of them."""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus.findings import plain
from pytest_vlite.verus.tokens import IDENT


def names_relied_on(file: ast.File) -> frozenset[str]:
    """Names that a program looks up outside its functions: items, types, functions, methods.

    Not among them: names that it only ever uses as variables of its own, which no item can capture.
    """
    texts, kinds = file.stream.texts, file.stream.kinds
    bound: set[str] = set()
    for node in ast.walk(file):
        if isinstance(node, ast.NamePattern):
            bound.add(plain(node.name))
    relied: set[str] = set()
    for index in range(file.stream.count):
        if kinds[index] != IDENT:
            continue
        name = plain(texts[index])
        if (
            name not in bound
            or texts[index + 1] in {"(", "::", "!"}
            or texts[index - 1] in {"::", "fn", "struct", "enum", "type", "trait", "const", "use"}
            or (texts[index - 1] == "." and texts[index + 1] == "(")
        ):
            relied.add(name)
    return frozenset(relied)


def names_imports_can_capture(file: ast.File) -> frozenset[str]:
    """Of the names relied on, those that are looked up in the scope of the file.

    What only ever stands behind `::` or a dot, or names a function of an impl, is found by its
    type: an import of that name changes nothing.
    """
    texts, kinds = file.stream.texts, file.stream.kinds
    of_types = {
        item.name_index
        for node in ast.walk(file)
        if isinstance(node, ast.Impl)
        for item in node.items
        if isinstance(item, ast.Fn)
    }
    in_scope = {
        plain(texts[index])
        for index in range(file.stream.count)
        if kinds[index] == IDENT and texts[index - 1] not in {"::", "."} and index not in of_types
    }
    return names_relied_on(file) & in_scope
