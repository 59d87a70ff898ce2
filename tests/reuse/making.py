"""Attempts and workbenches for the tests of bases and caches: nothing is compiled or run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pytest_vlite.judge.attempt import Attempt, Limits, Workbench
from pytest_vlite.judge.rustc import Rustc
from pytest_vlite.judge.verifier import Unavailable
from pytest_vlite.release import Release, load_release
from pytest_vlite.sandbox.rlimits import RlimitsSandbox
from pytest_vlite.submission import Answer
from pytest_vlite.vocabulary import Setting
from tests import tiny

RUSTC = Rustc(Path("/usr/bin/rustc"), "1.99.0 (abc 2030-01-01)", Path("/usr"), Path("/usr/bin/cc"))


def bench(scratch: Path, **changes: object) -> Workbench:
    made = Workbench(
        sandbox=RlimitsSandbox(),
        rustc=RUSTC,
        verifier=Unavailable("none"),
        limits=Limits(),
        examples_as_tests=False,
        scratch=scratch,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def attempt(
    release: Release,
    text: str | None = tiny.DOUBLE_CODE,
    *,
    setting: Setting = Setting.CODEGEN_NL,
    raw: bool = False,
    problem: str = tiny.DOUBLE,
) -> Attempt:
    status = "missing" if text is None else "ok"
    answer = Answer(status, text, raw=raw)  # type: ignore[arg-type]
    return Attempt("tiny", release.problem(problem), setting, 0, answer)


def release(root: Path) -> Release:
    return load_release(tiny.make_release(root))
