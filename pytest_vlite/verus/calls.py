"""Which functions of a program a function calls, directly or through others.

The verifier checks a function's `requires` where it is called. Only of a function that the target
surely calls may an answer require more: so a call counts if its path, or the declared type of the
receiver, says which function is meant. A method on a value of unknown type counts unless the
library has methods of that name.
"""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus.cursor import words
from pytest_vlite.verus.functions import FoundFunction, find_functions, type_name
from pytest_vlite.verus.gate_names import STATEMENT_METHODS

FunctionKey = tuple[str, str]
"""Type of the impl block ("" at module level) and name."""

_LIBRARY_METHODS = STATEMENT_METHODS | words(
    "pop iter iter_mut into_iter next new default extend truncate swap sort sort_unstable reverse "
    "entry keys values push_str chars bytes append clear into from drop fmt hash cmp partial_cmp "
    "unwrap_or expect ok err and_then take replace push_back push_front pop_back pop_front"
)


def called_functions(file: ast.File, target: FoundFunction) -> frozenset[FunctionKey]:
    """The executable functions that `target` calls, and `target` itself."""
    functions = {
        found.key: found
        for found in find_functions(file)
        if not found.fn.is_ghost and found.fn.body is not None
    }
    reached: set[FunctionKey] = set()
    todo = [target.key]
    while todo:
        key = todo.pop()
        found = functions.get(key)
        if found is None or key in reached:
            continue
        reached.add(key)
        types = _variable_types(found)
        assert found.fn.body is not None
        for node in ast.walk(found.fn.body):
            if isinstance(node, ast.PathExpr) and node.path.qself is None:
                todo.append(_of_path(node.path, found.container))
            elif isinstance(node, ast.MethodCall):
                todo += _of_method(node, types, functions)
    return frozenset(reached)


def _of_path(path: ast.Path, container: str) -> FunctionKey:
    name = path.segments[-1].name
    if len(path.segments) == 1:
        return "", name
    qualifier = path.segments[-2].name
    return (container if qualifier == "Self" else "" if qualifier == "crate" else qualifier), name


def _of_method(
    call: ast.MethodCall, types: dict[str, str], functions: dict[FunctionKey, FoundFunction]
) -> list[FunctionKey]:
    receiver = call.receiver
    known = types.get(receiver.path.text) if isinstance(receiver, ast.PathExpr) else None
    if known is not None:
        return [(known, call.name)]
    if call.name in _LIBRARY_METHODS:
        return []
    return [key for key in functions if key[0] and key[1] == call.name]


def _variable_types(found: FoundFunction) -> dict[str, str]:
    """The types of a function's variables as far as their declarations name them."""
    types = {"self": found.container}
    for param in found.fn.params:
        if isinstance(param.pattern, ast.NamePattern) and param.type is not None:
            types[param.pattern.name] = _type_of(param.type)
    for node in ast.walk(found.fn):
        if isinstance(node, ast.Let) and isinstance(node.pattern, ast.NamePattern):
            name = ""
            if node.type is not None:
                name = _type_of(node.type)
            elif isinstance(node.value, ast.StructLiteral):
                name = node.value.path.segments[-1].name
            elif isinstance(node.value, ast.Call) and isinstance(node.value.function, ast.PathExpr):
                segments = node.value.function.path.segments
                name = segments[-2].name if len(segments) > 1 else ""
            if name:
                types[node.pattern.name] = found.container if name == "Self" else name
    return types


def _type_of(declared: ast.Type) -> str:
    while isinstance(declared, ast.RefType):
        declared = declared.inner
    return type_name(declared)
