"""`vlite erase FILE`: a Verus program without its ghost code, as rustc would compile it."""

from __future__ import annotations

import argparse
from pathlib import Path

from pytest_vlite.commands import output
from pytest_vlite.errors import InputError

HELP = "print a Verus program without its ghost code"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a Verus program")


def run(options: argparse.Namespace) -> int:
    from pytest_vlite.submission import read_answer
    from pytest_vlite.verus import VerusSyntaxError
    from pytest_vlite.verus.erase import erase

    if not options.file.is_file():
        raise InputError(f"{options.file}: no such file")
    answer = read_answer(options.file.absolute())
    if answer.text is None:
        raise InputError(f"{options.file}: {answer.detail}")
    try:
        erased = erase(answer.text)
    except VerusSyntaxError as fault:
        raise InputError(f"{options.file}:{fault.line}:{fault.column}: {fault.message}") from None
    output.emit(options, {"file": str(options.file), "erased": erased}, erased.rstrip("\n"))
    return 0
