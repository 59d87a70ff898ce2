"""`python -m tests.problems.generator [--check] [ID ...]`: write the test files, or compare."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.problems.generator.making import directory_of, make_tests
from tests.problems.generator.problems import PROBLEMS
from tests.problems.generator.reference import ReferenceError

ROOT = Path(__file__).resolve().parents[3] / "problems"


def main(arguments: list[str]) -> int:
    """Exit code 1 if a file differs (`--check`) or cannot be made."""
    check = "--check" in arguments
    wanted = [argument for argument in arguments if argument != "--check"]
    status = 0
    for problem in PROBLEMS.values():
        if wanted and problem.id not in wanted:
            continue
        try:
            files = make_tests(problem, ROOT)
        except ReferenceError as fault:
            print(f"{problem.id}: {fault}", file=sys.stderr)
            status = 1
            continue
        counts = []
        for name, text in files.items():
            path = directory_of(problem, ROOT) / "tests" / name
            if check and path.read_text(encoding="utf-8") != text:
                print(f"{path}: differs", file=sys.stderr)
                status = 1
            elif not check:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
            counts.append(f"{text.count(chr(10))} {name} ({len(text) // 1000} kB)")
        print(f"{problem.id}: {', '.join(counts)}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
