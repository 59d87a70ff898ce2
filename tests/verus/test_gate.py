"""The gate refuses every trick by its rule, and leaves honest programs alone."""

# ruff: noqa: E501
from __future__ import annotations

import json

import pytest

from pytest_vlite.verus import VerusSyntaxError, check_gate, check_preserved
from tests.snapshot import snapshot_root, verus_recordings

HEAD = "use vstd::prelude::*;\nfn main() {}\n"


def inside(text: str) -> str:
    return HEAD + "verus! {\n" + text + "\n}\n"


def in_proof(text: str) -> str:
    return inside(f"proof fn lemma(x: int) {{ {text} }}")


def in_exec(text: str) -> str:
    return inside(f"fn f(x: u32) -> u32 {{ {text} x }}")


CHEATS = {
    # rule: programs
    "assume": [
        in_proof("assume(false);"),
        in_proof("assume /* x */ (false);"),
        in_proof("admit();"),
        in_proof("(admit)();"),
        in_proof("crate::assume(false);"),
        in_proof("r#assume(false);"),
        in_proof("let t = assume_(false);"),
        in_exec("let g = Ghost::<int>::assume_new();"),
        in_proof("assert(x == 1) by { calc! { (==) x; { assume(false); } 1; } }"),
        inside("assume_specification[ u32::f ](x: u32) -> u32 ensures false;"),
        inside("fn assume(x: bool) {}"),
        in_exec("let f = |y: u32| -> (r: u32) ensures false { assume(false); y };"),
    ],
    "import": [
        "use vstd::pervasive::assume as known;\n" + inside(""),
        "use vstd::pervasive::*;\n" + inside(""),
        "use vstd::{pervasive as p, prelude::*};\n" + inside(""),
        "use vstd::*;\n" + inside(""),
        "use vstd as v;\n" + inside(""),
        "use ::vstd::pervasive;\n" + inside(""),
        "use vstd::rwlock::RwLock;\n" + inside(""),
        "use vstd::seq_lib::super::x;\n" + inside(""),
        "use crate::x::y;\n" + inside(""),
        "use verus_builtin::admit;\n" + inside(""),
        "use std::fmt::*;\n" + inside(""),
        "extern crate vstd as lib;\n" + inside(""),
        in_proof("use vstd::pervasive::*;"),
        in_proof("vstd::pervasive::assume(false);"),
        in_proof("vstd :: /* a */ pervasive\u200e:: known(false);"),
    ],
    "path": [
        in_proof("verus_builtin::x();"),
        inside("fn f(x: core::convert::Infallible) { }"),
        in_exec("std::process::exit(1);"),
        in_exec("let l = ::vstd::rwlock::RwLock::new(1);"),
        in_exec("unsafe_free(core::hint::black_box(1));"),
        in_proof("broadcast use vstd::tokens::group;"),
    ],
    "axiom": [
        inside("axiom fn a() ensures false;"),
        inside("broadcast axiom fn a() ensures false;"),
        inside("uninterp spec fn f(x: int) -> int;"),
        inside("spec fn f(x: int) -> int;"),
    ],
    "trusted-attribute": [
        inside("#[verifier::external_body] fn f() ensures false { }"),
        inside("#[verifier(external_body)] fn f() ensures false { }"),
        inside("#[ verifier :: external ] fn f() { }"),
        inside("#[r#verifier::external] fn f() { }"),
        inside("#[verifier::external_fn_specification] fn f() ensures false { g() }"),
        inside("#[verus::internal(external_trait_blanket)] impl T for S { }"),
        inside("#[verus::internal(const_body)] impl S { }"),
        inside("#[verifier::assume_termination] fn f() { loop { } }"),
        inside("#[verifier::when_used_as_spec(g)] fn f() -> bool { true }"),
        inside("#[verifier::allow_in_spec] fn f() -> bool { true }"),
        inside("impl S { #[verifier::external] fn f() { } }"),
        inside('fn f() ensures #![verifier::custom_err("fine")] false { }'),
        HEAD + "#[verifier::verify] fn helper() { }" + inside(""),
        "#![verifier::external]\n" + inside(""),
        inside("#[verifier::external_body] pub struct S { x: u8 }"),
        inside("#![verifier::external_body]"),
        inside("#[verifier(spinoff_prover, external)] fn f() { }"),
        inside("#[verifier(rlimit(20), external_body)] fn f() { }"),
        inside("#[verifier[external]] fn f() { }"),
    ],
    "termination": [
        inside("#[verifier::exec_allows_no_decreases_clause] fn f() { loop { } }"),
        inside("#[verifier(exec_allows_no_decreases_clause)] fn f() { loop { } }"),
        "#![verifier::exec_allows_no_decreases_clause]\n" + inside(""),
    ],
    "attribute": [
        inside("#[automatically_derived] impl PartialEq for S { }"),
        inside('#[rustc_diagnostic_item = "x"] fn f() { }'),
        inside("#[derive(Evil)] struct S;"),
        inside("#[derive(a::Clone)] struct S;"),
        "#![feature(log_syntax)]\n" + inside(""),
        '#![crate_name = "vstd"]\n' + inside(""),
        HEAD + "#[verus_spec(ensures true)] fn g() { } fn main2() { g() }" + inside(""),
        inside('#[path = "x"] fn f() { }'),
        inside("#[unsafe(no_mangle)] fn f() { }"),
        inside("#[::verifier::external] fn f() { }"),
    ],
    "cfg": [
        inside("#[cfg(any())] fn f() { }"),
        inside("fn f() { #[cfg(verus_keep_ghost_body)] g(); }"),
        inside("fn f(x: u8) { match x { #[cfg(FALSE)] 0 => {} _ => {} } }"),
        inside("#[cfg_attr(all(), verifier::external)] fn f() { }"),
        HEAD + "#[cfg(debug_assertions)]\nverus! { }",
    ],
    "macro": [
        HEAD + "macro_rules! verus { ($($t:tt)*) => { } }\nverus! { }",
        "vstd::prelude::verus_erase_ghost! { fn f() { } } fn main() { }",
        HEAD + "verus_keep_ghost! { }",
        inside("m! { }"),
        "use vstd::prelude::*; fn main() { } crate::verus! { }",
        in_exec('include!("/etc/passwd");'),
        inside('#[doc = include_str!("/etc/passwd")] fn f() { }'),
        in_exec('let s = option_env!("HOME");'),
        in_exec("own::vec![1];"),
        HEAD + "log_syntax!(x);" + inside(""),
        inside("vstd::contrib::exec_spec::exec_spec_unverified! { spec fn f() -> bool { true } }"),
        in_exec("vstd::open_local_invariant!(x => y => { });"),
        'fn main() { include_str!("x"); }' + "use vstd::prelude::*; verus! { }",
    ],
    "module": [
        inside("mod m { pub fn f() { } }"),
        HEAD + "mod m;" + inside(""),
    ],
    "outside-verus": [
        HEAD + "pub struct Solution; impl Solution { pub fn f() { } }" + inside(""),
        HEAD + "fn target() { }" + inside(""),
        HEAD + "impl Clone for K { fn clone(&self) -> K { K } }" + inside("struct K;"),
        HEAD + "unsafe impl Structural for K { }" + inside("struct K;"),
        HEAD + "const _: () = { };" + inside(""),
        HEAD + "type Vec = u8;" + inside(""),
    ],
    "nested-item": [
        "use vstd::prelude::*; fn main() { impl Clone for K { } }" + "verus! { struct K; }",
        inside("fn f() { fn g() { } }"),
        inside("fn f() { macro_rules! vec { () => { } } }"),
    ],
    "foreign": [
        HEAD + 'extern "C" { fn abort() -> !; }' + inside(""),
        inside('unsafe extern "C" { safe fn abort(); }'),
    ],
    "unsafe": [in_exec("unsafe { g(); }"), inside("unsafe fn f() { }")],
    "dyn": [
        inside("fn f(s: &dyn T) { s.step() }"),
        inside("struct S { f: Box<dyn Fn(u8)> }"),
        inside("struct S { f: fn(u8) -> u8 }"),
    ],
    "async": [inside("async fn f() { }")],
    "tracked": [
        inside("proof fn f(tracked x: u8) { }"),
        in_proof("let tracked y = x;"),
        inside("fn f(x: Tracked<u8>) { }"),
        inside("tracked struct S { x: u8 }"),
        inside("struct S { ghost x: u8 }"),
        inside("proof fn f() -> (tracked r: u8) { g() }"),
    ],
    "empty-type": [
        inside("enum E { }"),
        inside("fn f() -> ! { g() }"),
        inside("fn f(x: Option<!>) { }"),
    ],
    "trait": [
        inside("unsafe impl Structural for S { }"),
        inside("impl PartialEqSpecImpl for S { }"),
        inside("impl vstd::std_specs::cmp::PartialOrdSpecImpl for S { }"),
        inside("impl RwLockPredicate<u8> for S { }"),
        inside("impl Iterator for S { }"),
        inside("unsafe trait T { }"),
        inside("impl Drop for S { }"),
    ],
    "unsound-method": [
        in_exec("let y = true.then(|| 1);"),
        in_exec("let y = bool::then(true, || 1);"),
        in_exec("let y = <bool>::then;"),
        inside("trait T { fn g(); } impl T for bool { fn g() { Self::then(true, || 1); } }"),
        in_exec("let y = x.checked_rem(3);"),
        in_exec("let y = i32::checked_rem_euclid(1, 2);"),
        "use std::collections::HashMap;\n"
        + inside("struct K; impl Clone for K { fn clone(&self) -> K { K } }"),
    ],
    "shadowed-name": [
        inside("struct Vec { x: u8 }"),
        inside("type i32 = u8;"),
        inside("spec fn old(x: int) -> int { 0 }"),
        inside("enum Option { A }"),
        inside("fn f<Seq>(x: Seq) { }"),
        inside("impl<int> S<int> { }"),
        inside("trait Ghost { }"),
        inside("const u8: u16 = 1;"),
        inside(
            "trait T { spec fn filter(self) -> int; } impl T for Seq<int> { spec fn filter(self) -> int { 0 } }"
        ),
        inside(
            "trait T { spec fn len(self) -> int; } impl<X> T for X { spec fn len(self) -> int { 0 } }"
        ),
        inside("enum E { None } use E::*;"),
        "use vstd::prelude::verus_erase_ghost as verus;\n" + inside(""),
        "use std::collections::BTreeMap as HashMap;\n" + inside(""),
        "use std::io::Result;\n" + inside(""),
    ],
    "identifier": [inside("fn été() { }"), in_exec("let r#match = 3;")],
    "hidden-text": [
        inside("fn f(x: u8)\n requires true, // \x0b x > 3,\n { }"),
        inside("fn f(x: u8)\n requires true, // \u2028 x > 3,\n { }"),
        inside("fn f(x: u8)\n requires true, // \r x > 3,\n { }"),
        inside("fn f() { } // \u202e x"),
    ],
    "labelled-break": [
        inside("#[verifier::loop_isolation(false)] fn f() { 'a: loop { break 'a; } }"),
    ],
    "ghost-jump": [
        in_exec("while x > 3 decreases x { proof { break; } }"),
        in_exec("while x > 3 decreases x { assert(false) by { continue; } }"),
        in_exec("proof { if x > 3 { return 1; } }"),
        in_exec("assert forall|i: int| i > 0 by { return 1; }"),
        in_exec("let ghost k = { return 1; };"),
        in_exec("let ghost k = g()?;"),
        in_exec("let ghost Some(k) = g() else { panic() };"),
        in_exec("loop invariant ({ break; true }), { }"),
    ],
    "break-in-condition": [inside("fn f() { loop { while { break; true } { } } }")],
    "proof-return": [in_proof("return ({ g() });")],
    "rlimit": [
        inside("#[verifier::rlimit(infinity)] proof fn f() { }"),
        inside("#[verifier::rlimit(0)] proof fn f() { }"),
    ],
    "global": [inside("global size_of usize == 4;")],
    "item": [inside("static X: u8 = 1;"), inside("union U { a: u8 }")],
    "qualifier": [inside("async fn f() { }"), inside('extern "C" fn f() { }')],
}


