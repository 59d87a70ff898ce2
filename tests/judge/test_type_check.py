"""A specification's types are checked by the verifier, where there is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_vlite.judge.attempt import Attempt, Limits, Workbench
from pytest_vlite.judge.pipeline import judge
from pytest_vlite.judge.verifier import Unavailable, Verifier, find_verifier
from pytest_vlite.release import load_release
from pytest_vlite.sandbox import Sandbox, choose_sandbox
from pytest_vlite.submission import Answer
from pytest_vlite.vocabulary import Setting, Stage, Status, Verdict
from tests import tiny
from tests.verifier.making import failure, result, stand_in

TYPE_ERROR = """error[E0308]: mismatched types
  --> submission.rs:12:5
   |
12 |     x
   |     ^ expected `bool`, found `u32`

error: aborting due to 1 previous error

"""


def _judge(folder: Path, sandbox: Sandbox, verifier: Verifier | Unavailable) -> Verdict:
    release = load_release(tiny.make_release(folder / "release"))
    problem = release.problem(tiny.DOUBLE)
    answer = Answer("ok", problem.artifact("spec.rs"), "", None, None, False)
    bench = Workbench(sandbox, None, verifier, Limits(), False, folder, folder / "logs")
    return judge(Attempt("tiny", problem, Setting.SPECGEN, 0, answer), bench)


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    return choose_sandbox("auto")


def _verifier(program: Path, sandbox: Sandbox) -> Verifier:
    verifier = find_verifier(program, None, {}, sandbox=sandbox)
    assert isinstance(verifier, Verifier)
    return verifier


def test_a_type_error_is_a_compile_error_with_its_line(tmp_path: Path, sandbox: Sandbox) -> None:
    document = failure(errors=0, verified=0)
    program = stand_in(
        tmp_path / "v", stdout=document, stderr=TYPE_ERROR, ending="exit 1", type_check_only=True
    )
    verdict = _judge(tmp_path, sandbox, _verifier(program, sandbox))
    assert (verdict.status, verdict.stage) == (Status.COMPILE_ERROR, Stage.VERIFY)
    assert "mismatched types" in verdict.detail
    assert "line 12" in verdict.detail
    assert verdict.measurements["type_checked"] is True


def test_without_a_type_error_judging_goes_on(tmp_path: Path, sandbox: Sandbox) -> None:
    # The stand-in sees the program: every function in it must have a body of its type.
    ending = 'grep -q "unreached()" submission.rs || echo "error: empty body" >&2; exit 0'
    program = stand_in(
        tmp_path / "v", stdout=result(verified=0), ending=ending, type_check_only=True
    )
    verdict = _judge(tmp_path, sandbox, _verifier(program, sandbox))
    assert verdict.stage is Stage.SPECIFICATION
    assert verdict.measurements["type_checked"] is True
    assert (tmp_path / "logs" / "verus.txt").read_text() == ""


def test_without_a_verifier_the_check_is_left_out_and_the_record_says_so(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    verdict = _judge(tmp_path, sandbox, Unavailable("not here"))
    assert verdict.stage is Stage.SPECIFICATION
    assert verdict.measurements["type_checked"] is False
