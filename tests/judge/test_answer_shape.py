"""What an answer defines at its crate root is told from tokens, never from layout or comments."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.judge.answer_shape import import_leaves, read_shape
from pytest_vlite.release.rust_tokens import scan


@pytest.mark.parametrize(
    ("text", "defined"),
    [
        ("struct Solution;", True),
        ("#[derive(Clone)] pub(crate) struct Solution { a: [u8; 3] }", True),
        ("pub enum Solution { A(i32), B { x: u8 } }", True),
        ("type Solution = inner::S;", True),
        ("mod m { pub struct Solution; } use m::{Other, Solution};", True),
        ("use m::S as Solution;", True),
        ("// struct Solution;\nimpl Solution {}", False),
        ("/* /* struct Solution; */ struct Solution; */ impl Solution {}", False),
        ('const A: &str = "struct Solution;"; impl Solution {}', False),
        ('const A: &str = r##" "# struct Solution; "##; impl Solution {}', False),
        ("fn f<'a>(c: &'a char) -> bool { *c == '{' } impl Solution {}", False),
        ("fn f() { struct Solution; }", False),
        ("use m::Solution as Other;", False),
    ],
)
def test_own_types_at_the_root(text: str, defined: bool) -> None:
    assert read_shape(text).defines_type("Solution") is defined


@pytest.mark.parametrize(
    ("text", "empty"),
    [
        ("fn main() {}", True),
        ("#[allow(dead_code)]\npub fn main() { /* nothing */ }", True),
        ("impl S { fn main() {} }\nfn main() { let x = [0; { 3 }]; }", False),
        ("const fn f() {} async fn main() { f() }", False),
    ],
)
def test_main_is_found_at_the_root(text: str, empty: bool) -> None:
    main = read_shape(text).main
    assert main is not None
    assert main.has_empty_body is empty


@pytest.mark.parametrize(
    "text",
    [
        "mod m { fn main() {} }",
        "impl S { fn main() {} }",
        "// fn main() {}",
        "struct S; fn maine() {}",
    ],
)
def test_main_elsewhere_is_not_the_programs(text: str) -> None:
    assert read_shape(text).main is None


def test_items_are_split_whole() -> None:
    text = (
        "#![allow(unused)]\nuse a::b;\nextern crate core as c;\nconst X: [u8; 2] = { [1, 2] };\n"
        "static mut Y: i32 = 1;\nmacro_rules! m { () => { fn main() {} } }\nm!{}\nm!();\n"
        "unsafe impl<T: Fn() -> u8> Tr<{ 3 }> for W<T> where T: Copy {}\n"
        'extern "C" { fn g(); }\nextern "C" fn h() {}\npub struct P(pub u8);\nunion U { a: u8 }\n'
        "trait T { fn x(); }\ntype A = u8;\nmod inner;\n"
    )
    shape = read_shape(text)
    assert [item.kind for item in shape.items] == [
        "attribute", "use", "use", "const", "static", "macro_rules", "macro", "macro",
        "impl", "extern", "fn", "struct", "union", "trait", "type", "mod",
    ]  # fmt: skip
    assert {"b", "c", "X", "Y", "m", "h", "P", "U", "T", "A", "inner"} == shape.root_names
    assert [item.subject for item in shape.items if item.kind == "impl"] == ["W"]


def test_import_trees_are_flattened() -> None:
    leaves = import_leaves(tuple(scan("use std::{io::{self, Read as R, *}, fmt, r#mod::X};")))
    assert [(leaf.path, leaf.name) for leaf in leaves] == [
        ("std::io", "io"), ("std::io::Read", "R"), ("std::io::*", "*"), ("std::fmt", "fmt"),
        ("std::r#mod::X", "X"),
    ]  # fmt: skip


def test_methods_called_and_methods_of_own_traits() -> None:
    shape = read_shape("trait T { fn set(&self); }\nfn f() { v.set(1); s . get_char (2); x.get; }")
    assert shape.calls_method("set")
    assert shape.calls_method("get_char")
    assert not shape.calls_method("get")
    assert shape.trait_methods() == {"set"}


# fmt: off
PIECES = [
    "fn ", "main", "{", "}", "(", ")", "use ", "::", ";", "#[", "]", "trait ", "impl ", '"', "'",
    "/*", "*/", "<", ">", "mod ", "=", ",", "as ", "self", "extern ", "!", "\n",
]
# fmt: on


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_no_text_is_too_broken(text: str) -> None:
    shape = read_shape(text)
    assert sum(len(item.tokens) for item in shape.items) == len(shape.tokens)
    _ = (shape.main, shape.root_names, shape.trait_methods(), shape.implements("Solution"))


@pytest.mark.parametrize("piece", ["trait ", "fn main", "impl ", "{", "use a::{", "#[a]", "#!["])
def test_long_broken_texts_take_linear_time(piece: str) -> None:
    text = piece * (400_000 // len(piece))
    shape = read_shape(text)
    assert shape.tokens
    _ = (shape.main, shape.trait_methods(), shape.calls_method("set"))
