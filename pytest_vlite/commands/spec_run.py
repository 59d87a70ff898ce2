"""`vlite spec-run FILE`: what each clause of a specification says of cases.

Exit 0: every clause holds on every call asked about; 1: one does not, or cannot be decided.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_vlite.commands import arguments, output
from pytest_vlite.errors import InputError
from pytest_vlite.printable import printable

if TYPE_CHECKING:
    from pytest_vlite.judge.progress import Progress
    from pytest_vlite.judge.spec_cases import Question
    from pytest_vlite.judge.spec_check import CaseAnswer, SpecCheck
    from pytest_vlite.release import Problem, TestCase

HELP = "run a specification's clauses on cases and show what each says"

_DEFAULT_CASES = 20
_SHOWN = 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a specification or Verus program")
    parser.add_argument("--problem", metavar="ID", required=True, help="problem that it specifies")
    parser.add_argument(
        "--input",
        metavar="JSON",
        help="one case: an object of the function's parameters, or a program's input as a string",
    )
    parser.add_argument("--output", metavar="JSON", help="that case's output")
    parser.add_argument(
        "--cases",
        metavar="N",
        type=_count,
        default=_DEFAULT_CASES,
        help=f"without --input: so many right outputs of the problem (default {_DEFAULT_CASES})",
    )
    arguments.add_release(parser)
    parser.add_argument("--tests", metavar="DIR|examples", help="root of the test cases")
    parser.add_argument("--sandbox", choices=("auto", "bwrap", "rlimits"), default="auto")


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not at least 1")
    return number


def run(options: argparse.Namespace) -> int:
    from pytest_vlite.judge.attempt import Attempt
    from pytest_vlite.judge.progress import Decision, Progress
    from pytest_vlite.judge.spec_cases import FunctionCases, output_type
    from pytest_vlite.judge.spec_stage import compile_specification, program_cases
    from pytest_vlite.judge.stages import extract
    from pytest_vlite.judge.toolbox import make_workbench
    from pytest_vlite.release import load_release
    from pytest_vlite.submission import read_answer
    from pytest_vlite.verus import VerusSyntaxError
    from pytest_vlite.verus.evaluation import translate
    from pytest_vlite.vocabulary import Setting

    if not options.file.is_file():
        raise InputError(f"{options.file}: no such file")
    tests_root = None
    if options.tests and options.tests != "examples":
        tests_root = Path(options.tests).absolute()
    release = load_release(arguments.release_root(options), tests_root=tests_root)
    problem = release.problem(options.problem)
    case = _given_case(options)
    if case is not None:
        _check_fits(problem, case)
    answer = read_answer(options.file.absolute())
    attempt = Attempt(options.file.name, problem, Setting.SPECGEN, 0, answer)
    with tempfile.TemporaryDirectory(prefix="vlite-") as scratch:
        bench = make_workbench(release, Path(scratch), sandbox=options.sandbox)
        work_dir = Path(scratch) / "work"
        work_dir.mkdir()
        progress = Progress(attempt, bench, work_dir)
        refused = extract(progress)
        if refused is not None:
            raise InputError(f"{options.file}: {refused.detail}")
        try:
            translation = translate(progress.specification, problem.target.function)
        except VerusSyntaxError as fault:
            line = fault.line + progress.first_line - 1
            raise InputError(f"{options.file}:{line}: {fault.message}") from None
        if translation.program is None:
            return _not_executable(options, problem, translation.reason)
        check = compile_specification(progress, translation)
        if isinstance(check, Decision):
            return _not_executable(options, problem, check.detail)
        questions: Iterable[Question]
        functions = FunctionCases(output_type(problem.target))
        if case is not None and isinstance(case.input, dict):
            questions = functions.right([case])
        else:
            sources = functions if problem.style == "function" else program_cases(progress)
            if isinstance(sources, Decision):
                return _not_executable(options, problem, sources.detail)
            questions = sources.right([case] if case else _cases(options, problem))
        results = [_asked(check, progress, question) for question in questions]
    return _report(options, problem, results)


def _given_case(options: argparse.Namespace) -> TestCase | None:
    from pytest_vlite.release import TestCase, parse_json

    if options.input is None and options.output is None:
        return None
    values = []
    for name in ("input", "output"):
        if getattr(options, name) is None:
            raise InputError(f"--{name} is missing: a case has an input and an output")
    for name in ("input", "output"):
        text = getattr(options, name)
        try:
            values.append(parse_json(text))
        except ValueError as fault:
            raise InputError(f"--{name}: no JSON: {fault}") from None
    if not isinstance(values[0], dict | str):
        raise InputError("--input: neither an object of parameters nor a program's text")
    if isinstance(values[0], str) and not isinstance(values[1], str):
        raise InputError("--output: a program's output is a text, too")
    return TestCase(0, *values)


def _check_fits(problem: Problem, case: TestCase) -> None:
    if not isinstance(case.input, dict):
        if problem.style == "function":
            raise InputError(f"--input: {problem.id} is a function: an object of its parameters")
        return
    try:
        problem.target.bind(case.input)
    except ValueError as fault:
        raise InputError(f"--input: {fault}") from None


def _cases(options: argparse.Namespace, problem: Problem) -> Iterator[TestCase]:
    from pytest_vlite.release import example_cases, has_cases, positive_cases

    if options.tests == "examples" or not has_cases(problem):
        examples = example_cases(problem)
        if not examples.cases:
            raise InputError(
                f"{problem.id}: no test cases at {problem.tests_directory} and no example "
                f"({examples.reason}); give a case with --input and --output"
            )
        return islice(iter(examples.cases), options.cases)
    return islice(positive_cases(problem), options.cases)


def _asked(check: SpecCheck, progress: Progress, question: Question) -> dict[str, Any]:
    calls = [_call(check, progress, answer) for answer in check.ask(question.calls)]
    return {"case": question.case.index, "reason": question.reason, "calls": calls}


def _call(check: SpecCheck, progress: Progress, answer: CaseAnswer) -> dict[str, Any]:
    return {
        "input": answer.case.input,
        "output": answer.case.output,
        "misfit": answer.misfit,
        "clauses": [
            {
                "kind": clause.kind,
                "line": clause.line + progress.first_line - 1,
                "text": clause.text,
                "says": word.value,
                "why": (clause.undecidable_reason or said) if word.value != "true" else "",
            }
            for clause, (word, said) in zip(check.translation.clauses, answer.words, strict=False)
        ],
    }


def _not_executable(options: argparse.Namespace, problem: Problem, reason: str) -> int:
    data: dict[str, Any] = {
        "problem_id": problem.id,
        "accepts": None,
        "reason": reason,
        "cases": [],
    }
    output.emit(options, data, f"UNDECIDED  {problem.id}\n  {printable(reason)}")
    return 1


def _report(options: argparse.Namespace, problem: Problem, cases: list[dict[str, Any]]) -> int:
    accepts: bool | None = True
    lines = []
    for case in cases:
        if not case["calls"]:
            accepts = None if accepts else accepts
            lines.append(f"  case {case['case']}: undecided: {case['reason']}")
        for call in case["calls"]:
            words = [clause["says"] for clause in call["clauses"]]
            lines += _call_lines(case["case"], call)
            if "false" in words:
                accepts = False
            elif (call["misfit"] or set(words) - {"true"}) and accepts:
                accepts = None
    word = {True: "ACCEPTS", False: "REJECTS", None: "UNDECIDED"}[accepts]
    reason = "" if cases else "no cases"
    data = {"problem_id": problem.id, "accepts": accepts, "reason": reason, "cases": cases}
    output.emit(options, data, "\n".join([f"{word}  {problem.id}", *map(printable, lines)]))
    return 0 if accepts else 1


def _call_lines(index: int, call: dict[str, Any]) -> Iterator[str]:
    yield f"  case {index}: {_short(call['input'])} gives {_short(call['output'])}"
    if call["misfit"]:
        yield f"    does not fit the signature: {call['misfit']}"
    for clause in call["clauses"]:
        why = f" ({clause['why']})" if clause["why"] else ""
        place = f"line {clause['line']}: {clause['kind']}"
        yield f"    {clause['says']:<6} {place} {clause['text']}{why}"


def _short(value: Any) -> str:
    import json

    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
