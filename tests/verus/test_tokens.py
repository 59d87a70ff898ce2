"""The lexer loses nothing, and sees the tokens that rustc sees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.verus import tokens
from pytest_vlite.verus.tokens import scan, tokenize

PIECES = st.lists(
    st.sampled_from(
        [
            *"'\"#/*rbc_0x1.e+-<>=!&|~@\\ \n\t\r\u2028\u200e\u0085é€{}()[]:;,$",
            *("/*", "*/", "//", 'r#"', '"#', "'a", "'a'", "1.", "0x", "1e5", "..=", "r#x", "<==>"),
        ]
    )
).map("".join)


@given(st.one_of(st.text(), PIECES))
def test_any_text_is_the_concatenation_of_its_tokens(text: str) -> None:
    found = tokenize(text)
    assert "".join(token.text for token in found) == text
    assert [token.start for token in found] == [
        sum(len(before.text) for before in found[:index]) for index in range(len(found))
    ]


def significant(text: str) -> list[str]:
    stream = scan(text)
    return stream.texts[: stream.count]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1..2", ["1", "..", "2"]),
        ("1.foo()", ["1", ".", "foo", "(", ")"]),
        ("t.0.1", ["t", ".", "0.1"]),
        ("1.5e-3f64 1. 1e5 0x1e5", ["1.5e-3f64", "1.", "1e5", "0x1e5"]),
        ("a /* x /* y */ z */ b", ["a", "b"]),
        ("a // x\u2028 y\x0b z\r w\u0085 v\nb", ["a", "b"]),
        ("a\u200e\u200f\u2028\u2029\u0085b", ["a", "b"]),
        ('r##"a"# b"## c', ['r##"a"# b"##', "c"]),
        ('"a\\"b" b"x" c"y" br#"z"#', ['"a\\"b"', 'b"x"', 'c"y"', 'br#"z"#']),
        ("'a' 'a b'\\'' '\\u{41}' '''", ["'a'", "'a", "b'\\''", "'\\u{41}'", "'", "'", "'"]),
        ("x <==> y ==> z =~~= w", ["x", "<==>", "y", "==>", "z", "=~~=", "w"]),
        ("Vec<Vec<i32>>=", ["Vec", "<", "Vec", "<", "i32", ">", ">", "="]),
        ("&&& a ||| b", ["&&&", "a", "|||", "b"]),
        ("#!/usr/bin/x y\nfn", ["fn"]),
        ("#! /* c */ [a]", ["#", "!", "[", "a", "]"]),
        ("#!/** d */ [a]\nfn", ["fn"]),
        ("\ufefffn", ["fn"]),
        ("r#match x", ["r#match", "x"]),
    ],
)
def test_tokens_are_those_of_rustc(text: str, expected: list[str]) -> None:
    assert significant(text) == expected


@pytest.mark.parametrize(
    "text", ['"never closed', "/* never closed", 'r#"x"', "k#x", 'f"x"', "'ab'", "a€b", "\\", "`"]
)
def test_what_is_no_token_has_kind_error(text: str) -> None:
    assert tokens.ERROR in scan(text).kinds


@pytest.mark.parametrize("piece", ["/*", '"\\"', 'r#"', "'", "#!", "1.", " ", "//"])
def test_long_repetitions_take_linear_time(piece: str) -> None:
    text = piece * 100_000
    assert "".join(token.text for token in tokenize(text)) == text


def test_positions_count_lines_by_line_feeds_only() -> None:
    stream = scan("a\u2028\r b\n  c")
    assert [stream.position(index) for index in range(3)] == [(1, 1), (1, 5), (2, 3)]
