"""Proof in the styles that people and models write it, each put into a reference proof.

`HONEST` maps a style to a function that gives the program with it, or None where it does not apply.
None of these changes what runs or what is stated, so gate and preservation must accept every one;
whether the verifier would prove the added text is not the question here. Used by test_honest.py on
a sample and by benchmarks/tampering.py on as many problems as wanted.
"""

# ruff: noqa: E501
from __future__ import annotations

import re

from pytest_vlite.verus import ast
from tests.verus.tampering import Kind, Program

_IN_BODY = {
    "proof block": "proof { lemma_known(1); let k = 3int; if k > 2 { assert(k > 1); } else { assert(false); } }",
    "proof block with match": "proof { match Some(1int) { Some(k) => { assert(k == 1); } None => { } } }",
    "plain assert": "assert(1int + 1 == 2);",
    "assert of a conjunction": "assert({ &&& 1int == 1 &&& 2int == 2 });",
    "assert by": "assert(1int == 1) by { lemma_known(1); }",
    "assert by with semicolon": "assert(1int == 1) by { assert(2int == 2); };",
    "nonlinear arithmetic": "assert(2int * 3 == 6) by (nonlinear_arith);",
    "nonlinear arithmetic with requires": "assert(2int * 3 == 6) by (nonlinear_arith) requires 1int == 1, 2int == 2;",
    "nonlinear arithmetic with body": "assert(2int * 3 == 6) by(nonlinear_arith) requires 1int == 1 { assert(true); }",
    "bit vectors": "assert(1u32 & 1 == 1) by(bit_vector);",
    "computation": "assert(2int * 3 == 6) by (compute); assert(2int * 3 == 6) by(compute_only);",
    "assert forall": "assert forall|i: int, j: int| 0 <= i < j implies #[trigger] known(i, j) by { lemma_known(i); }",
    "assert forall without implies": "assert forall|i: int| #![trigger known(i)] known(i) || !known(i) by { };",
    "calc": "proof { calc! { (==) 1int + 1; { lemma_known(1); } 2int; (==) {} 2; } }",
    "calc as a statement": "calc! { (<=) 1int; (==) { } 1int; { } 2int; }",
    "equal sequences": "assert_seqs_equal!(seq![1int], seq![1int], i => { assert(i == 0); });",
    "equal sequences by path": "proof { vstd::assert_seqs_equal!(seq![1int] == seq![1int]); }",
    "contradiction": "assert_by_contradiction!(1int == 1, { assert(false); });",
    "extensional equality": "assert(seq![1int] =~= seq![1int]); assert(!(seq![1int] !== seq![1int]));",
    "choice": "proof { let k = choose|k: int| 0 <= k < 3 && known(k); assert(known(k)); }",
    "existence": "assert(exists|k: int| #![auto] k == 1) by { assert(1int == 1); }",
    "ghost variables": "let ghost first_ghost = 1int; let ghost mut seen_ghost: Seq<int> = Seq::empty(); proof { seen_ghost = seen_ghost.push(first_ghost); }",
    "ghost tuple": "let ghost (left_ghost, right_ghost) = (1int, 2nat);",
    "ghost closure": "let ghost table_ghost = Seq::new(3, |i: int| i + 1); let ghost f_ghost = |i: int| -> int { i };",
    "ghost choice": "let ghost k_ghost = choose|k: int| k > 3;",
    "ghost copy of a value": "let ghost copy_ghost = { let k = 3int; k + 1 };",
    "dead witness": "let mut witness_dead: usize = 0;",
    "reveal": "reveal(known); reveal_with_fuel(Self::known, 3); hide(known);",
    "reveal in proof": "proof { reveal_with_fuel(known, 5); reveal(Self::known); reveal_strlit(\"abc\"); }",
    "broadcast use in a body": "broadcast use vstd::seq_lib::group_seq_properties;",
    "broadcast use of several in a body": "broadcast use {vstd::seq::group_seq_axioms, vstd::arithmetic::mul::group_mul_properties};",
    "lemma of the library by path": "proof { vstd::arithmetic::mul::lemma_mul_is_commutative(1, 2); vstd::seq_lib::lemma_seq_properties::<int>(); }",
    "arbitrary": "proof { let k: int = arbitrary(); }",
    "if-let and matches in proof": "proof { if let Some(k) = Some(1int) { assert(Some(k) matches Some(q) && q == 1); } assert(Some(1int) is Some ==> Some(1int)->0 == 1); }",
    "words of cheats in comments": "// assume(false); admit(); #[verifier::external_body]\n/* assume(false) /* unsafe */ */",
    "words of cheats in longer names": "let ghost assumed_bound = 1int; let ghost external_len = 2int; proof { lemma_admits(assumed_bound); }",
    "empty statements": ";;",
    "empty if": "if 1 < 2 { assert(true); }",
}  # fmt: skip
_IN_VERUS = {
    "lemma": "proof fn lemma_known_2(x: int) requires x > 0, ensures x >= 0, decreases x, { if x > 1 { lemma_known_2(x - 1); } }",
    "lemma with early return": "proof fn lemma_known_2(x: int) ensures x == x { if x > 3 { return; } assert(x <= 3); }",
    "lemma with a result": "proof fn lemma_known_2(x: int) -> (r: int) ensures r > x { x + 1 }",
    "lemma with a prover": "proof fn lemma_known_2(x: int, y: int) by (nonlinear_arith) requires x > 0, y > 0, ensures x * y > 0, { }",
    "generic lemma": "pub proof fn lemma_known_2<T, U: View>(s: Seq<T>, f: spec_fn(T) -> U) where T: Copy, ensures s.map_values(f).len() == s.len(), { }",
    "lemma in other resources": "#[verifier::rlimit(50)] #[verifier::spinoff_prover] #[verifier(nonlinear)] proof fn lemma_known_2() { }",
    "broadcast lemma and group": "pub broadcast proof fn lemma_known_2(s: Seq<int>) ensures #[trigger] s.len() >= 0, { } broadcast group group_known_2 { lemma_known_2, vstd::seq::group_seq_axioms } broadcast use group_known_2;",
    "spec function": "pub open spec fn known_spec_2(s: Seq<int>, i: int) -> int recommends 0 <= i < s.len(), decreases i, { if i <= 0 { 0 } else { known_spec_2(s, i - 1) + s[i] } }",
    "spec function decreasing under a condition": "spec fn known_spec_2(i: int) -> int decreases i when i >= 0 via known_via_2 { if i <= 0 { 0 } else { known_spec_2(i - 1) } } #[via_fn] proof fn known_via_2(i: int) { }",
    "opaque spec function": "#[verifier::opaque] spec fn known_spec_2(i: int) -> bool { exists|j: int| #[trigger] (i * j) > 3 } #[verifier::memoize] closed spec fn known_spec_3(i: nat) -> nat { i }",
    "broadcast use of a group": "broadcast use vstd::std_specs::hash::group_hash_axioms;",
    "broadcast use of the default": "broadcast use {vstd::group_vstd_default, vstd::set::group_set_axioms, vstd::multiset::group_multiset_axioms};",
    "documented lemma": "/// Says `assume(false)`, but only says it.\n/** more */\nproof fn lemma_known_2() { /* */ }",
    "checked spec function": "spec(checked) fn known_spec_2(i: int) -> bool { i > 0 }",
    "lemma that matches": "proof fn lemma_known_2(x: Option<int>) ensures x is Some || x is None { match x { Some(k) => assert(k == k), None => { } } }",
    "lemma by induction on a sequence": "proof fn lemma_known_2(s: Seq<int>) ensures s =~= s.drop_last().push(s.last()) || s.len() == 0, decreases s.len(), { if s.len() > 0 { lemma_known_2(s.drop_last()); assert forall|i: int| 0 <= i < s.len() implies s[i] == s[i] by { } } }",
}  # fmt: skip
_AT_TOP = {
    "import of arithmetic": "use vstd::arithmetic::{div_mod::*, mul::{lemma_mul_inequality, lemma_mul_is_associative as assoc_lemma}, power2::pow2};",
    "import of everything about sequences": "use vstd::{seq::*, seq_lib::*, set::*, set_lib::*, multiset::*};",
    "import of macros": "use vstd::calc;\nuse vstd::{assert_by_contradiction, assert_seqs_equal};",
    "import of specifications of std": "use vstd::std_specs::{vec::*, option::*};\n#[allow(unused_imports)]\nuse vstd::std_specs::hash::*;",
    "import of the prelude again": "use vstd::prelude::*;",
    "attributes of the file": "#![allow(unused_imports)]\n#![allow(dead_code, non_snake_case)]\n#![verifier::loop_isolation(false)]\n#![verifier::rlimit(30)]",
    "comment at the top": "//! A proof.\n/* not admit() */ // nor assume(false)",
    "byte order mark": "\ufeff",
}  # fmt: skip
_ON_TARGET = {
    "loop isolation": "#[verifier::loop_isolation(false)]",
    "own solver": "#[verifier::spinoff_prover]",
    "resources": "#[verifier::rlimit(100)]",
    "old spelling": "#[verifier(nonlinear)]",
    "allowed warnings": "#[allow(unused_variables, unused_mut)]",
    "documentation": "/// The answer.\n",
}