@pytest.mark.parametrize(
    ("rule", "text"), [(rule, text) for rule, texts in CHEATS.items() for text in texts]
)
def test_a_trick_is_refused_by_its_rule(rule: str, text: str) -> None:
    found = check_gate(text)
    if rule == "import":
        assert {"import", "path", "foreign"} & {finding.rule for finding in found}
    else:
        assert rule in {finding.rule for finding in found}
    for finding in found:
        assert finding.line >= 1
        assert finding.message


HONEST = [
    inside(
        "enum State { Tracked, Infallible, Lost } fn f(s: State, proof_fn: u8) -> u8 { match s { State::Tracked => proof_fn, _ => 0 } }"
    ),
    inside(
        "struct Step { then: u8 } impl Step { fn then(x: u8) -> u8 { x } fn g(s: Step) -> u8 { Step::then(s.then) } }"
    ),
    inside(
        "struct Stack { x: Vec<u8> } trait Sized2 { fn len(&self) -> usize; spec fn view(&self) -> int; } impl Sized2 for Stack { fn len(&self) -> usize { 0 } spec fn view(&self) -> int { 0 } }"
    ),
    "use verus_builtin::*;\nuse verus_builtin_macros::*;\nuse std::io::*;\n"
    + inside("broadcast use vstd::group_vstd_default;"),
    inside("// assume(false) admit external_body\nproof fn f() { /* assume(false); */ }"),
    in_exec('let s = "assume(false); #[verifier::external]";'),
    in_exec("let assume = x; let admit = assume + 1;"),
    inside(
        "spec fn external(x: int) -> bool { assume_sorted(x) } spec fn assume_sorted(x: int) -> bool { x > 0 }"
    ),
    inside("fn pervasive_len(dynamic: u8, unsafe_x: u8, externs: u8) { let pervasive = dynamic; }"),
    inside(
        "spec fn then(x: int) -> bool { x > 0 } proof fn f() { let then_some = 1; assert(then(1)); }"
    ),
    inside("pub enum Shape { Dot, Line { len: u32 } } use Shape::*; pub const LIMIT: u32 = 5;"),
    inside(
        "#[derive(Clone, Copy, PartialEq, Eq, Structural)] struct P { x: u32 } impl View for P { type V = int; spec fn view(&self) -> int { 0 } }"
    ),
    inside(
        "trait Measure { spec fn measure(&self) -> nat; } impl Measure for u32 { spec fn measure(&self) -> nat { 1 } }"
    ),
    "#![allow(unused)]\n#![verifier::loop_isolation(false)]\n"
    + inside("#[verifier::rlimit(20)] #[verifier::spinoff_prover] proof fn f() { }"),
    "use std::io::{self, Read, Write};\nuse vstd::arithmetic::{div_mod::*, mul::lemma_mul_inequality, power2::{pow2, lemma2_to64}};\n"
    + inside(
        "use vstd::seq::*; broadcast use {vstd::seq_lib::group_seq_properties, vstd::std_specs::hash::group_hash_axioms};"
    ),
    "use vstd::prelude::*; use std::io::*;".replace(" use std::io::*;", "")
    + "fn read() -> u32 { let mut s = String::new(); std::io::stdin().read_line(&mut s).unwrap(); true.then(|| 1).unwrap() }"
    + 'fn main() { println!("{}", f(read())); } verus! { fn f(x: u32) -> u32 { x } }',
    inside(
        "fn f(x: u32) requires !(x == 1), ensures !(x == 2) { if !(x == 1) { return; } while !(x == 3) invariant !(x == 4) { break; } }"
    ),
    inside("fn f() { 'outer: loop { loop { break 'outer; } } }"),
    inside("proof fn f(x: int) { if x > 0 { return; } }"),
    inside(
        "fn f(v: Vec<u32>, g: Ghost<int>) { let ghost mut k = 0int; proof { k = k + 1; } let h = Ghost(k); }"
    ),
    inside('fn f() { // été\n let s = "naïve 中文"; }').replace("\n", "\r\n"),
    inside(
        "exec const HALF: u32 ensures HALF == 5 { 5 } broadcast group g { a } spec fn max(a: int, b: int) -> int { if a > b { a } else { b } }"
    ),
    HEAD + "verus! ( struct Solution; );\nvstd::prelude::verus! { fn f() { } }",
]


