"""Reads `submission.yaml`: who made the submission, in the few fields that are known.

The file is hostile input.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pytest_vlite.errors import InputError
from pytest_vlite.printable import printable
from pytest_vlite.strict_yaml import parse_yaml

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = "submission.yaml"
MAX_MANIFEST_BYTES = 64 * 2**10
_TEXT_LIMITS = {
    "name": 100,
    "model": 200,
    "organisation": 200,
    "date": 40,
    "url": 500,
    "notes": 2000,
}
FIELDS = (*_TEXT_LIMITS, "cost_usd", "tokens")


def parse_manifest(data: bytes, path: Path) -> tuple[dict[str, Any], list[str]]:
    """The known fields with JSON values, all text printable, and the names of unknown fields.

    Raises:
        InputError: the file is too large, no UTF-8, no YAML mapping, uses aliases, or a field has
            a value that it cannot have.
    """
    if len(data) > MAX_MANIFEST_BYTES:
        raise InputError(f"{path}: larger than {MAX_MANIFEST_BYTES // 1024} KiB")
    try:
        document = parse_yaml(data.decode("utf-8-sig"), path)
    except UnicodeDecodeError as fault:
        raise InputError(f"{path}: not UTF-8 at byte {fault.start}") from None
    if not isinstance(document, dict):
        raise InputError(f"{path}: not a mapping of fields ({', '.join(FIELDS)})")
    fields: dict[str, Any] = {}
    for name in FIELDS:
        value = document.get(name)
        if value is not None and value != "":
            fields[name] = _field(name, value, path)
    if "name" not in fields:
        raise InputError(f"{path}: no 'name'; give the name under which results are listed")
    return fields, [printable(name, 60) for name in document if name not in FIELDS]


def _field(name: str, value: Any, path: Path) -> Any:
    if name == "tokens" and isinstance(value, Mapping):
        counts = {printable(k, 60): _number(name, v, path, whole=True) for k, v in value.items()}
        return dict(sorted(counts.items()))
    if not isinstance(value, str):
        raise InputError(f"{path}: {name!r} must be a single value")
    if name in ("cost_usd", "tokens"):
        return _number(name, value, path, whole=name == "tokens")
    if name == "url" and not re.match(r"https?://", value):
        raise InputError(f"{path}: 'url' must begin with https:// or http://")
    text = printable(" ".join(value.split()), _TEXT_LIMITS[name])
    if not text:
        raise InputError(f"{path}: {name!r} is blank")
    return text


def _number(name: str, value: Any, path: Path, *, whole: bool) -> int | float:
    if isinstance(value, str) and len(value) <= 40:
        digits = value.replace("_", "")
        if re.fullmatch(r"[0-9]{1,18}", digits):
            return int(digits)
        if not whole and re.fullmatch(r"[0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]{1,3})?", digits):
            number = float(digits)
            if math.isfinite(number):
                return number
    kind = "a whole number" if whole else "a number"
    raise InputError(f"{path}: {name!r} must be {kind}, not negative")
