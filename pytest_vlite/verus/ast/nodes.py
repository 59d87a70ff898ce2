"""What all nodes of the tree share, and walking it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields


@dataclass(slots=True)
class Node:
    """Any node: tokens `start` up to and without `end`."""

    start: int
    end: int


_CHILD_FIELDS: dict[type[Node], tuple[str, ...]] = {}


def _child_fields(cls: type[Node]) -> tuple[str, ...]:
    """Fields of a node class that may hold nodes, remembered."""
    known = _CHILD_FIELDS.get(cls)
    if known is not None:
        return known
    plain = {"start", "end", "stream"}
    simple = {"int", "str", "bool", "list[str]", "tuple[str, ...]"}
    found = tuple(f.name for f in fields(cls) if f.name not in plain and f.type not in simple)
    _CHILD_FIELDS[cls] = found
    return found


def children(node: Node) -> Iterator[Node]:
    """The direct child nodes, field by field in the order of the class."""
    for name in _child_fields(type(node)):
        value = getattr(node, name)
        if value.__class__ is list:
            yield from value
        elif isinstance(value, Node):
            yield value


def walk(node: Node) -> Iterator[Node]:
    """A node and all nodes below it, parents first; needs no recursion."""
    stack = [node]
    pop, push, extend = stack.pop, stack.append, stack.extend
    known = _CHILD_FIELDS
    while stack:
        current = pop()
        yield current
        names = known.get(current.__class__)
        if names is None:
            names = _child_fields(current.__class__)
        for name in names[::-1]:
            value = getattr(current, name)
            if value is None or value.__class__ is str:
                continue
            if value.__class__ is list:
                extend(value[::-1])
            else:
                push(value)