@pytest.mark.parametrize("text", HONEST)
def test_an_honest_program_passes(text: str) -> None:
    assert check_gate(text) == []


def test_the_honest_corpus_passes() -> None:
    for path in sorted((verus_recordings() / "honest").glob("*.rs")):
        assert check_gate(path.read_bytes().decode()) == [], path.name


# Accepted cheats whose only trick is the statement itself, and controls whose body is honest.
STATEMENT_ONLY = {
    "b_derive_hide", "b_old_arg", "b_opaque_statement", "b_returns_shadow_res",
    "b_shadow_seq_filter", "b_where_false", "l_verus_parens",
}  # fmt: skip
HONEST_CONTROLS = {"c_alloc_abort_good", "c_stack_overflow_recursion", "d_uninterp_trait"}


def test_the_cheats_that_the_verifier_accepts_are_refused() -> None:
    folder = verus_recordings()
    passed = set()
    for line in (folder / "cheats.jsonl").read_text().splitlines():
        record = json.loads(line)
        text = (folder / "cheats" / f"{record['id']}.rs").read_bytes().decode()
        try:
            refused = bool(check_gate(text))
        except VerusSyntaxError:
            refused = True
        if record["accepted_any"] and not refused:
            passed.add(record["id"])
    assert passed == STATEMENT_ONLY | HONEST_CONTROLS


