"""`vlite proof-size`: how many lines a proof adds to the fixed code and specification."""

from __future__ import annotations

import argparse
from pathlib import Path

from pytest_vlite.commands.arguments import add_release

HELP = "Count the non-blank lines that a verified program adds to its code and specification."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The verified program and what it is held against."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a verified program")
    against = parser.add_mutually_exclusive_group(required=True)
    against.add_argument(
        "--reference", type=Path, metavar="CODE_SPEC", help="the code and specification it proves"
    )
    against.add_argument("--problem", metavar="ID", help="take code_spec.rs of this problem")
    add_release(parser)


def run(options: argparse.Namespace) -> int:
    """Print the number of lines."""
    from pytest_vlite.commands.arguments import release_root
    from pytest_vlite.leaderboard.write import json_text
    from pytest_vlite.release import load_release
    from pytest_vlite.selection.proof_size import proof_size

    if options.reference is not None:
        reference = _text(options.reference)
    else:
        release = load_release(release_root(options))
        reference = release.problem(options.problem).artifact("code_spec.rs")
    size = proof_size(reference, _text(options.file))
    print(json_text({"file": str(options.file), "proof_lines": size}) if options.json else size)
    return 0


def _text(path: Path) -> str:
    from pytest_vlite.errors import InputError
    from pytest_vlite.selection.yaml_text import read_limited

    try:
        return read_limited(path).decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise InputError(f"{path}: not UTF-8 at byte {fault.start}") from None
