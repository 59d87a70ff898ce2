"""The Rust types of parameters and results, as far as a test case can hold them.

`parse_type` reads a type from source text; `str(type)` writes it back. How values of each type
stand in a test case (JSON):

| type | JSON |
|---|---|
| integers (`i8` ... `i128`, `usize`) | number, exact at any size |
| `bool` | true / false |
| `f32`, `f64` | number |
| `String`, `str`, `char` | string (`char`: of one character) |
| `Vec<T>`, `[T]`, `[T; N]` | array; of `char`: one string |
| tuple | array; `()` is null |
| `Option<T>` | null or the value |
| `&T`, `&mut T` | as `T` |
| anything else (`NamedType`) | no encoding of its own; see `Target.judge_structs` |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pytest_vlite.release.rust_tokens import Token, scan

_INTEGER_BITS = {"8": 8, "16": 16, "32": 32, "64": 64, "128": 128, "size": 64}
INTEGER_NAMES = frozenset(sign + bits for sign in "iu" for bits in _INTEGER_BITS)
# Deeper types than this are nobody's parameter; the cap keeps hostile text from deep recursion.
MAX_TYPE_DEPTH = 32


class RustTypeError(ValueError):
    """The text is not a type that this module knows how to read."""


@dataclass(frozen=True, slots=True)
class IntType:
    """A fixed-width integer; `isize` and `usize` count as 64 bits."""

    name: str

    @property
    def signed(self) -> bool:
        return self.name.startswith("i")

    @property
    def bits(self) -> int:
        return _INTEGER_BITS[self.name[1:]]

    @property
    def minimum(self) -> int:
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def maximum(self) -> int:
        return (1 << (self.bits - 1 if self.signed else self.bits)) - 1

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class BoolType:
    def __str__(self) -> str:
        return "bool"


@dataclass(frozen=True, slots=True)
class CharType:
    def __str__(self) -> str:
        return "char"


@dataclass(frozen=True, slots=True)
class FloatType:
    """`f32` or `f64`."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class StringType:
    """`String`, or `str` behind a reference."""

    name: str = "String"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class VecType:
    item: RustType

    def __str__(self) -> str:
        return f"Vec<{self.item}>"


@dataclass(frozen=True, slots=True)
class SliceType:
    """`[T]`, which occurs behind a reference, or the array `[T; N]`."""

    item: RustType
    length: str | None = None

    def __str__(self) -> str:
        return f"[{self.item}]" if self.length is None else f"[{self.item}; {self.length}]"


@dataclass(frozen=True, slots=True)
class OptionType:
    item: RustType

    def __str__(self) -> str:
        return f"Option<{self.item}>"


@dataclass(frozen=True, slots=True)
class TupleType:
    """A tuple; without items the unit type `()`."""

    items: tuple[RustType, ...] = ()

    def __str__(self) -> str:
        if len(self.items) == 1:
            return f"({self.items[0]},)"
        return f"({', '.join(map(str, self.items))})"


@dataclass(frozen=True, slots=True)
class RefType:
    """`&T` or `&mut T`; a lifetime in the source is dropped."""

    target: RustType
    mutable: bool = False

    def __str__(self) -> str:
        return f"&mut {self.target}" if self.mutable else f"&{self.target}"


@dataclass(frozen=True, slots=True)
class NamedType:
    """Any other type by its name: a struct of the problem, `Self`, a library type."""

    name: str
    arguments: tuple[RustType, ...] = ()

    def __str__(self) -> str:
        if not self.arguments:
            return self.name
        return f"{self.name}<{', '.join(map(str, self.arguments))}>"


RustType: TypeAlias = (
    IntType
    | BoolType
    | CharType
    | FloatType
    | StringType
    | VecType
    | SliceType
    | OptionType
    | TupleType
    | RefType
    | NamedType
)
UNIT = TupleType()


