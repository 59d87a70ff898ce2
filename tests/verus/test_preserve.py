"""An answer is the given program plus proof, or what it changed is named with both sides."""

# ruff: noqa: E501
from __future__ import annotations

import pytest

from pytest_vlite.verus import assemble, check_gate, check_preserved, examine_proof, parse
from pytest_vlite.verus.functions import find_functions
from tests.snapshot import snapshot_root, verus_recordings

GIVEN = """use vstd::prelude::*;
use vstd::math::max as spec_max;

fn main() {}

verus! {

pub struct Solution;

pub const LIMIT: u32 = 10;

pub open spec fn small(x: int) -> bool {
    x < LIMIT
}

impl Solution {
    #[verifier::exec_allows_no_decreases_clause]
    fn helper(v: &Vec<u32>, k: usize) -> (r: u32)
        requires k < v.len(),
    {
        v[k]
    }

    pub fn target(v: Vec<u32>, n: usize) -> (res: u32)
        requires
            0 < v.len() == n,
            forall|i: int| 0 <= i < n ==> small(v[i] as int),
        ensures
            small(res as int),
            exists|i: int| 0 <= i < n && v[i] == res,
    {
        let mut best = v[0];
        let mut i = 1;
        while i < n {
            if v[i] > best {
                best = Self::helper(&v, i);
            }
            i += 1;
        }
        best
    }
}

}
"""


def edited(*changes: tuple[str, str]) -> str:
    text = GIVEN
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


PROOF = edited(
    ("use vstd::math::max as spec_max;", "use vstd::arithmetic::{mul::*, power2::pow2};"),
    (
        "while i < n {",
        "while i < n\n invariant i <= n, small(best as int), decreases n - i, { // loop\n let ghost old_best = best;",
    ),
    (
        "let mut best = v[0];",
        "broadcast use group_x; let mut best = v[0]; proof { lemma(v@); } assert(best < 10) by (nonlinear_arith) requires best < 10; { };".replace(
            " { };", ""
        ),
    ),
    (
        "impl Solution {",
        "proof fn lemma(s: Seq<u32>) ensures true, { }\nspec fn double(x: int) -> int { x + x }\nimpl Solution { proof fn inner() { } ",
    ),
)


def rules(answer: str) -> list[str]:
    return [difference.rule for difference in check_preserved(GIVEN, answer, "target")]


def test_a_proof_preserves_the_program() -> None:
    assert check_preserved(GIVEN, PROOF, "target") == []


ALLOWED = {
    "comments and layout": GIVEN.replace("\n", " \n // c\n"),
    "trailing comma in a call": edited(("Self::helper(&v, i)", "Self::helper(&v, i,)")),
    "trailing comma in parameters": edited(("n: usize)", "n: usize,)")),
    "clause without last comma": edited(("requires k < v.len(),", "requires k < v.len()")),
    "empty else": edited(("best = Self::helper(&v, i);\n            }", "best = Self::helper(&v, i); } else { proof { lemma(); } }")),
    "empty else if": edited(("best = Self::helper(&v, i);\n            }", "best = Self::helper(&v, i); } else if v[i] == best { assert(true); }")),
    "empty if": edited(("i += 1;", "if i == n - 1 && v.len() > 3 { assert(true); } i += 1;")),
    "lone semicolon": edited(("i += 1;", "i += 1;;")),
    "snapshot": edited(("while i < n {", "while i < n { let old_i = i; assert(old_i == i);")),
    "snapshot by clone": edited(("let mut i = 1;", "let mut i = 1; let before = v.clone();")),
    "write-only witness": edited(("let mut i = 1;", "let mut i = 1; let mut at: usize = 0;"), ("i += 1;", "at = i; i += 1;")),
    "chain of dead variables": edited(("let mut i = 1;", "let mut i = 1; let a = i; let b = a + 1; let c = if a > b { a } else { b };")),
    "ghost value": edited(("let mut i = 1;", "let mut i = 1; let g: Ghost<int> = Ghost(f());")),
    "contract of a helper": edited(("requires k < v.len(),", "requires k < v.len(), 0 < v.len(), ensures r == v[k as int], returns v[k as int],")),
    "decreases of a helper": edited(("requires k < v.len(),", "requires k < v.len(), decreases k,")),
    "further ensures of the target": edited(("            small(res as int),", "            true, small(res as int),")),
    "attributes that guide": edited(("pub fn target", "#[verifier::loop_isolation(false)] #[verifier::spinoff_prover] pub fn target"), ("while i < n", "#[verifier::loop_isolation(false)] while i < n")),
    "termination attribute dropped": edited(("#[verifier::exec_allows_no_decreases_clause]\n", "")),
    "proof in a specification function": edited(("x < LIMIT\n", "proof { lemma(); } x < LIMIT\n")),
    "import of a lemma": "use vstd::arithmetic::mul::lemma_mul_inequality;\n" + GIVEN,
    "crate attribute": "#![verifier::loop_isolation(false)]\n" + GIVEN,
    "two impl blocks and two verus blocks": edited(("    pub fn target", "}\n}\nverus! {\nimpl Solution {\n pub fn target")),
    "broadcast group": edited(("impl Solution {", "broadcast proof fn b() ensures #[trigger] small(1) { } broadcast group g { b } broadcast use g;\nimpl Solution {")),
    "a name that is only a variable in the given program": edited(("impl Solution {", "proof fn best() { }\nimpl Solution {")),
    "missing import": edited(("use vstd::math::max as spec_max;\n", "")),
}  # fmt: skip


