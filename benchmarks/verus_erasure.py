"""Erased reference proofs: do they compile, and do they answer as the reference code does?

    python benchmarks/verus_erasure.py RELEASE [--sample N] [--processes 2] [--compile-only]

For every problem: verified.rs is erased, made into a program by the judge's driver and compiled
with plain rustc, as is code.rs; both run on every usable example of the description, and their
outputs must be the same bytes. Prints problems that do not compile or differ; exit code 1 if more
than one in a hundred does not compile or any differs. The programs are the release's own and run
without a sandbox.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from functools import cache, partial
from multiprocessing import Pool
from pathlib import Path

from pytest_vlite.errors import VliteError
from pytest_vlite.judge.case_rules import rules_for
from pytest_vlite.judge.driver import build_program
from pytest_vlite.judge.rustc import Rustc, find_rustc
from pytest_vlite.release import Problem, example_cases, load_release
from pytest_vlite.sandbox import choose_sandbox
from pytest_vlite.verus.erase import erase

CASE_WALL_S = 20


@cache
def problems(root: Path) -> dict[tuple[str, str], Problem]:
    """The release's problems by source and id, read once a process."""
    return {(problem.source, problem.id): problem for problem in load_release(root).problems}


def compile_code(problem: Problem, code: str, rustc: Rustc, folder: Path) -> Path:
    """The executable of a solution; VliteError with rustc's message if it does not compile."""
    folder.mkdir()
    program = build_program(problem, code)
    built = rustc.compile(program, folder, choose_sandbox("rlimits"))
    if built.executable is None:
        raise VliteError(built.detail)
    return built.executable


def outputs(executable: Path, inputs: list[bytes]) -> list[tuple[int | None, bytes]]:
    """Exit code (None: it did not end in time) and output for each input."""
    found = []
    for data in inputs:
        try:
            run = subprocess.run(
                [executable], input=data, capture_output=True, timeout=CASE_WALL_S, check=False
            )
        except subprocess.TimeoutExpired:
            # Compared like an answer: the other program must not end either.
            found.append((None, b""))
            continue
        found.append((run.returncode, run.stdout))
    return found


def judge(
    root: Path, rustc: Rustc, compile_only: bool, key: tuple[str, str]
) -> tuple[str, str, int]:
    """Problem, what is wrong with it ("" if nothing), and examples compared."""
    problem = problems(root)[key]
    name = "/".join(key)
    with tempfile.TemporaryDirectory(prefix="erasure-") as scratch:
        try:
            erased = compile_code(
                problem, erase(problem.artifact("verified.rs")), rustc, Path(scratch, "erased")
            )
        except VliteError as error:
            return name, f"does not compile: {error}", 0
        if compile_only:
            return name, "", 0
        plain = compile_code(problem, problem.artifact("code.rs"), rustc, Path(scratch, "plain"))
        rules = rules_for(problem)
        inputs = [rules.stdin(case) for case in example_cases(problem).cases]
        if outputs(erased, inputs) != outputs(plain, inputs):
            return name, "answers otherwise than code.rs", len(inputs)
        return name, "", len(inputs)


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("release", type=Path)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--compile-only", action="store_true")
    options = parser.parse_args()
    keys = list(problems(options.release))
    if options.sample:
        keys = keys[:: max(1, len(keys) // options.sample)]
    found = find_rustc()
    assert found is not None, "rustc is needed"
    with tempfile.TemporaryDirectory(prefix="erasure-library-") as library:
        rustc = found.prepare(Path(library), choose_sandbox("rlimits"))
        with Pool(options.processes) as pool:
            work = partial(judge, options.release, rustc, options.compile_only)
            results = list(pool.imap_unordered(work, keys))
    broken = [entry for entry in results if entry[1].startswith("does not compile")]
    different = [entry for entry in results if entry[1] and entry not in broken]
    for name, wrong, _ in sorted(broken + different):
        print(f"{name}: {wrong}")
    print(
        f"{len(results)} problems: {len(broken)} do not compile, {len(different)} differ, "
        f"{sum(count for _, _, count in results)} examples compared"
    )
    return 1 if different or len(broken) * 100 > len(results) else 0


if __name__ == "__main__":
    sys.exit(main())
