"""Answers compile and run as their authors meant them, whatever else they define."""

from __future__ import annotations

import pytest

from pytest_vlite.judge.case_rules import ProgramRules
from pytest_vlite.judge.driver import build_function_program, build_stdin_program
from pytest_vlite.release.target import read_target
from pytest_vlite.vocabulary import Status
from tests.judge.answers import FUNCTIONS, PROGRAMS, STARTER
from tests.judge.conftest import Bench, function

ADD = function("fn add(a: i32, b: i32) -> i32")
CASES = [({"a": 1, "b": 2}, 3), ({"a": 2**31 - 1, "b": 1}, -(2**31))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_answer_runs_as_its_author_meant(name: str, bench: Bench) -> None:
    outcome = bench.judge_function(ADD, FUNCTIONS[name], CASES)
    assert outcome.status is Status.PASSED, outcome


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_answer_keeps_its_lines(name: str) -> None:
    code = FUNCTIONS[name]
    program = build_function_program(code, ADD)
    lines = code.split("\n")
    assert program.answer_lines == len(lines)
    for ours, theirs in zip(program.source.split("\n"), lines, strict=False):
        if "main" not in theirs and "deny" not in theirs and "forbid" not in theirs:
            assert ours == theirs


def test_an_answer_that_is_a_program_is_left_alone() -> None:
    code = '#![deny(warnings)]\nfn main() { println!("{}", 1); }\n'
    assert build_stdin_program(code, "fn main() {}", "solve").source == code


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_starter_codes_main_runs_an_answer_without_one(name: str, bench: Bench) -> None:
    outcome = bench.judge_program(
        PROGRAMS[name], [("4\n", "5\n"), ("-8\n", "-7\n")], starter=STARTER
    )
    assert outcome.status is Status.PASSED, outcome


def test_of_the_reference_only_main_and_imports_are_used(bench: Bench) -> None:
    broken = STARTER.replace("twice(number)", "twice(numbre)")
    secret = "impl Solution {\n    pub fn solve(x: i64) -> i64 { x + 1 }\n}\nfn secret() {}\n"
    own = "impl Solution { pub fn solve(x: i64) -> i64 { x + 2 } }"
    reference = STARTER.replace("impl Solution", "mod unused {}\nimpl Solution") + secret
    program = build_stdin_program(own, broken, "solve", reference=reference)
    assert "secret" not in program.source
    assert bench.run(program, ProgramRules(), [("4", "6")]).status is Status.PASSED
    without = build_stdin_program("fn twice() {}", broken, "solve", reference=reference)
    assert "x + 1" not in without.source


def test_an_answer_without_the_function_does_not_compile(bench: Bench) -> None:
    program = build_stdin_program("impl Solution { fn other() {} }\n", STARTER, "solve")
    assert "solve" in bench.compile(program).detail


def test_methods_of_verus_strings_and_vectors_are_offered(bench: Bench) -> None:
    target = function("fn f(s: String, i: usize) -> Vec<char>")
    code = """impl Solution { pub fn f(s: String, i: usize) -> Vec<char> {
        let mut v = vec!['a'; s.as_str().unicode_len()];
        v.set(i, s.as_str().get_char(i));
        std::cell::Cell::new(0).set(1);
        v
    } }"""
    cases = [({"s": "xyz", "i": 1}, "aya"), ({"s": "éöü", "i": 2}, ["a", "a", "ü"])]
    assert bench.judge_function(target, code, cases).status is Status.PASSED


def test_own_methods_of_the_same_names_win(bench: Bench) -> None:
    code = """trait Mine { fn unicode_len(&self) -> i32; fn set(&mut self, i: i32); }
    impl Mine for str { fn unicode_len(&self) -> i32 { 40 } fn set(&mut self, _: i32) {} }
    impl Mine for Vec<i32> {
        fn unicode_len(&self) -> i32 { 1 }
        fn set(&mut self, i: i32) { self.push(i) }
    }
    impl Solution { pub fn add(a: i32, b: i32) -> i32 {
        let mut v: Vec<i32> = Vec::new();
        v.set(a + b);
        "abc".unicode_len() + v[0] - 40
    } }"""
    assert bench.judge_function(ADD, code, CASES[:1]).status is Status.PASSED


def test_the_starter_codes_types_are_as_good_as_the_references(bench: Bench) -> None:
    reference = "impl Solution { pub fn f(s: Vec<char>) -> bool { true } }"
    target = read_target("impl Solution { pub fn f(s: String) -> bool { } }", reference, "")
    cases = [({"s": "ab"}, True), ({"s": "a"}, False)]
    for type_ in ("String", "Vec<char>"):
        size = "s.len()" if type_ == "Vec<char>" else "s.chars().count()"
        code = f"impl Solution {{ pub fn f(s: {type_}) -> bool {{ {size} > 1 }} }}"
        assert bench.judge_function(target, code, cases).status is Status.PASSED


def test_a_class_is_made_and_called(bench: Bench) -> None:
    reference = """struct Sums { a: Vec<i64> }
    impl Sums {
        fn new(nums: Vec<i32>) -> Self { Sums { a: nums.iter().map(|&x| x as i64).collect() } }
        fn sum(&self, left: i32, k: i32) -> i64 {
            self.a[left as usize..].iter().take(k as usize).sum()
        }
    }"""
    starter = (
        "struct Sums {}\nimpl Sums {\n fn new(nums: Vec<i32>) -> Self { }\n"
        " fn sum(&self, left: i32, k: i32) -> i64 { }\n}"
    )
    target = read_target(starter, reference, "")
    cases = [({"nums": [1, 2, 3], "left": 1, "k": 2}, 5)]
    for code in (reference, reference.replace("&self", "&mut self")):
        assert bench.judge_function(target, code, cases).status is Status.PASSED


def test_a_struct_of_the_judge_is_supplied_or_the_answers_own(bench: Bench) -> None:
    struct = """pub struct Hidden { pub data: Vec<i32> }
    impl Hidden { pub fn get(&self, i: i32) -> i32 { self.data[i as usize] } }
    """
    body = "impl Solution { pub fn f(h: &Hidden, i: i32) -> i32 { h.get(i) } }"
    target = read_target(
        "impl Solution { pub fn f(h: &Hidden, i: i32) -> i32 { } }", struct + body, ""
    )
    for code in (body, struct + body):
        outcome = bench.judge_function(target, code, [({"data": [7, 8], "i": 1}, 8)])
        assert outcome.status is Status.PASSED


def test_arguments_passed_by_reference(bench: Bench) -> None:
    target = function(
        "fn f(a: &mut Vec<i32>, b: &Vec<u8>, s: &str, c: &[bool], d: &mut [i64]) -> i32"
    )
    code = """impl Solution {
        pub fn f(a: &mut Vec<i32>, b: &Vec<u8>, s: &str, c: &[bool], d: &mut [i64]) -> i32 {
            a.push(b[0] as i32); d[0] = -1; (s.len() + c.len()) as i32
        }
    }"""
    case_input = {"a": [1], "b": [9], "s": "xy", "c": [True], "d": [5, 6]}
    cases = [(case_input, {"a": [1, 9], "d": [-1, 6], "returned": 3})]
    assert bench.judge_function(target, code, cases).status is Status.PASSED


MANY = "(a: i8, b: u64, c: i128, d: u128, e: bool, f: char, g: f64, h: usize)"
NESTED = (
    "(s: String, v: Vec<char>, w: Vec<Vec<char>>, x: Vec<Option<i64>>, y: (i32, (bool, u8)), "
    "z: Vec<(usize, i128)>, t: Vec<String>, u: Option<Vec<Vec<bool>>>)"
)


def echo(header: str) -> str:
    names = ", ".join(part.split(":")[0].strip() for part in _split(header[1:-1]))
    types = ", ".join(part.split(":", 1)[1].strip() for part in _split(header[1:-1]))
    return f"fn echo{header} -> ({types}) {{ ({names}) }}"


def _split(text: str) -> list[str]:
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "(<") - (letter in ")>")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


