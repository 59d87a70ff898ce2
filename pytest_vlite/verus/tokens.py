"""The lexer: any text becomes tokens whose texts concatenate to that text.

Rust's own lexical rules are followed where they decide what a compiler sees: nested block comments,
line comments that end at line feeds only, the white space characters of Rust (among them U+0085,
U+200E, U+200F, U+2028 and U+2029), raw strings, raw identifiers, lifetimes against characters,
floats against ranges, a shebang line, prefixes that edition 2021 reserves. The longer operators of
Verus are one token. `<` and `>` are single tokens even in `<<`, `>>`, `>=` (but `<=`, `<==` and
`<==>` are one): whether `>>` is a shift or two closing brackets is for the parser to decide, which
asks whether the tokens are `adjacent`.

What no rule covers becomes a token of kind ERROR; the lexer itself never fails and takes linear
time. The parser works on a `TokenStream`, parallel lists without white space and comments.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from pytest_vlite.verus.errors import VerusSyntaxError

# Kinds of tokens. Those up to ERROR are the numbers of the groups of the pattern (6 is the inner
# group that holds the hashes of a raw string).
END = 0
IDENT = 1
PUNCT = 2
FLOAT = 3
INT = 4
STRING = 5
CHAR = 7
LIFETIME = 8
_COMMENT = 9
_FINISH = 10
ERROR = 11
TRIVIA = 12

_SPACE = "\\t\\n\\x0b\\x0c\\r \\x85\\u200e\\u200f\\u2028\\u2029"
# Any character beyond ASCII that is not white space may stand in an identifier as far as the
# pattern goes; afterwards Python is asked, which knows the same XID classes as rustc.
_BEYOND = "\\x80-\\x84\\x86-\\u200d\\u2010-\\u2027\\u202a-\\U0010ffff"
_START = f"[A-Za-z_{_BEYOND}]"
_WORD = f"[A-Za-z0-9_{_BEYOND}]"

_TOKEN = re.compile(
    rf"""
    (?:[{_SPACE}]++|//[^\n]*+)*+
    (?:
      ({_START}{_WORD}*+(?!["'\#])|r\#{_START}{_WORD}*+(?!["'\#]))
    | ([(){{}}\[\],;]
      |<==>|=~~=|!~~=|==>|<==|===|!==|=~=|!~=|&&&|\|\|\||\.\.=|\.\.\.
      |->|=>|==|!=|<=|&&|\|\||\+=|-=|\*=|/=|%=|\^=|&=|\|=|::|\.\.
      |[-+*%^!&|=<>@.:\#$?~]|/(?!\*))
    | ((?!0[xob])[0-9][0-9_]*+
       (?:\.[0-9][0-9_]*+(?:[eE][+-]?+_*+[0-9][0-9_]*+)?+{_WORD}*+
         |\.(?![._A-Za-z{_BEYOND}])
         |[eE][+-]?+_*+[0-9][0-9_]*+{_WORD}*+))
    | ([0-9]{_WORD}*+)
    | ([bc]?"(?:[^"\\]++|\\.)*+"|(?:r|br|cr)(\#{{0,255}}+)".*?"\6)
    | (b?'(?:\\x[0-9a-fA-F][0-9a-fA-F]|\\u\{{[0-9a-fA-F_]{{1,16}}\}}|\\[^xu]|[^\\'\n\r\t])')
    | ('{_START}{_WORD}*+(?!['\#]))
    | (/\*)
    | (\Z)
    | ([bc]?".*+|(?:r|br|cr)\#{{0,255}}+".*+|{_START}{_WORD}*+|.)
    )
    """,
    re.VERBOSE | re.DOTALL,
)
_COMMENT_START = re.compile(r"//|/\*")
_COMMENT_EDGE = re.compile(r"/\*|\*/")
_LINE_FEED = re.compile("\n")
# Comments that rustc looks through when it asks whether `#!` opens an attribute: not doc comments.
_PLAIN_TRIVIA = re.compile(rf"[{_SPACE}]++|//(?![/!])[^\n]*+|////[^\n]*+")
_PLAIN_COMMENT = re.compile(r"/\*(?![*!])|/\*(?=\*[*/])")
_LINE_REST = re.compile(r"[^\n]*")


@dataclass(slots=True, frozen=True)
class Token:
    """One token of `tokenize`, white space and comments included (kind TRIVIA)."""

    kind: int
    text: str
    start: int


class TokenStream:
    """The significant tokens of a text as parallel lists, followed by a few END marks.

    `texts[i]`, `kinds[i]` and `starts[i]` (offset in `text`) describe token i of `count`.
    """

    __slots__ = ("_line_feeds", "count", "kinds", "starts", "text", "texts")

    def __init__(self, text: str, texts: list[str], kinds: list[int], starts: list[int]) -> None:
        self.text = text
        self.count = len(texts)
        self.texts = [*texts, "", "", "", ""]
        self.kinds = [*kinds, END, END, END, END]
        self.starts = [*starts, *[len(text)] * 4]
        self._line_feeds: list[int] | None = None

    def end_of(self, index: int) -> int:
        """Offset just after token `index`."""
        return self.starts[index] + len(self.texts[index])

    def adjacent(self, index: int) -> bool:
        """Whether nothing stands between token `index` and the next one."""
        return self.starts[index] + len(self.texts[index]) == self.starts[index + 1]

    def source(self, start: int, end: int) -> str:
        """The text from token `start` up to and without token `end`."""
        if start >= end:
            return ""
        return self.text[self.starts[start] : self.end_of(end - 1)]

    def position(self, index: int) -> tuple[int, int]:
        """Line and column of token `index`, both from 1; only a line feed ends a line."""
        return self.position_at(self.starts[index])

    def position_at(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset."""
        if self._line_feeds is None:
            self._line_feeds = [match.start() for match in _LINE_FEED.finditer(self.text)]
        line = bisect_right(self._line_feeds, offset - 1)
        line_start = self._line_feeds[line - 1] + 1 if line else 0
        return line + 1, offset - line_start + 1

    def error(self, index: int, message: str) -> VerusSyntaxError:
        """An error located at token `index`, for the caller to raise."""
        line, column = self.position(index)
        return VerusSyntaxError(line, column, message)


def scan(text: str) -> TokenStream:
    """The significant tokens of any text. Never fails: what is not Rust has kind ERROR."""
    texts: list[str] = []
    kinds: list[int] = []
    starts: list[int] = []
    add_text, add_kind, add_start = texts.append, kinds.append, starts.append
    position = _prologue_end(text)
    finished = False
    while not finished:
        for match in _TOKEN.finditer(text, position):
            kind = match.lastindex
            if kind < _COMMENT:  # type: ignore[operator]
                add_kind(kind)  # type: ignore[arg-type]
                add_text(match[kind])  # type: ignore[index]
                add_start(match.start(kind))  # type: ignore[arg-type]
            elif kind == _COMMENT:
                position = _comment_end(text, match.end())
                if position < 0:
                    add_kind(ERROR)
                    add_text(text[match.start(_COMMENT) :])
                    add_start(match.start(_COMMENT))
                    finished = True
                break
            elif kind == _FINISH:
                finished = True
                break
            else:
                add_kind(ERROR)
                add_text(match[ERROR])
                add_start(match.start(ERROR))
        else:
            finished = True
    if not text.isascii():
        for index, token in enumerate(texts):
            if kinds[index] <= INT and not token.isascii() and not _is_word(token):
                kinds[index] = ERROR
    return TokenStream(text, texts, kinds, starts)


def tokenize(text: str) -> list[Token]:
    """Every token of a text, trivia included: their texts concatenate to `text`."""
    stream = scan(text)
    tokens: list[Token] = []
    position = 0
    for index in range(stream.count):
        start = stream.starts[index]
        if start > position:
            tokens.append(Token(TRIVIA, text[position:start], position))
        tokens.append(Token(stream.kinds[index], stream.texts[index], start))
        position = start + len(stream.texts[index])
    if position < len(text):
        tokens.append(Token(TRIVIA, text[position:], position))
    return tokens


def comments(stream: TokenStream) -> Iterator[tuple[int, str]]:
    """Every comment of a text with its offset, but for those of a shebang line."""
    text = stream.text
    previous = _prologue_end(text)
    for index in range(stream.count + 1):
        start = stream.starts[index]
        if start > previous:
            yield from _comments_between(text, previous, start)
        previous = stream.end_of(index)


def _comments_between(text: str, position: int, end: int) -> Iterator[tuple[int, str]]:
    """The comments in white space and comments between two tokens."""
    while (opening := _COMMENT_START.search(text, position, end)) is not None:
        start = opening.start()
        if opening[0] == "//":
            feed = text.find("\n", start, end)
            position = end if feed < 0 else feed
        else:
            position = _comment_end(text, opening.end())
            if position < 0:
                position = end
        yield start, text[start:position]


def _prologue_end(text: str) -> int:
    """Where the program starts: behind a byte order mark and a shebang line."""
    start = 1 if text.startswith("\ufeff") else 0
    if not text.startswith("#!", start):
        return start
    position = start + 2
    while True:
        if trivia := _PLAIN_TRIVIA.match(text, position):
            position = trivia.end()
        elif (comment := _PLAIN_COMMENT.match(text, position)) and (
            end := _comment_end(text, comment.end())
        ) > 0:
            position = end
        else:
            break
    if text.startswith("[", position):
        return start
    line = _LINE_REST.match(text, start)
    return line.end() if line else start


def _comment_end(text: str, position: int) -> int:
    """The offset behind a block comment whose `/*` ends at `position`; -1 if it never ends."""
    depth = 1
    for edge in _COMMENT_EDGE.finditer(text, position):
        depth += 1 if edge[0] == "/*" else -1
        if not depth:
            return edge.end()
    return -1


def _is_word(token: str) -> bool:
    word = token.removeprefix("r#")
    return word.isidentifier() or (word[:1].isdigit() and ("_" + word).isidentifier())
