"""How many specifications of a release are executable, compile and accept the examples.

    python benchmarks/executable_specs.py RELEASE [--every N]

All specifications are translated; every Nth (default 20) is compiled with rustc and, for problems
whose tests call a function, run on the examples of its description. Prints every example that is
not accepted, and the clauses that said so.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path

from pytest_vlite.release import example_cases, load_release
from pytest_vlite.release.problem import Problem
from pytest_vlite.verus.evaluation import Translation, translate

RUN_LIMIT_S = 60


def spec_text(problem: Problem) -> str:
    return problem.artifact("spec.rs")


def target_of(problem: Problem) -> str:
    return problem.target.function


def run_examples(
    problem: Problem, translation: Translation, folder: Path, said: Counter[str]
) -> None:
    source, program = folder / "checker.rs", folder / "checker"
    source.write_text(translation.program or "", "utf-8")
    arguments = ["rustc", "--edition", "2021", "-C", "opt-level=1", "-o", program, source]
    compiled = subprocess.run(arguments, capture_output=True, text=True, check=False)
    said["compiled" if compiled.returncode == 0 else "did not compile"] += 1
    if compiled.returncode:
        print(problem.id, compiled.stderr[:2000])
        return
    if problem.style == "program":
        return
    cases = example_cases(problem).cases
    lines = "".join(json.dumps({"input": c.input, "output": c.output}) + "\n" for c in cases)
    try:
        done = subprocess.run(
            [program], input=lines, capture_output=True, text=True, timeout=RUN_LIMIT_S, check=False
        )
    except subprocess.TimeoutExpired:
        said["timeout"] += 1
        print(problem.id, "timeout")
        return
    answers = done.stdout.splitlines()
    for case, line in zip(cases, answers, strict=False):
        tokens = line.split("\t")
        verdict = "rejected" if "false" in tokens else "accepted"
        if verdict == "accepted" and any(token != "true" for token in tokens):
            verdict = "undecided"
        said[verdict] += 1
        if verdict != "accepted":
            clauses = [
                f"{c.kind} line {c.line}: {token}"
                for c, token in zip(translation.clauses, tokens, strict=False)
                if token != "true"
            ]
            print(problem.id, "example", case.index, verdict, clauses or tokens)
    said["no answer"] += len(cases) - len(answers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("release", type=Path)
    parser.add_argument("--every", type=int, default=20)
    options = parser.parse_args()
    problems = load_release(options.release).problems
    said: Counter[str] = Counter()
    start = time.perf_counter()
    translations = [translate(spec_text(p), target_of(p)) for p in problems]
    print(f"translated {len(problems)} in {time.perf_counter() - start:.1f} s")
    for translation in translations:
        said["programs"] += translation.program is not None
        reasons = [c.undecidable_reason for c in translation.clauses]
        said["fully translated"] += translation.program is not None and not any(reasons)
        said["clauses"] += len(reasons)
        said["clauses with an untranslated part"] += sum(reason is not None for reason in reasons)
    with tempfile.TemporaryDirectory() as name:
        sample = list(zip(problems, translations, strict=True))[:: options.every]
        for problem, translation in sample:
            if translation.program is not None:
                run_examples(problem, translation, Path(name), said)
    for what, count in said.items():
        print(f"{count:6} {what}")


if __name__ == "__main__":
    main()
