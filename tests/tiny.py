"""A release of three small problems and submissions to it, written into a test's own folder."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

DOUBLE = "lc1"
REVERSE = "lc10"
SUM = "cf1A"
IDS = (SUM, DOUBLE, REVERSE)

_FUNCTION_DESCRIPTION = """# {title}

{story}

## Example 1:

> **Input:** {example_input}
> **Output:** {example_output}

## Constraints:

- `0 <= x <= 1000`

## Starter Code

```rust
impl Solution {{
    pub fn {signature} {{

    }}
}}
```
"""

_SPEC = """use vstd::prelude::*;

fn main() {{}}

verus! {{

pub struct Solution;

impl Solution {{
    pub fn {signature}
        requires
            {requires},
        ensures
            {ensures},
    {{
{body}
    }}
}}

}}
"""

_PROGRAM = """use std::io::{self, Read};

struct Solution;

impl Solution {
    pub fn sum(a: i64, b: i64) -> i64 {
        BODY
    }
}

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut it = input.split_whitespace();
    let a: i64 = it.next().unwrap().parse().unwrap();
    let b: i64 = it.next().unwrap().parse().unwrap();
    println!("{}", Solution::sum(a, b));
}
"""

DOUBLE_CODE = """impl Solution {
    pub fn double(x: i32) -> i32 {
        x + x
    }
}
"""

REVERSE_CODE = """impl Solution {
    pub fn reverse(items: Vec<i32>) -> Vec<i32> {
        let mut out: Vec<i32> = Vec::new();
        let mut i = items.len();
        while i > 0 {
            i = i - 1;
            out.push(items[i]);
        }
        out
    }
}
"""

SUM_CODE = _PROGRAM.replace("BODY", "a + b")


def _write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _cases(cases: list[tuple[object, object]]) -> str:
    return "".join(json.dumps({"input": i, "output": o}) + "\n" for i, o in cases)


def make_release(root: Path, *, with_tests: bool = True) -> Path:
    """Write the release and return its root; ids are `IDS`."""
    spec = _SPEC.format(
        signature="double(x: i32) -> (res: i32)",
        requires="0 <= x <= 1000",
        ensures="res == 2 * x",
        body="{body}",
    )
    _write(
        root / "leetcode" / DOUBLE,
        {
            "description.md": _FUNCTION_DESCRIPTION.format(
                title="Double",
                story="Return twice `x`.",
                example_input="x = 4",
                example_output="8",
                signature="double(x: i32) -> i32",
            ),
            "tags": "Easy\nMath\nAcceptance rate: 50.0%\n",
            "code.rs": DOUBLE_CODE,
            "spec.rs": spec.replace("{body}", ""),
            "code_spec.rs": spec.replace("{body}", "        x + x"),
            "verified.rs": spec.replace("{body}", "        assert(x + x == 2 * x);\n        x + x"),
        },
    )
    spec = _SPEC.format(
        signature="reverse(items: Vec<i32>) -> (res: Vec<i32>)",
        requires="items.len() <= 100",
        ensures="res.len() == items.len(),\n"
        "            forall|k: int| 0 <= k < res.len() ==> res[k] == items[items.len() - 1 - k]",
        body="{body}",
    )
    body = (
        "        let mut out: Vec<i32> = Vec::new();\n        let mut i = items.len();\n"
        "        while i > 0{clauses}\n        {\n            i = i - 1;\n"
        "            out.push(items[i]);\n        }\n        out"
    )
    clauses = (
        "\n            invariant\n                i <= items.len(),\n"
        "                out.len() == items.len() - i,\n"
        "                forall|k: int| 0 <= k < out.len() ==> out[k] == "
        "items[items.len() - 1 - k],"
    )
    decreases = "\n            decreases i,"
    _write(
        root / "leetcode" / REVERSE,
        {
            "description.md": _FUNCTION_DESCRIPTION.format(
                title="Reverse",
                story="Return `items` from back to front.",
                example_input="items = [1,2,3]",
                example_output="[3,2,1]",
                signature="reverse(items: Vec<i32>) -> Vec<i32>",
            ),
            "tags": "Medium\nArray\nAcceptance rate: 60.0%\n",
            "code.rs": REVERSE_CODE,
            "spec.rs": spec.replace("{body}", ""),
            "code_spec.rs": spec.replace("{body}", body.replace("{clauses}", decreases)),
            "verified.rs": spec.replace("{body}", body.replace("{clauses}", clauses + decreases)),
        },
    )
    spec = _SPEC.format(
        signature="sum(a: i64, b: i64) -> (res: i64)",
        requires="0 <= a <= 1000,\n            0 <= b <= 1000",
        ensures="res == a + b",
        body="{body}",
    )
    _write(
        root / "codeforces" / SUM,
        {
            "description.md": "# Sum\n\nTime limit: 1 second | Memory limit: 256 megabytes\n\n"
            "Add two numbers.\n\n## Input\n\nTwo integers from 0 to 1000.\n\n## Output\n\n"
            "Their sum.\n\n## Example\n\n**Input:**\n```\n2 3\n```\n\n**Output:**\n```\n5\n```\n\n"
            "## Starter Code\n\n```rust\n" + _PROGRAM.replace("BODY", "\n") + "```\n",
            "tags": "Rating: 800\nmath\nSolved by: 10 users\n",
            "code.rs": "impl Solution {\n    pub fn sum(a: i64, b: i64) -> i64 {\n        a + b\n"
            "    }\n}\n",
            "main.rs": SUM_CODE,
            "spec.rs": spec.replace("{body}", ""),
            "code_spec.rs": spec.replace("{body}", "        a + b"),
            "verified.rs": spec.replace("{body}", "        assert(a + b >= 0);\n        a + b"),
        },
    )
    if with_tests:
        _write_tests(root)
    ids = "".join(f"{name}\n" for name in sorted(IDS))
    _write(
        root,
        {
            "leaderboard/release.json": json.dumps(
                {"id": "tiny-1", "problem_ids_sha256": hashlib.sha256(ids.encode()).hexdigest()}
            ),
            "lite_problem_ids.txt": ids,
        },
    )
    return root


def _write_tests(root: Path) -> None:
    double = [({"x": x}, 2 * x) for x in (0, 1, 7, 1000)]
    lists = [[], [5], [1, 2, 3], [0, -1, -1]]
    reverse = [({"items": items}, items[::-1]) for items in lists]
    sums = [(f"{a} {b}\n", f"{a + b}\n") for a, b in ((0, 0), (2, 3), (1000, 999))]
    for source, name, cases, wrong in (
        ("leetcode", DOUBLE, double, lambda out: out + 1),
        ("leetcode", REVERSE, reverse, lambda out: [*out, 0]),
        ("codeforces", SUM, sums, lambda out: f"{int(out) + 1}\n"),
    ):
        folder = root / source / name / "tests"
        _write(
            folder,
            {
                "testcases.jsonl": _cases(cases),
                "mutated_testcases.jsonl": _cases([(i, wrong(o)) for i, o in cases]),
            },
        )


def make_submission(directory: Path, answers: dict[str, str], name: str | None = "tiny") -> Path:
    """Write answers (path below the submission -> text) and its manifest; returns the folder."""
    files = dict(answers)
    if name is not None:
        files.setdefault("submission.yaml", f"name: {json.dumps(name)}\n")
    _write(directory, files)
    return directory


def good_codegen() -> dict[str, str]:
    """Right answers to the three problems in `CodeGen-NL`."""
    return {
        f"CodeGen-NL/{DOUBLE}.rs": DOUBLE_CODE,
        f"CodeGen-NL/{REVERSE}.rs": REVERSE_CODE,
        f"CodeGen-NL/{SUM}.rs": SUM_CODE,
    }
