"""The sandbox in which the stand-in verifiers run: the harness's own."""

from __future__ import annotations

import pytest

import pytest_vlite.sandbox
from pytest_vlite.sandbox import Sandbox


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    choose_sandbox = getattr(pytest_vlite.sandbox, "choose_sandbox", None)
    if choose_sandbox is None:
        pytest.skip("no sandbox is built yet")
    chosen: Sandbox = choose_sandbox("auto")
    return chosen
