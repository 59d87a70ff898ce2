"""What names mean while a specification is translated, and what could not be translated."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pytest_vlite.verus import ast
from pytest_vlite.verus.tokens import TokenStream

LIBRARY_MODULES = {
    ("vstd", "math"),
    ("vstd", "arithmetic", "power"),
    ("vstd", "arithmetic", "power2"),
    ("vstd", "arithmetic", "logarithm"),
}
_OTHER = re.compile(r"[^A-Za-z0-9_<>(),.@&:|=!+*/-]+")


@dataclass(frozen=True, slots=True)
class Untranslated:
    """A construct without executable meaning here, and its line (from 1)."""

    construct: str
    line: int

    def __str__(self) -> str:
        return f"{self.construct} (line {self.line})"


@dataclass(slots=True)
class Names:
    """The functions, constants and imports of a specification by the names they are used with.

    A name that is defined twice is ambiguous and kept out, in `ambiguous`.
    """

    functions: dict[str, ast.Fn] = field(default_factory=dict)
    constants: dict[str, ast.Const] = field(default_factory=dict)
    ambiguous: set[str] = field(default_factory=set)
    owners: set[str] = field(default_factory=lambda: {"Self"})  # types with an impl here
    imports: dict[str, tuple[str, ...]] = field(default_factory=dict)
    globs: set[tuple[str, ...]] = field(default_factory=set)

    def own(self, path: list[str]) -> bool:
        """Whether a path may name something of this specification: `f`, `Self::f`, `Type::f`."""
        return len(path) == 1 or (len(path) == 2 and path[0] in self.owners)

    def library(self, path: list[str]) -> str | None:
        """The last name of a path that leads into vstd, through imports, else None."""
        whole = (*self.imports.get(path[0], (path[0],)), *path[1:])
        if whole[0] == "vstd" or (len(path) == 1 and self.globs & LIBRARY_MODULES):
            return whole[-1]
        return None


@dataclass(slots=True)
class Record:
    """What one translated piece uses and could not translate."""

    untranslated: list[Untranslated] = field(default_factory=list)
    functions: set[str] = field(default_factory=set)
    constants: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Scope:
    """Variables in sight with their types, as far as known.

    `before` maps parameters taken by `&mut` to the Rust variable of their value before the call.
    """

    variables: Mapping[str, ast.Type | None]
    before: Mapping[str, str]

    def with_names(self, names: Mapping[str, ast.Type | None]) -> Scope:
        """This scope and further variables, which hide those of the same name."""
        return Scope({**self.variables, **names}, self.before)


def fault(construct: str, line: int) -> str:
    """Rust of an expression that has no value, named so that the answer line stays strict."""
    word = _OTHER.sub("-", construct).strip("-") or "construct"
    return f'Err::<V, Stop>(Stop::Fault("{word}:line-{line}"))?'


def line_of(stream: TokenStream, node: ast.Node) -> int:
    """The line (from 1) on which a node starts."""
    return stream.position(node.start)[0]