REFERENCES_WITH_CFG = {"cf2014D", "lc3233", "lc327", "lc440", "lc458"}


def test_of_the_references_only_those_with_cfg_are_refused() -> None:
    refused = set()
    paths = sorted(snapshot_root().glob("benchmark/*/*/verified.rs"))
    for path in paths:
        text = path.read_text(encoding="utf-8")
        chosen = path.parent.name in REFERENCES_WITH_CFG or "exec_allows_no_decreases" in text
        if chosen or hash_sample(path.parent.name):
            given = (path.parent / "code_spec.rs").read_text(encoding="utf-8")
            if check_gate(text, reference=given):
                refused.add(path.parent.name)
    assert refused == REFERENCES_WITH_CFG


def hash_sample(name: str) -> bool:
    """One problem in six, always the same."""
    return sum(map(ord, name)) % 6 == 0


def test_what_the_task_has_outside_verus_may_stand_there_unchanged() -> None:
    given = (
        HEAD
        + "impl Solution { fn g() { Self::f() } }"
        + inside("struct Solution; impl Solution { fn f() { } }")
    )
    assert check_gate(given, reference=given) == []
    changed = given.replace("Self::f()", "Self::h()")
    assert [finding.rule for finding in check_gate(changed, reference=given)] == ["outside-verus"]


