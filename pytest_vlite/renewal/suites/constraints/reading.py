"""Reads constraint lines; whatever is not understood is kept as such."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from pytest_vlite.release import JsonValue
from pytest_vlite.release.target import InputField
from pytest_vlite.renewal.suites.constraints.checks import Chain, Check
from pytest_vlite.renewal.suites.constraints.model import Constraints, Read, make_constraints
from pytest_vlite.renewal.suites.constraints.names import Names
from pytest_vlite.renewal.suites.constraints.plain_text import plain
from pytest_vlite.renewal.suites.constraints.sentences import read_sentence
from pytest_vlite.renewal.suites.constraints.terms import (
    Item,
    Length,
    Name,
    Number,
    Operation,
    Reader,
    Term,
    TermError,
    tokens,
)

_SIGNS = frozenset(("<", "<=", ">", ">=", "==", "!=", "="))
_MOST_INDICES = 4
# Description files of a web page keep some of its style sheets.
_STYLE_SHEET = ".spoiler"


def read_constraints(
    lines: Sequence[str],
    statement: str,
    inputs: Sequence[InputField],
    examples: Sequence[Mapping[str, JsonValue]] = (),
    hints: Sequence[str] = (),
) -> Constraints:
    """Constraints of an input with these fields.

    `examples` are inputs by field names that are known to be valid. `hints` are further lines that
    bound what is generated and check nothing.
    """
    names = Names(inputs, statement)
    kept = [line for line in lines if not line.startswith(_STYLE_SHEET)]
    texts = [plain(line) for line in kept]
    for text in (*texts, *hints):
        _learn_sizes(text, names)
    read, unread = [], []
    for line, text in zip(kept, texts, strict=True):
        checks = _read(text, names)
        if checks:
            read.append(Read(text, checks))
        else:
            unread.append(line)
    chains = [chain for hint in hints for chain in _chains(hint, names)]
    return make_constraints(read, unread, examples, chains)


def _read(text: str, names: Names) -> tuple[Check, ...]:
    return (*_chains(text, names),) or read_sentence(text, names)


def _chains(text: str, names: Names) -> tuple[Chain, ...]:
    """The comparisons of a line; none if any part of it is something else."""
    try:
        parts = [_chain(part, names) for part in _parts(tokens(text.replace(" and ", ", ")))]
    except TermError:
        return ()
    return tuple(parts)


def _parts(words: list[str]) -> list[list[str]]:
    """Lines such as `m == grid.length, n == grid[i].length` are several; `1 <= m, n <= 9` is one.

    Raises:
        TermError: it cannot be told, or there is no comparison.
    """
    parts: list[list[str]] = [[]]
    depth = 0
    for word in words:
        depth += (word in "([") - (word in ")]")
        if word == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(word)
    signs = [[word for word in part if word in _SIGNS] for part in parts]
    if not any(signs):
        raise TermError("no comparison")
    if len(parts) > 1 and all(signs):
        if all(set(found) <= {"==", "="} for found in signs) or all(len(s) > 1 for s in signs):
            return parts
        if len(parts) > 2 or len(signs[0]) + len(signs[-1]) > 2 or signs[0][0] in ("==", "="):
            raise TermError("several comparisons")
    elif sum(bool(found) for found in signs) > 2:
        raise TermError("several comparisons")
    return [words]


def _chain(words: list[str], names: Names) -> Chain:
    indices: set[str] = set()
    operands: list[tuple[Term, ...]] = []
    operators: list[str] = []
    for group in _split(words, operators):
        reader = Reader(group)
        terms = reader.list()
        if reader.peek():
            raise TermError(f"unexpected {reader.peek()!r}")
        operands.append(terms)
    # Index names are known from any place of the line.
    for _ in range(2):
        resolved = [tuple(names.resolve(term, indices) for term in terms) for terms in operands]
    if len(indices) > _MOST_INDICES:
        raise TermError("too many indices")
    return Chain(tuple(operators), tuple(resolved), tuple(sorted(indices)))


def _split(words: list[str], operators: list[str]) -> list[list[str]]:
    groups: list[list[str]] = [[]]
    for word in words:
        if word in _SIGNS:
            operators.append("==" if word == "=" else word)
            groups.append([])
        else:
            groups[-1].append(word)
    return groups


def _learn_sizes(text: str, names: Names) -> None:
    """`n == nums.length`, also inside a longer chain, says what `n` is."""
    try:
        parts = _parts(tokens(text.replace(" and ", ", ")))
    except TermError:
        return
    for part in parts:
        operators: list[str] = []
        try:
            terms = [Reader(group).list()[0] for group in _split(part, operators)]
        except TermError:
            continue
        for sign, left, right in zip(operators, terms, terms[1:], strict=False):
            if sign != "==":
                continue
            for name, size in ((left, right), (right, left)):
                if isinstance(size, Length):
                    _learn(name, size, names)


def _learn(told: Term, size: Term, names: Names) -> None:
    """Let the unknown name of `n`, `n + 1` or `2 * n` stand for what makes it the size."""
    match told:
        case Name(name):
            unknown, meaning = name, size
        case Operation("+", Name(name), Number() as by):
            unknown, meaning = name, Operation("-", size, by)
        case Operation("-", Name(name), Number() as by):
            unknown, meaning = name, Operation("+", size, by)
        case Operation("*", Number() as by, Name(name)) | Operation(
            "*", Name(name), Number() as by
        ):
            unknown, meaning = name, Operation("/", size, by)
        case _:
            return
    if names.knows(unknown):
        return
    # The size may be of something unknown itself; then nothing is learnt.
    with suppress(TermError):
        names.define(unknown, _at_first(names.resolve(meaning, set())))


def _at_first(term: Term) -> Term:
    """A size that is told of every row, as that of the first."""
    match term:
        case Length(of):
            return Length(_at_first(of))
        case Operation(operator, left, right):
            return Operation(operator, _at_first(left), _at_first(right))
        case Item(of, index):
            return Item(_at_first(of), index if isinstance(index, Number) else Number(0))
        case _:
            return term
