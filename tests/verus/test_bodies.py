"""A specification becomes a program that a type checker can read."""

from __future__ import annotations

import pytest

from pytest_vlite.release import load_release
from pytest_vlite.verus import VerusSyntaxError, parse
from pytest_vlite.verus.bodies import without_bodies
from pytest_vlite.verus.functions import find_functions
from tests.snapshot import snapshot_root

NEVER = "vstd::pervasive::unreached()"
SPECIFICATION = """use vstd::prelude::*;
verus! {
spec fn twice(x: int) -> int { 2 * x }
fn helper(x: u8) -> u8 { }
fn ready(x: u8) -> u8 { x }
impl Solution {
    fn target(x: u8) -> (r: u8)
        requires x < 100,
        ensures r == twice(x as int),
    {
        x + x

    }
}
}
"""


def test_bodies_that_are_missing_and_the_targets_get_one_of_any_type() -> None:
    program = without_bodies(SPECIFICATION, "target")
    assert f"fn helper(x: u8) -> u8 {{ {NEVER} }}" in program
    assert program.count(NEVER) == 2
    assert "x + x" not in program
    assert "fn ready(x: u8) -> u8 { x }" in program
    assert "{ 2 * x }" in program


def test_lines_keep_their_numbers_and_a_main_comes_last() -> None:
    given, program = SPECIFICATION.split("\n"), without_bodies(SPECIFICATION, "target").split("\n")
    assert program[:9] == [*given[:3], program[3], *given[4:9]]
    assert program[len(given) - 3 : len(given) - 1] == ["}", "}"]
    assert program[-2] == "fn main() {}"
    assert without_bodies("fn main() {}\nverus! { fn f() {} }", "f").count("fn main") == 1


def test_a_text_that_cannot_be_parsed_is_refused() -> None:
    with pytest.raises(VerusSyntaxError):
        without_bodies("verus! { fn f( }", "f")


def test_every_specification_of_the_snapshot_keeps_its_statement() -> None:
    for problem in load_release(snapshot_root()).problems:
        text = problem.artifact("spec.rs")
        program = without_bodies(text, problem.target.function)
        given, got = parse(text), parse(program)
        functions = zip(find_functions(given), find_functions(got), strict=False)
        for before, after in functions:
            assert given.stream.source(before.fn.start, before.fn.clauses_end) == (
                got.stream.source(after.fn.start, after.fn.clauses_end)
            ), problem.id
        executable = [f.fn for f in find_functions(got) if f.verified and not f.fn.is_ghost]
        for fn in executable:
            assert fn.body is None or fn.result is None or fn.body.end - fn.body.start > 2
