"""The `vlite` console command: finds the verb, runs it, turns errors into exit codes.

Exit codes: 0 yes, 1 no, 2 usage or input error, 3 harness error, 130 interrupted.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from pytest_vlite import __version__
from pytest_vlite.errors import HarnessError, InputError

# One module of `pytest_vlite.commands` a verb, in the order in which the help lists them.
VERBS: tuple[str, ...] = (
    "judge",
    "check",
    "erase",
    "spec-run",
    "gold",
    "doctor",
    "merge",
    "compare",
    "rate",
    "replay",
    "cache",
    "report",
    "family",
    "measure",
    "select",
    "composition",
    "agreement",
    "proof-size",
)


def build_parser() -> argparse.ArgumentParser:
    """The whole command line; each verb's module adds its own arguments."""
    parser = argparse.ArgumentParser(
        prog="vlite", description="Judge, select, compare and report for VeriContest Lite."
    )
    parser.add_argument("--version", action="version", version=f"pytest-vlite {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name in VERBS:
        module = importlib.import_module(f"pytest_vlite.commands.{name.replace('-', '_')}")
        verb = verbs.add_parser(name, help=module.HELP, description=module.HELP)
        module.add_arguments(verb)
        verb.add_argument("--json", action="store_true", help="print JSON instead of text")
        verb.set_defaults(run=module.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb; returns the exit code. Usage errors exit with 2 through argparse."""
    options = build_parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except InputError as fault:
        print(f"vlite {options.verb}: {fault}", file=sys.stderr)
        return 2
    except HarnessError as fault:
        print(f"vlite {options.verb}: harness error: {fault}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        print(f"vlite {options.verb}: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        return 0


if __name__ == "__main__":
    raise SystemExit(main())
