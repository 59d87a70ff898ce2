"""The basis of a verdict: one checksum over everything that the verdict follows from.

Two attempts with the same basis get the same verdict, as far as a verdict does not depend on time.
In it go the answer as it was given, the setting, the problem's files, the test cases and the
checker that the setting's stages read, the tools, the limits, the kind of isolation, and the
harness itself.

The harness is told by the source of everything that judges, not by a version number: whoever
changes a rule need not remember to raise one, and no old verdict outlives the rule it was made by.
The price is that a changed comment makes everything be judged again.
"""

from __future__ import annotations

import functools
import hashlib
import json
import platform
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest_vlite
from pytest_vlite.judge.attempt import Attempt, Workbench
from pytest_vlite.judge.pipeline import cases_read
from pytest_vlite.judge.verifier import Unavailable, Verifier
from pytest_vlite.release.cases import NEGATIVE_FILE, POSITIVE_FILE
from pytest_vlite.release.problem import Problem
from pytest_vlite.reuse.digests import FileDigests
from pytest_vlite.vocabulary import Setting

# What judging is made of, below the package; `run`, `scoring` and the like decide nothing.
_JUDGING = (
    "judge",
    "sandbox",
    "verus",
    "release",
    "submission",
    "errors.py",
    "printable.py",
    "vocabulary.py",
)


class Bases:
    """The bases of attempts that are judged on one workbench."""

    def __init__(self, bench: Workbench, digests: FileDigests) -> None:
        """Raises `InputError` where the verifier's program cannot be read."""
        self._digests = digests
        self._examples = bench.examples_as_tests
        self._common = {
            "harness": judging_sha256(),
            # Checkers are Python programs.
            "python": platform.python_version(),
            "sandbox": bench.sandbox.name,
            "rustc": None if bench.rustc is None else bench.rustc.version,
            "verifier": self._verifier(bench.verifier),
            "limits": asdict(bench.limits),
            "examples": bench.examples_as_tests,
        }

    def of(self, attempt: Attempt) -> str:
        """The basis of an attempt, as hex.

        Raises:
            InputError: a file of the problem or of its test cases cannot be read.
        """
        answer = attempt.answer
        text = (
            None if answer.text is None else _sha256(answer.text.encode("utf-8", "surrogatepass"))
        )
        return checksum(
            self._common
            | {
                "setting": attempt.setting.value,
                "answer": [answer.status, text, answer.raw, "" if text else answer.detail],
                "problem": self._problem(attempt.problem),
                "cases": self._cases(attempt.problem, attempt.setting),
            }
        )

    def _problem(self, problem: Problem) -> dict[str, Any]:
        files = {name: self._digests.of(problem.directory / name) for name in sorted(problem.files)}
        return {"id": problem.id, "source": problem.source, "files": files}

    def _cases(self, problem: Problem, setting: Setting) -> dict[str, str | None]:
        positive, negative = cases_read(setting)
        if not positive and not negative:
            return {}
        checker = problem.checker
        read = {"checker": None if checker is None else self._digests.of(checker)}
        if self._examples:
            return read
        wanted = ((POSITIVE_FILE, positive), (NEGATIVE_FILE, negative))
        return read | {
            name: self._digests.of(problem.tests_directory / name)
            for name, is_read in wanted
            if is_read
        }

    def _verifier(self, verifier: Verifier | Unavailable) -> dict[str, Any] | None:
        if isinstance(verifier, Unavailable):
            return None
        installation = verifier.installation
        # Builds from a changed source tree carry the version of the unchanged one.
        programs = [path for path in (installation.program, installation.z3) if path is not None]
        return {
            "build": asdict(verifier.build),
            "z3": verifier.z3_version,
            "flags": list(verifier.flags),
            "programs": [self._digests.of(path) for path in programs],
        }


@functools.cache
def judging_sha256() -> str:
    """The checksum of the source that judges, data files included; stands for its version."""
    package = Path(pytest_vlite.__file__).parent
    found: dict[str, str] = {}
    for name in _JUDGING:
        place = package / name
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.is_file() and "__pycache__" not in path.parts:
                found[path.relative_to(package).as_posix()] = _sha256(path.read_bytes())
    return checksum(found)


def checksum(value: Any) -> str:
    """SHA-256 of a value of JSON types, as hex; the order of keys does not matter."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return _sha256(text.encode("ascii"))


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
