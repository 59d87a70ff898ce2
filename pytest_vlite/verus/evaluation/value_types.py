"""Types of a specification as far as values of a case can have them."""

from __future__ import annotations

from pytest_vlite.verus import ast

Bounds = tuple[int | None, int | None]

_BITS = {"8": 8, "16": 16, "32": 32, "64": 64, "128": 128, "size": 64}
LARGEST_VALUE = (1 << 127) - 1


def integer_bounds(name: str) -> Bounds | None:
    """The values of the integer type `name` (None: no bound), or None when it is none.

    `usize` and `isize` count as 64 bits. `u128` is None: its values do not fit the checker's.
    """
    if name == "int":
        return None, None
    if name == "nat":
        return 0, None
    bits = _BITS.get(name[1:])
    if bits is None or name[0] not in "iu" or name == "u128":
        return None
    if name[0] == "u":
        return 0, (1 << bits) - 1
    return -(1 << (bits - 1)), (1 << (bits - 1)) - 1


def fixed_bounds(type_: ast.Type | None) -> tuple[int, int] | None:
    """The values of a fixed-width integer type, or None for any other type."""
    low, high = integer_bounds(type_name(type_)) or (None, None)
    return None if low is None or high is None else (low, high)


def stripped(type_: ast.Type | None) -> ast.Type | None:
    """A type without references and parentheses around it."""
    while isinstance(type_, ast.RefType | ast.ParenType):
        type_ = type_.inner
    return type_


def type_name(type_: ast.Type | None) -> str:
    """The last name of a named type's path, or ""."""
    bare = stripped(type_)
    return bare.path.segments[-1].name if isinstance(bare, ast.PathType) else ""


def element_type(type_: ast.Type | None) -> ast.Type | None:
    """The element type of a `Vec`, `Seq`, `Option`, array or slice type, else None."""
    bare = stripped(type_)
    if isinstance(bare, ast.ArrayType):
        return bare.item
    if not isinstance(bare, ast.PathType) or type_name(bare) not in {"Vec", "Seq", "Option"}:
        return None
    generics = bare.path.segments[-1].generics or []
    values = [g.value for g in generics if isinstance(g.value, ast.Type)]
    return values[0] if len(values) == 1 else None


def i128_text(value: int) -> str:
    """A Rust literal of type i128."""
    return (
        f"{value}i128" if value >= 0 else f"({value}i128)" if value > -(1 << 127) else "i128::MIN"
    )


def bound_text(value: int | None) -> str:
    """A Rust `Option<i128>`."""
    return "None" if value is None else f"Some({i128_text(value)})"


def descriptor(type_: ast.Type | None) -> str | None:
    """The runtime's description of how JSON stands for a type's values; None where none is."""
    bare = stripped(type_)
    if bare is None:
        return "T::Nothing"
    if isinstance(bare, ast.TupleType):
        parts = [descriptor(item) for item in bare.items]
        if not parts:
            return "T::Nothing"
        known = [part for part in parts if part is not None]
        return f"T::Tuple(vec![{', '.join(known)}])" if len(known) == len(parts) else None
    item = element_type(bare)
    if item is not None:
        if type_name(bare) != "Option" and type_name(item) == "char":
            return "T::Text"
        inner = descriptor(item)
        kind = "Opt" if type_name(bare) == "Option" else "Seq"
        return None if inner is None else f"T::{kind}(Box::new({inner}))"
    name = type_name(bare)
    simple = {"bool": "T::Bool", "char": "T::Char", "String": "T::Text", "str": "T::Text"}
    if name in simple:
        return simple[name]
    bounds = fixed_bounds(bare)
    if bounds is None:
        return None
    return f"T::Int({i128_text(bounds[0])}, {i128_text(bounds[1])})"
