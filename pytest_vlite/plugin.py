"""pytest hooks that are there in every run; without `--vlite-submission` they do nothing more.

What a run needs is imported and registered in `pytest_configure`, so that other people's test runs
pay neither for yaml nor for numpy nor for anything else of ours.
"""

from __future__ import annotations

import pytest

from pytest_vlite.run import options


def pytest_addoption(parser: pytest.Parser) -> None:
    options.add_options(parser)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    from pytest_vlite import hookspecs

    pluginmanager.add_hookspecs(hookspecs)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Refuse, before any conftest is imported, arguments that lead into a submission."""
    namespace = early_config.known_args_namespace
    named = namespace.vlite_submission or early_config.getini("vlite_submission")
    if named:
        from pytest_vlite.run.guards import refuse_arguments_inside_submissions

        refuse_arguments_inside_submissions(early_config, named)


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Hand out items one by one: attempts differ in cost by orders of magnitude."""
    if options.wanted_submissions(config) and hasattr(config.option, "maxschedchunk"):
        config.option.maxschedchunk = config.option.maxschedchunk or 1


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    if options.wanted_submissions(config):
        from pytest_vlite.run.start import start_run

        start_run(config)
