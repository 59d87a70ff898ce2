"""Patterns of `let` and `match`: tests and bindings over the Rust variable of the matched value."""

from __future__ import annotations

from pytest_vlite.verus import ast


class PatternError(ValueError):
    """A pattern that the translation does not know; the text names it."""


def _payload(pattern: ast.TupleStructPattern, place: str) -> str:
    if pattern.path.segments[-1].name != "Some" or len(pattern.items) != 1:
        raise PatternError(f"pattern {pattern.path.text}")
    return f"unwrap(&{place})?"


def bindings(pattern: ast.Pattern, place: str) -> list[tuple[str, str]]:
    """The names that a pattern binds, each with the Rust of its value, from that of the whole."""
    match pattern:
        case ast.ParenPattern():
            return bindings(pattern.inner, place)
        case ast.NamePattern() if pattern.sub is None:
            if pattern.name[:1].isupper():
                if pattern.name == "None":
                    return []
                raise PatternError(f"pattern {pattern.name}")
            return [(pattern.name, f"{place}.clone()")]
        case ast.WildPattern() | ast.LiteralPattern():
            return []
        case ast.TuplePattern():
            if any(isinstance(item, ast.RestPattern) for item in pattern.items):
                raise PatternError("pattern ..")
            return [
                bound
                for i, item in enumerate(pattern.items)
                for bound in bindings(item, f"part_of(&{place}, {i})?")
            ]
        case ast.TupleStructPattern():
            return bindings(pattern.items[0], _payload(pattern, place)) if pattern.items else []
    raise PatternError(f"pattern {type(pattern).__name__}")


def condition(pattern: ast.Pattern, place: str) -> list[str]:
    """Rust conditions, in order, that hold where a pattern matches."""
    match pattern:
        case ast.ParenPattern():
            return condition(pattern.inner, place)
        case ast.NamePattern() if pattern.name == "None":
            return [f"!truth(is_some(&{place})?)?"]
        case ast.NamePattern() | ast.WildPattern():
            return []
        case ast.LiteralPattern():
            value = pattern.value
            if isinstance(value, ast.Literal) and value.kind == "bool":
                return [f"equal(&{place}, &V::Bool({value.text}))?"]
            if isinstance(value, ast.Literal) and value.kind == "int" and value.text.isdigit():
                return [f"equal(&{place}, &V::Int({value.text}))?"]
        case ast.TuplePattern():
            return [
                test
                for i, item in enumerate(pattern.items)
                for test in condition(item, f"part_of(&{place}, {i})?")
            ]
        case ast.TupleStructPattern():
            inner = condition(pattern.items[0], _payload(pattern, place)) if pattern.items else []
            return [f"truth(is_some(&{place})?)?", *inner]
    raise PatternError(f"pattern {type(pattern).__name__}")
