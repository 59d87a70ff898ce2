"""What an attempt is expected to cost, to hand out the long ones first and to cut even shards.

The order must be the same on every worker and machine, so it rests on the release's own files only:
the size of the reference proof (proof time grows with it) and of the test file.
"""

from __future__ import annotations

from pathlib import Path

from pytest_vlite.release import Problem
from pytest_vlite.release.cases import POSITIVE_FILE
from pytest_vlite.vocabulary import Setting

_VERIFY_BASE_S = 2.5
_VERIFY_S_PER_PROOF_BYTE = 2e-4
_COMPILE_S = 0.4
_TESTS_S_PER_BYTE = 1e-7
_CHECK_SPECIFICATION_S = 1.5


def expected_cost_s(problem: Problem, setting: Setting) -> float:
    """Expected CPU seconds of one attempt; a rough model, meant for ordering."""
    proof_bytes = _size(problem.directory / "verified.rs")
    tests_bytes = _size(problem.tests_directory / POSITIVE_FILE)
    verify = _VERIFY_BASE_S + _VERIFY_S_PER_PROOF_BYTE * proof_bytes
    run_tests = _COMPILE_S + _TESTS_S_PER_BYTE * tests_bytes
    match setting:
        case Setting.PROOFGEN:
            return verify
        case Setting.SPECGEN:
            return _CHECK_SPECIFICATION_S + run_tests
        case Setting.END2END:
            return verify + run_tests + _CHECK_SPECIFICATION_S
        case _:
            return run_tests


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