@pytest.mark.parametrize("name", ALLOWED)
def test_what_changes_nothing_is_allowed(name: str) -> None:
    assert check_preserved(GIVEN, ALLOWED[name], "target") == []


@pytest.mark.parametrize("name", ALLOWED)
def test_an_allowed_answer_assembles_to_the_given_program_plus_proof(name: str) -> None:
    program = assemble(GIVEN, ALLOWED[name], "target")
    assert check_preserved(GIVEN, program, "target") == []
    assert assemble(GIVEN, program, "target") == program


ALTERED = {
    "code": [
        edited(("v[i] > best", "v[i] >= best")),
        edited(("let mut i = 1;", "let mut i = 2;")),
        edited(("i += 1;", "i = i + 1;")),
        edited(("        best\n", "        let r = best; r\n")),
        edited(("let mut best = v[0];", "let ghost mut best = v[0];")),
        edited(("best = Self::helper(&v, i);", "assert(true);")),
        edited(("best = Self::helper(&v, i);", "proof { best = 1; }")),
        edited(("i += 1;", "i += 1; if false { }; else_();")),
        edited(("i += 1;", "if { i += 1; true } { } i += 1;")),
        edited(("i += 1;", "if f(i) { } i += 1;")),
        edited(("let mut i = 1;", "let mut i = 1; let x = f();")),
        edited(("let mut i = 1;", "let mut i = 1; let x = &mut best;")),
        edited(("let mut i = 1;", "let mut i = 1; let best = 3u32;")),
        edited(("let mut i = 1;", "let mut i = 1; let n = 3;")),
        edited(("let mut i = 1;", "let mut i = 1; let v = v.clone();")),
        edited(("let mut i = 1;", "let k = 1; let mut i = k;")),
        edited(("let mut i = 1;", "let mut i: usize = 1;")),
        edited(("while i < n {", "while i < n { break;")),
        edited(("while i < n {", "while i < n && true {")),
        edited(("        best\n", "        best; 0\n")),
        edited(("        best\n", "        return 0; best\n")),
        edited(("        let mut best", "        loop { } let mut best")),
        edited(("        v[k]\n", "        v[0]\n")),
        edited(("while i < n {", "#[cfg(any())] while i < n {")),
        edited(("&v, i)", "(&v,), i)")),
        edited(("let mut i = 1;", "let mut i = 1; use vstd::math::max;")),
        edited(("let mut i = 1;", "let mut i = 1; let ghost Some(k) = None::<int> else { return 1; };")),
    ],
    "signature": [
        edited(("n: usize) -> (res: u32)", "n: u32) -> (res: u32)")),
        edited(("n: usize) -> (res: u32)", "m: usize) -> (res: u32)")),
        edited(("(res: u32)", "(r: u32)")),
        edited(("pub fn target", "fn target")),
        edited(("pub fn target(", "pub fn target<T>(")),
        edited(("fn helper(v: &Vec<u32>", "fn helper(v: &mut Vec<u32>")),
        edited(("pub fn target", "pub const fn target")),
        edited(("(v: Vec<u32>,", "(v: (Vec<u32>,),")),
    ],
    "clause": [
        edited(("            small(res as int),\n", "")),
        edited(("            0 < v.len() == n,", "            0 < v.len() == n, false,")),
        edited(("            0 < v.len() == n,\n", "")),
        edited(("small(res as int)", "small(res as int) || true")),
        edited(("exists|i: int| 0 <= i < n && v", "exists|i: int| 0 <= i <= n && v")),
        edited(("requires k < v.len(),", "requires k <= v.len(),")),
        edited(("requires k < v.len(),", "")),
        edited(("            small(res as int),", "            // small(res as int),")),
        edited(("            small(res as int),", "            //! small(res as int),")),
        edited(("requires k < v.len(),", "requires k < v.len(), no_unwind")),
        edited(("requires k < v.len(),", "requires k < v.len(), decreases k when k > 1")),
    ],
    "spec-function": [edited(("x < LIMIT\n", "x <= LIMIT\n")), edited(("x < LIMIT\n", "true || x < LIMIT\n"))],
    "constant": [edited(("LIMIT: u32 = 10", "LIMIT: u32 = 11"))],
    "type": [edited(("pub struct Solution;", "pub struct Solution { x: u8 }")), edited(("pub struct Solution;", "#[derive(Clone)] pub struct Solution;"))],
    "missing": [
        edited(("pub const LIMIT: u32 = 10;", "")),
        edited(("fn main() {}", "")),
        edited(("pub fn target", "pub fn another")),
        edited(("impl Solution {", "impl Solution where u8: Copy {")),
    ],
    "moved": [
        edited(("pub const LIMIT: u32 = 10;\n", ""), ("fn main() {}", "fn main() {} pub const LIMIT: u32 = 10;")),
        edited(("}\n\n}\n", "}\n\n}\n")).replace("verus! {\n\npub struct", "pub struct Solution; verus! {\n\npub(crate) struct").replace("pub(crate) struct Solution;", ""),
    ],
    "attribute": [
        edited(("pub fn target", "#[verifier::external_body] pub fn target")),
        edited(("pub fn target", "#[inline] pub fn target")),
        edited(("pub fn target", "#[verifier::exec_allows_no_decreases_clause] pub fn target")),
        edited(("pub open spec fn small", "#[verifier::opaque] pub open spec fn small")),
        edited(("impl Solution {", "#[verifier::external] impl Solution {")),
        "#![feature(x)]\n" + GIVEN,
        edited(("pub fn target", "#[verifier(spinoff_prover, external)] pub fn target")),
        "#![verifier(loop_isolation, external)]\n" + GIVEN,
    ],
    "second-definition": [
        edited(("    pub fn target", "    pub fn target() { }\n    pub fn target")),
        edited(("impl Solution {", "spec fn s() -> bool { true } spec fn s() -> bool { false }\nimpl Solution {")),
        edited(("impl Solution {", "spec fn small(x: int) -> bool { true }\nimpl Solution {")),
    ],
    "added": [
        edited(("impl Solution {", "fn extra() { }\nimpl Solution {")),
        edited(("impl Solution {", "struct Extra;\nimpl Solution {")),
        edited(("impl Solution {", "type u32 = u8;\nimpl Solution {")),
        edited(("impl Solution {", "const EXTRA: u8 = 1;\nimpl Solution {")),
        edited(("impl Solution {", "trait T { }\nimpl Solution {")),
        edited(("impl Solution {", "impl View for Solution { }\nimpl Solution {")),
        edited(("impl Solution {", "mod m { }\nimpl Solution {")),
        edited(("impl Solution {", "global size_of usize == 8;\nimpl Solution {")),
        edited(("impl Solution {", "m! { }\nimpl Solution {")),
        edited(("fn main() {}", "fn main() {} fn extra() { }")),
        edited(("fn main() {}", "fn main() {} macro_rules! seq { () => { } }")),
        edited(("impl Solution {", "axiom fn a() ensures false;\nimpl Solution {")),
    ],
    "shadowed-name": [
        edited(("impl Solution {", "spec fn spec_max(a: int, b: int) -> int { a }\nimpl Solution {")),
        edited(("impl Solution {", "spec fn old(a: int) -> int { a }\nimpl Solution {")),
        edited(("impl Solution {", "impl Solution { spec fn len() -> int { 0 }")),
        "use vstd::math::min as small;\n" + GIVEN,
        "use vstd::math::min as spec_max;\n" + GIVEN,
        "use vstd::seq::Seq as Vec;\n" + GIVEN,
    ],
    "import": [
        "use vstd::pervasive::*;\n" + GIVEN,
        "use std::cmp::max;\n" + GIVEN,
        "use crate::x;\n" + GIVEN,
    ],
    "cfg": [
        edited(("pub const", "#[cfg(any())] pub const")),
        edited(("let mut i = 1;", "let mut i = 1; #[cfg(not(verus_keep_ghost))] proof { }")),
        edited(("impl Solution {", "#[cfg_attr(all(), verifier::external)] impl Solution {")),
        edited(("impl Solution {", "#[cfg(FALSE)] mod m { }\nimpl Solution {")),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "answer"), [(rule, answer) for rule, answers in ALTERED.items() for answer in answers]
)
def test_what_changes_something_is_altered(rule: str, answer: str) -> None:
    assert rule in rules(answer)
    with pytest.raises(ValueError, match="alters"):
        assemble(GIVEN, answer, "target")


