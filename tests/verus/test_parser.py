# ruff: noqa: E501
"""The parser knows the language, and refuses what it does not know with a place."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_vlite.verus import VerusSyntaxError, ast, parse
from pytest_vlite.verus.cursor import words
from tests.snapshot import snapshot_root


def function(body: str) -> ast.Fn:
    file = parse(f"verus! {{ fn f() {{ {body} }} }}")
    macro = file.items[0]
    assert isinstance(macro, ast.VerusMacro)
    found = macro.items[0]
    assert isinstance(found, ast.Fn)
    return found


def expression(text: str) -> ast.Expr:
    body = function(text).body
    assert body is not None
    statement = body.statements[-1]
    assert isinstance(statement, ast.ExprStmt)
    return statement.expr


def shape(node: ast.Expr) -> str:
    """A fully bracketed form of an operator expression."""
    match node:
        case ast.Binary(_, _, op, left, right):
            return f"({shape(left)} {op} {shape(right)})"
        case ast.Chain(_, _, ops, operands):
            words = [shape(operands[0])]
            for op, operand in zip(ops, operands[1:], strict=True):
                words += [op, shape(operand)]
            return f"[{' '.join(words)}]"
        case ast.Unary(_, _, op, operand):
            return f"{op}{shape(operand)}"
        case ast.PathExpr(_, _, path):
            return path.text
        case ast.Literal(_, _, _, text):
            return text
        case ast.Cast(_, _, operand, _):
            return f"({shape(operand)} as)"
        case ast.Is(_, _, operand, _, negated):
            return f"({shape(operand)} {'isnt' if negated else 'is'})"
        case ast.View(_, _, operand):
            return f"{shape(operand)}@"
        case ast.Quantifier(_, _, kind, _, _, body):
            return f"{kind}{shape(body)}"
        case ast.Assign(_, _, op, target, value):
            return f"({shape(target)} {op} {shape(value)})"
        case ast.RangeExpr(_, _, op, low, high):
            return f"({shape(low) if low else ''}{op}{shape(high) if high else ''})"
    return type(node).__name__


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + b * c - d", "((a + (b * c)) - d)"),
        ("a ==> b ==> c", "(a ==> (b ==> c))"),
        ("a <== b <== c", "((a <== b) <== c)"),
        ("a && b ==> c || d", "((a && b) ==> (c || d))"),
        ("a <==> b ==> c", "(a <==> (b ==> c))"),
        ("0 <= i < n", "[0 <= i < n]"),
        ("a > b >= c", "[a > b >= c]"),
        ("a >> b > c", "((a >> b) > c)"),
        ("a << 1 <= b", "((a << 1) <= b)"),
        ("a >>= b", "(a >>= b)"),
        ("a <<= b", "(a <<= b)"),
        ("a as int < b", "error"),
        ("(a as int) + b", "(Paren + b)"),
        ("a as int <= b", "((a as) <= b)"),
        ("x !is A && y", "((x isnt) && y)"),
        ("-a@ * b", "(-a@ * b)"),
        ("a && forall|i: int| b ==> c", "(a && forall(b ==> c))"),
        ("a & b == c", "((a & b) == c)"),
        ("a =~= b + c", "(a =~= (b + c))"),
        ("a..b + 1", "(a..(b + 1))"),
        ("a && b matches C(x) ==> d || e", "(a && (Matches ==> (d || e)))"),
        ("a matches C(x) && b || c", "((Matches && b) || c)"),
        ("a matches C(x) || b ==> c", "((Matches || b) ==> c)"),
    ],
)
def test_operators_bind_as_in_verus(text: str, expected: str) -> None:
    if expected == "error":
        with pytest.raises(VerusSyntaxError):
            expression(text)
    else:
        assert shape(expression(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "fn f() { let x: Vec<Vec<i32>>= Vec::new(); }",
        "fn f() { if a { 1 } else { 2 }; match x { A => 1, B { c, .. } if d => { 2 } _ => 3 } }",
        "fn f(mut a: u8, &(b, c): &(u8, u8)) -> impl Fn(u8) -> u8 { move |x| x + a }",
        "fn f<'a, T: Clone + 'a, const N: usize>(x: &'a [T; N]) -> &'a T where T: Copy { &x[0] }",
        "fn f() { 'outer: for (i, x) in v.iter().enumerate() { break 'outer; } }",
        "fn f() { let Some(x) = y else { return; }; let z = x.0.1?; v[0].f::<u8>(1) += 2; }",
        "fn f() { let c = <T as Tr<u8>>::f::<u16>(); let s = S { a: 1, b, ..c }; }",
        "impl<T> Tr for S<T> where T: Tr { const A: u8 = 1; type B = u8; fn f(&mut self) {} }",
        "pub(crate) enum E { A, B(u8, #[x] u16), C { d: u8 } = 3 }",
        "use a::{self, b::{c as d, *}, e}; extern crate f as g; mod h { } static mut I: u8 = 0;",
        'unsafe extern "C" { fn g(); } macro_rules! m { ($x:expr) => { $x }; }',
        'fn f() { assert!(a, "{}", b); println!("{}", x); vec![0; n]; vec![[1u8; 2]; n] }',
        "fn f() { let p = |x: u8, (y, z)| -> u8 { x }; g(|| 1, |&&a| a); }",
        "fn f() { match n { 1..=5 => {}, 'a' | -1 => (), x @ 2.. => (), [a, .., b] => (), _ => () } }",
        "fn f<#[may_dangle] T>() -> impl Fn(u8) -> u8 + use<'_, T> + 'a { S { #[a] b: 1, #[c] d } }",
        "fn f() { if let Some(x) = a && b { } while let Some(_) = c.pop() { } }",
        "verus! [ fn f() { } ]; vstd::prelude::verus! ( spec fn g() -> bool { true } );",
    ],
)
def test_rust_is_parsed(text: str) -> None:
    parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "fn f(x: u8) -> (r: u8) by (nonlinear_arith) requires x > 0, ensures r == x { x }",
        "fn f() -> (r: (u8, u8)) ensures ({ let (a, b) = r; &&& a == 1 &&& b == 2 }), { (1, 2) }",
        "fn f() ensures { let a = 1; a == a }, { }",
        "fn f() -> (u8, u8) no_unwind opens_invariants none { (1, 2) }",
        "spec fn f(x: int) -> int recommends x > 0 decreases x when x > 0 via lemma { 1 }",
        "pub open(crate) spec(checked) fn f(s: Seq<int>, p: spec_fn(int, int) -> bool) -> bool { p(1, 2) }",
        "proof fn f(tracked x: &mut u8) -> (tracked r: u8) ensures forall|i: int, j| #![auto] a(i) { }",
        "spec fn f() -> bool { forall|i: int| #![trigger a[i], b(i)] #![trigger c] 0 <= i ==> a[i] }",
        "spec fn f() -> bool { exists|i| #[trigger] a(i) && b->x == c->0 && d matches Some(e) ==> e }",
        "proof fn f() { assert(a) by (nonlinear_arith) requires b, c, {} assert(d) by { } assert(e); }",
        "proof fn f() { assert forall|i: int| a(i) implies b(i) by { c(i); } reveal_with_fuel(f, 3); }",
        "proof fn f() { calc! { (==) a; { } b; (<=) c; } broadcast use {a::b, c}; hide(x); }",
        "fn f() { while a < b invariant c, d, ensures e, decreases b - a, { } loop decreases a { } }",
        "fn f() { for i in it: 0..n invariant i <= n { let ghost mut x = 1; let tracked (a, b) = c; } }",
        "fn f() { proof { assume(x); } let Ghost(g) = h; k(Ghost(x + 1), Tracked(y)); }",
        "fn f() { g(|y: u32| -> (r: u32) requires y < 1, ensures r == y { y }, z) }",
        "fn f(p: FnSpec(int) -> int) { broadcast use a, b,; if a { b } else { c }->d == e }",
        "broadcast group g { a, b::c } broadcast use a, b; global size_of usize == 8;",
        "uninterp spec fn f() -> int; axiom fn g() ensures f() == 1; assume_specification[ a::b ](x: u8);",
        "pub exec const A: u32 ensures A == 5, { 5 } spec const B: int = 3;",
        "struct S { ghost a: int, tracked b: u8 } tracked struct T(ghost int); ghost enum E { A }",
        "fn f(s: &mut u8) requires *old(s) < 5 ensures *final(s) == *old(s) { *s = spec; }",
        "fn f() { let ghost = 1; let tracked = ghost; let spec = proof; requires(spec); }",
        "spec fn f() -> bool { ||| a ||| b ==> { &&& c &&& d } }",
        "spec fn f(s: Set<int>) -> bool { s has 1 && s !has 2 && s hasnt 3 && x isnt A }",
    ],
)
def test_verus_is_parsed(text: str) -> None:
    parse(f"verus! {{ {text} }}")


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("fn f() {\n  let x = ;\n}", 2, 11),
        ("fn f( {}", 1, 5),
        ("fn f() {}\n}", 2, 1),
        ("fn f() { a <==> b <==> c }", 1, 19),
        ("verus! { fn f() { a ? : b } }", 1, 23),
        ("spec fn f() {}", 1, 6),
        ("fn f() { x is A }", 1, 12),
        ("verus! { fn f() { assert(a) b(); } }", 1, 29),
        ("verus! { fn f() { match a { B => assert(c) D => e } } }", 1, 44),
        ('fn f() {\n "open }', 2, 2),
    ],
)
def test_unknown_syntax_is_an_error_with_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(VerusSyntaxError) as caught:
        parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5000 + ")" * 5000,
        "{" * 5000 + "}" * 5000,
        "!" * 5000 + "a",
        "& " * 5000 + "a",
        "a" + "+ a" * 5000,
        "a" + ".a()" * 5000,
        "a" + "= a" * 5000,
        "|a| " * 5000 + "a",
        "forall|a|" * 5000 + "a",
        "a as " + "& " * 5000 + "u8",
        "a as " + "Vec<" * 5000 + "u8" + ">" * 5000,
        "let " + "(" * 5000 + "a" + ")" * 5000 + " = b;",
        "if a {} else " * 5000 + "{}",
        "#[a] " * 3000 + "return " * 5000 + "a",
        "f(|x| " * 5000 + "x" + ")" * 5000,
        "vec![" * 5000 + "]" * 5000,
        "m!(" * 5000 + ")" * 5000,
        "#[cfg(" + "any(" * 20_000 + ")" * 20_000 + ")] a",
        "(" * 20 + "a" + " + a" * 900 + ")" + (" + a" * 900 + ")") * 19,
    ],
)
def test_deep_nesting_is_a_located_error(text: str) -> None:
    with pytest.raises(VerusSyntaxError, match="nested too deeply"):
        function(text)


def test_two_hundred_nested_parentheses_are_not_too_deep() -> None:
    function("(" * 200 + "a" + ")" * 200)


WORDS = (
    "fn f ( ) { } [ ] < > , ; : :: -> => = == ==> &&& | || & ! ? @ . .. 1 1.5 'a 'x' \"s\" # x "
    "verus let ghost proof assert forall by requires ensures decreases if else match while in "
    "struct enum impl use mod pub spec const"
)
TOKEN_SOUP = st.lists(st.sampled_from(sorted(words(WORDS))), max_size=40).map(" ".join)


@settings(max_examples=500)
@given(st.one_of(TOKEN_SOUP, TOKEN_SOUP.map(lambda soup: f"verus! {{ fn f() {{ {soup} }} }}")))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    with contextlib.suppress(VerusSyntaxError):
        parse(text)


def test_every_span_lies_within_its_parent() -> None:
    file = parse(
        "verus! { fn f(x: &&u8) -> (r: u8) requires a <= b < c { let (x, y) = |z| z.0.1 + v[1]@; "
        "assert(p) by { q(); } if a { b } else if c { d } else { e } } }"
    )
    for node in ast.walk(file):
        for child in ast.children(node):
            assert node.start <= child.start <= child.end <= node.end


def test_all_programs_of_the_benchmark_are_parsed() -> None:
    texts = 0
    for name in ("spec.rs", "code_spec.rs", "verified.rs"):
        for path in sorted(snapshot_root().glob(f"benchmark/*/*/{name}"))[::7]:
            parse(path.read_text(encoding="utf-8"))
            texts += 1
    assert texts > 400
