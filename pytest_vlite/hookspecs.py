"""What other plugins can add to a run of the harness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pytest_vlite.vocabulary import Verdict


def pytest_vlite_verdict(config: pytest.Config, verdict: Verdict) -> None:
    """Called on the controller for every verdict as it arrives.

    Example, a live feed::

        def pytest_vlite_verdict(config, verdict):
            print(verdict.problem_id, verdict.setting, verdict.status)
    """


def pytest_vlite_leaderboard(config: pytest.Config, document: dict[str, Any]) -> None:
    """Called on the controller before `leaderboard.json` is written; may add under `extra`.

    Example::

        def pytest_vlite_leaderboard(config, document):
            document.setdefault("extra", {})["pipeline"] = os.environ.get("CI_PIPELINE_ID")
    """