def test_a_further_requires_is_allowed_only_on_helpers_that_the_target_calls() -> None:
    given = edited(("best = Self::helper(&v, i);", "best = v[i];"))
    answer = given.replace("k < v.len(),", "k < v.len(), false,")
    assert [d.rule for d in check_preserved(given, answer, "target")] == ["clause"]
    called = edited(("k < v.len(),", "k < v.len(), v.len() > 1,"))
    assert check_preserved(GIVEN, called, "target") == []


STACK = """
struct Stack { items: Vec<u32> }
impl Stack {
    fn new() -> (s: Stack) ensures s.items.len() == 0, { Stack { items: Vec::new() } }
    fn push(&mut self, x: u32) requires old(self).items.len() < 9, { self.items.push(x); }
}
"""


@pytest.mark.parametrize(
    ("code", "callable_"),
    [
        ("let mut s = Stack::new(); s.push(n as u32);", True),
        ("let s: Stack = Stack::new(); s.push(n as u32);", True),
        ("let x = Stack { items: v }; x.push(n as u32); Stack::new();", True),
        ("let mut s = Vec::new(); s.push(n as u32);", False),
        ("let mut s: Vec<u32> = Vec::new(); s.push(n as u32); new(); push();", False),
        ("s.items.push(1); let new = 1; let push = new;", False),
    ],
)
def test_a_method_counts_as_called_only_if_its_type_is_meant(code: str, callable_: bool) -> None:
    given = edited(
        ("impl Solution {", STACK + "impl Solution {"), ("let mut i = 1;", f"{code} let mut i = 1;")
    )
    for old, new in (
        ("ensures s.items", "requires false ensures s.items"),
        ("len() < 9,", "len() < 9, false,"),
    ):
        found = [d.rule for d in check_preserved(given, given.replace(old, new), "target")]
        assert found == ([] if callable_ else ["clause"]), old


