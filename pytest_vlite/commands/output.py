"""How verbs print: text for people, one JSON document with `--json`."""

from __future__ import annotations

import argparse
import json
from typing import Any


def emit(options: argparse.Namespace, data: Any, text: str) -> None:
    """Print `data` as JSON or `text`, by `--json`."""
    print(json.dumps(data, ensure_ascii=True, indent=2) if options.json else text)


def emit_line(options: argparse.Namespace, data: Any, text: str) -> None:
    """Like `emit`, for one of many results: a JSON line each."""
    print(json.dumps(data, ensure_ascii=True) if options.json else text, flush=True)
