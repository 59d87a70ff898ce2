"""`vlite doctor`: what is installed, what will be unavailable and how to get it.

Exit 0: everything a full evaluation needs is there, 1: something is missing or weaker.
"""

from __future__ import annotations

import argparse
import platform
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_vlite import __version__
from pytest_vlite.commands import arguments, output
from pytest_vlite.errors import HarnessError, InputError

if TYPE_CHECKING:
    from pytest_vlite.judge.rustc import Rustc
    from pytest_vlite.sandbox import Sandbox

HELP = "what is installed, what will be unavailable and how to get it"


@dataclass(frozen=True)
class Finding:
    """One line of the doctor's report; `ok` False: `detail` says what to do."""

    name: str
    ok: bool
    detail: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_release(parser)
    parser.add_argument("--verus", metavar="PATH", help="the verifier")
    parser.add_argument("--sandbox", choices=("auto", "bwrap", "rlimits"), default="auto")


def run(options: argparse.Namespace) -> int:
    findings = [
        Finding("pytest-vlite", True, __version__),
        Finding("python", True, platform.python_version()),
        *_tools(options.sandbox),
        *_release(options),
    ]
    width = max(len(finding.name) for finding in findings)
    text = "\n".join(
        f"{'ok     ' if finding.ok else 'MISSING'}  {finding.name:<{width}}  {finding.detail}"
        for finding in findings
    )
    output.emit(options, [asdict(finding) for finding in findings], text)
    return 0 if all(finding.ok for finding in findings) else 1


def _tools(sandbox_name: str) -> list[Finding]:
    """The compiler, and the isolation as runs have it: with a runner made by that compiler."""
    from pytest_vlite.judge.rustc import find_rustc
    from pytest_vlite.sandbox import choose_sandbox, with_compiled_runner

    rustc = find_rustc()
    try:
        sandbox = choose_sandbox(sandbox_name)
    except InputError as fault:
        return [Finding("sandbox", False, str(fault)), _found(rustc)]
    if rustc is None:
        return [*_sandbox(sandbox), _found(rustc)]
    with tempfile.TemporaryDirectory(prefix="vlite-") as scratch:
        try:
            runner = rustc.prepare(Path(scratch), sandbox).runner
        except HarnessError as fault:
            return [*_sandbox(sandbox), Finding("rustc", False, str(fault))]
        if runner is not None:
            sandbox = with_compiled_runner(sandbox, runner)
        return [*_sandbox(sandbox), _found(rustc)]


def _found(rustc: Rustc | None) -> Finding:
    if rustc is None:
        return Finding("rustc", False, "not found: install Rust from https://rustup.rs")
    return Finding("rustc", True, rustc.version)


def _sandbox(sandbox: Sandbox) -> list[Finding]:
    from pytest_vlite.sandbox.self_check import self_check

    findings = [Finding("sandbox", not sandbox.weaker, f"{sandbox.name}: {sandbox.description}")]
    findings += [
        Finding(f"sandbox: {check.name}", check.ok, check.detail) for check in self_check(sandbox)
    ]
    return findings


def _release(options: argparse.Namespace) -> list[Finding]:
    from pytest_vlite.judge.toolbox import find_verifier_for
    from pytest_vlite.judge.verifier import Unavailable
    from pytest_vlite.release import has_cases, load_release
    from pytest_vlite.sandbox import choose_sandbox

    try:
        release = load_release(arguments.release_root(options))
    except InputError as fault:
        return [Finding("release", False, str(fault))]
    with_tests = sum(map(has_cases, release.problems))
    findings = [
        Finding(
            "release",
            True,
            f"{release.id}: {len(release.problems)} problems at {release.root}",
        ),
        Finding(
            "test cases",
            with_tests > 0,
            f"{with_tests} problems have test cases"
            if with_tests
            else "none in the release: give --vlite-tests=DIR, or --vlite-tests=examples",
        ),
    ]
    verifier = find_verifier_for(release, options.verus, choose_sandbox(options.sandbox))
    if isinstance(verifier, Unavailable):
        findings.append(Finding("verus", False, verifier.reason))
    else:
        findings.append(Finding("verus", True, verifier.describe()))
    findings += [Finding("note", True, str(note)) for note in release.notes]
    return findings
