"""Every way a program can fail gets its own status, with the first failing case."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from pytest_vlite.judge import cases as cases_module
from pytest_vlite.judge import executor as executor_module
from pytest_vlite.vocabulary import Status
from tests.judge.conftest import Bench, function

DOUBLE = function("fn f(n: i32) -> i32")
PAIRS = [({"n": 1}, 2), ({"n": 2}, 4), ({"n": 3}, 6)]


def answer(at_two: str, helpers: str = "") -> str:
    return (
        f"{helpers}\nimpl Solution {{\n    pub fn f(n: i32) -> i32 {{\n"
        f"        if n == 2 {{ {at_two} }}\n        n * 2\n    }}\n}}\n"
    )


FAILURES = [
    ("return 5;", "", Status.WRONG_ANSWER, "the value differs"),
    ("loop {}", "", Status.TIME_LIMIT, "used more than 1 s of CPU time"),
    ('panic!("no\\nway");', "", Status.RUNTIME_ERROR, "panicked in line 4: no"),
    ("let v: Vec<i32> = vec![]; return v[n as usize];", "", Status.RUNTIME_ERROR,
     "panicked in line 4: index out of bounds"),
    ("return n / (n - 2);", "", Status.RUNTIME_ERROR, "attempt to divide by zero"),
    ("let mut v = vec![1u64; 1 << 20]; loop { v.extend(v.clone()); }", "", Status.MEMORY_LIMIT,
     "needed more than 256 MiB"),
    ("return deep(n as u64) as i32;",
     "#[inline(never)]\nfn deep(n: u64) -> u64 { let a = std::hint::black_box([n; 64]); "
     "deep(a[3] + 1) + a[7] }", Status.RUNTIME_ERROR, "stack overflow"),
    ('loop { println!("{}", "x".repeat(1 << 16)); }', "", Status.OUTPUT_LIMIT, "wrote more than"),
    ("std::process::exit(0);", "", Status.WRONG_ANSWER, "it ended before the function returned"),
    ("std::process::exit(3);", "", Status.RUNTIME_ERROR, "exit code 3"),
    ("std::process::exit(121);", "", Status.RUNTIME_ERROR, "exit code 121"),
    ("std::process::abort();", "", Status.RUNTIME_ERROR, "ended by signal SIGABRT"),
    ('print!("\\u{1e}4"); std::process::exit(0);', "", Status.WRONG_ANSWER, "cut off"),
    ('println!("\\u{1e}true"); std::process::exit(0);', "", Status.WRONG_ANSWER, "another type"),
]  # fmt: skip


@pytest.mark.parametrize(("at_two", "helpers", "status", "words"), FAILURES)
def test_each_failure_has_its_status(
    at_two: str, helpers: str, status: Status, words: str, bench: Bench
) -> None:
    outcome = bench.judge_function(DOUBLE, answer(at_two, helpers), PAIRS)
    assert (outcome.status, outcome.cases) == (status, 2), outcome
    assert words in outcome.detail
    assert outcome.case is not None
    assert (outcome.case.index, outcome.case.input) == (1, '{"n": 2}')
    assert outcome.detail.startswith("case 1: ")


def test_a_program_that_sleeps_is_stopped_and_said_to_be_idle(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executor_module, "MINIMUM_WALL_S", 0.5)
    monkeypatch.setattr(executor_module, "WALL_FACTOR", 0.5)
    code = answer("std::thread::sleep(std::time::Duration::from_secs(60));")
    outcome = bench.judge_function(DOUBLE, code, PAIRS)
    assert outcome.status is Status.TIME_LIMIT
    assert "idle" in outcome.detail


def test_the_figures_of_all_cases_are_kept(bench: Bench) -> None:
    outcome = bench.judge_function(DOUBLE, answer("let _ = n;"), PAIRS)
    assert (outcome.status, outcome.cases, outcome.case) == (Status.PASSED, 3, None)
    assert 0 < outcome.max_cpu_s <= outcome.cpu_s
    assert outcome.slowest_case in (0, 1, 2)
    assert 0 < outcome.peak_memory_bytes < 64 * 2**20


def test_the_harness_can_only_be_blamed_by_a_case_that_is_truly_broken(bench: Bench) -> None:
    code = answer("std::process::exit(121);")
    outcome = bench.judge_function(DOUBLE, code, [({"n": 2**31}, 0)])
    assert outcome.status is Status.UNDECIDED
    assert "'n': 2147483648 is no i32" in outcome.detail


@pytest.mark.parametrize("case_input", [{}, {"m": 1}, {"n": "1"}, {"n": 1.5}, {"n": 1, "m": 2}])
def test_a_case_that_does_not_fit_the_function_judges_nobody(
    case_input: dict[str, object], bench: Bench
) -> None:
    outcome = bench.judge_function(DOUBLE, answer("return 4;"), [(case_input, 2)])
    assert outcome.status is Status.UNDECIDED


def test_no_case_at_all_is_undecided(bench: Bench) -> None:
    outcome = bench.judge_function(DOUBLE, answer("return 4;"), [])
    assert (outcome.status, outcome.detail) == (Status.UNDECIDED, "there is no test case")


READ = "let mut s = String::new();\n    std::io::stdin().read_line(&mut s).unwrap();\n    "


def test_a_program_may_write_as_much_as_is_expected_and_more_but_not_much_more(
    bench: Bench,
) -> None:
    code = f"fn main() {{\n    {READ}let n: usize = s.trim().parse().unwrap();\n    "
    code += 'println!("{}", "x".repeat(n));\n}\n'
    expected = "x" * 3_000_000 + "\n"
    pairs = [("5\n", "xxxxx"), ("3000000\n", expected), ("100000\n", "x")]
    outcome = bench.judge_program(code, pairs)
    assert (outcome.status, outcome.cases) == (Status.OUTPUT_LIMIT, 3), outcome
    pairs[2] = ("50000\n", "x")
    outcome = bench.judge_program(code, pairs)
    assert (outcome.status, outcome.cases) == (Status.WRONG_ANSWER, 3), outcome


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ('println!("yes");', Status.WRONG_ANSWER, "output differs in line 1"),
        ('print!("YES \\r\\n\\n");', Status.PASSED, ""),
        ("", Status.WRONG_ANSWER, "output ends before line 1"),
        ('println!("YES\\nNO");', Status.WRONG_ANSWER, "output has a line 2 too many"),
        ("let _: i32 = s.parse().unwrap();", Status.RUNTIME_ERROR, "panicked in line 4: called"),
        ('println!("YES"); std::process::exit(1);', Status.RUNTIME_ERROR, "exit code 1"),
        ('std::fs::read_dir("/nowhere").unwrap();', Status.RUNTIME_ERROR, "panicked in line 4"),
    ],
)
def test_endings_of_programs(body: str, status: Status, words: str, bench: Bench) -> None:
    code = f"fn main() {{\n    {READ}{body}\n}}\n"
    outcome = bench.judge_program(code, [("a\n", "YES\n")])
    assert outcome.status is status, outcome
    assert words in outcome.detail


@pytest.mark.parametrize("line", ["9" * 5000, "\u0661\u00b2", "0" * 9])
def test_a_program_that_imitates_a_panic_has_only_failed(line: str, bench: Bench) -> None:
    body = f'eprintln!("panicked at answer.rs:{line}:1:\\nno"); std::process::exit(1);'
    outcome = bench.judge_program(f"fn main() {{ {body} }}", [("", "1\n")])
    assert outcome.status is Status.RUNTIME_ERROR


def test_a_panic_in_the_starters_part_has_no_line_of_the_answer(bench: Bench) -> None:
    starter = (
        "struct Solution;\nimpl Solution {\n fn solve(x: i64) -> i64 { }\n}\n"
        f'fn main() {{\n {READ} println!("{{}}", Solution::solve(s.trim().parse().unwrap()));\n}}\n'
    )
    code = "impl Solution { fn solve(x: i64) -> i64 { x } }"
    outcome = bench.judge_program(code, [("q\n", "1\n")], starter=starter)
    assert "panicked: called" in outcome.detail


def test_the_drivers_exit_codes_are_the_harnesss() -> None:
    text = (resources.files("pytest_vlite.judge") / "runtime" / "driver.rs").read_text("utf-8")
    codes = dict(re.findall(r"pub const (\w+): i32 = (\d+);", text))
    assert codes == {
        "REFUSED": str(cases_module.REFUSED_EXIT),
        "UNWRITTEN": str(cases_module.UNWRITTEN_EXIT),
    }
