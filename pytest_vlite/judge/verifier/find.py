"""Finds the verifier and asks it who it is."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_vlite.errors import HarnessError, InputError
from pytest_vlite.judge.verifier.command import release_flags
from pytest_vlite.judge.verifier.diagnostics import one_line
from pytest_vlite.judge.verifier.document import DocumentError, VerifierBuild, read_build
from pytest_vlite.judge.verifier.installation import Installation, installations, is_program
from pytest_vlite.release import VerifierPin
from pytest_vlite.sandbox import Sandbox, ToolLimits, ToolRun

RELEASES_URL = "https://github.com/verus-lang/verus/releases"

_IDENTIFY_LIMITS = ToolLimits(
    cpu_s=30, wall_s=60, memory_bytes=2 * 2**30, output_bytes=2**20, processes=64
)


@dataclass(frozen=True, slots=True)
class Verifier:
    """A verifier that answered, and how it is started.

    `origin` says where it was named. `comparable` is whether it is the build that the release
    pins; `reason` says why not. `flags` are those the release adds to the fixed command line.
    `notes` are things a person should know (a bundled verifier that did not work).
    """

    installation: Installation
    build: VerifierBuild
    origin: str
    comparable: bool
    reason: str
    flags: tuple[str, ...]
    z3_version: str | None = None
    notes: tuple[str, ...] = ()

    def tool_versions(self) -> Mapping[str, str]:
        """What a verdict record says of the tool."""
        versions = {
            "verus": self.build.version,
            "verus_commit": self.build.commit,
            "verus_toolchain": self.build.toolchain,
        }
        if self.z3_version is not None:
            versions["z3"] = self.z3_version
        return versions

    def describe(self) -> str:
        """One line for a person."""
        z3 = f", Z3 {self.z3_version}" if self.z3_version else ""
        line = (
            f"Verus {self.build.version} (Rust {self.build.toolchain}{z3}) at "
            f"{self.installation.program}, from {self.origin}"
        )
        return line if self.comparable else f"{line}; not comparable: {self.reason}"


@dataclass(frozen=True, slots=True)
class Unavailable:
    """No verifier; `reason` is one line that says how to get one."""

    reason: str


def find_verifier(
    option_path: Path | None,
    release_root: Path | None,
    environment: Mapping[str, str],
    *,
    sandbox: Sandbox,
    pin: VerifierPin | None = None,
    scratch: Path | None = None,
) -> Verifier | Unavailable:
    """The first verifier that answers: the option's, `$VLITE_VERUS`, the release's, PATH's.

    `environment` is the user's (`os.environ`); the verifier itself never sees it. It is asked in a
    folder below `scratch` (default: where temporary files go).

    Raises:
        InputError: a verifier that was named (option or `$VLITE_VERUS`) does not work, or the
            release's flags cannot be used.
    """
    _flags(pin)  # refuse flags that cannot be used before anything is started
    ask = _Asking(sandbox, scratch)
    named = [("--vlite-verus", option_path)] if option_path is not None else []
    if not named and environment.get("VLITE_VERUS"):
        named = [("$VLITE_VERUS", Path(environment["VLITE_VERUS"]))]
    for origin, path in named:
        answer = _identify(path.expanduser().absolute(), environment, ask)
        if isinstance(answer, str):
            raise InputError(f"{origin}={path}: {answer}; Verus releases: {RELEASES_URL}")
        return _verifier(answer, origin=origin, pin=pin, notes=(), ask=ask)

    found = [("the release", release_root / "verus" / "verus")] if release_root is not None else []
    if program := shutil.which("verus", path=environment.get("PATH", "")):
        found.append(("PATH", Path(program)))
    notes: list[str] = []
    for origin, path in found:
        if not is_program(path):
            continue
        answer = _identify(path.absolute(), environment, ask)
        if not isinstance(answer, str):
            return _verifier(answer, origin=origin, pin=pin, notes=tuple(notes), ask=ask)
        notes.append(f"the verifier of {origin} ({path}) was passed over: {answer}")
    wanted = f"Verus {pin.version}" if pin is not None else "Verus"
    reason = (
        f"no verifier found: get {wanted} from {RELEASES_URL} and name its folder with "
        "--vlite-verus or VLITE_VERUS"
    )
    return Unavailable("; ".join([reason, *notes]))


def _identify(
    path: Path, environment: Mapping[str, str], ask: _Asking
) -> tuple[Installation, VerifierBuild] | str:
    """The first way of starting it that names a build, else why none does."""
    why = "no such file or folder" if not path.exists() else "not an executable program"
    for installation in installations(path, environment):
        run = ask(installation, (installation.program, "--version", "--output-json"))
        if isinstance(run, str):
            why = run
            continue
        if run.exit_code == 0 and run.stopped_by is None and not run.truncated:
            try:
                return installation, read_build(run.stdout)
            except DocumentError as fault:
                why = f"it does not identify itself as Verus: {fault}"
        else:
            words = one_line(run.stderr.decode("utf-8", errors="replace"), 200)
            how = run.stopped_by or (
                f"signal {run.signal}" if run.signal is not None else f"exit code {run.exit_code}"
            )
            why = f"asked for its version, it ended with {how}" + (f": {words}" if words else "")
    return why


@dataclass(frozen=True, slots=True)
class _Asking:
    """Runs short commands of an installation in the sandbox."""

    sandbox: Sandbox
    scratch: Path | None

    def __call__(self, installation: Installation, command: Sequence[str | Path]) -> ToolRun | str:
        """The run, or why there was none."""
        with tempfile.TemporaryDirectory(prefix="vlite-verus-", dir=self.scratch) as work_dir:
            try:
                return self.sandbox.run_tool(
                    command,
                    work_dir=Path(work_dir),
                    read_only=installation.read_only,
                    limits=_IDENTIFY_LIMITS,
                    environment=installation.environment,
                )
            except HarnessError as fault:
                return one_line(str(fault))


def _verifier(
    answer: tuple[Installation, VerifierBuild],
    *,
    origin: str,
    pin: VerifierPin | None,
    notes: tuple[str, ...],
    ask: _Asking,
) -> Verifier:
    installation, build = answer
    comparable, reason = compare_with_pin(build, pin)
    return Verifier(
        installation,
        build,
        origin,
        comparable,
        reason,
        _flags(pin),
        _z3_version(installation, ask),
        notes,
    )


def _flags(pin: VerifierPin | None) -> tuple[str, ...]:
    return release_flags(pin.flags if pin is not None else ())


def compare_with_pin(build: VerifierBuild, pin: VerifierPin | None) -> tuple[bool, str]:
    """Whether a build is the pinned one, and else why results do not compare."""
    if pin is None:
        return False, "the release does not pin a verifier"
    if pin.version in (build.version, build.commit):
        return True, ""
    return False, f"the release pins Verus {pin.version}, this is {build.version}"


def _z3_version(installation: Installation, ask: _Asking) -> str | None:
    """The solver's version where the solver lies beside the verifier (`Z3 version 4.12.5 - ..`)."""
    if installation.z3 is None:
        return None
    run = ask(installation, (installation.z3, "--version"))
    if isinstance(run, str) or run.exit_code != 0:
        return None
    words = run.stdout.decode("utf-8", errors="replace").split()
    return one_line(words[2], 40) if words[:2] == ["Z3", "version"] and len(words) > 2 else None
