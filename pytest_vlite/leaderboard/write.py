"""Writing result files: the same content gives the same bytes, and a file is whole or not there."""

from __future__ import annotations

import json
import math
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from pytest_vlite.errors import HarnessError, InputError


def write_document(document: Mapping[str, Any], path: Path) -> None:
    """Write a leaderboard document as JSON, in the key order it was built in.

    Raises:
        InputError: the place cannot be written to.
    """
    write_atomically(path, document_bytes(document))


def document_bytes(document: Mapping[str, Any]) -> bytes:
    """The document's one representation: indented ASCII JSON with a final newline."""
    return (json_text(document, indent=1) + "\n").encode("ascii")


def json_text(value: Any, *, indent: int | None = None) -> str:
    """Strict JSON in ASCII: no NaN or infinity (they become null), so that any reader can read it.

    ASCII also keeps control and text-direction characters of hostile names out of terminals, and
    each record on one line for every notion of a line.

    Raises:
        HarnessError: a value is not of JSON's types.
    """
    separators = (",", ":") if indent is None else (",", ": ")
    try:
        try:
            return json.dumps(value, allow_nan=False, indent=indent, separators=separators)
        except ValueError:
            return json.dumps(_finite(value), allow_nan=False, indent=indent, separators=separators)
    except (TypeError, ValueError) as fault:
        raise HarnessError(f"a result cannot be written as JSON: {fault}") from fault


def write_atomically(path: Path, content: bytes) -> None:
    """Replace `path` by `content`: a reader sees the old file or the new one, never a part.

    Raises:
        InputError: the place cannot be written to.
    """
    temporary: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        # mkstemp's files are private; results are as readable as anything else the user writes.
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(path)
        _sync_directory(path.parent)
    except OSError as fault:
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink()
        raise InputError(f"cannot write {path}: {fault.strerror or fault}") from fault


def _sync_directory(directory: Path) -> None:
    """Make a rename last through a power failure; some file systems cannot be asked to."""
    with suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _finite(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in value]
    return value
