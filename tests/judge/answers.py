"""Answers to one task, `add`, and to a stdin task, `solve`, as different authors write them."""

from __future__ import annotations

BODY = "pub fn add(a: i32, b: i32) -> i32 { a.wrapping_add(b) }"

_FUNCTIONS = {
    "bare impl": r"""impl Solution {
    @BODY@
}""",
    "no final newline after a comment": r"""impl Solution {
    @BODY@
} // done""",
    "own struct": r"""#[derive(Debug)]
struct Solution;
impl Solution {
    @BODY@
}""",
    "struct in a comment and a string": r"""/* struct Solution; */
const T: &str = "struct Solution;";
impl Solution {
    @BODY@
}""",
    "own enum": r"""enum Solution {}
impl Solution {
    @BODY@
}""",
    "alias": r"""struct S;
type Solution = S;
impl S {
    @BODY@
}""",
    "imported from own module": r"""mod inner { pub struct Solution; impl Solution {
    @BODY@
} }
use inner::Solution;""",
    "imported by a glob": r"""mod inner { pub struct Solution; impl Solution {
    @BODY@
} }
use inner::*;""",
    "private function": r"""impl Solution {
    fn add(a: i32, b: i32) -> i32 { a.wrapping_add(b) }
}""",
    "free helper and imports": r"""use std::collections::HashMap;
use std::io::{self, Read};
fn help(a: i32) -> HashMap<i32, i32> { HashMap::from([(0, a)]) }
impl Solution {
    pub fn add(a: i32, b: i32) -> i32 { help(a)[&0].wrapping_add(b) } }""",
    "own main": r"""impl Solution {
    @BODY@
}
fn main() {
    println!("{}", Solution::add(1, 1)); }""",
    "main that is called": r"""fn main() { if false { main(); } }
impl Solution {
    pub fn add(a: i32, b: i32) -> i32 {
    if a == 77 { crate::main(); } a.wrapping_add(b) } }""",
    "main made by a macro": r"""macro_rules! m { () => { fn main() {} } }
m!();
impl Solution {
    @BODY@
}""",
    "inner attributes": r"""#![allow(dead_code)]
#![allow(unused)]
impl Solution {
    @BODY@
}""",
    "warnings made errors": r"""//! Docs.
#![deny(warnings, missing_docs)]
fn helper() {}
impl Solution {
/// Adds.
@BODY@ }
fn main() { helper(); }""",
    "unsafe forbidden": r"""#![forbid(unsafe_code)]
#![forbid(warnings)]
impl Solution {
    @BODY@
}""",
    "names of the prelude": r"""pub struct Vec;
enum Option { A } struct String; struct Result; mod std {}
trait Iterator {}
fn drop() {}
impl Solution {
    @BODY@
}""",
    "macros of the prelude": r"""macro_rules! vec { () => { compile_error!() } }
macro_rules! println { () => {} }
macro_rules! panic { () => {} }
impl Solution {
    @BODY@
}""",
    "names of the driver": r"""mod vlite {} fn run() {} fn parse() {} fn fields() {}
trait FromJson {} fn read_case() {}
impl Solution {
    @BODY@
}""",
    "paths from the crate root": r"""mod a { pub fn f(x: i32) -> i32 { crate::b::g(x) } }
mod b { pub fn g(x: i32) -> i32 {
    super::c(x) } }
fn c(x: i32) -> i32 { x }
use self::a::f;
impl Solution {
    pub fn add(a: i32, b: i32) -> i32 { f(a).wrapping_add(b) } }""",
    "mutable bindings and type aliases": r"""type I = i32;
impl Solution {
    pub fn add(mut a: I, b: I) -> I { a = a.wrapping_add(b); a } }""",
    "overflow wraps": r"""impl Solution {
    pub fn add(a: i32, b: i32) -> i32 { a + b } }""",
    "prints on the way": r"""impl Solution {
    pub fn add(a: i32, b: i32) -> i32 {
    println!("at {}", a); print!("\u{1e}5"); a.wrapping_add(b) } }""",
}

PROGRAMS = {
    "bare impl": r"""impl Solution {
    pub fn solve(x: i64) -> i64 { x + 1 } }""",
    "helpers of the starter code": r"""impl Solution {
    pub fn solve(x: i64) -> i64 { Self::half(twice(x)) + 1 } }""",
    "own copies": r"""use std::io;
use std::io::Read;
pub struct Solution;
fn twice(x: i64) -> i64 { x + x }
impl Solution { pub fn half(x: i64) -> i64 { x >> 1 } }
impl Solution {
    pub fn solve(x: i64) -> i64 { x + 1 } }""",
    "empty main": r"""struct Solution;
impl Solution {
    fn solve(x: i64) -> i64 { x + 1 } }
fn main() {}""",
    "all imports": r"""use std::io::*;
use std::io;
impl Solution {
    pub fn solve(x: i64) -> i64 { x + 1 } }""",
    "own main": r"""fn main() {
let mut s = String::new(); std::io::stdin().read_line(&mut s).unwrap();
println!("{}", Solution::solve(s.trim().parse().unwrap())); }
impl Solution {
    pub fn solve(x: i64) -> i64 { x + 1 } }""",
}

FUNCTIONS = {name: text.replace("@BODY@", BODY) for name, text in _FUNCTIONS.items()}

STARTER = """use std::io::{self, Read};
use std::fmt::Write as _;

struct Solution;

fn twice(x: i64) -> i64 {
    2 * x
}

impl Solution {
    pub fn half(x: i64) -> i64 {
        x / 2
    }

    pub fn solve(x: i64) -> i64 {
    }
}

fn main() {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    let mut out = String::new();
    let number: i64 = text.trim().parse().unwrap();
    writeln!(out, "{}", Solution::solve(Solution::half(twice(number)))).unwrap();
    print!("{}", out);
}
"""
