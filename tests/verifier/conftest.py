"""The sandbox in which the stand-in verifiers run: the harness's own."""

from __future__ import annotations

import pytest

from pytest_vlite.sandbox import Sandbox, choose_sandbox


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    return choose_sandbox("auto")
