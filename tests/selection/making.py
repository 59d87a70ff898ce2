"""Makes small releases for the tests of selections."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from pytest_vlite.release import Release, load_release
from pytest_vlite.selection.measurements import FORMAT, program_sha256

LEVELS = ("Easy", "Medium", "Hard")


def add_problem(
    root: Path,
    problem_id: str,
    *,
    source: str = "leetcode",
    level: str = "Easy",
    size: int = 3,
    statement: str = "Add two numbers.",
    tests: bool = True,
    leave_out: str | None = None,
) -> Path:
    """Write one problem with `size` lines of proof; gives its folder."""
    folder = root / source / problem_id
    folder.mkdir(parents=True)
    code = "impl Solution {\n    pub fn f(a: i32) -> i32 {\n        a\n    }\n}\n"
    proof = "".join(f"    // line {number}\n" for number in range(size))
    contents = {
        "description.md": f"# {problem_id}\n\n{statement}\n\n## Starter Code\n\n"
        f"```rust\n{code}```\n",
        "tags": f"{level}\nMath\n",
        "code.rs": code,
        "spec.rs": code,
        "code_spec.rs": code,
        "verified.rs": code + proof,
    }
    contents.pop(leave_out or "", None)
    for name, text in contents.items():
        (folder / name).write_text(text)
    if tests:
        (folder / "tests").mkdir()
        (folder / "tests" / "testcases.jsonl").write_text('{"input": {"a": 1}, "output": 1}\n')
    return folder


def make_release(root: Path, counts: Mapping[str, int] | None = None) -> Release:
    """A release of `counts` problems a level, ids lc1 onwards, growing proofs."""
    number = 0
    for level, count in (counts or {"Easy": 12, "Medium": 8, "Hard": 4}).items():
        for _ in range(count):
            number += 1
            add_problem(root, f"lc{number}", level=level, size=number)
    return load_release(root)


def measure_file(path: Path, release: Release, cpu_s: Mapping[str, float] | None = None) -> Path:
    """A measure file of that release; problems take 0.01 s unless `cpu_s` says otherwise."""
    header = {
        "format": FORMAT,
        "problem_ids_sha256": release.problem_ids_sha256,
        "problems": len(release.problems),
        "machine": {"cpu": "test"},
        "limit_s": 2.0,
    }
    lines = [json.dumps(header)]
    for problem in release.problems:
        record = {
            "problem_id": problem.id,
            "program_sha256": program_sha256(problem),
            "cases": 1,
            "max_cpu_s": (cpu_s or {}).get(problem.id, 0.01),
            "case": 0,
            "stopped": False,
            "failed": None,
        }
        lines.append(json.dumps(record))
    path.write_text("\n".join(lines) + "\n")
    return path
