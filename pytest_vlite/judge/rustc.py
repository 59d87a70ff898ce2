"""Finds rustc and compiles programs with it, in the sandbox and within limits.

A program that does not compile is the submitter's affair; a compiler or linker that is absent or
broken is not, and is told apart by compiling a program of our own first (`prepare`).
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import resources
from pathlib import Path

from pytest_vlite.errors import HarnessError, InputError
from pytest_vlite.judge.diagnostics import first_error
from pytest_vlite.judge.machine_faults import killed_from_outside, linker_was_killed
from pytest_vlite.judge.program import LIBRARY_NAME, SOURCE_NAME, Program
from pytest_vlite.sandbox import Sandbox, StoppedBy, ToolLimits, ToolRun
from pytest_vlite.sandbox.runners import SOURCE_MAIN, runner_source

_LIBRARY_SOURCE = "driver.rs"
_FURTHER_SOURCE = "library.rs"
_RUNNER = "runner"
OVERRIDE_VARIABLE = "VLITE_RUSTC"
_LINKERS = ("cc", "gcc", "clang")
_SYSTEM_DIRECTORIES = tuple(map(Path, ("/usr", "/bin", "/lib", "/lib64")))
_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
_PROBE_TIMEOUT_S = 60
# One code generation unit and no symbols: the quickest for programs of this size, and neither
# changes what a program does.
_FLAGS = (
    "--edition=2021",
    "-O",
    "-Coverflow-checks=off",
    "-Cdebug-assertions=off",
    "-Ccodegen-units=1",
    "-Cstrip=symbols",
    "-Awarnings",
    "--error-format=json",
)
COMPILE_LIMITS = ToolLimits(
    cpu_s=60.0,
    wall_s=180.0,
    memory_bytes=2 * 2**30,
    output_bytes=64 * 2**20,
    processes=64,
    address_space_bytes=None,
)


@dataclass(frozen=True)
class Compilation:
    """What became of one program.

    `executable` is None if it did not compile; `detail` is then rustc's first error and `line` its
    line in the answer. `log` is what rustc wrote, readable; `stopped_by` the limit that ended it.
    Times are seconds, memory bytes.
    """

    executable: Path | None
    detail: str = ""
    line: int | None = None
    log: str = ""
    cpu_s: float = 0.0
    duration_s: float = 0.0
    peak_memory_bytes: int = 0
    stopped_by: StoppedBy | None = None

    @property
    def ok(self) -> bool:
        return self.executable is not None


@dataclass(frozen=True)
class Library:
    """A crate of the harness that programs link with; `crate` is its name in their text."""

    crate: str
    source: str


@dataclass(frozen=True)
class Rustc:
    """A compiler: the real one inside its sysroot (a rustup proxy would cost time on each call).

    `read_only` is what it needs to see in a sandbox beyond the system's own directories.
    `library` (the folder of the support library) and `runner` (the sandbox's runner; None where
    this compiler cannot build it) are made by `prepare`.
    """

    path: Path
    version: str
    sysroot: Path
    linker: Path | None
    library: Path | None = None
    runner: Path | None = None

    @cached_property
    def read_only(self) -> tuple[Path, ...]:
        wanted = [self.sysroot]
        if self.linker is not None:
            wanted.append(self.linker.parent)
        if self.library is not None:
            wanted.append(self.library)
        inside = [d for d in wanted if not any(d.is_relative_to(s) for s in _SYSTEM_DIRECTORIES)]
        return (*(d for d in _SYSTEM_DIRECTORIES if d.exists()), *inside)

    def prepare(self, directory: Path, sandbox: Sandbox) -> Rustc:
        """This compiler with what it builds once under `directory`, and shown to work.

        Several processes may share the directory; what is there already is used.

        Raises:
            HarnessError: rustc or its linker does not work.
        """
        if self.linker is None:
            raise HarnessError(
                f"rustc {self.version} finds no linker: none of {', '.join(_LINKERS)} on PATH"
            )
        sources = {_LIBRARY_SOURCE: _library_source(), **runner_source()}
        place = self._built_once(
            "rust-support",
            sources,
            _library_file(LIBRARY_NAME),
            lambda building: self._build_support(sources, building, sandbox),
            directory,
        )
        runner = place / _RUNNER
        return replace(self, library=place, runner=runner if runner.is_file() else None)

    def build(self, library: Library, sandbox: Sandbox) -> Path:
        """The directory with a further library, built beside the support library on first use.

        Raises:
            HarnessError: it does not compile, or `prepare` was not called.
        """
        sources = {_FURTHER_SOURCE: library.source}

        def fill(building: Path) -> None:
            (building / _FURTHER_SOURCE).write_text(library.source, encoding="utf-8")
            kind = ["--crate-type=rlib", f"--crate-name={library.crate}", _FURTHER_SOURCE]
            self._build(kind, building, sandbox)

        file = _library_file(library.crate)
        return self._built_once(library.crate, sources, file, fill, self._prepared().parent)

    def _prepared(self) -> Path:
        if self.library is None:
            raise HarnessError("the support library is not built: call Rustc.prepare first")
        return self.library

    def _built_once(
        self,
        name: str,
        sources: Mapping[str, str],
        product: str,
        fill: Callable[[Path], None],
        directory: Path,
    ) -> Path:
        """A folder in `directory`, named for what it is made of, that `fill` has filled once."""
        digest = hashlib.sha256(f"{self.version}\0{' '.join(_FLAGS)}\0{sources}".encode())
        place = directory / f"{name}-{digest.hexdigest()[:16]}"
        if not (place / product).is_file():
            directory.mkdir(parents=True, exist_ok=True)
            building = Path(tempfile.mkdtemp(dir=directory, prefix="building-"))
            try:
                fill(building)
                # A sandbox may run as another user.
                building.chmod(0o755)
                # Fails where another process was first, which is as good.
                with contextlib.suppress(OSError):
                    building.rename(place)
            finally:
                shutil.rmtree(building, ignore_errors=True)
        return place

    def _build_support(self, sources: Mapping[str, str], directory: Path, sandbox: Sandbox) -> None:
        for name, source in sources.items():
            (directory / name).write_text(source, encoding="utf-8")
        (directory / SOURCE_NAME).write_text("fn main() {}\n", encoding="utf-8")
        library = ["--crate-type=rlib", f"--crate-name={LIBRARY_NAME}", _LIBRARY_SOURCE]
        program = ["--crate-type=bin", "--crate-name=answer", SOURCE_NAME]
        runner = ["--crate-type=bin", f"--crate-name={_RUNNER}", "-Cpanic=abort", SOURCE_MAIN]
        self._build(library, directory, sandbox)
        # Tells by itself whether programs can be linked. Where it cannot be built (an older rustc,
        # another kind of machine), the runner has another form.
        try:
            self._build(runner, directory, sandbox)
        except HarnessError:
            (directory / _RUNNER).unlink(missing_ok=True)
            self._build(program, directory, sandbox)
            (directory / "answer").unlink(missing_ok=True)
        for name in (*sources, SOURCE_NAME):
            (directory / name).unlink()

    def _build(self, arguments: list[str], directory: Path, sandbox: Sandbox) -> None:
        run = self._run([*self._command(), *arguments], directory, sandbox)
        if run.exit_code != 0:
            raise HarnessError(f"rustc {self.version} does not work here: {_tail(run)}")

    def compile(
        self,
        program: Program,
        work_dir: Path,
        sandbox: Sandbox,
        *,
        extra: Sequence[str] = (),
        libraries: Sequence[Library] = (),
    ) -> Compilation:
        """Compile a program in `work_dir`, which must be empty and only this call's.

        `extra` are further flags and `libraries` further crates, for programs of our own.

        Raises:
            HarnessError: rustc could not be run, or was killed by none of its limits.
        """
        source = work_dir / SOURCE_NAME
        source.write_bytes(program.source.encode("utf-8", "surrogatepass"))
        command = [*self._command(), "--crate-type=bin", "--crate-name=answer", "-o", "answer"]
        command += extra
        places = {library.crate: self.build(library, sandbox) for library in libraries}
        if program.needs_library:
            places[LIBRARY_NAME] = self._prepared()
        for crate, place in places.items():
            command += ["--extern", f"{crate}={place / _library_file(crate)}"]
        command.append(SOURCE_NAME)
        run = self._run(command, work_dir, sandbox, tuple(places.values()))
        if run.exit_code != 0 and linker_was_killed(run):
            run = self._run(command, work_dir, sandbox, tuple(places.values()))
        return self._compilation(run, program, work_dir / "answer")

    def _command(self) -> list[str | Path]:
        return [self.path, *_FLAGS, f"-Clinker={self.linker}"]

    def _run(
        self,
        command: list[str | Path],
        work_dir: Path,
        sandbox: Sandbox,
        libraries: tuple[Path, ...] = (),
    ) -> ToolRun:
        return sandbox.run_tool(
            command,
            work_dir=work_dir,
            read_only=tuple(dict.fromkeys((*self.read_only, *libraries))),
            limits=COMPILE_LIMITS,
            environment=_ENVIRONMENT,
        )

    def _compilation(self, run: ToolRun, program: Program, executable: Path) -> Compilation:
        error = first_error(run.stderr, program)
        result = Compilation(
            None,
            log=error.log,
            line=error.line,
            cpu_s=run.cpu_s,
            duration_s=run.duration_s,
            peak_memory_bytes=run.peak_memory_bytes,
            stopped_by=run.stopped_by,
        )
        if run.stopped_by is not None:
            kind = {"cpu": "CPU time", "wall": "time", "memory": "memory", "output": "output"}
            return replace(result, detail=f"compiler limit: {kind[run.stopped_by]}", line=None)
        if run.exit_code == 0:
            if not executable.is_file() or executable.is_symlink():
                raise HarnessError(f"rustc {self.version} succeeded but wrote no executable")
            return replace(result, executable=executable, line=None)
        if run.signal is not None:
            if killed_from_outside(run):
                raise HarnessError("rustc was killed from outside (out of memory?)")
            return replace(result, detail=f"the compiler crashed (signal {run.signal})", line=None)
        if error.is_missing_linker:
            raise HarnessError(f"rustc {self.version}: {error.message}")
        if not error.message:
            return replace(result, detail=f"rustc ended with exit code {run.exit_code}", line=None)
        return replace(result, detail=error.message)


def find_rustc(environment: Mapping[str, str] = os.environ) -> Rustc | None:
    """The compiler to use: `$VLITE_RUSTC`, else the one on PATH; None if there is none.

    Raises:
        InputError: `VLITE_RUSTC` names no working compiler.
    """
    override = environment.get(OVERRIDE_VARIABLE)
    found = override or shutil.which("rustc", path=environment.get("PATH"))
    if not found:
        return None
    try:
        sysroot = Path(_ask([found, "--print", "sysroot"]))
        real = sysroot / "bin" / "rustc"
        if not real.is_file():
            real = Path(found).absolute()
        version = _ask([real, "--version"]).removeprefix("rustc ")
    except (OSError, subprocess.SubprocessError, ValueError) as fault:
        if override:
            raise InputError(
                f"{OVERRIDE_VARIABLE}={override}: not a working rustc ({fault})"
            ) from None
        return None
    return Rustc(real, version, sysroot, _find_linker(environment))


def _ask(command: list[str | Path]) -> str:
    run = subprocess.run(
        command, capture_output=True, timeout=_PROBE_TIMEOUT_S, check=True, stdin=subprocess.DEVNULL
    )
    text = run.stdout.decode().strip()
    if not text:
        raise ValueError("it prints nothing")
    return text


def _find_linker(environment: Mapping[str, str]) -> Path | None:
    for name in _LINKERS:
        found = shutil.which(name, path=environment.get("PATH"))
        if found:
            # The name itself may lead through /etc/alternatives, which a sandbox does not show.
            return Path(found).resolve()
    return None


def _library_source() -> str:
    runtime = resources.files("pytest_vlite.judge") / "runtime"
    return (runtime / _LIBRARY_SOURCE).read_text("utf-8")


def _library_file(crate: str) -> str:
    return f"lib{crate}.rlib"


def _tail(run: ToolRun) -> str:
    text = run.stderr.decode("utf-8", "backslashreplace").strip()
    return text[-400:] or f"exit code {run.exit_code}, signal {run.signal}"