FREE = "#[verifier::exec_allows_no_decreases_clause] "
LOOPS = "{ let mut i = x; while i > 0 { i = i / 2; } loop { if i > 5 { break; } i += 1; } i }"


def test_functions_of_the_task_may_carry_the_attribute_against_the_termination_check() -> None:
    given = inside(f"fn f(x: u32) -> u32 {LOOPS}")
    added = inside(f"{FREE} fn f(x: u32) -> u32 {LOOPS}")
    assert check_gate(added, reference=given) == []
    assert check_gate(added, reference=added) == []
    # It is not a cheat, but an answer that shows less than was asked.
    assert [difference.rule for difference in check_preserved(given, added, "f")] == ["attribute"]


@pytest.mark.parametrize(
    "text",
    [
        FREE + "fn added() { }",
        FREE + "spec fn f(x: u32) -> u32 { f(x) }",
        FREE + "struct S { }",
        FREE + "impl S { fn f(x: u32) -> u32 { x } }",
        "impl S { " + FREE + "fn f(x: u32) -> u32 { x } }",
        FREE + "fn f(x: u32) -> u32 { loop { } }",
        FREE + "fn f(x: u32) -> u32 { while true invariant true, { g(); } x }",
        FREE + "fn f(x: u32) -> u32 { f(x) }",
        "#!" + FREE[1:] + "fn f(x: u32) -> u32 { x }",
    ],
)
def test_other_code_may_not_be_freed_from_the_termination_check(text: str) -> None:
    given = inside(f"fn f(x: u32) -> u32 {LOOPS}")
    assert "termination" in [finding.rule for finding in check_gate(inside(text), reference=given)]
    assert "termination" in [finding.rule for finding in check_gate(inside(text))]


