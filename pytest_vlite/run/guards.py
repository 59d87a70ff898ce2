"""Refusals that keep a run honest, raised before anything is collected or judged.

A submission is data. pytest would happily import a `conftest.py` or read a `pytest.ini` that it
finds on a path given to it, so no argument, configuration file or working directory may lie inside
a submission. Schedulers that lose items after a crash and plugins that try failures again are
refused too: both would change what a pass rate means.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_vlite.errors import InputError

if TYPE_CHECKING:
    from pytest_vlite.run.options import RunOptions

_LOSSLESS_DISTRIBUTIONS = ("no", "load", "worksteal")
# Options of plugins that run a failed item again: pytest-rerunfailures, pytest-retry, flaky.
_RETRY_OPTIONS = (
    ("reruns", "--reruns"),
    ("retries", "--retries"),
    ("force_flaky", "--force-flaky"),
)


def is_inside(path: Path, folders: Iterable[Path]) -> bool:
    """Whether `path`, symlinks resolved, is one of `folders` or lies below one."""
    resolved = path.resolve()
    return any(
        resolved == folder or folder in resolved.parents
        for folder in (folder.resolve() for folder in folders)
    )


def refuse_arguments_inside_submissions(
    early_config: pytest.Config, submissions: Sequence[str]
) -> None:
    """Refuse positional arguments, ini files and a working directory inside a submission.

    Raises:
        pytest.UsageError: names the path and what to do.
    """
    base = Path(early_config.invocation_params.dir)
    folders = [base / Path(name).expanduser() for name in submissions]
    for argument in early_config.known_args_namespace.file_or_dir:
        path = base / str(argument).partition("::")[0]
        if is_inside(path, folders):
            raise pytest.UsageError(
                f"{argument} lies inside a submission: nothing of a submission is collected by "
                "pytest; leave the argument out, --vlite-submission alone names what is judged"
            )
    if is_inside(base, folders):
        raise pytest.UsageError(
            f"the working directory {base} lies inside a submission; run pytest elsewhere"
        )
    inipath = early_config.inipath
    if is_inside(early_config.rootpath, folders) or (inipath and is_inside(inipath, folders)):
        raise pytest.UsageError(
            f"pytest took {inipath or early_config.rootpath} from inside a submission as its own "
            "configuration, which happens with `--vlite-submission DIR`: write "
            "--vlite-submission=DIR with an equals sign, or give --rootdir and -c"
        )


def refuse_places_inside_submissions(options: RunOptions) -> None:
    """Refuse an output folder or a cache inside a submission, which could bring verdicts along.

    Raises:
        InputError: names the option.
    """
    for option, path in (("output", options.output), ("cache", options.cache)):
        if path is not None and is_inside(path, options.submissions):
            raise InputError(
                f"--vlite-{option}={path} lies inside a submission: verdicts found there would be "
                "the submission's own; name another folder"
            )


def refuse_lossy_runs(config: pytest.Config) -> None:
    """Refuse distribution modes that lose items and plugins that retry failures.

    Raises:
        pytest.UsageError: names the option and the reason.
    """
    distribution = config.getoption("dist", "no")
    if distribution not in _LOSSLESS_DISTRIBUTIONS:
        raise pytest.UsageError(
            f"--dist={distribution} can lose or repeat items after a worker crash (pytest-xdist "
            "issues 1323, 1327); use --dist=load, the default with -n, or --dist=worksteal"
        )
    for name, option in _RETRY_OPTIONS:
        if config.getoption(name, None) or _ini_value(config, name):
            raise pytest.UsageError(
                f"{option} runs failed items again, which turns pass@1 into pass@k; leave it out "
                "(give several samples per problem instead)"
            )


def _ini_value(config: pytest.Config, name: str) -> object:
    """An ini value that another plugin may have declared; None if none has."""
    try:
        return config.getini(name)
    except (KeyError, ValueError):
        return None
