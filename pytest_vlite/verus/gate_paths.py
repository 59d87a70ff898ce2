"""Gate rules for imports and for paths into the libraries."""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus import gate_names as names
from pytest_vlite.verus.findings import Findings, plain

STD_CRATES = frozenset({"std", "core", "alloc"})
LIBRARY_ROOTS = frozenset(
    {*STD_CRATES, "vstd", "verus_builtin", "builtin", "builtin_macros", "verus_builtin_macros",
     "verus_state_machines_macros", "proc_macro", "test"}
)  # fmt: skip

_BUILTIN_CRATES = frozenset({"verus_builtin", "builtin", "builtin_macros", "verus_builtin_macros"})
# `std::io::*` brings an own Result, but with one parameter: no statement can mistake it.
_STD_GLOBS = frozenset({("io", "prelude"), ("io",), ("collections",), ("cmp",)})


def vstd_allowed(path: tuple[str, ...], *, glob: bool) -> bool:
    """Whether a path below `vstd` may be named, or its content imported."""
    if path in names.VSTD_MODULES:
        return True
    if glob:
        return path in names.VSTD_GLOBS
    if path in names.VSTD_ITEMS or path[:-1] in names.VSTD_MODULES:
        return True
    if path[:-2] in names.VSTD_MODULES:  # `vstd::seq::Seq::empty`
        return True
    return len(path) >= 2 and path[0] == "prelude" and ("vstd", *path[:2]) in names.CANONICAL_PATHS


def library_path_problem(path: tuple[str, ...], *, glob: bool, verified: bool) -> str | None:
    """Why a path that starts with a library's name is refused; None if it is allowed."""
    root, rest = path[0], path[1:]
    shown = "::".join(path) + ("::*" if glob else "")
    if root == "vstd":
        if vstd_allowed(rest, glob=glob) and not {"super", "self", "crate"} & set(rest):
            return None
        if rest[:1] == ("pervasive",):
            return f"`{shown}`: vstd::pervasive holds an `assume` that proves anything"
        return f"`{shown}` is not among the parts of vstd known to be sound"
    if root not in STD_CRATES:
        if glob and not rest and root in _BUILTIN_CRATES:
            return None  # what the prelude brings too
        return f"`{shown}`: programs use the library through vstd only"
    modules = names.STD_MODULES_VERIFIED if verified else names.STD_MODULES_DRIVER
    if glob and path[1:] not in _STD_GLOBS:
        return f"`{shown}`: a whole module of std may bring names that statements use"
    if not rest or rest[0] not in modules:
        return f"`{shown}` is not among the parts of std that a program may use"
    for name in rest:
        if name == "Infallible":
            return f"`{shown}`: a type without values proves anything"
        if name in names.STD_ITEMS_REFUSED:
            return f"`{shown}` is not among the parts of std that a program may use"
    return None


def check_use(item: ast.Use, findings: Findings, enums: dict[str, list[str]]) -> None:
    """An import: from where, and under which name."""
    for leaf in item.leaves:
        path = tuple(plain(name) for name in leaf.path)
        alias = plain(leaf.alias)
        glob = alias == "*"
        if not path:
            findings.add(leaf.start, "import", "an import of everything from nowhere")
        elif path[0] in LIBRARY_ROOTS:
            # Imports at the top serve both worlds: what only the driver may use is harmless there.
            problem = library_path_problem(path, glob=glob, verified=False)
            if problem:
                findings.add(leaf.start, "import", problem)
            if alias in names.PRELUDE_NAMES and not is_canonical(path, alias):
                findings.add(
                    leaf.start,
                    "shadowed-name",
                    f"`{'::'.join(path)}` imported as `{alias}`, which already has a meaning",
                )
        else:
            _check_local_use(leaf, path, alias, findings, enums)


def is_canonical(path: tuple[str, ...], alias: str) -> bool:
    """Whether an import gives a reserved name the meaning that it has anyway."""
    if path[-1] != alias:
        return False
    if path[0] in STD_CRATES:
        return ("std", *path[1:]) in names.CANONICAL_PATHS
    return path in names.CANONICAL_PATHS


def _check_local_use(
    leaf: ast.UseLeaf,
    path: tuple[str, ...],
    alias: str,
    findings: Findings,
    enums: dict[str, list[str]],
) -> None:
    """Variants of the program's own enums may be imported, nothing else of its own."""
    below = [name for name in path if name not in {"crate", "self"}]
    enum = below[0] if below else ""
    if enum not in enums or len(below) > 2 or (len(below) == 1 and alias != "*"):
        findings.add(
            leaf.start, "import", f"`{'::'.join(leaf.path)}` is not a library known to be sound"
        )
        return
    brought = enums[enum] if alias == "*" else [alias]
    for name in brought:
        if name in names.PRELUDE_NAMES:
            findings.add(leaf.start, "shadowed-name", f"the import gives `{name}` another meaning")