def test_the_first_difference_is_shown_from_both_sides() -> None:
    answer = edited(("if v[i] > best {", "assert(true);\n            if v[i] < best {"))
    (difference,) = check_preserved(GIVEN, answer, "target")
    assert difference.reference is not None
    assert difference.answer is not None
    assert (difference.reference.line, difference.reference.column) == (35, 21)
    assert difference.reference.text.startswith("> best {")
    assert (difference.answer.line, difference.answer.column) == (36, 21)
    assert difference.answer.text.startswith("< best {")


def test_assembly_takes_the_fixed_parts_from_the_given_program() -> None:
    program = assemble(GIVEN, PROOF, "target")
    assert "use vstd::math::max as spec_max;" in program
    assert "use vstd::arithmetic::power2::pow2;" in program
    assert "proof fn lemma" in program
    assert "decreases n - i," in program
    assert "// loop" not in program
    assert check_gate(program, target="target", reference=GIVEN) == []


def test_the_answer_s_lines_are_known_after_assembly() -> None:
    examined = examine_proof(GIVEN, PROOF, "target")
    assert examined.findings == []
    assert examined.assembly is not None
    lines = examined.assembly.text.split("\n")
    wanted = next(number for number, line in enumerate(lines, 1) if "let ghost old_best" in line)
    answer_line = next(
        n for n, line in enumerate(PROOF.split("\n"), 1) if "let ghost old_best" in line
    )
    assert examined.assembly.answer_lines[wanted] == answer_line


def test_what_a_false_cfg_hides_in_the_given_program_is_not_asked_for() -> None:
    given = edited(("impl Solution {", "#[cfg(FALSE)] mod m { fn target() { } }\nimpl Solution {"))
    assert check_preserved(given, GIVEN, "target") == []


REPLACED = {
    "lc2956", "lc3007", "lc3180", "lc3224", "lc327", "lc440", "lc458", "lc629", "lc786",
    "cf1927D", "cf2014D", "lc260",
}  # fmt: skip
TARGET_GAINS_REQUIRES = {"lc518"}
SAMPLE_ACCEPTED = {"lc1", "lc1039", "cf4A", "lc20", "cf1200C", "lc645", "lc1561", "lc1659", "lc258"}


