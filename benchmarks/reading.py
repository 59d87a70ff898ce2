"""What reading costs: a release, its descriptions and targets, a large test file, a submission.

    python benchmarks/reading.py RELEASE

Every figure is taken in a process of its own; peak memory is that process's, interpreter included.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

TEST_FILE_MB = 200
PREAMBLE = """
import re, sys, time
from pathlib import Path
from pytest_vlite.release import example_cases, load_release, positive_cases
from pytest_vlite.submission import load_submission
from pytest_vlite.vocabulary import Setting
start = time.perf_counter()
path = Path(sys.argv[1])
"""
REPORT = """
elapsed = time.perf_counter() - start
# Not ru_maxrss, in which the size of the parent process lives on.
peak = int(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024
print(f"{what}: {elapsed:.2f} s, peak {peak:.0f} MiB")
"""


def measure(code: str, path: Path) -> None:
    program = PREAMBLE + textwrap.dedent(code) + REPORT
    subprocess.run([sys.executable, "-c", program, str(path)], check=True)


def write_test_file(root: Path) -> None:
    """A release of one problem with a test file of 200 MB, a line being 1 MB."""
    problem = root / "codeforces" / "cf1A"
    (problem / "tests").mkdir(parents=True)
    for name in ("tags", "code.rs", "spec.rs", "code_spec.rs", "verified.rs", "main.rs"):
        (problem / name).write_text("800\n")
    (problem / "description.md").write_text("# T\n")
    line = json.dumps({"input": "123456789\n" * 90_000, "output": "1\n"}) + "\n"
    with (problem / "tests" / "testcases.jsonl").open("w") as file:
        for _ in range(TEST_FILE_MB * 10**6 // len(line) + 1):
            file.write(line)


def write_submission(root: Path, problem_ids: list[str]) -> None:
    """Six settings of one sample of 10 kB for each problem, as JSON lines."""
    root.mkdir()
    text = "```rust\n" + "fn main() {}\n" * 770 + "```\n"
    for setting in (
        "CodeGen-NL", "CodeGen-Spec", "CodeGen-NLSpec", "SpecGen", "ProofGen", "End2End",
    ):  # fmt: skip
        with (root / f"{setting}.jsonl").open("w") as file:
            for problem_id in problem_ids:
                record = {"problem_id": problem_id, "sample": 0, "output": text}
                file.write(json.dumps(record) + "\n")


def main() -> None:
    release = Path(sys.argv[1])
    measure("load_release(path)\nwhat = 'release loaded'", release)
    measure(
        "[example_cases(p) for p in load_release(path).problems]\n"
        "what = 'descriptions, targets and examples of all problems'",
        release,
    )
    with tempfile.TemporaryDirectory() as name:
        large = Path(name) / "large"
        write_test_file(large)
        measure(
            """
            problem = load_release(path).problems[0]
            count = sum(1 for _ in positive_cases(problem))
            what = f"test file of 200 MB, {count} cases"
            """,
            large,
        )
        ids = [f"lc{number}" for number in range(1, 1007)]
        submission = Path(name) / "submission"
        write_submission(submission, ids)
        measure(
            """
            ids = [f"lc{number}" for number in range(1, 1007)]
            loaded = load_submission(path, ids)
            what = "submission of 6 x 1006 answers as JSON lines, 60 MB"
            """,
            submission,
        )


if __name__ == "__main__":
    main()
