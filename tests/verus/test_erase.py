"""Erased programs hold what rustc compiles, and nothing of Verus."""

# ruff: noqa: E501
from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from pytest_vlite.verus import check_preserved, parse, scan
from pytest_vlite.verus.erase import erase
from tests.snapshot import snapshot_root, verus_recordings


def tokens(text: str) -> str:
    stream = scan(text)
    return " ".join(stream.texts[: stream.count])


@pytest.mark.parametrize(
    ("ghost", "plain"),
    [
        ("spec fn s(x: int) -> int { x } fn f() { }", "fn f() { }"),
        ("pub open spec fn s() -> bool { true }\nbroadcast proof fn p() { }\nfn f() { }", "fn f() { }"),
        ("fn f(x: u8) -> (r: u8) requires x < 1, ensures r == x, { x }", "fn f(x: u8) -> u8 { x }"),
        ("exec fn f() { }", "fn f() { }"),
        ("fn f() { proof { assert(true); } assert(true) by { p(); } let ghost x = 1; g(); }", "fn f() { g(); }"),
        ("fn f() { while a invariant b, decreases c, { g(); } }", "fn f() { while a { g(); } }"),
        ("fn f() { for i in it: 0..9 invariant i > 0 { g(); } }", "fn f() { for i in 0..9 { g(); } }"),
        ("fn f() { match a { B => assert(true), C => proof { p(); } D => g(), } }", "fn f() { match a { B => {}, C => {} D => g(), } }"),
        ("fn f(x: u8, Ghost(g): Ghost<int>, y: u8) { }", "fn f(x: u8, y: u8) { }"),
        ("fn f(Tracked(g): Tracked<&mut T>) { }", "fn f() { }"),
        ("fn f() { h(a, Ghost(b + 1)); h(Ghost(c), a); h(Ghost(d)); }", "fn f() { h(a); h(a); h(); }"),
        ("fn f(g: Ghost<int>) { let k = Ghost(1int); h(g, a, k); }", "fn f() { h(a); }"),
        ("struct S { x: u8, ghost y: int, z: Ghost<int> } fn f() { S { x: 1, z: Ghost(2) } }", "struct S { x: u8 } fn f() { S { x: 1 } }"),
        ("enum T { L, N(int, Box<T>) } struct U(Seq<u8>); type A = int; struct V { t: T } struct W(u8);", "struct W(u8);"),
        ("impl View for W { type V = int; spec fn view(&self) -> int { 0 } } fn f() { }", "fn f() { }"),
        ("impl W { spec fn a(); #[verifier::opaque] fn b() { } }", "impl W { fn b() { } }"),
        ("trait T { spec fn a(); proof fn p(); fn b(&self) -> (r: u8) ensures r == 1; }", "trait T { fn b(&self) -> u8; }"),
        ("pub exec const H: u32 ensures H == 5, { 5 } spec const K: int = 1;", "pub const H: u32 = { 5 };"),
        ("#[derive(Clone, Structural, PartialEq)] struct A; #[derive(Structural)] struct B;", "#[derive(Clone, PartialEq)] struct A; struct B;"),
        ("#[verifier::loop_isolation(false)] #[inline] fn f() { #[verifier::truncate] (a as u8) }", "#[inline] fn f() { (a as u8) }"),
        ("fn f() { let c = |y: u32| -> (r: u32) requires y < 9, ensures r == y { y }; }", "fn f() { let c = |y: u32| -> u32 { y }; }"),
        ("broadcast use a::b; fn f() { broadcast use c; reveal(s); reveal_with_fuel(s, 3); calc! { (==) a; { } b; } }", "fn f() { }"),
        ("use vstd::seq::*; use std::collections::HashMap; fn f() { use vstd::math::max; }", "use std::collections::HashMap; fn f() { }"),
        ("broadcast group g { a } global size_of usize == 8; fn f() { }", "fn f() { }"),
        ("fn f() { let Ghost(x) = y; let tracked z = w; let (p, q) = r; }", "fn f() { let (p, q) = r; }"),
    ],
)  # fmt: skip
def test_ghost_code_goes_and_executable_code_stays(ghost: str, plain: str) -> None:
    text = f"use vstd::prelude::*;\nfn main() {{}}\nverus! {{\n{ghost}\n}} // end\n"
    assert tokens(erase(text)) == "fn main ( ) { } " + tokens(plain)


def test_code_outside_verus_is_kept() -> None:
    text = "use vstd::{prelude::*, seq::Seq as S}; use std::io;\nimpl A { fn g() { x() } }\nverus! ( struct A; );"
    assert tokens(erase(text)) == tokens("use std::io; impl A { fn g() { x() } } struct A;")


def test_lines_and_indentation_stay() -> None:
    text = """verus! {

impl Solution {
    pub fn f(x: u8) -> (r: u8)
        requires x < 9,
    {
        let a = x;  // why
        proof {
            lemma();
        }

        a
    }
}

}
"""
    assert (
        erase(text)
        == """impl Solution {
    pub fn f(x: u8) -> u8
    {
        let a = x;
        a
    }
}
"""
    )


def test_erasing_twice_changes_nothing_more() -> None:
    for path in sorted(snapshot_root().glob("benchmark/*/*/verified.rs"))[::25]:
        once = erase(path.read_text())
        assert erase(once) == once
        assert "verus" not in scan(once).texts


def test_honest_programs_compile_with_rustc_once_erased(tmp_path: Path) -> None:
    rustc = shutil.which("rustc")
    if rustc is None:
        pytest.skip("rustc is not installed")
    modules = []
    for path in sorted((verus_recordings() / "honest").glob("*.rs")):
        text = erase(path.read_bytes().decode())
        # `v.set(i, x)` is vstd's; inner attributes cannot stand in the middle of a file.
        lines = [line for line in text.split("\n") if not line.startswith("#![")]
        modules.append(f"mod {path.stem} {{ use super::*;\n" + "\n".join(lines) + "}\n")
    source = (
        "pub trait VecSet<T> { fn set(&mut self, i: usize, x: T); }\n"
        "impl<T> VecSet<T> for Vec<T> { fn set(&mut self, i: usize, x: T) { self[i] = x; } }\n"
    )
    (tmp_path / "all.rs").write_text("#![allow(warnings)]\n" + source + "".join(modules))
    run = subprocess.run(
        [rustc, "--edition=2021", "--crate-type=lib", "--emit=metadata", "all.rs"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[:2000]


def test_the_erased_proof_is_the_erased_program_where_nothing_was_added() -> None:
    """Two different parts of the package agree on what is executable."""
    folder = snapshot_root() / "benchmark" / "leetcode" / "lc1039"
    given, answer = (folder / "code_spec.rs").read_text(), (folder / "verified.rs").read_text()
    assert check_preserved(given, answer, "min_score_triangulation") == []
    assert tokens(erase(given)) == tokens(erase(answer))
    parse(erase(answer))