def test_without_a_given_program_nothing_is_freed_from_the_termination_check() -> None:
    text = inside(f"{FREE} fn f(x: u32) -> u32 {LOOPS}")
    assert [finding.rule for finding in check_gate(text, target="f")] == ["termination"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + "fn f() { }" + inside(""), "outside verus!"),
        (inside(""), "no executable function"),
        (inside("spec fn f() -> bool { true }"), "no executable function"),
        (inside("trait T { fn f(); }"), "has no body"),
        (
            inside("struct Solution; impl Solution { fn f() { } } impl Solution { fn f() { } }"),
            "second",
        ),
    ],
)
def test_the_function_asked_for_must_be_verified_once(text: str, message: str) -> None:
    found = [finding for finding in check_gate(text, target="f") if finding.rule == "target"]
    assert found
    assert message in found[0].message


def test_a_helper_method_of_the_target_s_name_on_another_type_is_no_second_one() -> None:
    text = inside("struct Solution; struct H; impl H { fn f() { } } impl Solution { fn f() { } }")
    assert check_gate(text, target="f") == []


def test_findings_say_where() -> None:
    found = check_gate(HEAD + "verus! {\n  proof fn f() {\n    assume(false);\n  }\n}")
    assert [(finding.rule, finding.line, finding.column) for finding in found] == [("assume", 5, 5)]


@pytest.mark.parametrize(
    "text",
    [
        "//! a file\n" + inside("/// a function\nfn f() { /// a variable\n let x = 1; }"),
        inside("/// s\nstruct S { /// x\n x: u8 } /// e\nenum E { /// a\n A }"),
        inside(
            "//! m\n/* p */ /*** q ***/ /**/ //// r\nfn f() { //! b\n match x { /// arm\n A => 1 } }"
        ),
    ],
)
def test_doc_comments_on_items_are_comments(text: str) -> None:
    assert check_gate(text) == []


@pytest.mark.parametrize(
    "text",
    [
        inside("fn f() ensures //! x > 0,\n true, { }"),
        inside("fn f() { while a invariant b, //! x\n { c(); } { d(); } }"),
        inside("fn f() { while a invariant b, /** x */ { c(); } { d(); } }"),
        inside("spec fn f() -> bool { forall|i: int| /*! x */ i > 0 }"),
        inside("fn f(x: u8) requires /// y\n x > 0, { }"),
    ],
)
def test_doc_comments_inside_expressions_and_clauses_are_refused(text: str) -> None:
    assert [finding.rule for finding in check_gate(text)] == ["hidden-text"]
