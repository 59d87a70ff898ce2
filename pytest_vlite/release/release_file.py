"""Reads `leaderboard/release.json`: what a release says of itself. The file is optional."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_vlite.errors import InputError
from pytest_vlite.release.json_values import parse_json

_MAX_BYTES = 16 * 2**20


@dataclass(frozen=True, slots=True)
class VerifierPin:
    """The verifier build and flags that a release was made with."""

    version: str
    flags: tuple[str, ...]
    name: str = "verus"


@dataclass(frozen=True, slots=True)
class ReleaseFile:
    """What was found; None where the file does not say."""

    id: str | None = None
    problem_ids_sha256: str | None = None
    verifier: VerifierPin | None = None


def read_release_file(path: Path) -> ReleaseFile:
    """Read the file; an absent one says nothing.

    The verifier stands under `verifier` or `verus` as an object with `version` and `flags` (a list
    or one line), or in `verus_version` and `verus_flags`.

    Raises:
        InputError: the file is there and is no JSON object of that form.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return ReleaseFile()
    except OSError as fault:
        raise InputError(f"{path}: cannot be read: {fault.strerror}") from None
    if len(data) > _MAX_BYTES:
        raise InputError(f"{path}: larger than {_MAX_BYTES // 2**20} MiB")
    try:
        document = parse_json(data.decode("utf-8-sig"))
    except ValueError as fault:
        raise InputError(f"{path}: not JSON: {fault}") from None
    if not isinstance(document, dict):
        raise InputError(f"{path}: not a JSON object")
    problems = document.get("problems")
    ids_sum = document.get("problem_ids_sha256")
    if ids_sum is None and isinstance(problems, Mapping):
        ids_sum = problems.get("problem_ids_sha256", problems.get("ids_sha256"))
    return ReleaseFile(
        _text(document.get("id", document.get("release")), "id", path),
        _text(ids_sum, "problem_ids_sha256", path),
        _verifier(document, path),
    )


def _text(value: Any, name: str, path: Path) -> str | None:
    if value is None or isinstance(value, str):
        return value or None
    raise InputError(f"{path}: {name!r} must be a string")


def _verifier(document: Mapping[str, Any], path: Path) -> VerifierPin | None:
    pin = document.get("verifier", document.get("verus"))
    if isinstance(pin, str):
        pin = {"version": pin}
    if pin is None:
        pin = {"version": document.get("verus_version"), "flags": document.get("verus_flags")}
    if not isinstance(pin, Mapping):
        raise InputError(f"{path}: 'verifier' must be an object")
    version = _text(pin.get("version", document.get("verus_version")), "version", path)
    if version is None:
        return None
    flags = pin.get("flags", document.get("verus_flags"))
    if isinstance(flags, str):
        try:
            flags = shlex.split(flags)
        except ValueError as fault:
            raise InputError(f"{path}: 'flags': {fault}") from None
    if flags is None:
        flags = []
    if not isinstance(flags, list) or not all(isinstance(flag, str) for flag in flags):
        raise InputError(f"{path}: 'flags' must be a list of strings or one line")
    name = _text(pin.get("name"), "name", path)
    return VerifierPin(version, tuple(flags), (name or "verus").lower())
