"""Ten kinds of damage to reference code, and whether each gets the status it deserves.

    python benchmarks/damaged_answers.py RELEASE [--problems 100] [--seed 1]

For problems spread over the release, the reference is damaged in ten ways; each damaged answer is
judged on the description's examples. A damage that cannot be done to a program is skipped and
counted. A changed constant or bound may leave the examples' answers as they were: such an answer is
right on them, so for these kinds `passed` is a survivor, counted apart and no error. Exit code 1 if
a status is none of those the kind may lead to.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from pytest_vlite.judge.attempt import Attempt, Workbench
from pytest_vlite.judge.pipeline import judge
from pytest_vlite.judge.toolbox import make_workbench
from pytest_vlite.release import Problem, example_cases, load_release
from pytest_vlite.submission import Answer
from pytest_vlite.vocabulary import Setting, Status

Damage = Callable[[str, Problem, random.Random], str | None]


def _at_start_of_target(code: str, problem: Problem, statement: str) -> str | None:
    """The code with a statement before the target's first one (in `main` for programs)."""
    name = "main" if problem.style == "program" else problem.target.function
    header = re.search(rf"\bfn\s+{name}\b", code)
    if header is None:
        return None
    brace = code.find("{", header.end())
    return None if brace < 0 else code[: brace + 1] + f" {statement} " + code[brace + 1 :]


def wrong_constant(code: str, problem: Problem, draw: random.Random) -> str | None:
    found = list(re.finditer(r"(?<![\w.])\d+(?![\w.])", code))
    if not found:
        return None
    chosen = draw.choice(found)
    return f"{code[: chosen.start()]}{int(chosen[0]) + 7}{code[chosen.end() :]}"


def off_by_one(code: str, problem: Problem, draw: random.Random) -> str | None:
    found = list(re.finditer(r" (<=|>=|<|>) (?=\w)", code))
    if not found:
        return None
    chosen = draw.choice(found)
    other = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}[chosen[1]]
    return f"{code[: chosen.start()]} {other} {code[chosen.end() :]}"


def infinite_loop(code: str, problem: Problem, draw: random.Random) -> str | None:
    return _at_start_of_target(
        code,
        problem,
        "let mut spin = 0u64; while std::hint::black_box(true) "
        "{ spin = std::hint::black_box(spin.wrapping_add(1)); }",
    )


def panic(code: str, problem: Problem, draw: random.Random) -> str | None:
    return _at_start_of_target(
        code, problem, 'if std::hint::black_box(true) { panic!("damaged"); }'
    )


def exponential_memory(code: str, problem: Problem, draw: random.Random) -> str | None:
    return _at_start_of_target(
        code,
        problem,
        "let mut hoard = vec![1u8; 1024]; while std::hint::black_box(true) "
        "{ let more = hoard.clone(); hoard.extend(more); std::hint::black_box(&hoard); }",
    )


def endless_output(code: str, problem: Problem, draw: random.Random) -> str | None:
    return _at_start_of_target(
        code, problem, 'while std::hint::black_box(true) { println!("{}", "x".repeat(4096)); }'
    )


def extra_line(code: str, problem: Problem, draw: random.Random) -> str | None:
    return _at_start_of_target(code, problem, 'println!("extra");')


def empty_output(code: str, problem: Problem, draw: random.Random) -> str | None:
    return _at_start_of_target(
        code, problem, "if std::hint::black_box(true) { std::process::exit(0); }"
    )


def reading_beyond(code: str, problem: Problem, draw: random.Random) -> str | None:
    return _at_start_of_target(
        code,
        problem,
        "let nothing: Vec<u8> = Vec::new(); "
        "std::hint::black_box(nothing[std::hint::black_box(5)]);",
    )


def syntax_error(code: str, problem: Problem, draw: random.Random) -> str | None:
    return _at_start_of_target(code, problem, "let = ;")


_OR_SURVIVES = {Status.PASSED}
_MISBEHAVES = {
    Status.WRONG_ANSWER,
    Status.RUNTIME_ERROR,
    Status.TIME_LIMIT,
    Status.MEMORY_LIMIT,
    Status.OUTPUT_LIMIT,
    # A constant may stand in a type or overflow one.
    Status.COMPILE_ERROR,
}
KINDS: dict[str, tuple[Damage, set[Status]]] = {
    "wrong constant": (wrong_constant, _MISBEHAVES | _OR_SURVIVES),
    "off by one": (off_by_one, _MISBEHAVES | _OR_SURVIVES),
    "infinite loop": (infinite_loop, {Status.TIME_LIMIT}),
    "panic": (panic, {Status.RUNTIME_ERROR}),
    "exponential memory": (exponential_memory, {Status.MEMORY_LIMIT}),
    "endless output": (endless_output, {Status.OUTPUT_LIMIT}),
    # What a function prints beside its result is ignored, as on LeetCode.
    "extra output line": (extra_line, {Status.WRONG_ANSWER}),
    "empty output": (empty_output, {Status.WRONG_ANSWER}),
    "reading beyond input": (reading_beyond, {Status.RUNTIME_ERROR}),
    "syntax error": (syntax_error, {Status.COMPILE_ERROR}),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("release", type=Path)
    parser.add_argument("--problems", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    release = load_release(options.release.resolve())
    usable = [p for p in release.problems if example_cases(p).cases]
    step = max(1, len(usable) // options.problems)
    seen: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="vlite-") as scratch:
        bench = make_workbench(release, Path(scratch), examples_as_tests=True)
        for problem in usable[::step][: options.problems]:
            name = "main.rs" if problem.has("main.rs") else "code.rs"
            whole = _judge(bench, problem, problem.artifact(name))
            if whole is not Status.PASSED:
                continue  # its examples are not reproduced by the reference either
            for kind, (damage, allowed) in KINDS.items():
                draw = random.Random(f"{options.seed} {kind} {problem.id}")
                code = damage(problem.artifact(name), problem, draw)
                if code is None:
                    seen[kind]["not applicable"] += 1
                    continue
                status = _judge(bench, problem, code)
                seen[kind][status] += 1
                harmless = kind == "extra output line" and problem.style == "function"
                if status not in ({Status.PASSED} if harmless else allowed):
                    wrong += 1
                    print(f"WRONG {kind}: {problem.id} got {status}")
    for kind, counts in seen.items():
        print(f"{kind:<22}", ", ".join(f"{status} {n}" for status, n in counts.most_common()))
    return 1 if wrong else 0


def _judge(bench: Workbench, problem: Problem, code: str) -> Status:
    attempt = Attempt("damaged", problem, Setting.CODEGEN_NL, 0, Answer("ok", code))
    return judge(attempt, bench).status


if __name__ == "__main__":
    sys.exit(main())
