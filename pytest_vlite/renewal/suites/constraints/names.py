"""What the names in constraint lines mean: fields of the input, sizes, columns, indices."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pytest_vlite.release.rust_types import RustType, SliceType, VecType, without_reference
from pytest_vlite.release.target import InputField
from pytest_vlite.renewal.suites.constraints.plain_text import plain
from pytest_vlite.renewal.suites.constraints.terms import (
    Function,
    Item,
    Length,
    Name,
    Number,
    Operation,
    Term,
    TermError,
)

_COLUMNS = re.compile(r"\b([A-Za-z_]\w*)\[([a-z])\]\s*(?:==?|is)\s*[\[(]([^\[\]()]{1,120})[\])]")
_COLUMN_NAME = re.compile(r"[A-Za-z_]\w*")
_MOST_COLUMNS = 8
_INDEX_NAME = re.compile(r"[a-z]|[a-z][0-9]")


def list_depth(type_: RustType) -> int:
    """How many lists a type has inside each other."""
    type_ = without_reference(type_)
    return 1 + list_depth(type_.item) if isinstance(type_, VecType | SliceType) else 0


class Names:
    """The meaning of names; sizes (`n == nums.length`) are learnt by `define`."""

    def __init__(self, inputs: Sequence[InputField], statement: str) -> None:
        self._fields = {key: field.name for field in inputs for key in field.keys}
        self._fields |= {field.name: field.name for field in inputs}
        self.depths = {field.name: list_depth(field.type) for field in inputs}
        self._meanings: dict[str, Term] = {}
        self._read_columns(statement)
        self._read_grid(statement)

    def field(self, name: str) -> str | None:
        """The field that a name in any accepted spelling means."""
        return self._fields.get(name)

    def mentioned(self, text: str) -> list[str]:
        """The fields whose names occur in a text, in order."""
        words = re.findall(r"[A-Za-z_]\w*", text)
        return list(dict.fromkeys(self._fields[word] for word in words if word in self._fields))

    def define(self, name: str, meaning: Term) -> None:
        """Let a name that is no field's stand for a term."""
        if name not in self._fields:
            self._meanings.setdefault(name, meaning)

    def knows(self, name: str) -> bool:
        return name in self._fields or name in self._meanings

    def resolve(self, term: Term, indices: set[str]) -> Term:
        """The term with every name replaced by what it means; index names are added to `indices`.

        Raises:
            TermError: a name means nothing known.
        """
        match term:
            case Number():
                return term
            case Name(name):
                return self._name(name, indices)
            case Length(of):
                return Length(self.resolve(of, indices))
            case Item(of, index):
                return Item(self.resolve(of, indices), self._index(index, indices))
            case Operation(operator, left, right):
                return Operation(
                    operator, self.resolve(left, indices), self.resolve(right, indices)
                )
            case Function(name, arguments):
                return Function(name, tuple(self.resolve(one, indices) for one in arguments))

    def _name(self, name: str, indices: set[str]) -> Term:
        if name in self._fields:
            return Name(self._fields[name])
        if name in self._meanings:
            meaning = self._meanings[name]
            indices |= {
                index.name
                for index in _indices(meaning)
                if isinstance(index, Name) and index.name not in self._fields
            }
            return meaning
        if name in indices:
            return Name(name)
        base, _, index = name.rpartition("_")
        field = self._fields.get(base)
        if field is not None and self.depths[field] and _INDEX_NAME.fullmatch(index):
            indices.add(index)
            return Item(Name(field), Name(index))
        raise TermError(f"{name!r} is unknown")

    def _index(self, index: Term, indices: set[str]) -> Term:
        match index:
            case Name(name) if not self.knows(name) and _INDEX_NAME.fullmatch(name):
                indices.add(name)
                return index
            case Operation(operator, left, right):
                return Operation(operator, self._index(left, indices), self._index(right, indices))
            case _:
                return self.resolve(index, indices)

    def _read_columns(self, statement: str) -> None:
        """`points[i] = [x_i, y_i]` names the columns of a field."""
        for match in _COLUMNS.finditer(plain_prose(statement)):
            field = self._fields.get(match[1])
            names = [part.strip() for part in match[3].split(",")]
            if field is None or self.depths[field] < 2 or len(names) > _MOST_COLUMNS:
                continue
            for column, name in enumerate(names):
                if _COLUMN_NAME.fullmatch(name) and not self.knows(name):
                    self.define(name, Item(Item(Name(field), Name(match[2])), Number(column)))

    def _read_grid(self, statement: str) -> None:
        """`m x n` are the sizes of the only field that is a table."""
        tables = [name for name, depth in self.depths.items() if depth == 2]
        found = re.search(r"\b([a-z])\s*(?:x|\*)\s*([a-z])\b", plain_prose(statement))
        if found is None or len(tables) != 1:
            return
        table = Name(tables[0])
        self.define(found[1], Length(table))
        if found[2] != found[1]:
            self.define(found[2], Length(Item(table, Number(0))))


def _indices(term: Term) -> list[Term]:
    match term:
        case Item(of, index):
            return [index, *_indices(of)]
        case Length(of):
            return _indices(of)
        case _:
            return []


def plain_prose(statement: str) -> str:
    """A statement line by line without marks."""
    return "\n".join(plain(line) for line in statement.splitlines())
