"""`vlite doctor`: what is installed, what will be unavailable and how to get it.

Exit 0: everything a full evaluation needs is there, 1: something is missing or weaker.
"""

from __future__ import annotations

import argparse
import platform
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from pytest_vlite import __version__
from pytest_vlite.commands import arguments, output
from pytest_vlite.errors import HarnessError, InputError

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
        *_sandbox(options.sandbox),
        *_rustc(options.sandbox),
        *_release(options),
    ]
    width = max(len(finding.name) for finding in findings)
    text = "\n".join(
        f"{'ok     ' if finding.ok else 'MISSING'}  {finding.name:<{width}}  {finding.detail}"
        for finding in findings
    )
    output.emit(options, [asdict(finding) for finding in findings], text)
    return 0 if all(finding.ok for finding in findings) else 1


def _sandbox(name: str) -> list[Finding]:
    from pytest_vlite.sandbox import choose_sandbox
    from pytest_vlite.sandbox.self_check import self_check

    try:
        sandbox = choose_sandbox(name)
    except InputError as fault:
        return [Finding("sandbox", False, str(fault))]
    findings = [Finding("sandbox", not sandbox.weaker, f"{sandbox.name}: {sandbox.description}")]
    findings += [
        Finding(f"sandbox: {check.name}", check.ok, check.detail) for check in self_check(sandbox)
    ]
    return findings


def _rustc(sandbox_name: str) -> list[Finding]:
    from pytest_vlite.judge.rustc import find_rustc
    from pytest_vlite.sandbox import choose_sandbox

    rustc = find_rustc()
    if rustc is None:
        return [Finding("rustc", False, "not found: install Rust from https://rustup.rs")]
    with tempfile.TemporaryDirectory(prefix="vlite-") as scratch:
        try:
            rustc.prepare(Path(scratch), choose_sandbox(sandbox_name))
        except HarnessError as fault:
            return [Finding("rustc", False, str(fault))]
    return [Finding("rustc", True, rustc.version)]


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
