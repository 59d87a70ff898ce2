"""`vlite rate`: ratings on the scale of human Codeforces contestants."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_vlite.errors import InputError
from pytest_vlite.vocabulary import Setting

if TYPE_CHECKING:
    from pytest_vlite.leaderboard.rating import SystemRating
    from pytest_vlite.scoring.ability import Ability
    from pytest_vlite.scoring.contests import AverageRating

HELP = "Rate submissions on the scale of human Codeforces contestants."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The result, the setting, and files of contests and human ratings."""
    parser.add_argument(
        "result",
        type=Path,
        metavar="RESULT",
        help="result directory or leaderboard.json with attempts.jsonl beside it",
    )
    parser.add_argument(
        "--setting",
        default=Setting.CODEGEN_NL.value,
        choices=[setting.value for setting in Setting],
        help="the setting to rate (default: %(default)s)",
    )
    parser.add_argument(
        "--contests",
        type=Path,
        metavar="DIR",
        help="contests: <number>/standings.json and <number>/ratings.json as the API gives them",
    )
    parser.add_argument(
        "--humans",
        type=Path,
        metavar="FILE",
        help="ratings of humans (user.ratedList, or a JSON list), for percentiles",
    )
    parser.add_argument(
        "--partial",
        action="store_true",
        help="also rate contests of which the submission lacks problems (they count as unsolved)",
    )


def run(options: argparse.Namespace) -> int:
    """Print the ratings of every submission in the result."""
    from pytest_vlite.leaderboard.contest_files import read_contests, read_human_ratings
    from pytest_vlite.leaderboard.load import load_result
    from pytest_vlite.leaderboard.rating import rate_system
    from pytest_vlite.leaderboard.write import json_text

    result = load_result(options.result)
    files = read_contests(options.contests) if options.contests else None
    humans = read_human_ratings(options.humans) if options.humans else []
    ratings = []
    for entry in result.document["entries"]:
        name = entry["submission"]["name"]
        mine = [
            verdict
            for verdict in result.verdicts
            if verdict.submission == name and verdict.setting == options.setting
        ]
        if any(verdict.status.makes_incomplete for verdict in mine):
            raise InputError(
                f"{options.setting} of {name[:80]!r} is incomplete (error, not_run or unavailable):"
                " judge it fully first, for unjudged attempts would count as failures"
            )
        if mine:
            ratings.append(
                rate_system(
                    name, options.setting, mine, files=files, humans=humans, partial=options.partial
                )
            )
    if not ratings:
        raise InputError(f"{result.path}: no attempts in {options.setting} to rate")
    if options.json:
        print(json_text([rating.to_json() for rating in ratings], indent=1))
        return 0
    for rating in ratings:
        print("\n".join(_lines(rating)))
    return 0


def _lines(rating: SystemRating) -> list[str]:
    from pytest_vlite.leaderboard.text import percent, plain

    lines = [f"{plain(rating.submission, 60)}, {rating.setting}"]
    if rating.problem_rating is not None:
        lines.append(f"  problem rating {_ability(rating.problem_rating)}")
    else:
        lines.append("  problem rating: none, no Codeforces problem with a rating")
    if rating.overall is not None:
        lines.append(f"  contest rating {_average(rating.overall)}")
        lines += [
            f"    {plain(name, 40)}: {_average(average)}"
            for name, average in rating.divisions.items()
        ]
    for kind, share in rating.percentiles.items():
        lines.append(f"  above {share:.1f}% of human ratings ({kind} rating)")
    if rating.pass_at:
        shares = ", ".join(f"pass@{n} {percent(value)}" for n, value in rating.pass_at.items())
        lines.append(f"  Codeforces problems: {shares}")
    for number, reason in rating.left_out.items():
        lines.append(f"  left out contest {number}: {plain(reason, 200)}")
    return lines


def _ability(found: Ability) -> str:
    base = f"({found.passed:g} of {found.problems} problems passed)"
    if found.rating is None and found.low is not None:
        return f"at least {found.low:.0f} {base}: a bound, for all were passed"
    if found.rating is None:
        return f"at most {found.high:.0f} {base}: a bound, for none was passed"
    return f"{found.rating:.0f}, 95% interval {found.low:.0f} to {found.high:.0f} {base}"


def _average(found: AverageRating) -> str:
    spread = "one contest"
    if found.deviation is not None and found.error is not None:
        spread = (
            f"{found.contests} contests, deviation {found.deviation:.0f},"
            f" standard error {found.error:.1f}"
        )
    bounds = f"; {found.bounds} of them only bounds" if found.bounds else ""
    error = "" if found.pooled_error is None else f", standard error {found.pooled_error:.1f}"
    return (
        f"{found.rating:.0f} as mean over contests ({spread}{bounds});"
        f" {found.pooled:.0f} pooled, without the mean's bias{error}"
    )