def test_references_that_replace_code_are_altered_and_others_are_not() -> None:
    wrong = []
    seen = 0
    for path in sorted(snapshot_root().glob("benchmark/*/*/code_spec.rs")):
        name = path.parent.name
        if name == "lc260" and path.parent.parent.name != "extended":
            continue
        expected = name in REPLACED | TARGET_GAINS_REQUIRES
        if not expected and name not in SAMPLE_ACCEPTED:
            continue
        spec = parse((path.parent / "spec.rs").read_text())
        target = [
            found for found in find_functions(spec) if found.verified and not found.fn.is_ghost
        ][-1].fn.name
        reference = path.read_text()
        answer = (path.parent / "verified.rs").read_text()
        seen += 1
        if bool(check_preserved(reference, answer, target)) != expected:
            wrong.append(name)
    assert wrong == []
    assert seen > 13


def test_programs_made_to_be_slow_are_judged_in_time() -> None:
    chain = "".join(f"let a{i} = a{i + 1};" for i in range(3000)) + "let a3000 = f(); "
    reads = edited(("let mut i = 1;", "let mut i = 1; " + chain + "g(a0);"))
    assert rules(reads) == ["code"]
    many = edited(
        (
            "impl Solution {",
            "".join(f"proof fn p{i}() {{ }}" for i in range(3000)) + "impl Solution {",
        )
    )
    assert rules(many) == []
    assert "p2999" in assemble(GIVEN, many, "target")


STATEMENTS = {
    "abs": "requires x > i32::MIN, ensures res >= 0, res == x || res == -x,",
    "inc": "requires *old(x) < 100, ensures *final(x) == *old(x) + 1,",
    "count_evens": "ensures res == v@.filter(|x: i32| x % 2 == 0).len(),",
}
HEADERS = {
    "abs": "pub fn abs(x: i32) -> (res: i32)",
    "inc": "pub fn inc(x: &mut i32)",
    "count_evens": "pub fn count_evens(v: Vec<i32>) -> (res: usize)",
}


@pytest.mark.parametrize(
    "name",
    ["b_derive_hide", "b_old_arg", "b_opaque_statement", "b_returns_shadow_res", "b_where_false",
     "l_verus_parens", "l_doc_comment_code", "b_shadow_seq_filter", "b_shadow_vec", "b_view_impl",
     "b_shadow_type_i32", "b_shadow_nat", "b_shadow_forall_trait", "l_ls_comment", "l_ff_comment"],
)  # fmt: skip
def test_a_changed_statement_posed_as_a_proof_is_altered(name: str) -> None:
    """Even where the given program has the very body of the cheat, its statement is not given."""
    text = (verus_recordings() / "cheats" / f"{name}.rs").read_bytes().decode()
    (found,) = [f for f in find_functions(parse(text)) if f.fn.name in STATEMENTS and f.verified]
    stream = parse(text).stream
    assert found.fn.body is not None
    body = stream.source(found.fn.body.start, found.fn.body.end)
    given = (
        "use vstd::prelude::*;\nfn main() {}\nverus! { pub struct Solution; impl Solution { "
        f"{HEADERS[found.fn.name]} {STATEMENTS[found.fn.name]} {body} }} }}"
    )
    assert check_preserved(given, text, found.fn.name)


def test_an_import_may_have_the_name_of_a_function_found_by_its_type() -> None:
    given = GIVEN.replace("small(", "Self::pow2(").replace(
        "pub open spec fn Self::pow2(x: int) -> bool {\n    x < LIMIT\n}\n", ""
    )
    given = given.replace(
        "impl Solution {", "impl Solution { pub open spec fn pow2(x: int) -> bool { x < LIMIT }", 1
    )
    plain = examine_proof(given, "use vstd::arithmetic::power2::pow2;\n" + given, "target")
    assert not plain.findings
    assert not plain.differences
    renamed = examine_proof(given, "use vstd::math::min as pow2;\n" + given, "target")
    assert [d.rule for d in renamed.differences] == ["shadowed-name"]
    called = given.replace("let mut i = 1;", "let mut i = 1; assert(true); pow2(0);")
    captured = examine_proof(called, "use vstd::arithmetic::power2::pow2;\n" + called, "target")
    assert [d.rule for d in captured.differences] == ["shadowed-name"]
