"""Where tests find real benchmark data; absent data skips a test with the reason."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent


def _shared(variable: str, default: str) -> Path:
    path = Path(os.environ.get(variable) or REPOSITORY.parent / "shared" / default)
    if not path.is_dir():
        pytest.skip(f"no data at {path}: set {variable} to run this test")
    return path.resolve()


def snapshot_root() -> Path:
    """The release snapshot (`VLITE_TEST_RELEASE`), or the test is skipped."""
    return _shared("VLITE_TEST_RELEASE", "vericontest")


def verus_recordings() -> Path:
    """The recorded verifier runs (`VLITE_TEST_VERUS`), or the test is skipped."""
    return _shared("VLITE_TEST_VERUS", "verus")
