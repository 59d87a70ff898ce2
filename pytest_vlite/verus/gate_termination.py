"""Where `exec_allows_no_decreases_clause` may stand: on the code that a proof task itself fixes.

The attribute makes the verifier show only that a function's postcondition holds if it ends. On code
of the answer's own that is no proof at all, since code that never ends has every postcondition. On
the task's own code it proves nothing false of any run that ends; an answer that adds it there where
the task has it not shows less than was asked, which is for preservation to say (`altered`).
"""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus.functions import find_functions

TERMINATION_ATTRIBUTE = "exec_allows_no_decreases_clause"


def allowed_marks(file: ast.File, reference: ast.File | None) -> frozenset[int]:
    """The `#` tokens of all attributes on functions that may be freed from termination."""
    if reference is None:
        return frozenset()
    given = {
        found.key: any(TERMINATION_ATTRIBUTE in attribute.path for attribute in found.fn.attributes)
        for found in find_functions(reference)
        if found.verified and not found.fn.is_ghost
    }
    return frozenset(
        attribute.start
        for found in find_functions(file)
        if found.verified and found.key in given and not found.fn.is_ghost
        if given[found.key] or not _never_ends(found.fn)
        for attribute in found.fn.attributes
    )


def _never_ends(fn: ast.Fn) -> bool:
    """Whether a function plainly has no end: it calls itself, or has a loop without a way out."""
    for node in ast.walk(fn):
        match node:
            case ast.Call(function=ast.PathExpr(path=path)):
                if path.segments[-1].name == fn.name:
                    return True
            case ast.MethodCall(name=name):
                if name == fn.name:
                    return True
            case ast.Loop() | ast.While(condition=ast.Literal(text="true")):
                if not _has_exit(node.body):
                    return True
    return False


def _has_exit(body: ast.Block) -> bool:
    return any(
        isinstance(node, ast.Try)
        or (isinstance(node, ast.Jump) and node.keyword in {"break", "return"})
        for node in ast.walk(body)
    )