def lemma_in_impl(p: Program) -> str | None:
    """A lemma and a specification function as members of the target's impl block."""
    if not p.found.container:
        return None
    return p.insert(
        p.target.start,
        "pub proof fn lemma_inner_2(v: Seq<int>) ensures Self::inner_spec_2(v), { } spec fn inner_spec_2(v: Seq<int>) -> bool { v.len() >= 0 }",
    )


def second_impl_block(p: Program) -> str | None:
    """The same in a block of their own."""
    if p.found.container != "Solution":
        return None
    return p.in_verus("impl Solution { proof fn lemma_inner_2() { } }")


def second_verus_block(p: Program) -> str | None:
    """Lemmas in a verus! block of their own."""
    return p.outside("verus! { proof fn lemma_outer_2() { } }")


def further_ensures(p: Program) -> str | None:
    """One more postcondition on the target."""
    exprs = p.clause_exprs("ensures")
    return p.insert(exprs[0].start, "true,") if exprs else None


def clauses_without_last_comma(p: Program) -> str | None:
    """No comma behind the last clause."""
    exprs = p.clause_exprs("ensures")
    if not exprs or p.stream.texts[exprs[-1].end] != ",":
        return None
    return p.replace(exprs[-1].end, exprs[-1].end + 1, "")


def _loops(p: Program) -> list[ast.While]:
    return [n for n in ast.walk(p.body) if isinstance(n, ast.While)]


