"""The measure file: how much CPU time each reference solution takes at most on a test case.

JSON lines. The first one is the header: format, release and machine. Each other one is a problem;
of several for one problem the last counts, so that a file can be appended to. A last line without
newline that is no record was torn by an interrupt and is left out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_vlite.errors import InputError
from pytest_vlite.release import Problem, Release
from pytest_vlite.selection.yaml_text import read_limited

FORMAT = "vlite-measure-1"


@dataclass(frozen=True, slots=True)
class Measured:
    """One problem measured.

    `case` is the index of the case with the highest CPU time, None where there are no cases.
    `stopped`: the time limit of the measurement ended that case. `failed` says what went wrong
    instead of a measurement (the program does not compile, crashes, has no cases), else None.
    """

    problem_id: str
    program_sha256: str
    cases: int
    max_cpu_s: float
    case: int | None
    stopped: bool = False
    failed: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True)
class Header:
    """What the measurements were made on. `machine` is text by name; `limit_s` the CPU limit."""

    problem_ids_sha256: str
    problems: int
    machine: Mapping[str, str]
    limit_s: float

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "problem_ids_sha256": self.problem_ids_sha256,
            "problems": self.problems,
            "machine": dict(self.machine),
            "limit_s": self.limit_s,
        }


@dataclass(frozen=True)
class Measurements:
    """A measure file read; `sha256` is that of its bytes."""

    path: Path
    header: Header
    by_id: Mapping[str, Measured]
    sha256: str


def program_sha256(problem: Problem) -> str:
    """The sum of the reference solution: of code.rs and, where there is one, main.rs."""
    digest = hashlib.sha256(problem.artifact("code.rs").encode())
    if problem.has("main.rs"):
        digest.update(b"\0" + problem.artifact("main.rs").encode())
    return digest.hexdigest()


def read_measurements(path: Path) -> Measurements:
    """Read a measure file.

    Raises:
        InputError: it cannot be read, is no measure file, or a line is broken.
    """
    data = read_limited(path)
    lines = data.split(b"\n")
    header: Header | None = None
    found: dict[str, Measured] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line.decode("utf-8"))
            if not isinstance(record, dict):
                raise ValueError("not a JSON object")
            if header is None:
                header = _header(record)
            else:
                measured = _measured(record)
                found[measured.problem_id] = measured
        except (ValueError, RecursionError) as fault:
            if number == len(lines) and header is not None:
                break
            raise InputError(f"{path}:{number}: no record of a measure file: {fault}") from None
    if header is None:
        raise InputError(f"{path}: empty; make it with `vlite measure`")
    return Measurements(path, header, found, hashlib.sha256(data).hexdigest())


def check_release(measurements: Measurements, release: Release) -> None:
    """Whether the file was measured on this release.

    Raises:
        InputError: on another one: the id lists differ, or a reference solution does.
    """
    if measurements.header.problem_ids_sha256 != release.problem_ids_sha256:
        raise InputError(
            f"{measurements.path}: measured on another release: its problem ids have sha256 "
            f"{measurements.header.problem_ids_sha256}, those of {release.root} "
            f"{release.problem_ids_sha256}; run `vlite measure` on this release"
        )
    strange = sorted(set(measurements.by_id) - {problem.id for problem in release.problems})
    if strange:
        raise InputError(f"{measurements.path}: no problem of this release: {some(strange)}")
    changed = [
        problem.id
        for problem in release.problems
        if problem.id in measurements.by_id
        and measurements.by_id[problem.id].program_sha256 != program_sha256(problem)
    ]
    if changed:
        raise InputError(
            f"{measurements.path}: measured on another release: the reference solutions of "
            f"{some(changed)} are not those of {release.root}; run `vlite measure` again"
        )


def check_complete(
    measurements: Measurements, release: Release, excused: frozenset[str] = frozenset()
) -> None:
    """Whether every problem but the excused ones has a measurement.

    Raises:
        InputError: some have none, or theirs failed.
    """
    needed = {problem.id for problem in release.problems} - excused
    missing = [
        problem.id
        for problem in release.problems
        if problem.id in needed and problem.id not in measurements.by_id
    ]
    if missing:
        raise InputError(
            f"{measurements.path}: not measured: {some(missing)}; run `vlite measure` again, it "
            "goes on where it stopped"
        )
    failed = [
        entry
        for entry in measurements.by_id.values()
        if entry.failed is not None and entry.problem_id in needed
    ]
    if failed:
        raise InputError(
            f"{measurements.path}: measuring failed for {some([m.problem_id for m in failed])}; "
            f"first: {failed[0].failed}"
        )


def some(ids: Iterable[str], most: int = 12) -> str:
    """A list of ids for a message, cut after `most`."""
    listed = list(ids)
    text = ", ".join(listed[:most])
    return text if len(listed) <= most else f"{text} and {len(listed) - most} more"


def _header(record: Mapping[str, Any]) -> Header:
    if record.get("format") != FORMAT:
        raise ValueError(f"the first line must have 'format': {FORMAT!r}")
    machine = record.get("machine")
    if not isinstance(machine, dict) or not all(isinstance(v, str) for v in machine.values()):
        raise ValueError("'machine' must be an object of texts")
    return Header(
        _typed(record, "problem_ids_sha256", str),
        _typed(record, "problems", int),
        machine,
        _number(record, "limit_s"),
    )


def _measured(record: Mapping[str, Any]) -> Measured:
    case, failed = record.get("case"), record.get("failed")
    if not (case is None or (isinstance(case, int) and not isinstance(case, bool))):
        raise ValueError("'case' must be a whole number or null")
    if not (failed is None or isinstance(failed, str)):
        raise ValueError("'failed' must be text or null")
    return Measured(
        _typed(record, "problem_id", str),
        _typed(record, "program_sha256", str),
        _typed(record, "cases", int),
        _number(record, "max_cpu_s"),
        case,
        _typed(record, "stopped", bool),
        failed,
    )


def _typed(record: Mapping[str, Any], name: str, kind: type[Any]) -> Any:
    value = record.get(name)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ValueError(f"{name!r} must be {kind.__name__}")
    return value


def _number(record: Mapping[str, Any], name: str) -> float:
    value = record.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 1e9:
        raise ValueError(f"{name!r} must be a number of seconds")
    return float(value)
