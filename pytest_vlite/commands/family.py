"""`vlite family check|draw|scores`: executable families, their gates, draws and scores."""

from __future__ import annotations

import argparse
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_vlite.commands import family_scores, output
from pytest_vlite.errors import InputError

if TYPE_CHECKING:
    from pytest_vlite.renewal.families.format import Family

HELP = "check executable families, draw items from them, compare scores on them"
_MOST_DRAWS = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, text, action in (
        ("check", "run the gates; exit 1 if one fails", _check),
        ("draw", "write questions and answers, apart", _draw),
    ):
        one = actions.add_parser(name, help=text, description=text)
        one.add_argument(
            "directories", metavar="DIR", type=Path, nargs="+", help="a family's folder"
        )
        one.add_argument("--sandbox", choices=("auto", "bwrap", "rlimits"), default="auto")
        one.add_argument(
            "--limit", metavar="S", type=_seconds, default=300.0, help="seconds a batch may take"
        )
        one.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help="print JSON, no text"
        )
        one.set_defaults(family_action=action)
        if name == "draw":
            which = one.add_mutually_exclusive_group(required=True)
            which.add_argument("--indices", metavar="A:B", type=_range, help="from A to before B")
            which.add_argument(
                "--held-out", metavar="A:B", type=_range, help="the same, from the range kept back"
            )
            one.add_argument(
                "--with-seeds", action="store_true", help="the seeds as items, to compare with"
            )
            one.add_argument("--language", metavar="TAG", help="default: each family's first")
            one.add_argument("--out", metavar="DIR", type=Path, required=True)

    scores = actions.add_parser("scores", help="systems on a drawn set side by side")
    family_scores.add_arguments(scores)
    scores.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="print JSON, no text"
    )
    scores.set_defaults(family_action=None)


def run(options: argparse.Namespace) -> int:
    if options.action == "scores":
        return family_scores.run(options)
    return int(options.family_action(options, _families(options.directories)))


def _families(directories: list[Path]) -> list[Family]:
    from pytest_vlite.renewal.families.format import load_family

    families = [load_family(directory.resolve()) for directory in directories]
    ids = [family.id for family in families]
    for id_ in ids:
        if ids.count(id_) > 1:
            raise InputError(f"family {id_!r} is given twice")
    return families


def _check(options: argparse.Namespace, families: list[Family]) -> int:
    from pytest_vlite.renewal.families.gates import check_family
    from pytest_vlite.sandbox import choose_sandbox

    sandbox = choose_sandbox(options.sandbox)
    passed = True
    for family in families:
        with tempfile.TemporaryDirectory(prefix="vlite-family-") as scratch:
            results = check_family(family, sandbox, scratch=Path(scratch), limit_s=options.limit)
        held = all(result.passed for result in results)
        passed = passed and held
        lines = [f"{family.id}: {'every gate passed' if held else 'NOT accepted'}"]
        lines += [f"  {result.gate}: {result.reason}" for result in results if not result.passed]
        data = {"family": family.id, "passed": held, "gates": [one.to_json() for one in results]}
        output.emit_line(options, data, "\n".join(lines))
    return 0 if passed else 1


def _draw(options: argparse.Namespace, families: list[Family]) -> int:
    from pytest_vlite.renewal.families.draws import HELD_OUT_FROM, draw, write_draws
    from pytest_vlite.sandbox import choose_sandbox

    indices = options.indices
    if options.held_out is not None:
        indices = range(
            HELD_OUT_FROM + options.held_out.start, HELD_OUT_FROM + options.held_out.stop
        )
    sandbox = choose_sandbox(options.sandbox)
    items, without = [], []
    for family in families:
        drawn, none = draw(family, indices, sandbox, options.language, limit_s=options.limit)
        items += drawn
        without += [(family.id, one) for one in none]
    write_draws(items, options.out, seeds_of=families if options.with_seeds else ())
    lines = [f"{len(items)} items in {options.out}"]
    for id_, one in without[:10]:
        why = one.fault or f"no valid assignment: {one.refused[-1] if one.refused else ''}"
        lines.append(f"  {id_}@{one.index}: {why}")
    if len(without) > 10:
        lines.append(f"  {len(without) - 10} more draws gave no item")
    data = {
        "items": len(items),
        "out": str(options.out),
        "without": [
            {"id": f"{id_}@{one.index}", "fault": one.fault, "refused": list(one.refused)}
            for id_, one in without
        ],
    }
    output.emit(options, data, "\n".join(lines))
    return 1 if without else 0


def _range(text: str) -> range:
    found = re.fullmatch(r"([0-9]{1,12}):([0-9]{1,12})", text)
    if not found or not int(found[1]) < int(found[2]):
        raise argparse.ArgumentTypeError(f"{text}: must be A:B with A < B, for instance 0:10")
    indices = range(int(found[1]), int(found[2]))
    if len(indices) > _MOST_DRAWS:
        raise argparse.ArgumentTypeError(f"{text}: more than {_MOST_DRAWS} draws")
    return indices


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 86400:
        raise argparse.ArgumentTypeError(f"{text}: must be seconds, at most a day")
    return seconds
