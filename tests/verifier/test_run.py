"""A program goes through a verifier: a stand-in that prints and ends as told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_vlite.judge.verifier import (
    Verification,
    Verifier,
    VerifyLimits,
    find_verifier,
    self_test,
    verify,
)
from pytest_vlite.sandbox import Sandbox
from pytest_vlite.vocabulary import Status
from tests.verifier.making import BUILD, TARGET, failure, result, stand_in

SHORT = VerifyLimits(timeout_s=0.3, wall_slack_s=0.0)


def run(
    folder: Path,
    sandbox: Sandbox,
    limits: VerifyLimits | None = None,
    program: str = "fn main() {}",
    **words: Any,
) -> Verification:
    stand_in(folder, **words)
    verifier = find_verifier(folder, None, {}, sandbox=sandbox)
    assert isinstance(verifier, Verifier)
    scratch = folder / "scratch"
    scratch.mkdir()
    verification = verify(
        program, frozenset({TARGET}), verifier, sandbox, limits or VerifyLimits(), scratch=scratch
    )
    assert not list(scratch.iterdir()), "something was left behind"
    return verification


def test_a_proof_passes_with_its_measurements(tmp_path: Path, sandbox: Sandbox) -> None:
    verification = run(tmp_path / "v", sandbox, stdout=result())
    assert verification.outcome.status is Status.PASSED
    assert verification.run is not None
    assert verification.run.duration_s > 0
    assert "--no-cheating" in verification.arguments
    assert verification.measurements() == {
        "verified": 3,
        "errors": 0,
        "timeout_s": 900.0,
        "memory_limit_bytes": 8 * 2**30,
        "exit_code": 0,
        "signal": None,
        "stopped_by": None,
    }


def test_the_verifier_sees_one_file_and_nothing_of_the_users_environment(
    tmp_path: Path, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERUS_ROOT", "/elsewhere")
    monkeypatch.setenv("SECRET_WORD", "value")
    script = """
        [ "$(ls -A)" = submission.rs ] || echo "files: $(ls -A)" >&2
        [ "$(cat submission.rs)" = "fn main() {} // \u00e9" ] || echo "source differs" >&2
        [ -z "$VERUS_ROOT$SECRET_WORD" ] || echo "environment leaks" >&2
        [ -z "$(cat)" ] || echo "stdin is not empty" >&2
        [ "$RUST_MIN_STACK" = 20971520 ] || echo "stack: $RUST_MIN_STACK" >&2
        exit 0
    """
    verification = run(
        tmp_path / "v", sandbox, program="fn main() {} // \u00e9", stdout=result(), ending=script
    )
    assert verification.run is not None
    assert verification.run.stderr == b""
    assert verification.outcome.status is Status.PASSED


@pytest.mark.parametrize("ending", ["sleep 600", "while :; do :; done", "sleep 600 & wait"])
def test_a_verifier_that_does_not_end_is_stopped(
    ending: str, tmp_path: Path, sandbox: Sandbox
) -> None:
    verification = run(tmp_path / "v", sandbox, SHORT, stdout=result(), ending=ending)
    assert verification.outcome.status is Status.VERIFIER_LIMIT
    assert "time limit" in verification.outcome.detail


@pytest.mark.parametrize("name", ["ABRT", "SEGV", "KILL", "TERM"])
def test_a_verifier_that_is_killed_is_an_error(name: str, tmp_path: Path, sandbox: Sandbox) -> None:
    verification = run(
        tmp_path / "v", sandbox, stdout=result(), ending=f"ulimit -c 0; kill -s {name} $$"
    )
    assert verification.outcome.status is Status.ERROR
    assert f"SIG{name}" in verification.outcome.detail


@pytest.mark.parametrize("stream", ["1", "2"])
def test_a_hundred_megabytes_of_output_are_cut_and_never_a_proof(
    stream: str, tmp_path: Path, sandbox: Sandbox
) -> None:
    verification = run(
        tmp_path / "v",
        sandbox,
        stdout=result(),
        ending=f"head -c 100000000 /dev/zero | tr '\\0' ' ' >&{stream}; exit 0",
    )
    assert verification.outcome.status is Status.VERIFIER_LIMIT
    assert verification.run is not None
    assert len(verification.run.stdout) + len(verification.run.stderr) < 80_000_000


@pytest.mark.parametrize(
    ("stdout", "exit_code", "status"),
    [
        (json.dumps(result()) * 2, 0, Status.ERROR),
        (json.dumps(result())[:-5], 0, Status.ERROR),
        (json.dumps(result()).encode() + b"\xff", 0, Status.ERROR),
        ("", 0, Status.ERROR),
        (result(), 1, Status.ERROR),
        (failure(), 0, Status.ERROR),
        (failure(), 1, Status.UNVERIFIED),
        (result(), 127, Status.ERROR),
    ],
)
def test_output_and_exit_code_decide_together(
    stdout: Any, exit_code: int, status: Status, tmp_path: Path, sandbox: Sandbox
) -> None:
    verification = run(tmp_path / "v", sandbox, stdout=stdout, ending=f"exit {exit_code}")
    assert verification.outcome.status is status


def test_a_verifier_that_changed_after_it_was_identified_is_an_error(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    changed = result()
    changed["verus"]["commit"] = "0" * 40
    verification = run(tmp_path / "v", sandbox, stdout=changed, build=BUILD)
    assert verification.outcome.status is Status.ERROR
    assert "another verifier build" in verification.outcome.detail


def test_text_that_is_no_unicode_is_malformed_and_starts_nothing(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    verification = run(tmp_path / "v", sandbox, program="fn main() {} // \ud800")
    assert verification.outcome.status is Status.MALFORMED
    assert verification.run is None


def test_a_verifier_that_vanished_is_an_error(tmp_path: Path, sandbox: Sandbox) -> None:
    program = stand_in(tmp_path / "v", stdout=result())
    verifier = find_verifier(program, None, {}, sandbox=sandbox)
    assert isinstance(verifier, Verifier)
    program.unlink()
    verification = verify("", frozenset(), verifier, sandbox, VerifyLimits(), scratch=tmp_path)
    assert verification.outcome.status is Status.ERROR


def test_a_verifier_that_accepts_everything_fails_its_self_test(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    document = result()
    document["func-details"] = {"submission::Solution::smaller": {}}
    accepting = stand_in(tmp_path / "a", stdout=document)
    verifier = find_verifier(accepting, None, {}, sandbox=sandbox)
    assert isinstance(verifier, Verifier)
    problem = self_test(verifier, sandbox)
    assert problem is not None
    assert "gives passed where unverified is right" in problem

    # One that tells the two apart: the false program's branches are the same.
    (tmp_path / "a" / "failed").write_text(json.dumps(failure()))
    text = accepting.read_text().replace(
        'cat "$here/stdout"\n',
        'if grep -q "{ b } else { b }" submission.rs; then cat "$here/failed"; exit 1; fi\n'
        'cat "$here/stdout"\n',
    )
    accepting.write_text(text)
    assert self_test(verifier, sandbox) is None
