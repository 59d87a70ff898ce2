"""A real compiler in a real sandbox, and short ways to judge an answer with them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pytest_vlite.judge.case_rules import CaseRules, FunctionRules, ProgramRules
from pytest_vlite.judge.cases import TestOutcome, run_cases
from pytest_vlite.judge.driver import build_function_program, build_stdin_program
from pytest_vlite.judge.executor import ProgramLimits
from pytest_vlite.judge.program import Program
from pytest_vlite.judge.rustc import Compilation, Rustc, find_rustc
from pytest_vlite.release import TestCase
from pytest_vlite.release.target import Target, read_target
from pytest_vlite.sandbox import Sandbox, choose_sandbox, with_compiled_runner

LIMITS = ProgramLimits(cpu_s=1.0, memory_bytes=256 * 2**20)


@dataclass(frozen=True)
class Bench:
    """Compiles and runs answers."""

    rustc: Rustc
    sandbox: Sandbox
    scratch: Path

    def work_dir(self) -> Path:
        return Path(tempfile.mkdtemp(dir=self.scratch))

    def compile(self, program: Program) -> Compilation:
        return self.rustc.compile(program, self.work_dir(), self.sandbox)

    def run(
        self,
        program: Program,
        rules: CaseRules,
        pairs: Iterable[tuple[Any, Any]],
        checker: Path | None = None,
        limits: ProgramLimits = LIMITS,
    ) -> TestOutcome:
        compilation = self.compile(program)
        assert compilation.executable is not None, compilation.detail
        return run_cases(
            compilation.executable,
            program,
            (TestCase(i, given, wanted) for i, (given, wanted) in enumerate(pairs)),
            rules,
            limits=limits,
            sandbox=self.sandbox,
            scratch=self.scratch,
            checker=checker,
        )

    def judge_function(
        self, target: Target, code: str, pairs: Sequence[tuple[Any, Any]], **options: Any
    ) -> TestOutcome:
        return self.run(
            build_function_program(code, target), FunctionRules(target), pairs, **options
        )

    def judge_program(
        self, code: str, pairs: Sequence[tuple[str, str]], starter: str = "", **options: Any
    ) -> TestOutcome:
        program = build_stdin_program(code, starter, "solve")
        return self.run(program, ProgramRules(), pairs, **options)


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    rustc = find_rustc()
    if rustc is None:
        pytest.skip("no rustc on this machine")
    scratch = tmp_path_factory.mktemp("judge")
    sandbox = choose_sandbox("auto")
    rustc = rustc.prepare(scratch / "support", sandbox)
    if rustc.runner is not None:
        sandbox = with_compiled_runner(sandbox, rustc.runner)
    return Bench(rustc, sandbox, scratch)


def function(header: str, code: str | None = None) -> Target:
    """The target of a starter code with this function; `code` is the reference's text."""
    starter = f"impl Solution {{ pub {header} {{ }} }}"
    return read_target(starter, code or starter.replace("{ }", "{ todo!() }"), "")
