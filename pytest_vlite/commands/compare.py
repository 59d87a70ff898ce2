"""`vlite compare`: can two systems be told apart, and on which problems do they differ?"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_vlite.leaderboard.comparison import PairResult

HELP = "Compare submissions problem by problem: differences, intervals, exact tests."
_MOST_IDS = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Results, choice of systems, force."""
    parser.add_argument(
        "results",
        nargs="+",
        type=Path,
        metavar="RESULT",
        help="result directories or leaderboard.json files with attempts.jsonl beside them",
    )
    parser.add_argument(
        "--system",
        action="append",
        default=[],
        metavar="NAME",
        help="compare only this submission (repeatable; default: all)",
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help="compare across releases, subsets or verifier builds all the same, and say so",
    )


def run(options: argparse.Namespace) -> int:
    """Print the comparison of every pair in every setting."""
    from pytest_vlite.leaderboard.comparison import compare_systems, systems_of
    from pytest_vlite.leaderboard.load import load_result
    from pytest_vlite.leaderboard.text import plain
    from pytest_vlite.leaderboard.write import json_text

    results = [load_result(place) for place in dict.fromkeys(options.results)]
    found = compare_systems(systems_of(results, options.system), force=options.force)
    if options.json:
        record = {
            "pairs": [pair.to_json() for pair in found.pairs],
            "skipped": list(found.skipped),
            "forced": list(found.forced),
        }
        print(json_text(record, indent=1))
        return 0
    for reason in found.forced:
        print(f"FORCED although {plain(reason, 300)}")
    for pair in found.pairs:
        print("\n".join(_lines(pair)))
    for reason in found.skipped:
        print(f"not compared: {plain(reason, 300)}")
    if found.pairs:
        print(f"p-values are corrected by Holm's method over {len(found.pairs)} comparisons")
    return 0


def _lines(pair: PairResult) -> list[str]:
    from pytest_vlite.leaderboard.text import percent, plain

    result = pair.comparison
    low, high = result.ci95
    first, second = plain(pair.first, 60), plain(pair.second, 60)
    return [
        f"{pair.setting}: {first} {percent(result.rate_a)}, {second} {percent(result.rate_b)}"
        f" on {result.problems} problems",
        f"  difference {100 * result.difference:+.1f} points"
        f" (95% interval {100 * low:+.1f} to {100 * high:+.1f}), exact test p ="
        f" {result.p_value:.3g}, corrected {pair.holm_p:.3g}",
        f"  {plain(pair.verdict, 200)}",
        f"  only or more often {first}: {_ids(result.wins)}",
        f"  only or more often {second}: {_ids(result.losses)}",
    ]


def _ids(ids: tuple[str, ...]) -> str:
    from pytest_vlite.leaderboard.text import plain

    more = f" and {len(ids) - _MOST_IDS} more (--json lists all)" if len(ids) > _MOST_IDS else ""
    return f"{len(ids)} " + " ".join(plain(one, 40) for one in ids[:_MOST_IDS]) + more
