"""Reading results back: `leaderboard.json`, checked by the schema, and the attempts beside it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, NoReturn

from pytest_vlite.errors import InputError
from pytest_vlite.leaderboard.attempts import read_attempts
from pytest_vlite.leaderboard.document import SCHEMA_VERSION
from pytest_vlite.vocabulary import Verdict

LARGEST_DOCUMENT_BYTES = 512 * 1024 * 1024
DOCUMENT_NAME = "leaderboard.json"
ATTEMPTS_NAME = "attempts.jsonl"


@dataclass(frozen=True)
class Result:
    """One leaderboard read from disk; `verdicts` is empty where no attempts file is beside it."""

    path: Path
    document: dict[str, Any]
    verdicts: tuple[Verdict, ...]


def load_result(place: Path) -> Result:
    """Read a result directory, or a leaderboard file with the attempts beside it (if any).

    Raises:
        InputError: absent, not readable, no such JSON, another schema version, or attempts that do
            not belong to the document.
    """
    path = place / DOCUMENT_NAME if place.is_dir() else place
    document = load_document(path)
    attempts = path.parent / ATTEMPTS_NAME
    verdicts = tuple(read_attempts(attempts)) if attempts.is_file() else ()
    _check_belonging(document, verdicts, path, attempts)
    return Result(path, document, verdicts)


def load_document(path: Path) -> dict[str, Any]:
    """Read and check one leaderboard document.

    Raises:
        InputError: as `load_result`.
    """
    try:
        if path.stat().st_size > LARGEST_DOCUMENT_BYTES:
            raise InputError(f"{path}: larger than {LARGEST_DOCUMENT_BYTES} bytes")
        document = json.loads(path.read_bytes(), parse_constant=_refuse_constant)
    except OSError as fault:
        raise InputError(f"cannot read {path}: {fault.strerror or fault}") from fault
    except (ValueError, RecursionError) as fault:
        raise InputError(f"{path} is not a JSON document: {fault or 'nested too deep'}") from None
    _check_version(document, path)
    _check_schema(document, path)
    _check_meaning(document, path)
    return dict(document)


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of leaderboard documents."""
    text = (resources.files("pytest_vlite.leaderboard") / "schema.json").read_text("utf-8")
    return dict(json.loads(text))


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _check_version(document: object, path: Path) -> None:
    version = document.get("schema_version") if isinstance(document, dict) else None
    if version is None:
        raise InputError(f"{path} is no leaderboard: it has no schema_version")
    if version != SCHEMA_VERSION or isinstance(version, bool):
        raise InputError(
            f"{path} has schema version {str(version)[:20]}; this harness reads version"
            f" {SCHEMA_VERSION}. Make it again from its attempts.jsonl with this version"
        )


def _check_schema(document: object, path: Path) -> None:
    try:
        import jsonschema
    except ImportError:
        raise InputError(
            "reading leaderboards needs the package jsonschema: pip install 'pytest-vlite[report]'"
        ) from None
    validator = jsonschema.Draft202012Validator(schema())
    try:
        fault = next(iter(validator.iter_errors(document)), None)
    except RecursionError:
        raise InputError(f"{path}: nested too deep") from None
    if fault is not None:
        raise InputError(f"{path}: {fault.json_path[:200]}: {fault.message[:200]}")


def _check_meaning(document: dict[str, Any], path: Path) -> None:
    """What no schema can say: names that occur once, and numbers that fit together."""
    size = document["subset"]["size"]
    ids = [problem["id"] for problem in document["problems"]]
    names = [entry["submission"]["name"] for entry in document["entries"]]
    for what, listed in (("problem", ids), ("submission", names)):
        twice = [name for name, times in Counter(listed).items() if times > 1]
        if twice:
            raise InputError(f"{path}: {what} {twice[0][:100]!r} occurs twice")
    if ids and len(ids) != size:
        raise InputError(f"{path}: the subset has {size} problems, but {len(ids)} are described")
    for entry in document["entries"]:
        for setting, record in entry["settings"].items():
            where = f"{path}: {entry['submission']['name'][:100]!r} {setting[:40]}"
            if record["problems"] != size:
                raise InputError(f"{where}: rated on {record['problems']} problems, not {size}")
            if record["passed"] > size:
                raise InputError(f"{where}: more problems passed than there are")


def _check_belonging(
    document: dict[str, Any], verdicts: tuple[Verdict, ...], path: Path, attempts: Path
) -> None:
    counts: dict[tuple[str, str], Counter[str]] = {}
    for verdict in verdicts:
        known = counts.setdefault((verdict.submission, verdict.setting), Counter())
        known[verdict.status.value] += 1
    for entry in document["entries"]:
        name = entry["submission"]["name"]
        for setting, record in entry["settings"].items():
            found = counts.pop((name, setting), None)
            if found is not None and {**found, "not_run": 0} != {
                **record["by_status"],
                "not_run": 0,
            }:
                raise InputError(
                    f"{attempts} does not belong to {path}: they count different statuses for"
                    f" {name[:100]!r} {setting[:40]}"
                )
    if counts:
        name, setting = min(counts)
        raise InputError(
            f"{attempts} does not belong to {path}: it has verdicts for {name[:100]!r}"
            f" {setting[:40]}, which the document has not"
        )
