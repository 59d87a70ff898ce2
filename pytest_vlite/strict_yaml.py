"""YAML from strangers: mappings, lists and texts, and nothing that YAML can do beyond that.

Read from the event stream, so that no tag makes an object, no alias multiplies anything and nesting
has a bound; every scalar is text until its field says otherwise.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pytest_vlite.errors import InputError
from pytest_vlite.printable import printable

_MAX_DEPTH = 8
_NOTHING = frozenset({"", "~", "null"})


def parse_yaml(text: str, path: Path) -> Any:
    """The document as dicts, lists, strings and None.

    Raises:
        InputError: no YAML, more than one document, anchors, aliases, nested too deeply, or a
            mapping with two fields of a name.
    """
    # Imported here: most runs never need it.
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