@pytest.mark.parametrize(
    ("header", "values"),
    [
        (MANY, [
            (-128, 2**64 - 1, -(2**127), 2**128 - 1, True, "é", 0.1, 0),
            (127, 0, 2**127 - 1, 2**64, False, "\U0001f600", -2.5e-300, 2**64 - 1),
            (-1, 9, 0, 0, False, '"', 1e300, 7),
            (0, 10**18, -(10**30), 10**38, False, "\n", 3.0, 10),
        ]),
        (NESTED, [
            ("", "", [], [], [0, [True, 255]], [], [], None),
            ('a"\\\n\t\x00\x1f\x7fé\u2028\U0001f600', "ab", ["", "\U0001f600"], [None, -5],
             [-1, [False, 0]], [[2**64 - 1, -(2**127)]], ["", "\\u"], [[True], []]),
        ]),
    ],
)  # fmt: skip
def test_values_of_every_type_come_back_the_same(
    header: str, values: list[tuple[object, ...]], bench: Bench
) -> None:
    code = f"impl Solution {{ pub {echo(header)} }}"
    target = read_target(f"impl Solution {{ pub {echo(header).split('{')[0]} {{ }} }}", code, "")
    names = [parameter.name for parameter in target.parameters]
    cases = [(dict(zip(names, value, strict=True)), list(value)) for value in values]
    outcome = bench.judge_function(target, code, cases)
    assert outcome.status is Status.PASSED, outcome
