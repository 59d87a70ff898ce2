"""Translation and the checker: one program holds many specifications, so that rustc runs rarely."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from pytest_vlite.verus.errors import VerusSyntaxError
from pytest_vlite.verus.evaluation import Translation, translate

needs_rustc = pytest.mark.skipif(shutil.which("rustc") is None, reason="rustc is not installed")


def spec(signature: str, clauses: str, functions: str = "") -> str:
    return f"""use vstd::prelude::*;
fn main() {{}}
verus! {{
pub struct Solution;
impl Solution {{
{functions}
pub fn target{signature}
{clauses}
{{ }}
}} }}"""


def answers(
    translation: Translation,
    folder: Path,
    cases: list[tuple[object, object]],
    steps: int = 2_000_000,
) -> list[list[str]]:
    assert translation.program is not None
    (folder / "checker.rs").write_text(translation.program, "utf-8")
    command = ["rustc", "--edition", "2021", "-o", "checker", "checker.rs"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    lines = "".join(json.dumps({"input": i, "output": o}) + "\n" for i, o in cases)
    done = subprocess.run(
        [folder / "checker", str(steps)], input=lines, capture_output=True, text=True, check=True
    )
    return [line.split("\t") for line in done.stdout.splitlines()]


FUNCTIONS = """
pub open spec fn total(s: Seq<i32>, end: int) -> int decreases end {
    if end <= 0 { 0 } else { Self::total(s, end - 1) + s[end - 1] }
}
pub open spec fn fib(n: int) -> int decreases n {
    if n <= 1 { n } else { Self::fib(n - 1) + Self::fib(n - 2) }
}
pub open spec fn fact(n: int) -> int decreases n { if n <= 0 { 1 } else { n * Self::fact(n - 1) } }
pub open spec fn in_range(x: int, n: i32) -> bool { 1 <= x <= n }
pub open spec fn count(s: Seq<i32>, v: i32) -> int decreases s.len() {
    if s.len() == 0 { 0 } else {
        Self::count(s.drop_last(), v) + if s.last() == v { 1int } else { 0 }
    }
}
pub open spec fn prime(n: int) -> bool {
    n >= 2 && forall|d: int| 2 <= d && d * d <= n ==> n % d != 0
}
pub open spec fn pick(o: Option<int>) -> int { match o { Some(x) => x, None => -1 } }
pub open spec fn doubled(s: Seq<i32>, n: int) -> Seq<i32> decreases n {
    if n <= 0 { s } else { Self::doubled(s + s, n - 1) }
}
pub open spec fn half(n: int) -> int decreases n when n >= 0 {
    if n == 0 { 0 } else { Self::half(n / 2) }
}
"""

# Clauses over (a: Vec<i32>, n: i32) -> (r: Vec<i32>), with what each says of
# a = [3, 1, 2], n = 3, r = [1, 2, 3].
SAID = [
    ("r.len() == a.len()", "true"),
    ("forall|i: int, j: int| 0 <= i < j < r.len() ==> r[i] <= r[j]", "true"),
    ("forall|i: int, j: int| j < a.len() && i < j && 0 <= i ==> a[i] <= a[j]", "false"),
    ("exists|i: int, j: int| i < j < a.len() && a[i] > a[j] && i >= 0", "true"),
    ("forall|x: int| Self::in_range(x, n) ==> exists|i: nat| i < 3 && r[i as int] == x", "true"),
    ("forall|v: i32| Self::count(a@, v) == Self::count(r@, v)", "true"),
    ("forall|v: i32| Self::count(a@, v) == Self::count(r@.push(7), v)", "false"),
    ("a@.to_multiset() == r@.to_multiset()", "true"),
    ("r@ =~= seq![1i32, 2, 3]", "true"),
    ("Self::total(a@, 3) == 6 && Self::fib(90) == 2880067194370816120", "true"),
    ("a[0] - a[1] * 2 == n / 2", "true"),
    ("-7int / 2 == -4 && -7int % 2 == 1 && (7int / -2) == -3", "true"),
    ("a[0] + i32::MAX == 2147483650", "true"),
    ("Self::prime(1000003) && !Self::prime(1000001)", "true"),
    ("{ &&& n == 3 &&& r[0] == 1 }", "true"),
    ("Self::pick(Some(4)) == 4 && Self::pick(None) == -1", "true"),
    ("Seq::new(3, |i: int| r[i] - n).map_values(|x: int| x * x) == seq![4int, 1, 0]", "true"),
    ("a@.filter(|x: i32| x > 1) == seq![3i32, 2i32]", "true"),
    ("(choose|x: int| 0 <= x < 9 && x * x == 16) == 4", "true"),
    ("(choose|x: int| 0 <= x < 9) == 4", "fault:choose-of-several-values"),
    ("({ let (p, q) = (a[0], a[1]); p - q }) == 2", "true"),
    ("(1i32 << 31) == i32::MIN && (n ^ 1) == 2 && !n == -4", "true"),
    ("a[3] == 0", "fault:index-out-of-range"),
    ("a[3] == 0 && n == 4", "false"),
    ("a[3] == 0 || n == 3", "true"),
    ("n / 0 == 0", "fault:division-by-zero"),
    ("(n - 4) as nat == 0", "fault:cast-out-of-range"),
    ("forall|x: int| x + 1 > x", "true"),
    ("forall|x: int| x % 2 < 2", "fault:unbounded-quantifier"),
    ("forall|x: int| x * x >= n", "false"),
    ("exists|x: nat| x > 1000000000000 && x < 1000000000002", "true"),
    ("Self::fact(40) > 0", "fault:integer-over-128-bits"),
    ("Self::half(-1) == 0", "fault:half-outside-its-domain"),
    ("forall|x: int| 0 <= x < 100000000 ==> x % 1000000000 == x", "budget"),
    ("forall|b: bool| b || !b", "true"),
    ("'a' as int == 97 && ('a' as u8 + 1) as char == 'b'", "true"),
    ("Self::doubled(a@, 60).len() > 0", "budget"),  # last: the memory counts for the whole case
]  # fmt: skip


@needs_rustc
def test_what_clauses_say(tmp_path: Path) -> None:
    clauses = "ensures " + ",\n".join(f"({text})" for text, _ in SAID)
    translation = translate(
        spec("(a: Vec<i32>, n: i32) -> (r: Vec<i32>)", clauses, FUNCTIONS), "target"
    )
    assert [c.undecidable_reason for c in translation.clauses] == [None] * len(SAID)
    (said,) = answers(translation, tmp_path, [({"a": [3, 1, 2], "n": 3}, [1, 2, 3])])
    shown = [(text, got.split(":line")[0]) for (text, _), got in zip(SAID, said, strict=True)]
    assert shown == SAID


@needs_rustc
def test_inputs_of_every_type_deep_recursion_and_broken_lines(tmp_path: Path) -> None:
    text = spec(
        "(s: String, c: Vec<char>, o: Option<u8>, p: (i64, bool), v: Vec<Vec<i32>>)"
        " -> (r: Option<i32>)",
        """requires s@.len() == 2, c@ == s@, p.1
        ensures r is Some ==> r.unwrap() == o.unwrap() + p.0, v[0]@ == v@[1]@,
        Self::down(100000) == 0,""",
        "spec fn down(n: int) -> int decreases n { if n <= 0 { 0 } else { Self::down(n - 1) } }",
    )
    good = {"s": "a\n", "c": "a\n", "o": 1, "p": [-2, True], "v": [[1], [1]]}
    cases: list[tuple[object, object]] = [
        (good, -1),
        ({**good, "o": None}, 1),
        ({**good, "o": 256}, None),
        (good, "x"),
        (3, 3),
    ]
    said = answers(translate(text, "target"), tmp_path, cases)
    assert said[0] == ["true"] * 6
    assert said[1] == ["true"] * 3 + ["fault:value-of-none", "true", "true"]
    assert [line[0] for line in said[2:]] == ["error:input:o", "error:output", "error:input"]


@needs_rustc
def test_in_place_function_sees_old_and_new(tmp_path: Path) -> None:
    text = spec(
        "(v: &mut Vec<i32>)",
        "requires old(v).len() > 0 ensures v.len() == old(v).len(), v[0] == old(v)[0] + 1",
    )
    said = answers(
        translate(text, "target"), tmp_path, [({"v": [1, 2]}, [2, 2]), ({"v": [1]}, [1])]
    )
    assert said == [["true", "true", "true"], ["true", "true", "false"]]


def test_untranslatable_construct_is_named_with_its_line_and_spares_other_clauses() -> None:
    text = spec(
        "(n: i32) -> (r: i32)", "ensures\n r > 0,\n exists|s: Seq<int>| s.len() == n,\n Self::f(n)",
        "spec fn f(n: i32) -> bool;",
    )  # fmt: skip
    translation = translate(text, "target")
    assert translation.program is not None
    reasons = [clause.undecidable_reason for clause in translation.clauses]
    assert reasons[0] is None
    assert reasons[1] == "exists over Seq<int> (line 10)"
    assert reasons[2] is not None
    assert "function f without a body" in reasons[2]


def test_value_after_the_call_that_no_case_holds_is_undecided() -> None:
    text = spec("(v: &mut Vec<i32>) -> (r: usize)", "ensures r <= v.len(), r <= old(v).len()")
    reasons = [clause.undecidable_reason for clause in translate(text, "target").clauses]
    assert reasons[0] is not None
    assert reasons[0].startswith("name v")
    assert reasons[1] is None


def test_function_defined_twice_is_not_guessed() -> None:
    functions = "spec fn f() -> bool { true } spec fn f() -> bool { false }"
    clause = translate(spec("() -> (r: i32)", "ensures Self::f()", functions), "target").clauses[0]
    assert clause.undecidable_reason is not None
    assert "defined twice" in clause.undecidable_reason


def test_no_program_without_target_or_with_a_foreign_type() -> None:
    assert translate(spec("(n: i32)", ""), "other").program is None
    strange = translate(spec("(n: Tree) -> (r: i32)", "ensures r > 0"), "target")
    assert strange.program is None
    assert strange.reason
    assert [clause.undecidable_reason for clause in strange.clauses] == ["types of the signature"]


def test_broken_text_is_an_error_with_its_place() -> None:
    with pytest.raises(VerusSyntaxError):
        translate("verus! { fn f( }", "f")


@pytest.mark.parametrize(
    ("clause", "functions", "named"),
    [
        ("max(1, 2) == 2", "", "function max"),
        ("u8::LIMIT == 2", "pub spec const LIMIT: int = 2;", "name u8::LIMIT"),
        ("i32::f()", "spec fn f() -> bool { true }", "function i32::f"),
        ("Self::f()", "#[verifier::external_body] spec fn f() -> bool { true }", "external_body"),
        ("Self::f()", "#[cfg(any())] spec fn f() -> bool { true }", "cfg"),
    ],
)
def test_name_or_body_of_doubtful_meaning_is_not_guessed(
    clause: str, functions: str, named: str
) -> None:
    text = spec("() -> (r: i32)", f"ensures {clause}", functions)
    reason = translate(text, "target").clauses[0].undecidable_reason
    assert reason is not None
    assert named in reason


@pytest.mark.parametrize("name", ["vstd::math::max", "vstd::math::{max as max}", "vstd::math::*"])
def test_library_function_is_known_by_its_import(name: str) -> None:
    text = f"use {name};\n" + spec("() -> (r: i32)", "ensures max(1, 2) == 2")
    assert translate(text, "target").clauses[0].undecidable_reason is None
