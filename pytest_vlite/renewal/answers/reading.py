"""Reads `families.json` back, strictly, for comparing systems."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from pytest_vlite.errors import InputError
from pytest_vlite.release.json_values import parse_json

_NAME = "families.json"
_MOST_BYTES = 64 * 2**20


def read_families_documents(places: Sequence[Path]) -> list[dict[str, Any]]:
    """The documents at these places, all of one drawn set and no system twice.

    Raises:
        InputError: one cannot be read, is no such document, or they do not belong together.
    """
    documents = [_read(place / _NAME if place.is_dir() else place) for place in places]
    names: dict[str, Path] = {}
    for place, document in zip(places, documents, strict=True):
        if document["set"]["sha256"] != documents[0]["set"]["sha256"]:
            raise InputError(f"{place}: scored on another drawn set than {places[0]}")
        for entry in document["entries"]:
            name = entry["submission"]
            if name in names:
                raise InputError(f"{place}: {name!r} is also in {names[name]}")
            names[name] = place
    return documents


def _read(path: Path) -> dict[str, Any]:
    try:
        import jsonschema
    except ImportError:
        raise InputError(
            "reading results needs jsonschema: pip install 'pytest-vlite[report]'"
        ) from None
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise InputError(f"{path}: larger than {_MOST_BYTES // 2**20} MiB")
        document = parse_json(data.decode("utf-8"))
    except OSError as fault:
        raise InputError(f"{path}: {fault.strerror}") from None
    except ValueError as fault:
        raise InputError(f"{path}: no JSON: {fault}") from None
    text = resources.files(__package__).joinpath("families.schema.json").read_text("utf-8")
    try:
        jsonschema.validate(document, json.loads(text))
    except jsonschema.ValidationError as fault:
        raise InputError(f"{path}: {fault.json_path}: {fault.message[:200]}") from None
    assert isinstance(document, dict)
    return document