def further_invariants(p: Program) -> str | None:
    """Invariants of every kind on a loop that has none of that kind yet."""
    for loop in _loops(p):
        if not any(clause.keyword == "ensures" for clause in loop.clauses):
            decreases = [c.start for c in loop.clauses if c.keyword == "decreases"]
            at = decreases[0] if decreases else loop.body.start
            return p.insert(at, "ensures true, forall|k: int| #![auto] known(k),")
    return None


def attribute_on_loop(p: Program) -> str | None:
    """Loop isolation for one loop."""
    for node in ast.walk(p.body):
        if isinstance(node, ast.ExprStmt) and isinstance(node.expr, ast.While):
            return p.insert(node.start, "#[verifier::loop_isolation(false)]")
    return None


def snapshot_in_loop(p: Program) -> str | None:
    """A ghost snapshot and a proof at the start of a loop's body."""
    for loop in _loops(p):
        return p.insert(
            loop.body.start + 1, "let ghost before_2 = 1int; proof { assert(before_2 == 1); }"
        )
    return None


def empty_else(p: Program) -> str | None:
    """An else that only proves."""
    for node in ast.walk(p.body):
        if isinstance(node, ast.ExprStmt) and isinstance(node.expr, ast.If):
            branch: ast.Expr | None = node.expr
            while isinstance(branch, ast.If) and branch.orelse is not None:
                branch = branch.orelse
            if isinstance(branch, ast.If):
                return p.insert(branch.end, "else { proof { lemma_known(2); } assert(true); }")
    return None


def line_ends_of_windows(p: Program) -> str | None:
    """Carriage returns before line feeds."""
    return p.text.replace("\r\n", "\n").replace("\n", "\r\n")


def one_line(p: Program) -> str | None:
    """No comments and as little white space as possible."""
    if p.file.attributes:
        return None
    parts = []
    for index in range(p.stream.count):
        parts.append(p.stream.texts[index] + ("" if p.stream.adjacent(index) else " "))
    return "".join(parts)


def one_token_a_line(p: Program) -> str | None:
    """Every token that had white space behind it ends its line, with a comment."""
    parts = []
    for index in range(p.stream.count):
        parts.append(p.stream.texts[index] + ("" if p.stream.adjacent(index) else " // x\n"))
    return "".join(parts)


def tabs(p: Program) -> str | None:
    """Tabs for indentation."""
    return re.sub(r"^( {4})+", lambda m: "\t" * (len(m[0]) // 4), p.text, flags=re.MULTILINE)


def given_imports_left_out(p: Program) -> str | None:
    """Imports of lemmas left out: assembly writes the given ones."""
    for item in p.file.items:
        if not isinstance(item, ast.Use):
            continue
        of_vstd = all(leaf.path[0] == "vstd" for leaf in item.leaves)
        if of_vstd and any(leaf.path[:2] != ("vstd", "prelude") for leaf in item.leaves):
            return p.replace(item.start, item.end, "")
    return None


def main_at_the_end(p: Program) -> str | None:
    """`fn main` moved behind the program."""
    for item in p.file.items:
        if isinstance(item, ast.Fn) and item.name == "main":
            main = p.stream.source(item.start, item.end)
            return p.replace(item.start, item.end, "") + f"\n{main}\n"
    return None


_BY_HAND = [
    lemma_in_impl, second_impl_block, second_verus_block, further_ensures,
    clauses_without_last_comma, further_invariants, attribute_on_loop, snapshot_in_loop, empty_else,
    line_ends_of_windows, one_line, one_token_a_line, tabs, given_imports_left_out, main_at_the_end,
]  # fmt: skip


def _at(place: str, code: str) -> Kind:
    return lambda p: getattr(p, place)(code)


HONEST: dict[str, Kind] = {
    **{name: _at("in_body", code) for name, code in _IN_BODY.items()},
    **{name: _at("in_verus", code) for name, code in _IN_VERUS.items()},
    **{name: _at("at_top", code) for name, code in _AT_TOP.items()},
    **{name: _at("on_target", code) for name, code in _ON_TARGET.items()},
    **{kind.__name__.replace("_", " "): kind for kind in _BY_HAND},
}