def parse_type(text: str) -> RustType:
    """Read one type; the empty text is the unit type (a function without `->`).

    Raises:
        RustTypeError: the text is not one complete type of those above.
    """
    parser = _Parser(list(scan(text)), text)
    if not parser.tokens:
        return UNIT
    result = parser.type(0)
    if parser.position != len(parser.tokens):
        raise RustTypeError(f"not a type: {text[:80]!r}")
    return result


def without_reference(rust_type: RustType) -> RustType:
    """The owned type that a value of `rust_type` is made from."""
    while isinstance(rust_type, RefType):
        rust_type = rust_type.target
    return rust_type


class _Parser:
    def __init__(self, tokens: list[Token], text: str) -> None:
        self.tokens = tokens
        self.text = text
        self.position = 0

    def next(self) -> str:
        if self.position >= len(self.tokens):
            raise RustTypeError(f"unfinished type: {self.text[:80]!r}")
        self.position += 1
        return self.tokens[self.position - 1].text

    def peek(self) -> str:
        return self.tokens[self.position].text if self.position < len(self.tokens) else ""

    def expect(self, mark: str) -> None:
        if self.next() != mark:
            raise RustTypeError(f"not a type: {self.text[:80]!r}")

    def type(self, depth: int) -> RustType:
        if depth > MAX_TYPE_DEPTH:
            raise RustTypeError(f"type nested too deeply: {self.text[:80]!r}")
        word = self.next()
        if word == "&":
            if self.position < len(self.tokens) and self.tokens[self.position].kind == "lifetime":
                self.position += 1
            mutable = self.peek() == "mut"
            if mutable:
                self.position += 1
            return RefType(self.type(depth + 1), mutable)
        if word == "(":
            return self._tuple(depth)
        if word == "[":
            return self._slice(depth)
        if self.tokens[self.position - 1].kind != "word":
            raise RustTypeError(f"not a type: {self.text[:80]!r}")
        return self._path(word, depth)

    def _tuple(self, depth: int) -> RustType:
        items: list[RustType] = []
        comma = True
        while self.peek() != ")":
            if not comma:
                raise RustTypeError(f"not a type: {self.text[:80]!r}")
            items.append(self.type(depth + 1))
            comma = self.peek() == ","
            if comma:
                self.position += 1
        self.position += 1
        # `(T)` is T in brackets, `(T,)` a tuple of one.
        return items[0] if len(items) == 1 and not comma else TupleType(tuple(items))

    def _slice(self, depth: int) -> RustType:
        item = self.type(depth + 1)
        length: str | None = None
        if self.peek() == ";":
            self.position += 1
            parts: list[str] = []
            while self.peek() not in ("]", ""):
                parts.append(self.next())
            length = " ".join(parts)
        self.expect("]")
        return SliceType(item, length)

    def _path(self, name: str, depth: int) -> RustType:
        segments = [name]
        while self.peek() == "::":
            self.position += 1
            if self.peek() == "<":
                break
            segments.append(self.next())
        arguments: list[RustType] = []
        if self.peek() == "<":
            self.position += 1
            while self.peek() != ">":
                arguments.append(self.type(depth + 1))
                if self.peek() != ">":
                    self.expect(",")
            self.position += 1
        return _named("::".join(segments), tuple(arguments))


def _named(path: str, arguments: tuple[RustType, ...]) -> RustType:
    name = path
    if path.split("::", 1)[0] in ("std", "alloc", "core"):
        name = path.rsplit("::", 1)[1]
    if len(arguments) == 1:
        if name == "Vec":
            return VecType(arguments[0])
        if name == "Option":
            return OptionType(arguments[0])
    if not arguments:
        if name in INTEGER_NAMES:
            return IntType(name)
        if name == "bool":
            return BoolType()
        if name == "char":
            return CharType()
        if name in ("f32", "f64"):
            return FloatType(name)
        if name in ("String", "str"):
            return StringType(name)
    return NamedType(path, arguments)
