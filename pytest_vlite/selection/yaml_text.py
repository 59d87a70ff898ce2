"""YAML as selections use it: written with the same bytes by every library version, read strictly.

Writing is done here because the layout of a YAML library's output may change with its version.
Reading refuses aliases (a small file must not become a large object) and repeated keys.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pytest_vlite.errors import InputError

LARGEST_FILE_BYTES = 32 * 2**20
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_/.+-]*(?: [A-Za-z0-9_/.+-]+)*")
# Words that some YAML reader takes for something else than text.
_WORDS = frozenset(
    ("true", "false", "yes", "no", "on", "off", "y", "n", "null", "none", "nan", "inf")
)


class Row(tuple[Any, ...]):
    """A list written in one line: `[a, 1]`."""


def yaml_text(document: Mapping[str, Any], comment: str = "") -> str:
    """The document in block style, keys in the order given, after a comment.

    Values are mappings, sequences, `Row`s of scalars, text, whole numbers, truth values and None.
    """
    lines = [f"# {line}".rstrip() for line in comment.splitlines()]
    lines += _block(document, "")
    return "\n".join(lines) + "\n"


def _block(value: Mapping[str, Any] | Sequence[Any], indent: str) -> list[str]:
    lines: list[str] = []
    if isinstance(value, Mapping):
        for key, item in value.items():
            lines += _entry(f"{indent}{_scalar(key)}:", item, indent + "  ")
        return lines
    for item in value:
        nested = _entry(f"{indent}-", item, indent + "  ")
        if len(nested) > 1 and isinstance(item, Mapping):
            nested = [f"{indent}- {nested[1].lstrip()}", *nested[2:]]
        lines += nested
    return lines


def _entry(head: str, item: Any, indent: str) -> list[str]:
    if isinstance(item, Row):
        return [f"{head} [{', '.join(_scalar(part) for part in item)}]"]
    if isinstance(item, Mapping):
        return [head, *_block(item, indent)] if item else [f"{head} {{}}"]
    if isinstance(item, (list, tuple)):
        return [head, *_block(item, indent)] if item else [f"{head} []"]
    return [f"{head} {_scalar(item)}"]


def _scalar(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if not isinstance(value, str):
        raise TypeError(f"no YAML is written for {type(value).__name__}")
    if _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return '"' + "".join(_escaped(character) for character in value) + '"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if " " <= character <= "~":
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def read_yaml(path: Path) -> Any:
    """The document of a YAML file.

    Raises:
        InputError: the file cannot be read, is too large, not UTF-8, no YAML, or holds an alias or
            a repeated key.
    """
    return parse_yaml(read_limited(path), str(path))


def read_limited(path: Path) -> bytes:
    """A file's bytes, up to `LARGEST_FILE_BYTES`.

    Raises:
        InputError: it cannot be read or is larger.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE_BYTES + 1)
    except OSError as fault:
        raise InputError(f"cannot read {path}: {fault.strerror or fault}") from None
    if len(data) > LARGEST_FILE_BYTES:
        raise InputError(f"{path}: larger than {LARGEST_FILE_BYTES // 2**20} MiB")
    return data


def parse_yaml(data: bytes, name: str) -> Any:
    """As `read_yaml`, from bytes; `name` stands for the file in messages."""
    import yaml

    # The reader in Python: the one in C has no hook for aliases and no guard against deep nesting.
    class Loader(yaml.SafeLoader):
        def compose_node(self, parent: Any, index: Any) -> Any:
            if self.check_event(yaml.AliasEvent):
                mark = self.get_event().start_mark  # type: ignore[no-untyped-call]
                raise yaml.MarkedYAMLError(None, None, "aliases are not read", mark)
            return super().compose_node(parent, index)

        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            seen = set()
            for key_node, _ in node.value:
                key = self.construct_object(key_node, deep=True)
                if key in seen:
                    mark = key_node.start_mark
                    raise yaml.MarkedYAMLError(None, None, f"key {key!r} is repeated", mark)
                seen.add(key)
            return super().construct_mapping(node, deep=deep)

    try:
        return yaml.load(data.decode("utf-8-sig"), Loader)
    except UnicodeDecodeError as fault:
        raise InputError(f"{name}: not UTF-8 at byte {fault.start}") from None
    except yaml.MarkedYAMLError as fault:
        line = f":{fault.problem_mark.line + 1}" if fault.problem_mark else ""
        raise InputError(f"{name}{line}: no YAML that can be read: {fault.problem}") from None
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as fault:
        raise InputError(f"{name}: no YAML that can be read: {fault}") from None
