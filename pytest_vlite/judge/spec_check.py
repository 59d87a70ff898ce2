"""Compiles the executable check of a specification and asks it about cases.

The check is a program of ours, made from the specification by `verus.evaluation`; it still runs in
the sandbox, for what it computes is the submitter's choice. It answers a line for each case, and
each line is read strictly: an answer that is not exactly what was asked decides nothing.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from pytest_vlite.errors import HarnessError
from pytest_vlite.judge.machine_faults import killed_from_outside
from pytest_vlite.judge.program import Program
from pytest_vlite.judge.rustc import Compilation, Library, Rustc
from pytest_vlite.release import JsonValue, Target, TestCase
from pytest_vlite.sandbox import Sandbox, ToolLimits
from pytest_vlite.verus.evaluation import Clause, Translation, runtime

# Steps per clause and case. One million take about half a second at worst.
STEP_BUDGET = 1_000_000
_BATCH_CASES = 256
_BATCH_BYTES = 4 * 2**20
_CHECK_LIMITS = ToolLimits(
    cpu_s=60.0,
    wall_s=240.0,
    memory_bytes=4 * 2**30,
    output_bytes=64 * 2**20,
    processes=8,
)
# The check is compiled for every answer, so compiling counts as much as running.
_RUNTIME_CRATE = "vlite_specification_runtime"
_COMPILER_FLAGS = ("-Copt-level=1",)
_PRECONDITION = "requires"


class Word(StrEnum):
    """What a clause says of a case; `FAULT` and `BUDGET` decide nothing."""

    TRUE = "true"
    FALSE = "false"
    FAULT = "fault"
    BUDGET = "budget"


@dataclass(frozen=True)
class CaseAnswer:
    """One case held against a specification: a word and what was said, for each clause.

    `misfit` is set, and `words` empty, where the case does not fit the signature.
    """

    case: TestCase
    words: tuple[tuple[Word, str], ...]
    misfit: str = ""


@dataclass(frozen=True)
class Side:
    """What the preconditions, or the postconditions, say of a case together."""

    holds: bool | None
    clause: int | None = None
    said: str = ""


@dataclass(frozen=True)
class SpecCheck:
    """A compiled check. `step_budget` is the steps that a clause may take on a case."""

    executable: Path
    translation: Translation
    target: Target
    sandbox: Sandbox
    work_dir: Path
    step_budget: int = STEP_BUDGET

    def ask(self, cases: Iterable[TestCase]) -> Iterator[CaseAnswer]:
        """The answers about cases, in order; cases are taken in batches.

        Raises:
            HarnessError: the sandbox failed, or the check answered something else.
        """
        for batch in _batches(self._line(case) for case in cases):
            yield from self._ask_batch(batch)

    def side(self, answer: CaseAnswer, *, pre: bool) -> Side:
        """What one half of the clauses says: false if one is, true if all are, else undecided."""
        undecided: Side | None = None
        for number, (clause, (word, said)) in enumerate(
            zip(self.translation.clauses, answer.words, strict=True)
        ):
            if (clause.kind == _PRECONDITION) is not pre:
                continue
            if word is Word.FALSE:
                return Side(False, number, said)
            if word is not Word.TRUE and undecided is None:
                undecided = Side(None, number, said)
        return undecided or Side(True)

    def clause(self, side: Side) -> Clause | None:
        """The clause that made a side false or undecided."""
        return None if side.clause is None else self.translation.clauses[side.clause]

    def _line(self, case: TestCase) -> tuple[TestCase, str]:
        if not isinstance(case.input, dict):
            raise HarnessError(f"case {case.index}: the input is no object of parameters")
        try:
            values = list(self.target.bind(case.input).values())
        except ValueError as fault:
            raise HarnessError(f"case {case.index}: {fault}") from None
        if len(values) != len(self.translation.parameters):
            raise HarnessError("the specification's function has another number of parameters")
        given = dict(zip(self.translation.parameters, values, strict=True))
        record = {"input": given, "output": self._output(case.output)}
        return case, json.dumps(record) + "\n"

    def _output(self, output: JsonValue) -> JsonValue:
        """An in-place function's output as the changed argument alone, whichever way it is told."""
        in_place = self.target.in_place
        if len(in_place) == 1 and isinstance(output, dict) and set(output) == {in_place[0].name}:
            return output[in_place[0].name]
        return output

    def _ask_batch(self, batch: list[tuple[TestCase, str]]) -> Iterator[CaseAnswer]:
        lines = self._run("".join(line for _, line in batch))
        if len(lines) < len(batch) and len(batch) > 1:
            # The batch was too much for the limits together; one case at a time it may not be.
            for case, line in batch:
                yield self._read(case, next(iter(self._run(line)), Word.BUDGET.value))
            return
        if len(lines) > len(batch):
            raise HarnessError("the specification check answered more than it was asked")
        lines += [Word.BUDGET.value] * (len(batch) - len(lines))
        for (case, _), line in zip(batch, lines, strict=True):
            yield self._read(case, line)

    def _run(self, text: str) -> list[str]:
        folder = self.work_dir / "ask"
        folder.mkdir()
        try:
            program = folder / "check"
            shutil.copy(self.executable, program)
            stdin = self.work_dir / "cases.jsonl"
            stdin.write_text(text, encoding="utf-8")
            run = self.sandbox.run_tool(
                [program, str(self.step_budget)],
                work_dir=folder,
                read_only=[program],
                limits=_CHECK_LIMITS,
                stdin=stdin,
            )
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        if killed_from_outside(run):
            raise HarnessError("the specification check was killed from outside")
        if run.truncated:
            raise HarnessError("the specification check answered without end")
        complete, _, _torn = run.stdout.rpartition(b"\n")
        return complete.decode("utf-8", "backslashreplace").split("\n") if complete else []

    def _read(self, case: TestCase, line: str) -> CaseAnswer:
        count = len(self.translation.clauses)
        if line == Word.BUDGET:
            return CaseAnswer(case, ((Word.BUDGET, "time or memory of the check"),) * count)
        if line.startswith("error:"):
            return CaseAnswer(case, (), line.removeprefix("error:"))
        parts = line.split("\t") if count else []
        if len(parts) != count:
            raise HarnessError(f"the specification check answered {line[:200]!r}")
        return CaseAnswer(case, tuple(_word(part) for part in parts))


def compile_check(
    translation: Translation, rustc: Rustc, folder: Path, sandbox: Sandbox
) -> Compilation:
    """Compile a translation's program in an empty folder."""
    source = f"use ::{_RUNTIME_CRATE}::*;\n{translation.checker or ''}"
    return rustc.compile(
        Program(source=source, answer_lines=0),
        folder,
        sandbox,
        extra=_COMPILER_FLAGS,
        libraries=(Library(_RUNTIME_CRATE, runtime()),),
    )


def _word(part: str) -> tuple[Word, str]:
    if part in (Word.TRUE, Word.FALSE):
        return Word(part), ""
    if part == Word.BUDGET:
        return Word.BUDGET, "its step budget"
    if part.startswith("fault:"):
        return Word.FAULT, part.removeprefix("fault:")
    raise HarnessError(f"the specification check answered {part[:100]!r}")


def _batches(lines: Iterable[tuple[TestCase, str]]) -> Iterator[list[tuple[TestCase, str]]]:
    batch: list[tuple[TestCase, str]] = []
    size = 0
    for item in lines:
        batch.append(item)
        size += len(item[1])
        if len(batch) >= _BATCH_CASES or size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
