"""Reads `submission.yaml`: who made the submission, in the few fields that are known.

The file is hostile input. It is read from YAML's event stream, so that no tag makes an object, no
alias multiplies anything and nesting has a bound; every scalar is text until its field says
otherwise.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pytest_vlite.errors import InputError
from pytest_vlite.printable import printable

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = "submission.yaml"
MAX_MANIFEST_BYTES = 64 * 2**10
_MAX_DEPTH = 8
_TEXT_LIMITS = {
    "name": 100,
    "model": 200,
    "organisation": 200,
    "date": 40,
    "url": 500,
    "notes": 2000,
}
FIELDS = (*_TEXT_LIMITS, "cost_usd", "tokens")
_NOTHING = frozenset({"", "~", "null"})


def parse_manifest(data: bytes, path: Path) -> tuple[dict[str, Any], list[str]]:
    """The known fields with JSON values, all text printable, and the names of unknown fields.

    Raises:
        InputError: the file is too large, no UTF-8, no YAML mapping, uses aliases, or a field has
            a value that it cannot have.
    """
    if len(data) > MAX_MANIFEST_BYTES:
        raise InputError(f"{path}: larger than {MAX_MANIFEST_BYTES // 1024} KiB")
    try:
        document = _load(data.decode("utf-8-sig"), path)
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


def _load(text: str, path: Path) -> Any:
    """The document as dicts, lists, strings and None."""
    # Imported here: a run without submissions never needs it.
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    builder = _Builder(path)
    try:
        for event in yaml.parse(text, Loader=loader):
            builder.take(event)
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        line = f":{mark.line + 1}" if mark is not None else ""
        raise InputError(f"{path}{line}: not YAML: {printable(str(fault.problem))}") from None
    except yaml.YAMLError as fault:
        raise InputError(f"{path}: not YAML: {printable(str(fault))}") from None
    return builder.document


class _Builder:
    """Builds values from events, without recursion."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.document: Any = None
        self.documents = 0
        self.open: list[Any] = []
        # The key that waits for its value, for each open mapping.
        self.keys: list[str | None] = []

    def take(self, event: Any) -> None:
        kind = type(event).__name__
        line = event.start_mark.line + 1
        if kind == "AliasEvent" or getattr(event, "anchor", None):
            raise InputError(f"{self.path}:{line}: anchors and aliases are not allowed")
        if kind == "DocumentStartEvent":
            self.documents += 1
            if self.documents > 1:
                raise InputError(f"{self.path}:{line}: more than one YAML document")
        elif kind == "ScalarEvent":
            # A plain scalar has no style, which the two parsers write differently.
            nothing = event.style in (None, "") and event.value.lower() in _NOTHING
            self._add(None if nothing else event.value, line)
        elif kind in ("MappingStartEvent", "SequenceStartEvent"):
            if len(self.open) >= _MAX_DEPTH:
                raise InputError(f"{self.path}:{line}: nested too deeply")
            container: Any = {} if kind == "MappingStartEvent" else []
            self._add(container, line)
            self.open.append(container)
            self.keys.append(None)
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            self.open.pop()
            self.keys.pop()

    def _add(self, value: Any, line: int) -> None:
        if not self.open:
            self.document = value
            return
        container = self.open[-1]
        if isinstance(container, list):
            container.append(value)
            return
        key = self.keys[-1]
        if key is not None:
            container[key] = value
            self.keys[-1] = None
        elif not isinstance(value, str):
            raise InputError(f"{self.path}:{line}: a field's name must be text")
        elif value in container:
            raise InputError(f"{self.path}:{line}: field {printable(value, 60)!r} is given twice")
        else:
            self.keys[-1] = value
