"""Finds functions and structs in Rust or Verus text, without being a compiler for either.

Brackets are matched and the headers of `fn`, `impl` and `struct` items are read. It never fails on
malformed text (a submission may hold anything); what is not understood is passed over. Time is
linear in the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_vlite.release.rust_tokens import Token, scan

_CLOSING = {"(": ")", "[": "]", "{": "}"}
# A header of an item longer than this (in tokens) is passed over: real ones stay far below, and
# without a cap text made of unfinished headers would take quadratic time.
_MAX_HEADER = 256


@dataclass(frozen=True, slots=True)
class ScannedParameter:
    """A parameter as written: `mut` of the binding apart, the type as text."""

    name: str
    type_text: str
    mutable_binding: bool = False


@dataclass(frozen=True, slots=True)
class ScannedFunction:
    """The header of a function and where its body lies.

    `owner` is the type of the enclosing `impl`, None for a free function. `modifiers` are the words
    before `fn` (`pub`, `open`, `spec`, `proof`, `const`, ...). `body` holds the offsets just inside
    the braces; None where there is no body or (in Verus text) clauses stand between header and
    body.
    """

    name: str
    owner: str | None
    modifiers: tuple[str, ...]
    receiver: str | None
    parameters: tuple[ScannedParameter, ...]
    return_text: str
    start: int
    body: tuple[int, int] | None
    body_is_empty: bool

    @property
    def is_executable(self) -> bool:
        """False for the ghost functions of Verus."""
        return not {"spec", "proof", "axiom"} & set(self.modifiers)


@dataclass(frozen=True, slots=True)
class ScannedStruct:
    """A struct with its named fields as (name, type text)."""

    name: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ScannedItem:
    """A `struct` or `impl` of the text, from its first word to its closing brace or semicolon."""

    kind: str
    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Scan:
    """All that one text holds."""

    functions: tuple[ScannedFunction, ...]
    structs: tuple[ScannedStruct, ...]
    items: tuple[ScannedItem, ...]
    macros: tuple[str, ...]


class _Scanner:
    """One walk over the tokens, with the stack of enclosing `impl` blocks."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(scan(text))
        self.partner = _bracket_partners(self.tokens)
        self.functions: list[ScannedFunction] = []
        self.structs: list[ScannedStruct] = []
        self.items: list[ScannedItem] = []
        self.macros: list[str] = []

    def run(self) -> Scan:
        tokens = self.tokens
        impl_ends: list[tuple[int, str]] = []
        index = 0
        while index < len(tokens):
            while impl_ends and index > impl_ends[-1][0]:
                impl_ends.pop()
            token = tokens[index]
            if token.kind == "word":
                if token.text == "impl":
                    found = self._impl(index)
                    if found is not None:
                        opening, owner = found
                        impl_ends.append((self.partner[opening], owner))
                        index = opening
                elif token.text == "fn":
                    owner_name = impl_ends[-1][1] if impl_ends else None
                    index = self._function(index, owner_name) - 1
                elif token.text == "struct":
                    self._struct(index)
                elif self._text(index + 1) == "!" and self._text(index + 2) in _CLOSING:
                    self.macros.append(token.text)
            index += 1
        return Scan(
            tuple(self.functions), tuple(self.structs), tuple(self.items), tuple(self.macros)
        )

    def _text(self, index: int) -> str:
        return self.tokens[index].text if 0 <= index < len(self.tokens) else ""

    def _header_end(self, index: int) -> int:
        return min(len(self.tokens), index + _MAX_HEADER)

    def _skip_generics(self, index: int) -> int:
        """The index after `<...>` that starts at `index`, or `index`."""
        if self._text(index) != "<":
            return index
        depth = 0
        for position in range(index, self._header_end(index)):
            text = self.tokens[position].text
            if text == "<":
                depth += 1
            elif text == ">":
                depth -= 1
                if depth == 0:
                    return position + 1
            elif text in "{;" or text == "fn":
                break
        return index

    def _impl(self, index: int) -> tuple[int, str] | None:
        position = self._skip_generics(index + 1)
        words: list[str] = []
        limit = self._header_end(index)
        while position < limit:
            text = self.tokens[position].text
            if text == "{":
                if position not in self.partner or not words:
                    return None
                end = self.tokens[self.partner[position]].end
                self.items.append(ScannedItem("impl", words[0], self.tokens[index].start, end))
                return position, words[0]
            if text in ";)}" or text in ("impl", "fn", "struct"):
                # `impl Trait` in a type, not an item.
                return None
            if text == "for":
                words = []
            elif text == "<":
                position = max(self._skip_generics(position) - 1, position)
            elif self.tokens[position].kind == "word" and text != "where":
                # Of a path only the last segment names the type.
                if self._text(position - 1) == "::" and words:
                    words[-1] = text
                else:
                    words.append(text)
            position += 1
        return None

    def _struct(self, index: int) -> None:
        if index + 1 >= len(self.tokens) or self.tokens[index + 1].kind != "word":
            return
        name = self._text(index + 1)
        position = self._skip_generics(index + 2)
        start = self.tokens[self._first_modifier(index)].start
        fields: list[tuple[str, str]] = []
        if self._text(position) == "{" and position in self.partner:
            closing = self.partner[position]
            for field_start, last in self._split_on_commas(position + 1, closing):
                first = self._skip_attributes(field_start, last)
                while self._text(first) == "pub":
                    first += 1
                    if self._text(first) == "(" and first in self.partner:
                        first = self.partner[first] + 1
                if self._text(first + 1) == ":":
                    fields.append((self._text(first), self._slice(first + 2, last)))
            end = self.tokens[closing].end
        else:
            limit = self._header_end(index)
            while position < limit and self._text(position) != ";":
                position += 1
            end = self.tokens[min(position, limit - 1)].end
        self.structs.append(ScannedStruct(name, tuple(fields)))
        self.items.append(ScannedItem("struct", name, start, end))

    def _first_modifier(self, index: int) -> int:
        """The first of the words (and `pub(...)`) that stand before the keyword at `index`."""
        while index > 0:
            before = self.tokens[index - 1]
            if before.kind == "word" and before.text in _MODIFIERS:
                index -= 1
            elif before.text == ")" and (index - 1) in self.partner:
                opening = self.partner[index - 1]
                if self._text(opening - 1) not in ("pub", "open", "broadcast"):
                    return index
                index = opening
            else:
                return index
        return index

    def _function(self, index: int, owner: str | None) -> int:
        """Reads the header at the word `fn`; returns the index to go on from."""
        if index + 1 >= len(self.tokens) or self.tokens[index + 1].kind != "word":
            return index + 1
        name = self._text(index + 1).removeprefix("r#")
        opening = self._skip_generics(index + 2)
        if self._text(opening) != "(" or opening not in self.partner:
            return index + 1
        closing = self.partner[opening]
        if closing - opening > _MAX_HEADER:
            return index + 1
        first_modifier = self._first_modifier(index)
        modifiers = tuple(
            token.text for token in self.tokens[first_modifier:index] if token.kind == "word"
        )
        receiver, parameters = self._parameters(opening + 1, closing)
        return_text, after = self._return(closing + 1)
        body = None
        body_is_empty = False
        if self._text(after) == "{" and after in self.partner:
            body = (self.tokens[after].end, self.tokens[self.partner[after]].start)
            body_is_empty = self.partner[after] == after + 1
        self.functions.append(
            ScannedFunction(
                name,
                owner,
                modifiers,
                receiver,
                parameters,
                return_text,
                self.tokens[first_modifier].start,
                body,
                body_is_empty,
            )
        )
        return after

    def _parameters(self, first: int, end: int) -> tuple[str | None, tuple[ScannedParameter, ...]]:
        receiver: str | None = None
        parameters: list[ScannedParameter] = []
        for range_start, last in self._split_on_commas(first, end):
            start = self._skip_attributes(range_start, last)
            words = [token.text for token in self.tokens[start:last]]
            if words and words[-1] == "self" and ":" not in words:
                receiver = " ".join(words).replace("& ", "&")
                continue
            mutable = bool(words) and words[0] == "mut"
            if mutable:
                start += 1
            if self._text(start + 1) == ":" and self.tokens[start].kind == "word":
                parameters.append(
                    ScannedParameter(self._text(start), self._slice(start + 2, last), mutable)
                )
            elif start < last:
                # A pattern: the value still has a place and a type.
                colon = next((i for i in range(start, last) if self._text(i) == ":"), last - 1)
                parameters.append(ScannedParameter("_", self._slice(colon + 1, last), mutable))
        return receiver, tuple(parameters)

    def _return(self, index: int) -> tuple[str, int]:
        """The return type as text ("" for none) and the index after it."""
        if self._text(index) != "->":
            return "", index
        start = index + 1
        if (
            self._text(start) == "("
            and self._text(start + 2) == ":"
            and start in self.partner
            and self.tokens[start + 1].kind == "word"
        ):
            closing = self.partner[start]
            return self._slice(start + 3, closing), closing + 1
        position = start
        limit = self._header_end(start)
        while position < limit:
            text = self.tokens[position].text
            if text in ("{", ";", "}") or text in _CLAUSES:
                break
            position = self.partner.get(position, position) + 1 if text in "([" else position + 1
        return self._slice(start, position), position

    def _skip_attributes(self, start: int, end: int) -> int:
        while start < end and self._text(start) == "#" and (start + 1) in self.partner:
            start = self.partner[start + 1] + 1
        return start

    def _slice(self, start: int, end: int) -> str:
        """The tokens from `start` to before `end` as text, one blank where words would meet."""
        parts: list[str] = []
        for token in self.tokens[start:end]:
            if parts and parts[-1][-1:].isalnum() and token.kind in ("word", "number"):
                parts.append(" ")
            parts.append(token.text)
        return "".join(parts)

    def _split_on_commas(self, first: int, end: int) -> list[tuple[int, int]]:
        """The non-empty ranges between the commas that lie in no bracket and no `<...>`."""
        ranges: list[tuple[int, int]] = []
        angle = 0
        start = position = first
        while position < end:
            text = self.tokens[position].text
            if text in _CLOSING and self.partner.get(position, end) < end:
                position = self.partner[position]
            elif text == "<":
                angle += 1
            elif text == ">":
                angle -= 1
            elif text == "," and angle <= 0:
                ranges.append((start, position))
                start = position + 1
            position += 1
        ranges.append((start, end))
        return [(a, b) for a, b in ranges if a < b]


_MODIFIERS = frozenset(
    {
        *("pub", "const", "async", "unsafe", "extern", "default"),
        *("open", "closed", "spec", "proof", "exec", "broadcast", "uninterp", "axiom"),
        *("tracked", "ghost"),
    }
)
_CLAUSES = frozenset(
    {"where", "requires", "ensures", "returns", "recommends", "decreases", "no_unwind"}
)


def _bracket_partners(tokens: Sequence[Token]) -> dict[int, int]:
    """Index of the partner for each bracket that has one."""
    partners: dict[int, int] = {}
    stack: list[tuple[str, int]] = []
    for index, token in enumerate(tokens):
        if token.kind != "mark":
            continue
        if token.text in _CLOSING:
            stack.append((_CLOSING[token.text], index))
        elif token.text in ")]}" and stack and stack[-1][0] == token.text:
            opening = stack.pop()[1]
            partners[opening] = index
            partners[index] = opening
    return partners


def scan_items(text: str) -> Scan:
    """The functions, structs, impl blocks and macro names of a Rust or Verus text."""
    return _Scanner(text).run()
