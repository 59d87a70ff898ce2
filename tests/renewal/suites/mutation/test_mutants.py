"""Mutants are one change each, in a fixed order; rewrites mean the same."""

from __future__ import annotations

import pytest

from pytest_vlite.judge.case_rules import rules_for
from pytest_vlite.judge.driver import build_program
from pytest_vlite.release import load_release, positive_cases
from pytest_vlite.renewal.suites.mutation import chosen, mutants, rewrites
from pytest_vlite.verus import VerusSyntaxError
from pytest_vlite.vocabulary import Status
from tests.judge.conftest import Bench, bench
from tests.problems.bundled import ROOT

__all__ = ["bench"]

CODE = """impl Solution {
    pub fn count(values: Vec<i32>, limit: i32) -> i32 {
        let mut total: i32 = 0;
        let mut i: usize = 0;
        while i < values.len() {
            if values[i] <= limit && values[i] != 7 {
                total = total + Self::cost(values[i], limit);
            } else {
                total -= 2;
            }
            i += 1;
        }
        total
    }

    fn cost(value: i32, limit: i32) -> i32 {
        limit - value
    }
}

fn main() {
    println!("{}", 1 + 1);
}
"""


def changes() -> set[tuple[str, int, str, str]]:
    return {(m.kind, m.line, m.before, m.after) for m in mutants(CODE)}


@pytest.mark.parametrize(
    "change",
    [
        ("comparison", 6, "<=", "<"),
        ("comparison", 6, "!=", "=="),
        ("loop bound", 5, "<", "<="),
        ("logic", 6, "&&", "||"),
        ("arithmetic", 7, "+", "-"),
        ("arithmetic", 9, "-=", "+="),
        ("arithmetic", 17, "-", "+"),
        ("initial value", 3, "0", "1"),
        ("constant", 11, "1", "2"),
        ("constant", 11, "1", "0"),
        ("swapped arguments", 7, "values[i], limit", "limit, values[i]"),
        ("removed statement", 11, "i += 1;", ""),
    ],
)
def test_a_kind_of_mistake_is_among_the_mutants(change: tuple[str, int, str, str]) -> None:
    assert change in changes()


def test_a_condition_is_negated_whole() -> None:
    (found,) = [m for m in mutants(CODE) if m.kind == "negated condition"]
    assert "if !(values[i] <= limit && values[i] != 7) {" in found.text


def test_each_mutant_is_the_program_with_one_change() -> None:
    for mutant in mutants(CODE):
        lines, before = mutant.text.split("\n"), CODE.split("\n")
        different = [
            n for n, pair in enumerate(zip(before, lines, strict=True), 1) if len({*pair}) > 1
        ]
        assert different == [mutant.line]


def test_main_reads_and_prints_and_is_left_alone() -> None:
    assert all(m.line < 20 for m in mutants(CODE))


def test_no_two_mutants_are_the_same_and_the_order_is_fixed() -> None:
    texts = [m.text for m in mutants(CODE)]
    assert len(texts) == len(set(texts))
    assert texts == [m.text for m in mutants(CODE)]
    assert CODE not in texts


def test_a_choice_takes_kinds_in_turn_and_depends_on_the_seed_alone() -> None:
    found = mutants(CODE)
    kinds = {m.kind for m in found}
    first = chosen(found, "1")
    assert {m.kind for m in first[: len(kinds)]} == kinds
    assert first == chosen(found[::-1], "1")
    assert first != chosen(found, "2")
    assert sorted(m.text for m in first) == sorted(m.text for m in found)


def test_a_constant_is_never_made_negative() -> None:
    code = "fn f() -> u8 { g(0) }"
    assert {m.after for m in mutants(code) if m.kind == "constant"} == {"1"}


def test_text_that_is_no_rust_is_refused() -> None:
    with pytest.raises(VerusSyntaxError):
        mutants("fn f( {")


def test_rewrites_are_two_different_programs() -> None:
    found = rewrites(CODE)
    assert len({CODE, *(r.text for r in found)}) == 3
    assert found[0].kinds == ("renamed variables", "turned comparisons")
    assert "let mut total_other: i32 = 0;" in found[0].text
    assert "while values.len() > i_other {" in found[0].text
    assert found[1].kinds == ("inverted branches",)
    assert (
        "if !(values[i] <= limit && values[i] != 7) {\n                total -= 2;" in found[1].text
    )


def test_sums_are_reordered_with_their_operands_whole() -> None:
    code = "fn f(a: i32, b: i32) -> i32 { a - b + a * 2 }"
    assert "{ (((2 * a)) + (a - b)) }" in rewrites(code)[0].text


def test_operands_with_effects_keep_their_order() -> None:
    code = "fn f(v: &mut Vec<i32>) -> i32 { g(v) + v[0] }"
    assert "g(v) + v[0]" in rewrites(code)[-1].text


def test_a_name_that_means_something_else_too_is_kept() -> None:
    code = (
        "fn f(p: P) -> usize { let len = p.items.len(); let size = len; let other = 1; "
        'println!("{size}"); size + other + len }'
    )
    text = rewrites(code)[0].text
    assert "other_other" in text
    assert "len_other" not in text
    assert "size_other" not in text


@pytest.mark.parametrize("problem_id", ["lc9001", "lc9004", "cf9002A"])
def test_rewrites_pass_the_tests_of_the_program_they_are_made_from(
    problem_id: str, bench: Bench
) -> None:
    problem = load_release(ROOT).problem(problem_id)
    code = problem.artifact("main.rs" if problem.has("main.rs") else "code.rs")
    for rewrite in rewrites(code):
        pairs = [(case.input, case.output) for case in positive_cases(problem)][:30]
        outcome = bench.run(
            build_program(problem, rewrite.text), rules_for(problem), pairs, problem.checker
        )
        assert outcome.status is Status.PASSED, (rewrite.kinds, outcome.detail)
