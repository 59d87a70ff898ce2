"""What an answer's Rust text defines at its crate root, told from its tokens alone.

A driver is put after the answer, so it must know which names are taken: an own `struct Solution`,
an own `fn main`, imports. Nothing here fails on malformed text (rustc will say what is wrong with
it) and nothing is guessed from white space or comments.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pytest_vlite.release.rust_tokens import Token, scan

_OPENING = {"(": ")", "[": "]", "{": "}"}
_CLOSING = frozenset(")]}")
_QUALIFIERS = frozenset(("pub", "const", "async", "unsafe", "extern", "default", "auto", "safe"))
# Kinds of items that end with their first brace block; the others end with a semicolon.
_BRACED = frozenset(
    ("fn", "struct", "enum", "union", "trait", "impl", "mod", "macro_rules", "extern", "macro")
)
_NAMED = frozenset(
    ("fn", "struct", "enum", "union", "trait", "mod", "const", "static", "type", "macro_rules")
)
# An import longer than this is passed over: nobody writes one, and a long path before a long list
# would take quadratic room.
_MAX_IMPORT_CHARACTERS = 4096
_TYPES = frozenset(("struct", "enum", "union", "type", "trait"))


@dataclass(frozen=True)
class RootItem:
    """One item of the crate root.

    `kind` is its keyword (`macro` for the call of one, `attribute` for an inner attribute);
    `names` what it brings into the root's scope; `start` and `end` its offsets, attributes and
    visibility included; `tokens` all of its tokens.
    """

    kind: str
    names: tuple[str, ...]
    start: int
    end: int
    tokens: tuple[Token, ...]

    @cached_property
    def has_empty_body(self) -> bool:
        """Whether a function's body holds no token."""
        texts = [token.text for token in self.tokens[-2:]]
        return self.kind == "fn" and texts == ["{", "}"]

    @cached_property
    def subject(self) -> str:
        """The type that an `impl` item is for, by the last word of its path; "" otherwise."""
        if self.kind != "impl":
            return ""
        name, angle = "", 0
        for position, token in enumerate(self.tokens):
            if token.text == "<":
                angle += 1
            elif token.text == ">":
                angle -= 1
            elif angle == 0 and token.text in ("{", "where"):
                break
            elif angle == 0 and token.text in ("impl", "for"):
                name = ""
            elif angle == 0 and token.kind == "word":
                previous = self.tokens[position - 1].text if position else ""
                if not name or previous == "::":
                    name = plain_name(token.text)
        return name


@dataclass(frozen=True)
class AnswerShape:
    """The tokens and root items of one text."""

    text: str
    tokens: tuple[Token, ...]
    items: tuple[RootItem, ...]

    @cached_property
    def root_names(self) -> frozenset[str]:
        """Every name that an item or import brings into the root's scope."""
        return frozenset(name for item in self.items for name in item.names)

    @property
    def main(self) -> RootItem | None:
        """The root's `fn main`."""
        return next((i for i in self.items if i.kind == "fn" and i.names == ("main",)), None)

    def defines_type(self, name: str) -> bool:
        """Whether the root has a type `name` of its own, or imports one."""
        return any(
            name in item.names and (item.kind in _TYPES or item.kind == "use")
            for item in self.items
        )

    def implements(self, name: str) -> bool:
        """Whether the root has an `impl` block for the type `name`."""
        return any(item.subject == name for item in self.items)

    def declares_anywhere(self, name: str) -> bool:
        """Whether a type `name` is declared at any depth, a macro's body included."""
        return any(
            token.text == name and before.text in _TYPES
            for before, token in zip(self.tokens, self.tokens[1:], strict=False)
        )

    def calls_method(self, name: str) -> bool:
        """Whether `.name(` or `.name::<` occurs."""
        return any(
            self.tokens[place].text == "."
            and self.tokens[place + 1].text == name
            and self.tokens[place + 2].text in ("(", "::")
            for place in range(len(self.tokens) - 2)
        )

    def trait_methods(self) -> frozenset[str]:
        """Names of the functions declared in the answer's own traits, at any depth."""
        names: set[str] = set()
        tokens = self.tokens
        place = 0
        while place < len(tokens):
            end = place + 1
            if tokens[place].text == "trait":
                end = _item_end(tokens, place, "trait")
                names |= {
                    plain_name(tokens[i + 1].text)
                    for i in range(place, end - 1)
                    if tokens[i].text == "fn"
                }
            place = end
        return frozenset(names)


def plain_name(word: str) -> str:
    """An identifier without the `r#` of a raw one."""
    return word.removeprefix("r#")


def read_shape(text: str) -> AnswerShape:
    """Split a text into the items of its crate root; time is linear in the text."""
    tokens = tuple(scan(text))
    items: list[RootItem] = []
    place = 0
    while place < len(tokens):
        end, kind, keyword = _next_item(tokens, place)
        part = tokens[place:end]
        names = _names(kind, tokens[keyword:end])
        items.append(RootItem(kind, names, part[0].start, part[-1].end, part))
        place = end
    return AnswerShape(text, tokens, tuple(items))


