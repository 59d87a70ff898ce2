"""Documents, runs and stand-in verifiers for the tests of the adapter.

A stand-in is a small shell script that answers `--version` and then prints what it was told to and
ends as it was told to. It refuses any command line but the harness's own, so that a recorded answer
cannot be had for other options than the recording was made with.
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

from pytest_vlite.judge.verifier import Expectations, VerifierBuild, method_key
from pytest_vlite.judge.verifier.command import release_flags, verifier_arguments
from pytest_vlite.sandbox import StoppedBy, ToolRun

BUILD = VerifierBuild(
    "0.2030.01.02.abc1234", "abc1234def", "1.99.0-x86_64-unknown-linux-gnu", "release", "linux_x86"
)
TARGET = method_key("abs")


def verus_words(build: VerifierBuild = BUILD) -> dict[str, Any]:
    return {
        "profile": "release",
        "version": build.version,
        "platform": {"os": "linux", "arch": "x86_64"},
        "toolchain": build.toolchain,
        "commit": build.commit,
    }


def result(**changes: Any) -> dict[str, Any]:
    """A document of a full proof, with changes to its results; None removes a field."""
    results: dict[str, Any] = {
        "encountered-error": False,
        "encountered-vir-error": False,
        "success": True,
        "verified": 3,
        "errors": 0,
        "is-verifying-entire-crate": True,
    }
    for key, value in changes.items():
        name = key.replace("_", "-")
        if value is None:
            results.pop(name)
        else:
            results[name] = value
    details = {TARGET: {"obligation_proof_notes": [], "failed_proof_notes": []}}
    return {"func-details": details, "verification-results": results, "verus": verus_words()}


def failure(**changes: Any) -> dict[str, Any]:
    """A document of a run that found something wrong."""
    return result(**{"encountered_error": True, "success": False, "errors": 1, **changes})


def front_end_failure() -> dict[str, Any]:
    """A document of a run stopped by Verus's front end: it has no counts."""
    return failure(
        encountered_vir_error=True, verified=None, errors=None, is_verifying_entire_crate=None
    )


def tool_run(
    stdout: bytes | str | dict[str, Any],
    exit_code: int | None = 0,
    stderr: bytes | str = b"",
    *,
    signal: int | None = None,
    stopped_by: StoppedBy | None = None,
    truncated: bool = False,
) -> ToolRun:
    """A finished run as a sandbox would report it."""
    if isinstance(stdout, dict):
        stdout = json.dumps(stdout, indent=2)
    return ToolRun(
        exit_code=exit_code,
        signal=signal,
        stdout=stdout.encode() if isinstance(stdout, str) else stdout,
        stderr=stderr.encode() if isinstance(stderr, str) else stderr,
        cpu_s=1.0,
        duration_s=1.0,
        peak_memory_bytes=2**20,
        stopped_by=stopped_by,
        truncated=truncated,
    )


def expectations(**changes: Any) -> Expectations:
    return Expectations(**{"build": BUILD, "functions": frozenset({TARGET}), **changes})


def stand_in(
    folder: Path,
    *,
    stdout: bytes | str | dict[str, Any] = b"",
    stderr: bytes | str = b"",
    ending: str = "exit 0",
    build: VerifierBuild = BUILD,
    name: str = "verus",
    type_check_only: bool = False,
) -> Path:
    """Write a stand-in verifier into a folder; returns the program.

    `ending` is shell code that runs after both outputs are printed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if isinstance(stdout, dict):
        stdout = json.dumps(stdout)
    for file, text in (("stdout", stdout), ("stderr", stderr)):
        (folder / file).write_bytes(text.encode() if isinstance(text, str) else text)
    (folder / "version").write_text(json.dumps({"verus": verus_words(build)}))
    arguments = " ".join(verifier_arguments(release_flags(()), type_check_only=type_check_only))
    program = folder / name
    program.write_text(
        f"""#!/bin/sh
here={shlex.quote(str(folder))}
case "$*" in
    "--version --output-json") exec cat "$here/version" ;;
    {shlex.quote(arguments)}) ;;
    *) echo "unexpected arguments: $*" >&2; exit 99 ;;
esac
cat "$here/stdout"
cat "$here/stderr" >&2
{ending}
"""
    )
    program.chmod(0o755)
    return program
