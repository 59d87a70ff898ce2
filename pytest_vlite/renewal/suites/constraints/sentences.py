"""Reads constraint lines that are sentences: letters, distinct items, order, choices, parity."""

from __future__ import annotations

import re
import string
from collections.abc import Callable

from pytest_vlite.release import JsonValue
from pytest_vlite.renewal.suites.constraints.checks import (
    Check,
    Distinct,
    Letters,
    OneOf,
    Parity,
    Sorted,
)
from pytest_vlite.renewal.suites.constraints.names import Names
from pytest_vlite.renewal.suites.constraints.terms import (
    Item,
    Name,
    Reader,
    Term,
    TermError,
    tokens,
)

_CONSISTS = re.compile(r"(.+?) (?:only )?(?:consists?|contains?)(?: only)?(?: of)?(?: only)? (.+)")
_ALPHABETS = (
    (re.compile(r"\b(?:lower[- ]?case|lower)\b"), string.ascii_lowercase),
    (re.compile(r"\b(?:upper[- ]?case|upper)\b"), string.ascii_uppercase),
    (re.compile(r"\bdigits?\b"), string.digits),
    (re.compile(r"\bspaces?\b"), " "),
)
_LETTER_WORDS = frozenset(
    (
        *("only", "of", "and", "or", "the", "in", "to", "from", "a", "english", "latin"),
        *("letter", "letters", "character", "characters", "alphabet", "alphabets"),
        *("lower", "upper", "case", "lowercase", "lower-case", "uppercase", "upper-case"),
        *("digit", "digits", "space", "spaces"),
    )
)
_BOTH_CASES = re.compile(r"\benglish letters\b")
_QUOTED = re.compile(r"'(.)'|\"(.)\"")
_DISTINCT = re.compile(
    r"(?:all (?:the )?(?:values|numbers|integers|elements|items|strings|points)?(?: (?:of|in))? ?"
    r"(?P<a>[\w\[\]]+) are (?:distinct|unique|pairwise distinct))"
    r"|(?:(?:all )?(?:the )?(?:values|numbers|integers|elements|items) (?:of|in) (?P<b>[\w\[\]]+) "
    r"are (?:all )?(?:distinct|unique))"
    r"|(?:(?P<c>\w+) (?:contains|consists of) (?:only )?(?:distinct|unique) "
    r"(?:values|numbers|integers|elements|positive integers))"
)
_SORTED = re.compile(
    r"(?P<name>\w+) is (?:an? )?(?:array )?(?:that is )?(?:sorted )?(?:in )?(?:an? )?"
    r"(?P<strict>strictly )?"
    r"(?P<order>non-?decreasing|ascending|increasing|non-?increasing|descending|decreasing)"
    r"(?: order| array| manner)*"
)
_CHOICE = re.compile(r"(?P<names>.+?) (?:is|are|will be|can be)(?: either| one of)? (?P<values>.+)")
_CHOICE_VALUE = re.compile(
    r"\s*(?:(-?[0-9]{1,30})|'(.)'|\"(.)\")\s*(?:,|\bor\b|\band\b|$)\s*(?:or\b)?"
)
_PARITY = re.compile(r"(?P<term>.+) is (?:an )?(?P<word>even|odd)(?: number| integer)?")


def read_sentence(text: str, names: Names) -> tuple[Check, ...]:
    """The checks of a sentence, none if it is not understood."""
    readers: tuple[Callable[[str, Names], tuple[Check, ...]], ...] = (
        _letters,
        _distinct,
        _sorted,
        _choice,
        _parity,
    )
    for reader in readers:
        checks = reader(text, names)
        if checks:
            return checks
    return ()


def _subjects(text: str, names: Names) -> list[tuple[str, int]]:
    """The fields with the depths that a list of names (`s`, `words[i]`, `a and b`) means."""
    found = []
    for part in re.split(r",| and |&", text):
        match = re.fullmatch(
            r"(?:all )?(?:the )?(?:strings? (?:in )?)?([A-Za-z_]\w*)((?:\[\w+\])*)", part.strip()
        )
        field = names.field(match[1]) if match else None
        if match is None or field is None:
            return []
        found.append((field, match[2].count("[")))
    return found


def _letters(text: str, names: Names) -> tuple[Check, ...]:
    match = _CONSISTS.fullmatch(text)
    subjects = _subjects(match[1], names) if match else []
    if match is None or not subjects:
        return ()
    quoted = [one or other for one, other in _QUOTED.findall(match[2])]
    words = _QUOTED.sub(" ", match[2]).lower().replace(",", " ").replace(".", " ")
    if not set(words.split()) <= _LETTER_WORDS:
        return ()
    alphabet = set(quoted)
    for pattern, letters in _ALPHABETS:
        if pattern.search(words):
            alphabet |= set(letters)
    if _BOTH_CASES.search(words) and not re.search("lower|upper", words):
        alphabet |= set(string.ascii_letters)
    if not alphabet:
        return ()
    return tuple(Letters(field, frozenset(alphabet)) for field, _ in subjects)


def _distinct(text: str, names: Names) -> tuple[Check, ...]:
    match = _DISTINCT.fullmatch(text.lower().replace("'", "")) if "pair" not in text else None
    if match is None:
        return ()
    written = match["a"] or match["b"] or match["c"]
    # The text was lowered to match; the name is as it was written.
    at = text.lower().rfind(written)
    field = names.field(text[at : at + len(written)].split("[", maxsplit=1)[0])
    if field is None or not names.depths[field] or written.count("[") > 1:
        return ()
    return (Distinct(field),)


def _sorted(text: str, names: Names) -> tuple[Check, ...]:
    match = _SORTED.fullmatch(text)
    field = names.field(match["name"]) if match else None
    if match is None or field is None or names.depths[field] != 1:
        return ()
    order = match["order"]
    descending = order in ("nonincreasing", "non-increasing", "descending", "decreasing")
    return (Sorted(field, descending, strict=match["strict"] is not None),)


def _choice(text: str, names: Names) -> tuple[Check, ...]:
    match = _CHOICE.fullmatch(text)
    subjects = _subjects(match["names"], names) if match else []
    if match is None or not subjects:
        return ()
    values: list[JsonValue] = []
    position, rest = 0, match["values"]
    while position < len(rest):
        found = _CHOICE_VALUE.match(rest, position)
        if found is None or found.end() == position:
            return ()
        values.append(int(found[1]) if found[1] else found[2] or found[3])
        position = found.end()
    if len(values) < 2:
        return ()
    return tuple(OneOf(field, depth, tuple(values)) for field, depth in subjects)


def _parity(text: str, names: Names) -> tuple[Check, ...]:
    match = _PARITY.fullmatch(text)
    if match is None:
        return ()
    try:
        reader = Reader(tokens(match["term"]))
        term: Term = names.resolve(reader.sum(), set())
    except TermError:
        return ()
    if reader.peek() or any(isinstance(part, Item) for part in (term,)) or term == Name(""):
        return ()
    return (Parity(term, int(match["word"] == "odd")),)
