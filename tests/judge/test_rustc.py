"""The compiler's word reaches the submitter in the terms of the submitter's own file."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_vlite.errors import HarnessError, InputError
from pytest_vlite.judge.driver import build_function_program, build_stdin_program
from pytest_vlite.judge.program import Program
from pytest_vlite.judge.rustc import COMPILE_LIMITS, find_rustc
from pytest_vlite.sandbox import choose_sandbox, with_compiled_runner
from tests.judge.conftest import Bench, function

ADD = function("fn add(a: i32, b: i32) -> i32")
OK = "impl Solution {\n    pub fn add(a: i32, b: i32) -> i32 {\n        a + b\n    }\n}\n"


@pytest.mark.parametrize(
    ("code", "line", "words"),
    [
        (OK.replace("a + b", "a + c"), 3, "error[E0425]: cannot find value `c`"),
        (OK.replace("a + b", "a +"), 4, "error: expected expression, found `}`"),
        (OK.removesuffix("}\n"), 4, "unclosed delimiter"),
        ("/* " + OK, 1, "unterminated block comment"),
        (OK + 'const S: &str = "', 6, "error"),
        (OK + 'const S: &str = r#"', 6, "unterminated raw string"),
        (OK + "}", 6, "unexpected closing delimiter"),
        (OK.replace("a + b", 'println!("{}", c); 1'), 3, "cannot find value `c`"),
        (OK + "#![feature(test)]", 6, "an inner attribute is not permitted in this context"),
        ("#![feature(test)]\n" + OK, 1, "error[E0554]"),
        ("use std::nothing;\n" + OK, 1, "error[E0432]: unresolved import `std::nothing`"),
        ("const X: u8 = 256;\n" + OK, 1, "literal out of range for `u8`"),
        ("extern crate serde;\n" + OK, 1, "can't find crate for `serde`"),
        ("fn f() -> usize { const { loop {} } }\n" + OK, 1, "constant evaluation"),
    ],
)
def test_the_first_error_has_the_answers_line(
    code: str, line: int, words: str, bench: Bench
) -> None:
    result = bench.compile(build_function_program(code, ADD))
    assert not result.ok
    assert words in result.detail
    assert (result.line, result.detail.startswith("error")) == (line, True)


@pytest.mark.parametrize(
    "code",
    [
        "impl Solution { pub fn other() {} }",
        OK.replace("b: i32", "b: i64").replace("a + b", "1"),
        OK.replace("-> i32", "-> i64").replace("a + b", "1"),
        "pub fn add(a: i32, b: i32) -> i32 { a + b }",
        "",
    ],
)
def test_an_answer_with_another_signature_is_told_the_one_asked_for(
    code: str, bench: Bench
) -> None:
    result = bench.compile(build_function_program(code, ADD))
    assert not result.ok
    assert "`fn Solution::add(a: i32, b: i32) -> i32`" in result.detail
    assert result.line is None


def test_a_program_without_main_and_starter_is_said_to_have_none(bench: Bench) -> None:
    result = bench.compile(build_stdin_program("fn f() {}\n", "", "solve"))
    assert "`main` function not found" in result.detail


def test_what_the_linker_rejects_is_the_answers_fault(bench: Bench) -> None:
    code = (
        'extern "C" { fn nowhere_to_be_found(); }\nfn main() { unsafe { nowhere_to_be_found() } }\n'
    )
    result = bench.compile(build_stdin_program(code, "", "solve"))
    assert not result.ok
    assert "linking" in result.detail


def test_a_program_that_is_not_utf8_does_not_compile(bench: Bench) -> None:
    result = bench.compile(Program("fn main() {} // \ud800\n", 1))
    assert not result.ok
    assert "UTF-8" in result.detail


def test_deep_nesting_is_the_answers_fault(bench: Bench) -> None:
    deep = "(" * 20_000 + "1" + ")" * 20_000
    result = bench.compile(build_stdin_program(f"fn main() {{ let _ = {deep}; }}", "", "solve"))
    assert not result.ok
    assert "crashed" in result.detail or "recursion" in result.detail or "limit" in result.detail


def test_a_compiler_bomb_ends_by_its_limit(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = replace(COMPILE_LIMITS, cpu_s=1.0, wall_s=20.0)
    monkeypatch.setattr("pytest_vlite.judge.rustc.COMPILE_LIMITS", limits)
    code = (
        "#![allow(long_running_const_eval)]\nconst N: u64 = { let mut i = 0u64; "
        'while i < 1 << 40 { i += 1; } i };\nfn main() { println!("{}", N); }\n'
    )
    result = bench.compile(build_stdin_program(code, "", "solve"))
    assert (result.ok, result.detail) == (False, "compiler limit: CPU time")


def test_what_was_built_is_used_again(bench: Bench) -> None:
    support = bench.scratch / "support"
    before = {path: path.stat().st_mtime_ns for path in support.rglob("*")}
    again = bench.rustc.prepare(support, bench.sandbox)
    assert again.library == bench.rustc.library
    assert {path: path.stat().st_mtime_ns for path in support.rglob("*")} == before


def test_without_a_runner_of_its_own_a_compiler_still_works(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older rustc, or another kind of machine, may not build the sandbox's runner."""
    source = {"main.rs": 'compile_error!("not here");'}
    monkeypatch.setattr("pytest_vlite.judge.rustc.runner_source", lambda: source)
    found = replace(bench.rustc, library=None, runner=None).prepare(tmp_path, bench.sandbox)
    assert found.runner is None
    program = build_function_program(OK, ADD)
    assert found.compile(program, bench.work_dir(), bench.sandbox).ok


def test_a_runner_that_does_not_work_is_not_used(bench: Bench, tmp_path: Path) -> None:
    slower = choose_sandbox("auto")
    assert bench.rustc.runner is not None
    assert with_compiled_runner(slower, bench.rustc.runner) is not slower
    assert with_compiled_runner(slower, Path("/bin/true")) is slower
    assert with_compiled_runner(slower, tmp_path / "absent") is slower


def test_a_compiler_that_does_not_work_is_the_harnesss_affair(bench: Bench, tmp_path: Path) -> None:
    broken = replace(bench.rustc, linker=tmp_path / "no-linker", library=None)
    with pytest.raises(HarnessError, match="rustc"):
        broken.prepare(tmp_path / "support", bench.sandbox)
    with pytest.raises(HarnessError, match="no linker"):
        replace(broken, linker=None).prepare(tmp_path, bench.sandbox)
    program = build_function_program(OK, ADD)
    without_linker = replace(bench.rustc, linker=tmp_path / "no-linker")
    with pytest.raises(HarnessError, match="linker"):
        without_linker.compile(program, bench.work_dir(), bench.sandbox)


def test_finding_rustc(bench: Bench, tmp_path: Path) -> None:
    assert find_rustc({"PATH": str(tmp_path)}) is None
    broken = tmp_path / "rustc"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    assert find_rustc({"PATH": f"{tmp_path}"}) is None
    with pytest.raises(InputError, match="VLITE_RUSTC"):
        find_rustc({"PATH": os.environ["PATH"], "VLITE_RUSTC": str(broken)})
    found = find_rustc({"PATH": os.environ["PATH"], "VLITE_RUSTC": str(bench.rustc.path)})
    assert found is not None
    assert found.version == bench.rustc.version
