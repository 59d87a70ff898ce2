"""Measures reference solutions: the highest CPU time of each on a test case, in the sandbox."""

from __future__ import annotations

import os
import platform
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pytest_vlite.errors import HarnessError, InputError
from pytest_vlite.judge.case_rules import rules_for
from pytest_vlite.judge.cases import run_cases
from pytest_vlite.judge.driver import build_program
from pytest_vlite.judge.executor import ProgramLimits
from pytest_vlite.judge.rustc import Rustc
from pytest_vlite.leaderboard.write import json_text
from pytest_vlite.release import Problem, Release, has_cases, positive_cases
from pytest_vlite.sandbox import Sandbox
from pytest_vlite.selection.measurements import (
    Header,
    Measured,
    check_release,
    program_sha256,
    read_measurements,
)
from pytest_vlite.vocabulary import Status

# A reference is allowed this much whatever its description says: memory is not what is measured.
MEMORY_BYTES = 2**30
_UNKNOWN = "unknown"


@dataclass(frozen=True)
class Bench:
    """What measuring needs. `limit_s` is the CPU time at which a case is stopped."""

    rustc: Rustc
    sandbox: Sandbox
    limit_s: float
    scratch: Path


def machine_description(rustc: Rustc, sandbox: Sandbox) -> dict[str, str]:
    """What CPU times depend on, in words."""
    return {
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "cpu": _cpu_model(),
        "cores": str(os.cpu_count() or _UNKNOWN),
        "rustc": rustc.version,
        "sandbox": sandbox.name,
    }


def measure(problem: Problem, bench: Bench) -> Measured:
    """Compile and run one reference solution on all its positive cases.

    What goes wrong with the problem is in `failed`; only a broken machine raises.

    Raises:
        HarnessError: the compiler or the isolation does not work.
    """
    reference = "main.rs" if problem.has("main.rs") else "code.rs"
    digest = program_sha256(problem)

    def failed(why: str) -> Measured:
        return Measured(problem.id, digest, 0, 0.0, None, failed=" ".join(why.split())[:500])

    if not has_cases(problem):
        return failed("it has no test cases")
    try:
        program = build_program(problem, problem.artifact(reference))
        rules = rules_for(problem)
    except (InputError, HarnessError) as fault:
        return failed(f"no program can be built: {fault}")
    with tempfile.TemporaryDirectory(dir=bench.scratch, prefix="measure-") as folder:
        work_dir = Path(folder) / "build"
        work_dir.mkdir()
        compilation = bench.rustc.compile(program, work_dir, bench.sandbox)
        if compilation.executable is None:
            return failed(f"it does not compile: {compilation.detail}")
        try:
            outcome = run_cases(
                compilation.executable,
                program,
                positive_cases(problem),
                rules,
                limits=ProgramLimits(bench.limit_s, MEMORY_BYTES),
                sandbox=bench.sandbox,
                scratch=Path(folder),
                checker=problem.checker,
            )
        except InputError as fault:
            return failed(str(fault))
    stopped = outcome.status is Status.TIME_LIMIT
    if not stopped and outcome.status is not Status.PASSED:
        return failed(f"{outcome.status.value}: {outcome.detail}")
    case = outcome.slowest_case
    if stopped and outcome.case is not None:
        case = outcome.case.index
    return Measured(
        problem.id, digest, outcome.cases, round(outcome.max_cpu_s, 6), case, stopped=stopped
    )


def make_header(release: Release, rustc: Rustc, sandbox: Sandbox, limit_s: float) -> Header:
    """The first line of a file measured here."""
    return Header(
        release.problem_ids_sha256,
        len(release.problems),
        machine_description(rustc, sandbox),
        limit_s,
    )


def measure_all(
    problems: Sequence[Problem],
    bench: Bench,
    *,
    header: Header,
    path: Path,
    jobs: int,
    report: Callable[[Measured, int, int], None],
) -> None:
    """Measure the problems and append them to the file at `path`.

    Each line is written whole as soon as it is known. `report` is told each one measured, how many
    are done and of how many.

    Raises:
        InputError: the file cannot be written.
        HarnessError: the compiler or the isolation does not work.
    """
    with _opened(path, header) as file, ThreadPoolExecutor(jobs) as pool:
        waiting: set[Future[Measured]] = set()
        queue = iter(problems)
        count = 0
        try:
            while True:
                # Few wait at a time, so that an interrupt has little to give up.
                while len(waiting) < 2 * jobs and (problem := next(queue, None)) is not None:
                    waiting.add(pool.submit(measure, problem, bench))
                if not waiting:
                    return
                finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    measured = future.result()
                    _write(file, measured.to_json(), path)
                    count += 1
                    report(measured, count, len(problems))
        finally:
            for future in waiting:
                future.cancel()


def already_measured(path: Path, header: Header, release: Release) -> set[str]:
    """The ids that need no measuring: measured in this file, on this machine, without failing.

    Raises:
        InputError: the file is of another release, machine or limit, or broken.
    """
    if not path.exists() or path.stat().st_size == 0:
        return set()
    found = read_measurements(path)
    check_release(found, release)
    for name, stated, here in (
        ("machine", dict(found.header.machine), dict(header.machine)),
        ("limit", f"{found.header.limit_s:g} s", f"{header.limit_s:g} s"),
    ):
        if stated != here:
            raise InputError(
                f"{path}: measured with another {name}: {stated}, here {here}; give another -o"
            )
    return {entry.problem_id for entry in found.by_id.values() if entry.failed is None}


@contextmanager
def _opened(path: Path, header: Header) -> Iterator[BinaryIO]:
    """The file, open at its end: a torn last line removed, or the header written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+b") as file:
            file.seek(0)
            data = file.read()
            file.truncate(data.rfind(b"\n") + 1)
            if file.tell() == 0 or data.rfind(b"\n") < 0:
                _write(file, header.to_json(), path)
            yield file
    except OSError as fault:
        raise InputError(f"cannot write {path}: {fault.strerror or fault}") from None


def _write(file: BinaryIO, record: dict[str, object], path: Path) -> None:
    try:
        file.write((json_text(record) + "\n").encode("ascii"))
        file.flush()
    except OSError as fault:
        raise InputError(f"cannot write {path}: {fault.strerror or fault}") from None


def _cpu_model() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(errors="replace")
    except OSError:
        return platform.processor() or _UNKNOWN
    for line in text.splitlines():
        name, _, value = line.partition(":")
        if name.strip() in ("model name", "Hardware", "cpu model") and value.strip():
            return " ".join(value.split())
    return platform.processor() or _UNKNOWN
