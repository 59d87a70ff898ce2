"""The lexical look at Rust: tokens, items, types. Any text may come."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.release.rust_scan import scan_items
from pytest_vlite.release.rust_tokens import scan
from pytest_vlite.release.rust_types import (
    INTEGER_NAMES,
    BoolType,
    CharType,
    FloatType,
    IntType,
    NamedType,
    OptionType,
    RefType,
    RustType,
    RustTypeError,
    SliceType,
    StringType,
    TupleType,
    VecType,
    parse_type,
)


def texts(code: str) -> list[str]:
    return [token.text for token in scan(code)]


def test_comments_strings_characters_and_lifetimes() -> None:
    assert texts("a /* x /* y */ z */ b // c\nd") == ["a", "b", "d"]
    assert texts("'a' 'b 'c: '\\n' '\\u{1f600}' b'x' '\\''") == [
        "'a'", "'b", "'c", ":", "'\\n'", "'\\u{1f600}'", "b'x'", "'\\''",
    ]  # fmt: skip
    assert texts(r'''"a\"b" r"c\" r#"d"e"# br##"f"#g"## r#fn''') == [
        r'"a\"b"', r'r"c\"', 'r#"d"e"#', 'br##"f"#g"##', "r#fn",
    ]  # fmt: skip
    assert texts("x->y::z=>1.5 1..2") == [
        "x",
        "->",
        "y",
        "::",
        "z",
        "=>",
        "1.5",
        "1",
        ".",
        ".",
        "2",
    ]


def test_unfinished_literals_run_to_the_end() -> None:
    assert texts('a "b c') == ["a", '"b c']
    assert texts('a "b\\') == ["a", '"b\\']
    assert texts('a r#"b" c') == ["a", 'r#"b" c']
    assert texts("a /* b") == ["a"]


@given(st.text(alphabet="ab'\"\\/*r# \n{}<>(),:->fn", max_size=80))
def test_tokens_are_pieces_of_the_text_in_order(code: str) -> None:
    position = 0
    for token in scan(code):
        assert token.start >= position
        assert code[token.start : token.end] == token.text
        position = token.end
    scan_items(code)


def test_functions_with_owner_receiver_and_body() -> None:
    found = scan_items(
        """
        use std::io;
        impl<'a, T: Into<i32>> crate::m::Thing<'a, T> where T: Copy {
            #[inline] pub(crate) const fn one<U>(&'a self, mut x: Vec<(i32, U)>,) -> Option<U>
            where U: Copy { None }
        }
        impl std::fmt::Display for Other { fn fmt(&mut self, (a, b): (u8, u8)) { } }
        fn free() {}
        trait T { fn declared(self); }
        """
    )
    one, fmt, free, declared = found.functions
    assert (one.owner, one.name, one.receiver, one.return_text) == (
        "Thing", "one", "&'a self", "Option<U>",
    )  # fmt: skip
    assert one.modifiers == ("pub", "crate", "const")
    assert [(p.name, p.type_text, p.mutable_binding) for p in one.parameters] == [
        ("x", "Vec<(i32,U)>", True)
    ]
    assert (fmt.owner, fmt.receiver, fmt.parameters[0].type_text) == (
        "Other", "&mut self", "(u8,u8)",
    )  # fmt: skip
    assert fmt.body_is_empty
    assert (free.owner, free.body_is_empty) == (None, True)
    assert declared.body is None


def test_verus_functions() -> None:
    found = scan_items(
        "verus! { pub open spec fn s(x: int) -> bool recommends x > 0 { true }\n"
        "proof fn p() ensures true {}\n"
        "pub exec fn f(a: &Vec<i32>) -> (r: (i32, bool)) requires a.len() > 0 ensures r.1 { } }"
    )
    assert [(f.name, f.is_executable) for f in found.functions] == [
        ("s", False), ("p", False), ("f", True),
    ]  # fmt: skip
    assert found.functions[2].return_text == "(i32,bool)"
    assert found.macros == ("verus",)


def test_structs_and_their_items() -> None:
    code = "pub struct A<T> { pub x: Vec<T>, #[a] pub(crate) y: i32 }\nstruct B;\nimpl A<u8> { }\n"
    found = scan_items(code)
    assert [(s.name, s.fields) for s in found.structs] == [
        ("A", (("x", "Vec<T>"), ("y", "i32"))),
        ("B", ()),
    ]
    assert [(i.kind, code[i.start : i.end]) for i in found.items] == [
        ("struct", code.split("\n", maxsplit=1)[0]),
        ("struct", "struct B;"),
        ("impl", "impl A<u8> { }"),
    ]


def test_what_only_looks_like_an_item() -> None:
    found = scan_items("fn f(x: impl Fn(i32) -> i32) -> impl Sized { let fn_x = 1; }\n// fn g() {}")
    assert [f.name for f in found.functions] == ["f"]


@pytest.mark.parametrize(
    "unit",
    ['"\\"', "fn x<", "fn f()->", "impl a ", "struct a", "fn f(a:", "/*", "{", "'", "r#", "#[a]"],
)
def test_hostile_repetition_ends(unit: str) -> None:
    scan_items(unit * (50_000 // len(unit)))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("i32", "i32"),
        ("Vec<Vec<i32>>", "Vec<Vec<i32>>"),
        ("std::vec::Vec<u8>", "Vec<u8>"),
        ("Vec::<u8>", "Vec<u8>"),
        ("& 'a mut Vec<char>", "&mut Vec<char>"),
        ("&[i64]", "&[i64]"),
        ("[u8; 4]", "[u8; 4]"),
        ("(i32, bool,)", "(i32, bool)"),
        ("(i32,)", "(i32,)"),
        ("(i32)", "i32"),
        ("()", "()"),
        ("", "()"),
        ("Option<(Vec<i64>, i64)>", "Option<(Vec<i64>, i64)>"),
        ("HashMap<String, &str>", "HashMap<String, &str>"),
        ("Self", "Self"),
    ],
)
def test_types(text: str, written: str) -> None:
    parsed = parse_type(text)
    assert str(parsed) == written
    assert parse_type(written) == parsed


@pytest.mark.parametrize(
    "text",
    ["Vec<", "Vec<i32", "i32 i32", "(i32 i32)", "(,)", "&", "[u8", "1", "<", "->", "Vec<i32>>"],
)
def test_what_is_no_type(text: str) -> None:
    with pytest.raises(RustTypeError):
        parse_type(text)


def test_nesting_has_a_bound() -> None:
    with pytest.raises(RustTypeError, match="deeply"):
        parse_type("Vec<" * 5000)
    with pytest.raises(RustTypeError, match="deeply"):
        parse_type("&" * 5000)


def test_ranges_of_integers() -> None:
    assert (IntType("i8").minimum, IntType("i8").maximum) == (-128, 127)
    assert IntType("u128").maximum == 2**128 - 1
    assert IntType("usize") != IntType("u64")
    assert IntType("usize").maximum == IntType("u64").maximum


SCALARS: st.SearchStrategy[RustType] = st.sampled_from(
    [
        *map(IntType, sorted(INTEGER_NAMES)),
        BoolType(),
        CharType(),
        FloatType("f64"),
        StringType(),
        StringType("str"),
        NamedType("Thing"),
    ]
)
TYPES: st.SearchStrategy[RustType] = st.recursive(
    SCALARS,
    lambda inner: (
        inner.map(VecType)
        | inner.map(OptionType)
        | inner.map(SliceType)
        | st.lists(inner, max_size=3).map(lambda items: TupleType(tuple(items)))
        | st.builds(RefType, inner, st.booleans())
        | st.builds(
            lambda items: NamedType("Map", tuple(items)), st.lists(inner, min_size=1, max_size=2)
        )
    ),
    max_leaves=8,
)


@given(TYPES)
def test_a_type_written_and_read_is_the_same(rust_type: RustType) -> None:
    assert parse_type(str(rust_type)) == rust_type


@given(st.text(alphabet="Vec<>&mut ()[];i32,':a", max_size=40))
def test_any_text_is_a_type_or_an_error(text: str) -> None:
    try:
        parsed = parse_type(text)
    except RustTypeError:
        return
    assert parse_type(str(parsed)) == parsed
