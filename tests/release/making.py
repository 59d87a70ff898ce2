"""Writes small releases for tests."""

from __future__ import annotations

from pathlib import Path

STARTER = "impl Solution {\n    pub fn add(a: i32, b: i32) -> i32 {\n\n    }\n}\n"
CODE = "impl Solution {\n    pub fn add(a: i32, b: i32) -> i32 {\n        a + b\n    }\n}\n"
DESCRIPTION = f"""# Add

## Example 1:

> **Input:** a = 1, b = 2
> **Output:** 3

## Constraints:

- `0 <= a, b <= 10`

## Starter Code

```rust
{STARTER}```
"""


def write_problem(directory: Path, **files: str) -> Path:
    """A complete problem folder; `files` replace artifacts, dots in names written as `_`."""
    artifacts = {
        "description.md": DESCRIPTION,
        "tags": "Easy\nArray, Math\nAcceptance rate: 50%\n",
        "code.rs": CODE,
        "spec.rs": "verus! { impl Solution { pub fn add(a: i32, b: i32) -> (r: i32) { } } }",
        "code_spec.rs": "",
        "verified.rs": "",
    }
    for name, text in files.items():
        stem, _, suffix = name.rpartition("_")
        artifacts[f"{stem}.{suffix}" if suffix in ("rs", "md") else name] = text
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in artifacts.items():
        (directory / name).write_text(text)
    return directory


def write_cases(directory: Path, *lines: str | bytes, name: str = "testcases.jsonl") -> Path:
    tests = directory / "tests"
    tests.mkdir(parents=True, exist_ok=True)
    data = b"\n".join(x if isinstance(x, bytes) else x.encode() for x in lines)
    (tests / name).write_bytes(data)
    return tests / name
