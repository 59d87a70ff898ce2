"""What `pytest_configure` does when a submission is to be judged.

Everything that can be wrong with options, release, subset, submissions or tools is found here, on
the controller and before any worker starts, because pytest prints a usage error raised here and
swallows one raised in a worker.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest

from pytest_vlite.errors import VliteError
from pytest_vlite.run import guards
from pytest_vlite.run.collection import COLLECTION, Collection, marker_names
from pytest_vlite.run.options import RunOptions, read_options
from pytest_vlite.run.plan import Plan, make_plan

OPTIONS = pytest.StashKey[RunOptions]()
SCRATCH = pytest.StashKey[Path]()


def start_run(config: pytest.Config) -> None:
    """Plan the run and register what carries it out.

    Raises:
        pytest.UsageError: with the message of whatever cannot be used.
    """
    try:
        guards.refuse_lossy_runs(config)
        options = read_options(config)
        plan = make_plan(options)
    except VliteError as fault:
        raise pytest.UsageError(str(fault)) from None
    _register_markers(config, plan)
    config.stash[OPTIONS] = options
    alone = _collect_the_plan(config, plan)
    config.stash[COLLECTION] = collection = Collection(plan, alone=alone)
    config.pluginmanager.register(collection, "vlite-collection")
    workerinput = getattr(config, "workerinput", None)
    if workerinput is None:
        _start_controller(config, options, plan)
    else:
        if workerinput["vlite_digest"] != plan.digest:
            raise pytest.UsageError(
                "release, subset or submission are not the same here as on the controller"
            )
        config.stash[SCRATCH] = Path(workerinput["vlite_scratch"])

    from pytest_vlite.run import fixtures

    config.pluginmanager.register(fixtures, "vlite-fixtures")


def _start_controller(config: pytest.Config, options: RunOptions, plan: Plan) -> None:
    from pytest_vlite.run.context import describe_run
    from pytest_vlite.run.controller import Controller

    scratch = Path(tempfile.mkdtemp(prefix="vlite-"))
    config.stash[SCRATCH] = scratch
    config.add_cleanup(lambda: shutil.rmtree(scratch, ignore_errors=True))
    try:
        context, header = describe_run(options, plan, scratch)
    except VliteError as fault:
        raise pytest.UsageError(str(fault)) from None
    config.pluginmanager.register(Header(header), "vlite-header")
    config.pluginmanager.register(WorkerSetup(plan.digest, scratch), "vlite-worker-setup")
    config.pluginmanager.register(Controller(config, options, plan, context), "vlite-controller")


class Header:
    """Lines at the top of the run that say with what is judged."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def pytest_report_header(self) -> list[str]:
        return self._lines


class WorkerSetup:
    """Hands the controller's decisions to each worker, replacements included."""

    def __init__(self, digest: str, scratch: Path) -> None:
        self._input = {"vlite_digest": digest, "vlite_scratch": str(scratch)}

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput.update(self._input)


def _register_markers(config: pytest.Config, plan: Plan) -> None:
    config.addinivalue_line(
        "markers",
        "vlite(problem, setting, source, level, stratum, sample, submission): an attempt to judge",
    )
    names = {name for attempt in plan.expected for name in marker_names(attempt)}
    for name in sorted(names):
        config.addinivalue_line("markers", f"{name}: attempts of this setting, source or level")


def _collect_the_plan(config: pytest.Config, plan: Plan) -> bool:
    """Without paths on the command line, collect the release; with some, collect it as well.

    Returns whether nothing but the release is collected.
    """
    root = plan.release.root
    if config.args_source is not config.ArgsSource.ARGS:
        config.args[:] = [str(root)]
        return True
    base = Path(config.invocation_params.dir)
    named = [base / argument.partition("::")[0] for argument in config.args]
    if not any(guards.is_inside(path, [root]) for path in named):
        config.args.append(str(root))
    return False
