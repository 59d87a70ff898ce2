"""`run.json`: what a run was asked to do, so that `vlite replay` can do a part of it again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_vlite import __version__
from pytest_vlite.errors import InputError
from pytest_vlite.run.options import RunOptions
from pytest_vlite.run.plan import Plan

_MOST_BYTES = 2**20


def record_of(options: RunOptions, plan: Plan) -> dict[str, Any]:
    """The record of a run; paths are absolute, and None stands for a default."""
    return {
        "harness": __version__,
        "submissions": {
            submission.name: str(submission.directory) for submission in plan.submissions
        },
        "release": str(plan.release.root),
        "tests": None if options.tests is None else str(options.tests),
        "examples_as_tests": options.examples_as_tests,
        "subset": options.subset,
        "shard": list(options.shard),
        "sandbox": options.sandbox,
        "verus": options.verus,
        "time_limit_s": options.time_limit_s,
        "memory_limit_bytes": options.memory_limit_bytes,
        "verify_timeout_s": options.verify_timeout_s,
    }


@dataclass(frozen=True)
class RunRecord:
    """What `run.json` says that judging again needs; fields as in `RunOptions`."""

    submissions: Mapping[str, Path]
    release: Path
    tests: Path | None
    examples_as_tests: bool
    sandbox: str
    verus: str | None
    time_limit_s: float
    memory_limit_bytes: int | None
    verify_timeout_s: float | None


def read_record(path: Path) -> RunRecord:
    """Read a record back.

    Raises:
        InputError: it is absent, not readable or of another form.
    """
    try:
        with path.open("rb") as file:
            record = json.loads(file.read(_MOST_BYTES))
        return RunRecord(
            submissions={str(k): Path(v) for k, v in record["submissions"].items()},
            release=Path(record["release"]),
            tests=None if record["tests"] is None else Path(record["tests"]),
            examples_as_tests=bool(record["examples_as_tests"]),
            sandbox=str(record["sandbox"]),
            verus=None if record["verus"] is None else str(record["verus"]),
            time_limit_s=float(record["time_limit_s"]),
            memory_limit_bytes=_optional(record["memory_limit_bytes"], int),
            verify_timeout_s=_optional(record["verify_timeout_s"], float),
        )
    except OSError as fault:
        raise InputError(f"cannot read {path}: {fault.strerror or fault}") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as fault:
        raise InputError(f"{path}: not the record of a run: {fault}") from None


def _optional(value: Any, kind: type) -> Any:
    return None if value is None else kind(value)
