"""A program as units that can be compared one by one: functions, types, constants, imports.

Functions of impl blocks are units of their own, under the header of their block; blocks with the
same header are one, and so are several verus! blocks. What a false cfg hides is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pytest_vlite.verus import ast
from pytest_vlite.verus.gate_attributes import cfg_value
from pytest_vlite.verus.tokens import TokenStream

Key = tuple[str, bool, str, str]
"""Kind, inside verus! or not, header of the impl block ("" at module level), name."""


@dataclass(slots=True)
class Unit:
    """One item that is compared as a whole."""

    key: Key
    item: ast.Item
    impl: ast.Impl | None

    @property
    def described(self) -> str:
        """Kind and name for messages."""
        kind, _, header, name = self.key
        place = header.removeprefix("impl ").replace(" ", "")
        return f"{kind} `{place}::{name}`" if header else f"{kind} `{name}`"


@dataclass(slots=True)
class Units:
    """The units of one file."""

    file: ast.File
    by_key: dict[Key, Unit] = field(default_factory=dict)
    imports: list[ast.Use] = field(default_factory=list)
    broadcasts: list[ast.BroadcastUse] = field(default_factory=list)
    impls: dict[tuple[bool, str], list[ast.Impl]] = field(default_factory=dict)
    second: list[Unit] = field(default_factory=list)

    @property
    def stream(self) -> TokenStream:
        """The tokens of the file."""
        return self.file.stream


def split(file: ast.File) -> Units:
    """The units of a file."""
    units = Units(file)
    _add_items(units, file.items, False)
    return units


def header_of(stream: TokenStream, impl: ast.Impl) -> str:
    """What stands between the attributes of an impl block and its brace."""
    start = impl.attributes[-1].end if impl.attributes else impl.start
    end = impl.where[-1].end if impl.where else impl.type.end
    return " ".join(stream.texts[start:end])


def _add_items(units: Units, items: list[ast.Item], verified: bool) -> None:
    for item in items:
        if _is_hidden(units, item.attributes):
            continue
        match item:
            case ast.VerusMacro():
                _add_items(units, item.items, True)
            case ast.Use():
                units.imports.append(item)
            case ast.BroadcastUse():
                units.broadcasts.append(item)
            case ast.Impl():
                _add_impl(units, item, verified)
            case _:
                _add(units, _key(units.stream, item, verified, ""), item, None)


def _add_impl(units: Units, impl: ast.Impl, verified: bool) -> None:
    header = header_of(units.stream, impl)
    units.impls.setdefault((verified, header), []).append(impl)
    for member in impl.items:
        if not _is_hidden(units, member.attributes):
            _add(units, _key(units.stream, member, verified, header), member, impl)


def _add(units: Units, key: Key, item: ast.Item, impl: ast.Impl | None) -> None:
    unit = Unit(key, item, impl)
    if key in units.by_key:
        units.second.append(unit)
    else:
        units.by_key[key] = unit


def _is_hidden(units: Units, attributes: list[ast.Attribute]) -> bool:
    return any(
        attribute.path == "cfg" and cfg_value(units.stream, attribute) is False
        for attribute in attributes
    )


def _key(stream: TokenStream, item: ast.Item, verified: bool, header: str) -> Key:
    match item:
        case ast.Fn():
            return "function", verified, header, item.name
        case ast.Struct() | ast.Enum() | ast.TypeAlias():
            return "type", verified, header, item.name
        case ast.Const():
            return "constant", verified, header, item.name
        case ast.Trait():
            return "trait", verified, header, item.name
        case ast.BroadcastGroup():
            return "group", verified, header, item.name
    # Any other kind has no name that could be relied on: it is itself.
    return "item", verified, header, " ".join(stream.texts[item.start : item.end])
