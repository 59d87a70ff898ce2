"""Finding the functions of a file."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_vlite.verus import ast


@dataclass(frozen=True, slots=True)
class FoundFunction:
    """A function and where it stands: inside verus! or not, and in which impl or trait."""

    fn: ast.Fn
    verified: bool
    container: str  # type of the impl or name of the trait; "" at module level

    @property
    def key(self) -> tuple[str, str]:
        """What identifies a function within a file without modules."""
        return self.container, self.fn.name


def find_functions(file: ast.File) -> list[FoundFunction]:
    """All functions at the top of a file and in its impl, trait and mod blocks, in order."""
    found: list[FoundFunction] = []
    todo: list[tuple[ast.Item, bool, str]] = [(item, False, "") for item in reversed(file.items)]
    while todo:
        item, verified, container = todo.pop()
        below: list[ast.Item] = []
        match item:
            case ast.Fn():
                found.append(FoundFunction(item, verified, container))
            case ast.VerusMacro():
                below, verified = item.items, True
            case ast.Impl():
                below, container = item.items, type_name(item.type)
            case ast.Trait():
                below, container = item.items, item.name
            case ast.Mod():
                below = item.items or []
        todo += [(inner, verified, container) for inner in reversed(below)]
    return found


def type_name(node: ast.Type) -> str:
    """The name of a type without generics; "?" for a type that has none."""
    return node.path.segments[-1].name if isinstance(node, ast.PathType) else "?"


def target_functions(file: ast.File, target: str) -> list[FoundFunction]:
    """The executable functions inside verus! that the name of the task's function means.

    Those of `impl Solution` if there are any, else all of that name.
    """
    named = [
        found
        for found in find_functions(file)
        if found.verified and found.fn.name == target and not found.fn.is_ghost
    ]
    return [found for found in named if found.container == "Solution"] or named
