"""`vlite check`: the static checks alone, with no tools. Exit 0: nothing found, 1: something.

With `--problem` a file is held against that problem's given program (a proof answer), or against
the task of `--setting`. Without it, files are put through the cheating gate; a submission folder
gives a line for every answer that is a Verus program.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_vlite.commands import arguments, output
from pytest_vlite.errors import InputError
from pytest_vlite.vocabulary import Setting, Status, setting_named

if TYPE_CHECKING:
    from pytest_vlite.release import Problem
    from pytest_vlite.submission import Answer

HELP = "static checks alone: cheating gate, and preservation with --problem"
_CHECKED = (Setting.PROOFGEN, Setting.END2END, Setting.SPECGEN)


@dataclass(frozen=True)
class Checked:
    """What was found in one answer; `line` and `column` are in the answer's code, from 1."""

    file: str
    status: str
    detail: str = ""
    rule: str = ""
    line: int | None = None
    column: int | None = None
    problem_id: str | None = None
    setting: str | None = None
    sample: int | None = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", metavar="PATH", nargs="+", type=Path, help="programs, or submission folders"
    )
    parser.add_argument("--problem", metavar="ID", help="the problem that the file answers")
    parser.add_argument("--setting", metavar="S", default="ProofGen", help="default: ProofGen")
    arguments.add_release(parser)


def run(options: argparse.Namespace) -> int:
    found = False
    for checked in _check(options):
        found = found or checked.status != Status.PASSED
        place = checked.file if checked.line is None else f"{checked.file}:{checked.line}"
        place = f"{place}:{checked.column}" if checked.column is not None else place
        rule = f" ({checked.rule})" if checked.rule else ""
        text = "ok" if checked.status == Status.PASSED else f"{checked.status}: {checked.detail}"
        output.emit_line(options, asdict(checked), f"{place}: {text}{rule}")
    return 1 if found else 0


def _check(options: argparse.Namespace) -> Iterator[Checked]:
    from pytest_vlite.release import load_release
    from pytest_vlite.submission import read_answer

    if options.problem is not None:
        problem = load_release(arguments.release_root(options)).problem(options.problem)
        setting = setting_named(options.setting, "--setting")
        for path in options.paths:
            answer = read_answer(_existing(path).absolute())
            yield check_answer(str(path), answer, setting, problem)
        return
    for path in options.paths:
        if _existing(path).is_file():
            yield check_answer(str(path), read_answer(path.absolute()), None, None)
        elif any((path / name).exists() for name in _submission_names()):
            yield from _check_submission(path, options)
        else:
            files = sorted(file for file in path.rglob("*.rs") if file.is_file())
            if not files:
                raise InputError(f"{path}: neither a submission nor a folder with .rs files")
            for file in files:
                yield check_answer(str(file), read_answer(file.absolute()), None, None)


def _existing(path: Path) -> Path:
    if not path.exists():
        raise InputError(f"{path}: no such file or folder")
    return path


def _submission_names() -> list[str]:
    return [
        "submission.yaml",
        *(setting.value for setting in Setting),
        *(f"{setting.value}.jsonl" for setting in Setting),
    ]


def _check_submission(directory: Path, options: argparse.Namespace) -> Iterator[Checked]:
    from pytest_vlite.release import load_release
    from pytest_vlite.submission import load_submission

    release = load_release(arguments.release_root(options))
    submission = load_submission(directory, [problem.id for problem in release.problems])
    for setting in submission.settings:
        if setting not in _CHECKED:
            continue
        for problem in release.problems:
            for sample in range(submission.samples(setting, problem.id)):
                answer = submission.answer(setting, problem.id, sample)
                place = str(answer.path or directory)
                place = f"{place}:{answer.line}" if answer.line else place
                yield check_answer(place, answer, setting, problem, sample)


def check_answer(
    place: str,
    answer: Answer,
    setting: Setting | None,
    problem: Problem | None,
    sample: int | None = None,
) -> Checked:
    """The first thing that the static checks find in an answer."""
    from pytest_vlite.submission import extract_code
    from pytest_vlite.verus import VerusSyntaxError, check_gate, examine_proof
    from pytest_vlite.verus.signatures import signature_difference

    facts = {
        "problem_id": problem.id if problem else None,
        "setting": setting.value if setting else None,
        "sample": sample,
    }

    def checked(
        status: Status,
        detail: str = "",
        rule: str = "",
        position: tuple[int | None, int | None] = (None, None),
    ) -> Checked:
        line, column = position
        return Checked(place, status.value, detail, rule, line, column, **facts)  # type: ignore[arg-type]

    code = answer.text
    if code is None:
        missing = answer.status == "missing"
        return checked(Status.MISSING if missing else Status.MALFORMED, answer.detail)
    if answer.raw and setting is not None and problem is not None:
        extraction = extract_code(
            code, setting, problem.target.function, program=problem.style == "program"
        )
        if extraction.code is None:
            return checked(Status.MALFORMED, extraction.reason)
        code = extraction.code
    try:
        if problem is None or setting is None:
            findings, differences = check_gate(code), []
        elif setting is Setting.PROOFGEN:
            examination = examine_proof(
                problem.artifact("code_spec.rs"), code, problem.target.function
            )
            findings, differences = examination.findings, examination.differences
        else:
            target = problem.target.function
            findings = check_gate(code, target=target)
            difference = signature_difference(problem.artifact("spec.rs"), code, target)
            differences = [] if difference is None else [difference]
    except VerusSyntaxError as fault:
        return checked(Status.MALFORMED, fault.message, "syntax", (fault.line, fault.column))
    if findings:
        first = findings[0]
        return checked(Status.CHEATING, first.message, first.rule, (first.line, first.column))
    if differences:
        side = differences[0].answer
        position = (side.line, side.column) if side else (None, None)
        return checked(Status.ALTERED, str(differences[0]), differences[0].rule, position)
    return checked(Status.PASSED)
