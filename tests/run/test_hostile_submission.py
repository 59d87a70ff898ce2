"""A submission that brings pytest files is scored as if they were not there, by every route."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests import tiny
from tests.run.conftest import Bed, message_of

pytestmark = pytest.mark.usefixtures("without_rustc")


@pytest.fixture
def trap(bed: Bed) -> Path:
    """Written by whatever of the submission is run."""
    path = bed.pytester.path / "trap"
    code = f"open({os.fspath(path)!r}, 'w').write('run')\n"
    secret = bed.pytester.path / "secret.rs"
    secret.write_text("fn secret() {}\n")
    for folder in ("", "CodeGen-NL/", "ProofGen/"):
        tiny.make_submission(
            bed.submission,
            {
                f"{folder}conftest.py": code,
                f"{folder}test_x.py": code + "def test_x(): pass\n",
            },
        )
    (bed.submission / f"ProofGen/{tiny.DOUBLE}.rs").symlink_to(secret)
    (bed.submission / "outside").symlink_to("/etc", target_is_directory=True)
    return path


def _judged_as_if_alone(bed: Bed, trap: Path) -> None:
    assert not trap.exists()
    statuses = bed.statuses()
    assert len(statuses) == 6
    assert statuses["lc1[CodeGen-NL]"] == "malformed"
    assert statuses["lc1[ProofGen]"] in ("malformed", "missing")
    assert "secret" not in (bed.results / "attempts.jsonl").read_text()


def test_named_with_an_equals_sign(bed: Bed, trap: Path) -> None:
    (bed.submission / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    bed.run()
    _judged_as_if_alone(bed, trap)


def test_walked_over_below_the_working_directory(bed: Bed, trap: Path) -> None:
    bed.pytester.makepyfile(test_mine="def test_mine(): pass")
    result = bed.run(".", "-n2")
    result.assert_outcomes(passed=1, failed=6)
    _judged_as_if_alone(bed, trap)


def test_named_with_a_space(bed: Bed, trap: Path) -> None:
    arguments = [f"--vlite-release={bed.release}", "--vlite-submission", str(bed.submission)]
    bed.pytester.runpytest_subprocess(*arguments)
    _judged_as_if_alone(bed, trap)


@pytest.mark.parametrize(
    ("name", "text"),
    [("pytest.ini", "[pytest]\naddopts = -p no:cacheprovider\n"), ("setup.py", "")],
)
def test_named_with_a_space_and_taken_as_configuration(
    bed: Bed, trap: Path, name: str, text: str
) -> None:
    (bed.submission / name).write_text(text)
    arguments = [f"--vlite-release={bed.release}", "--vlite-submission", str(bed.submission)]
    result = bed.pytester.runpytest_subprocess(*arguments)
    assert "--vlite-submission=DIR" in message_of(result)
    assert not trap.exists()


@pytest.mark.parametrize("inside", ["", "CodeGen-NL", "test_x.py", "test_x.py::test_x"])
def test_named_as_an_argument(bed: Bed, trap: Path, inside: str) -> None:
    result = bed.run(str(bed.submission / inside))
    assert "inside a submission" in message_of(result)
    assert not trap.exists()


def test_run_from_inside(bed: Bed, trap: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(bed.submission)
    result = bed.pytester.run(*bed.pytester._getpytestargs(), *bed.arguments())
    assert "inside a submission" in message_of(result)
    assert not trap.exists()
