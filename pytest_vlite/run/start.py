"""What `pytest_configure` does when a submission is to be judged.

Everything that can be wrong with options, release, subset, submissions or tools is found here, on
the controller and before any worker starts, because pytest prints a usage error raised here and
swallows one raised in a worker.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from pytest_vlite.errors import VliteError
from pytest_vlite.judge.attempt import Workbench
from pytest_vlite.reuse.basis import Bases
from pytest_vlite.reuse.digests import FileDigests
from pytest_vlite.reuse.store import open_cache
from pytest_vlite.run import guards
from pytest_vlite.run.bench import workbench_for
from pytest_vlite.run.collection import COLLECTION, Collection, marker_names
from pytest_vlite.run.options import RunOptions, read_options
from pytest_vlite.run.output import PREVIOUS_NAME, ResultsFolder, remembered_digests
from pytest_vlite.run.plan import Plan, make_plan
from pytest_vlite.run.record import record_of
from pytest_vlite.run.resume import KEPT, from_text, resume, to_text
from pytest_vlite.run.scratch import RunScratch, die_with_parent, join

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
        if options.families is not None:
            from pytest_vlite.run.families import start_families

            start_families(config, options)
            return
        plan = make_plan(options, scores=not hasattr(config, "workerinput"))
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
        _join_run(config, Path(workerinput["vlite_scratch"]))
        config.stash[KEPT] = from_text(workerinput["vlite_kept"])

    from pytest_vlite.run import fixtures

    config.pluginmanager.register(fixtures, "vlite-fixtures")


def _start_controller(config: pytest.Config, options: RunOptions, plan: Plan) -> None:
    from pytest_vlite.run.context import describe_run
    from pytest_vlite.run.controller import Controller

    try:
        guards.refuse_places_inside_submissions(options)
        folder = RunScratch.create()
        config.add_cleanup(folder.remove)
        config.stash[SCRATCH] = folder.path
        bench = workbench_for(options, plan.release, folder.path)
        if options.cache is not None:
            open_cache(options.cache, bench.sandbox).close()
        context, header = describe_run(options, plan, bench)
        config.stash[KEPT] = {}
        results = None
        if not config.option.collectonly:
            results = ResultsFolder(options.output)
            config.add_cleanup(results.close)
            header += _start_results(config, options, plan, results, bench)
    except VliteError as fault:
        raise pytest.UsageError(str(fault)) from None
    kept = config.stash[KEPT]
    config.pluginmanager.register(Header(header), "vlite-header")
    setup = WorkerSetup(plan.digest, folder.path, to_text(kept.values()))
    config.pluginmanager.register(setup, "vlite-worker-setup")
    controller = Controller(config, options, plan, context, results=results, kept=kept)
    config.pluginmanager.register(controller, "vlite-controller")


def _start_results(
    config: pytest.Config,
    options: RunOptions,
    plan: Plan,
    results: ResultsFolder,
    bench: Workbench,
) -> list[str]:
    """Begin the result files, with what still holds of an earlier run; lines for the header."""
    lines = []
    kept = None
    if options.resume:
        bases = Bases(bench, FileDigests(remembered_digests(options)))
        resumed = resume(results, plan.expected, bases)
        kept = config.stash[KEPT] = resumed.kept
        lines.append(resumed.line)
    elif results.earlier.verdicts:
        lines.append(
            f"vlite: {len(results.earlier.verdicts)} verdicts of an earlier run are put aside in "
            f"{PREVIOUS_NAME} (--vlite-resume goes on with a run)"
        )
    if options.cache is not None:
        lines.append(f"vlite cache: {options.cache}")
    results.start(
        None if kept is None else list(kept.values()), plan.notes, record_of(options, plan)
    )
    return lines


def _join_run(config: pytest.Config, scratch: Path) -> None:
    """A worker's part: it ends with its controller, and the scratch folder not before both."""
    die_with_parent()
    try:
        lock = join(scratch)
    except VliteError as fault:
        raise pytest.UsageError(str(fault)) from None
    config.add_cleanup(lambda: os.close(lock))
    config.stash[SCRATCH] = scratch


class Header:
    """Lines at the top of the run that say with what is judged."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def pytest_report_header(self) -> list[str]:
        return self._lines


class WorkerSetup:
    """Hands the controller's decisions to each worker, replacements included."""

    def __init__(self, digest: str, scratch: Path, kept: str) -> None:
        self._input = {
            "vlite_digest": digest,
            "vlite_scratch": str(scratch),
            "vlite_kept": kept,
        }

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
