"""Without a submission the plugin is not to be noticed."""

from __future__ import annotations

import pytest


def test_without_a_submission_nothing_of_a_run_is_imported(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_modules():
            assert "pytest_vlite.plugin" in sys.modules
            heavy = {"yaml", "numpy", "pytest_vlite.run.start", "pytest_vlite.release",
                     "pytest_vlite.judge", "pytest_vlite.vocabulary"}
            assert not heavy & set(sys.modules)
        """
    )
    result = pytester.runpytest_subprocess("-p", "no:hypothesispytest")
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*vlite:*")
    assert not (pytester.path / "vlite-results").exists()