def _next_item(tokens: Sequence[Token], start: int) -> tuple[int, str, int]:
    """End, kind and place of the keyword of the item that starts at `start`."""
    place = start
    while place < len(tokens) and tokens[place].text == "#":
        inner = _text(tokens, place + 1) == "!"
        bracket = place + 2 if inner else place + 1
        if _text(tokens, bracket) != "[":
            break
        place = _after_group(tokens, bracket)
        if inner:
            return place, "attribute", start
    place, kind = _keyword(tokens, place)
    if place >= len(tokens):
        return len(tokens), "", start
    return max(_item_end(tokens, place, kind), start + 1), kind, place


def _keyword(tokens: Sequence[Token], place: int) -> tuple[int, str]:
    """The place of the word that tells the item's kind, visibility and qualifiers passed over."""
    while place < len(tokens):
        text, following = tokens[place].text, _text(tokens, place + 1)
        if text == "pub" and following == "(":
            place = _after_group(tokens, place + 1)
        elif text == "extern" and following == "crate":
            return place, "use"
        elif text in ("const", "static") and following not in ("fn", "unsafe", "async", "extern"):
            return place, text
        elif text == "extern" and following == "{":
            return place, "extern"
        elif text in _QUALIFIERS or tokens[place].kind == "string":
            if text == "extern" and _text(tokens, place + 2) == "{":
                return place, "extern"
            place += 1
        elif text == "macro_rules" or text not in _NAMED | {"impl", "use"}:
            return place, "macro_rules" if text == "macro_rules" else _call_or_other(tokens, place)
        else:
            return place, text
    return place, ""


def _call_or_other(tokens: Sequence[Token], place: int) -> str:
    return "macro" if tokens[place].kind == "word" else ""


def _item_end(tokens: Sequence[Token], place: int, kind: str) -> int:
    """The place after the item whose keyword stands at `place`."""
    angle = 0
    while place < len(tokens):
        text = tokens[place].text
        if text == ";":
            return place + 1
        if text in _OPENING:
            place = _after_group(tokens, place)
            # Inside `<...>` braces hold a constant, not the body.
            if text == "{" and kind in _BRACED and angle <= 0:
                return place
        elif text in _CLOSING:
            # A stray bracket; rustc will reject the text.
            return place + 1
        else:
            angle += (text == "<") - (text == ">")
            place += 1
    return len(tokens)


def _after_group(tokens: Sequence[Token], place: int) -> int:
    """The place after the bracket that closes the one at `place`; the end if none does."""
    depth = 0
    while place < len(tokens):
        if tokens[place].kind == "mark":
            if tokens[place].text in _OPENING:
                depth += 1
            elif tokens[place].text in _CLOSING:
                depth -= 1
                if depth == 0:
                    return place + 1
        place += 1
    return len(tokens)


def _names(kind: str, tokens: Sequence[Token]) -> tuple[str, ...]:
    if kind == "use":
        return tuple(leaf.name for leaf in import_leaves(tokens) if leaf.name not in ("*", "_"))
    if kind in _NAMED:
        place = 2 if kind == "macro_rules" else 1
        if kind in ("static",) and _text(tokens, 1) == "mut":
            place = 2
        if place < len(tokens) and tokens[place].kind == "word":
            return (plain_name(tokens[place].text),)
    return ()


def _text(tokens: Sequence[Token], place: int) -> str:
    return tokens[place].text if place < len(tokens) else ""


@dataclass(frozen=True)
class ImportLeaf:
    """One name of a `use` tree: the full path as text and the name that it binds (`*`: all)."""

    path: str
    name: str


def import_leaves(tokens: Sequence[Token]) -> tuple[ImportLeaf, ...]:
    """The single imports that a `use` (or `extern crate`) item stands for."""
    words = [token.text for token in tokens]
    if sum(map(len, words)) > _MAX_IMPORT_CHARACTERS:
        return ()
    if words[:1] == ["extern"]:
        name = words[-2] if len(words) > 2 else ""
        return (ImportLeaf(" ".join(words[2:-1]), plain_name(name)),) if name else ()
    leaves: list[ImportLeaf] = []
    prefixes: list[str] = [""]
    path: list[str] = []
    alias = ""
    place = 1

    def finish() -> None:
        nonlocal path, alias
        if path:
            base = prefixes[-1]
            if path[-1] == "self" and len(path) == 1 and base:
                full = base.removesuffix("::")
                name = full.rsplit("::", 1)[-1]
            else:
                full = base + "".join(path)
                name = path[-1]
            leaves.append(ImportLeaf(full, plain_name(alias or name)))
        path, alias = [], ""

    while place < len(words) and words[place] != ";":
        word = words[place]
        if word == "{":
            prefixes.append(prefixes[-1] + "".join(path))
            path = []
        elif word == "}":
            finish()
            if len(prefixes) > 1:
                prefixes.pop()
        elif word == ",":
            finish()
        elif word == "as":
            place += 1
            alias = words[place] if place < len(words) else ""
        else:
            path.append(word)
        place += 1
    finish()
    return tuple(leaves)
