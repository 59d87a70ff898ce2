"""Runs a problem's Rust reference, with a driver of its own that owes the harness nothing."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.problems.generator.model import FunctionProblem, Json, ProgramProblem

# The methods of Verus's standard library that references call on standard types.
VSTD_METHODS = """
pub trait StrMethods {
    fn unicode_len(&self) -> usize;
    fn get_char(&self, i: usize) -> char;
}
impl StrMethods for str {
    fn unicode_len(&self) -> usize { self.chars().count() }
    fn get_char(&self, i: usize) -> char { self.chars().nth(i).unwrap() }
}
"""
# Values are written as tokens: a number alone, a list after its length, a text as one token.
_READERS = """
use std::io::Read as _;
type Words<'a> = std::str::SplitAsciiWhitespace<'a>;
fn word<'a>(w: &mut Words<'a>) -> &'a str { w.next().unwrap() }
fn r_i32(w: &mut Words) -> i32 { word(w).parse().unwrap() }
fn r_i64(w: &mut Words) -> i64 { word(w).parse().unwrap() }
fn r_string(w: &mut Words) -> String { word(w).to_string() }
fn r_chars(w: &mut Words) -> Vec<char> { word(w).chars().collect() }
fn r_ints(w: &mut Words) -> Vec<i32> { let n = r_i64(w); (0..n).map(|_| r_i32(w)).collect() }
fn r_rows(w: &mut Words) -> Vec<Vec<i32>> { let n = r_i64(w); (0..n).map(|_| r_ints(w)).collect() }
"""
_READER_OF = {
    "i32": "r_i32",
    "i64": "r_i64",
    "String": "r_string",
    "Vec<char>": "r_chars",
    "Vec<i32>": "r_ints",
    "&mut Vec<i32>": "r_ints",
    "Vec<Vec<i32>>": "r_rows",
}


class ReferenceError(Exception):
    """The reference does not compile or does not run to its end."""


def compile_rust(source: str, directory: Path, *, kind: str = "bin") -> Path:
    """Compile `source`; the program's path.

    Raises:
        ReferenceError: rustc rejects it; the message is rustc's.
    """
    text, target = directory / "source.rs", directory / "program"
    text.write_text(source, encoding="utf-8")
    command = ["rustc", "--edition", "2021", "--crate-type", kind, "-A", "warnings"]
    command += ["-O"] if kind == "bin" else ["--emit", "metadata"]
    done = subprocess.run(
        [*command, "-o", str(target), str(text)], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise ReferenceError(done.stderr)
    return target


def run_function(
    problem: FunctionProblem, code: str, inputs: Sequence[dict[str, Json]], directory: Path
) -> list[Json]:
    """The outputs of the function for all inputs, in one run of one program."""
    program = compile_rust(_function_source(problem, code), directory)
    words = [str(len(inputs))]
    for test_input in inputs:
        for name, _ in problem.parameters:
            words += _words(test_input[name])
    lines = _run(program, " ".join(words) + "\n").splitlines()
    if len(lines) != len(inputs):
        raise ReferenceError(f"{len(lines)} results for {len(inputs)} inputs")
    return [json.loads(line) for line in lines]


def run_program(
    problem: ProgramProblem, source: str, stdins: Sequence[str], directory: Path
) -> list[str]:
    """The outputs of the program for all inputs, one run each."""
    program = compile_rust(source, directory)
    return [_run(program, stdin) for stdin in stdins]


def _run(program: Path, stdin: str) -> str:
    done = subprocess.run([program], input=stdin, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ReferenceError(f"exit code {done.returncode}: {done.stderr}")
    return done.stdout


def _words(value: Json) -> list[str]:
    if isinstance(value, list):
        return [str(len(value)), *(word for item in value for word in _words(item))]
    return [str(value)]


def _function_source(problem: FunctionProblem, code: str) -> str:
    reading = []
    arguments = []
    printed: list[tuple[str, str]] = []
    for index, (name, rust_type) in enumerate(problem.parameters):
        changes = rust_type.startswith("&mut ")
        reading.append(f"let {'mut ' * changes}a{index} = {_READER_OF[rust_type]}(w);")
        arguments.append(f"&mut a{index}" if changes else f"a{index}")
        if changes:
            printed.append((name, f"a{index}"))
    if problem.returns != "()":
        printed.append(("return", "result"))
    call = f"let result = Solution::{problem.function}({', '.join(arguments)});"
    if [name for name, _ in printed] == ["return"]:
        show = 'println!("{:?}", result);'
    else:
        form = ",".join(f'\\"{name}\\":{{:?}}' for name, _ in printed)
        values = ", ".join(value for _, value in printed)
        show = f'println!("{{{{{form}}}}}", {values});'
    body = "\n".join([*reading, call, show])
    main = (
        "fn main() {\nlet mut text = String::new();\n"
        "std::io::stdin().read_to_string(&mut text).unwrap();\n"
        "let w = &mut text.split_ascii_whitespace();\n"
        f"for _ in 0..r_i64(w) {{\n{body}\n}}\n}}\n"
    )
    return f"pub struct Solution;\n{code}\n{VSTD_METHODS}{_READERS}{main}"
