"""Weakened reference specifications, and whether the examples and their changed outputs find them.

    python benchmarks/weakened_specs.py RELEASE [--problems 100] [--processes 2] [--seed 1]

For problems spread over the release whose own specification passes on the description's examples,
the specification is weakened in seven ways wherever they apply, and judged as a SpecGen answer on
the same examples. Prints a line a kind; what passes is listed: its weakening may change nothing, or
the examples do not show it. Exit code 1 if a precondition that nothing satisfies passes.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from multiprocessing import Pool
from pathlib import Path

from pytest_vlite.judge.attempt import Attempt, Workbench
from pytest_vlite.judge.pipeline import judge
from pytest_vlite.judge.toolbox import make_workbench
from pytest_vlite.release import Problem, load_release
from pytest_vlite.submission import Answer
from pytest_vlite.verus import ast, parse
from pytest_vlite.verus.functions import find_functions
from pytest_vlite.vocabulary import Setting, Status, Verdict

UNSATISFIABLE = ("requires false", "contradiction added")


@dataclass(frozen=True)
class Weakened:
    kind: str
    text: str


def weakenings(text: str, target: str) -> Iterator[Weakened]:
    """All weakened forms of the specification of `target`."""
    file = parse(text)
    stream = file.stream
    functions = (found.fn for found in find_functions(file))
    (function,) = (f for f in functions if f.name == target and not f.is_ghost)
    clauses = {c.keyword: c for c in function.clauses if c.exprs}
    requires, ensures = clauses.get("requires"), clauses.get("ensures")

    def replaced(node: ast.Node, by: str) -> str:
        return text[: stream.starts[node.start]] + by + text[stream.end_of(node.end - 1) :]

    if requires is not None:
        yield Weakened("requires false", replaced(requires.exprs[0], "false"))
        first = stream.source(requires.exprs[0].start, requires.exprs[0].end)
        yield Weakened("contradiction added", replaced(requires.exprs[0], f"{first}, 1int == 2int"))
    if ensures is None:
        return
    first_start = stream.starts[ensures.exprs[0].start]
    last_end = stream.end_of(ensures.exprs[-1].end - 1)
    yield Weakened("ensures true", f"{text[:first_start]}true{text[last_end:]}")
    for expression in ensures.exprs:
        if len(ensures.exprs) > 1:
            yield Weakened("clause dropped", replaced(expression, "true"))
        for node in ast.walk(expression):
            if not isinstance(node, ast.Binary):
                continue
            left = stream.source(node.left.start, node.left.end)
            right = stream.source(node.right.start, node.right.end)
            if node.op == "<==>":
                yield Weakened("one direction", replaced(node, f"({left}) ==> ({right})"))
            elif node.op == "&&":
                yield Weakened("conjunct dropped", replaced(node, f"({left})"))
        if isinstance(expression, ast.Binary) and expression.op == "==":
            left = stream.source(expression.left.start, expression.left.end)
            right = stream.source(expression.right.start, expression.right.end)
            if " as int" in left + right:
                yield Weakened("bound loosened", replaced(expression, f"{left} >= {right}"))


@cache
def workbench(root: str) -> Workbench:
    scratch = Path(tempfile.mkdtemp(prefix="vlite-weakened-"))
    return make_workbench(load_release(Path(root)), scratch, examples_as_tests=True)


@cache
def problems(root: str) -> dict[str, Problem]:
    return {problem.id: problem for problem in load_release(Path(root)).problems}


def verdict_on(root: str, problem: Problem, text: str) -> Verdict:
    attempt = Attempt("weakened", problem, Setting.SPECGEN, 0, Answer("ok", text=text))
    return judge(attempt, workbench(root))


def examine(job: tuple[str, str]) -> tuple[str, Status, list[tuple[str, Status, str]]]:
    """The status of a problem's own specification, and of each weakened one."""
    root, problem_id = job
    problem = problems(root)[problem_id]
    text = problem.artifact("spec.rs")
    own = verdict_on(root, problem, text).status
    if own is not Status.PASSED:
        return problem_id, own, []
    found = []
    for weakened in weakenings(text, problem.target.function):
        verdict = verdict_on(root, problem, weakened.text)
        found.append((weakened.kind, verdict.status, verdict.detail))
    return problem_id, own, found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("release", type=Path)
    parser.add_argument("--problems", type=int, default=100)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    root = str(options.release.resolve())
    ids = sorted(problems(root))
    random.Random(options.seed).shuffle(ids)
    counts: Counter[tuple[str, Status]] = Counter()
    passed: list[str] = []
    used = 0
    with Pool(options.processes) as pool:
        for problem_id, own, found in pool.imap(examine, ((root, id) for id in ids)):
            if own is not Status.PASSED:
                continue
            used += 1
            for kind, status, _ in found:
                counts[kind, status] += 1
                if status is Status.PASSED:
                    passed.append(f"{problem_id}: {kind}")
            if used == options.problems:
                break
        pool.terminate()
    for kind in dict.fromkeys(kind for kind, _ in counts):
        said = ", ".join(f"{s} {n}" for (k, s), n in sorted(counts.items()) if k == kind)
        print(f"{kind}: {said}")
    print(f"{used} problems; passed: {', '.join(passed) or 'none'}")
    wrong = [line for line in passed if line.split(": ", 1)[1] in UNSATISFIABLE]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
