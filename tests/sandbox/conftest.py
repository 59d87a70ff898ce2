"""Both backends, and hostile programs compiled once."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from pytest_vlite.errors import InputError
from pytest_vlite.judge.rustc import find_rustc
from pytest_vlite.sandbox import CaseLimits, CaseRun, Sandbox, ToolLimits, ToolRun, choose_sandbox
from pytest_vlite.sandbox.backend import RunnerSandbox
from pytest_vlite.sandbox.places import interpreter, interpreter_folders
from pytest_vlite.sandbox.runners import compiled
from tests.sandbox.hostile import PROGRAM

TOOL_LIMITS = ToolLimits(cpu_s=10, wall_s=30, memory_bytes=2**29, output_bytes=2**20, processes=32)
CASE_LIMITS = CaseLimits(
    cpu_s=2, wall_s=10, memory_bytes=256 * 2**20, output_bytes=2**20, processes=16
)


def backend(name: str) -> Sandbox:
    try:
        return choose_sandbox(name)
    except InputError as fault:
        pytest.skip(str(fault))


@pytest.fixture(scope="session")
def compiled_runner(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rustc = find_rustc()
    if rustc is None:
        pytest.skip("no rustc on this machine")
    runner = rustc.prepare(tmp_path_factory.mktemp("runner"), choose_sandbox()).runner
    assert runner is not None
    return runner


def with_runner(name: str, form: str, request: pytest.FixtureRequest) -> Sandbox:
    """A backend with one of the runner's two forms."""
    chosen = backend(name)
    if form == "interpreted":
        return chosen
    assert isinstance(chosen, RunnerSandbox)
    return chosen.with_runner(compiled(request.getfixturevalue("compiled_runner")))


FORMS = ["interpreted", "compiled"]


@pytest.fixture(params=FORMS)
def bwrap(request: pytest.FixtureRequest) -> Sandbox:
    return with_runner("bwrap", request.param, request)


@pytest.fixture(
    params=[(name, form) for name in ("bwrap", "rlimits") for form in FORMS], ids="-".join
)
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    return with_runner(*request.param, request)


Tool = Callable[..., ToolRun]


@pytest.fixture
def tool(tmp_path: Path) -> Tool:
    """Runs a Python script as a tool; keywords are limits, or arguments of `run_tool`."""

    def run(sandbox: Sandbox, script: str, **options: Any) -> ToolRun:
        arguments = {
            name: options.pop(name) for name in ("stdin", "environment") if name in options
        }
        read_only = [*interpreter_folders(), *options.pop("read_only", [])]
        work_dir = options.pop("work_dir", None) or Path(tempfile.mkdtemp(dir=tmp_path))
        return sandbox.run_tool(
            [interpreter(), "-I", "-S", "-B", "-c", script],
            work_dir=work_dir,
            read_only=read_only,
            limits=replace(TOOL_LIMITS, **options),
            **arguments,
        )

    return run


@dataclass(frozen=True)
class Case:
    """How a case ended and what it wrote."""

    run: CaseRun
    stdout: str


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rustc = find_rustc()
    if rustc is None:
        pytest.skip("no rustc on this machine")
    folder = tmp_path_factory.mktemp("hostile")
    source = folder / "hostile.rs"
    source.write_text(PROGRAM)
    compiled = folder / "hostile"
    command = ["rustc", "--edition=2021", "-Copt-level=1", "-o", str(compiled), str(source)]
    subprocess.run(command, check=True)
    for path in (folder, folder.parent):
        path.chmod(0o755)
    return compiled


Cases = Callable[..., Any]


@pytest.fixture
def cases(program: Path, tmp_path: Path) -> Cases:
    """Opens a runner of the hostile program; what it gives runs one case, its order as words."""

    @contextmanager
    def opened(sandbox: Sandbox, **limits: Any) -> Iterator[Callable[..., Case]]:
        stdin = tmp_path / "stdin"
        with sandbox.open_runner(program, replace(CASE_LIMITS, **limits)) as runner:

            def run(*words: object) -> Case:
                stdin.write_text("\n".join(map(str, words)))
                with tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
                    done = runner.run(stdin, stdout, stderr)
                    stdout.seek(0)
                    return Case(done, stdout.read(65536).decode().strip())

            yield run

    return opened
