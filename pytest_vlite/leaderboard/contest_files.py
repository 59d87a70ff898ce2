"""Contests and human ratings from files in the Codeforces API's JSON form.

A directory holds one folder per contest, named by its number: `<number>/standings.json` (the answer
of `contest.standings`) and `<number>/ratings.json` (of `contest.ratingChanges`). A ratings file is
the answer of `user.ratedList`, or a plain JSON list of numbers. An answer may be kept whole, with
its `status`, or as its `result` alone. Nothing is fetched.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_vlite.errors import InputError
from pytest_vlite.scoring.contests import FEWEST_RATED, Contest, Contestant


@dataclass(frozen=True)
class ContestFiles:
    """The contests that can be used, and those left out, each with the reason."""

    contests: tuple[Contest, ...]
    left_out: Mapping[str, str]


def read_contests(directory: Path) -> ContestFiles:
    """Every contest of the directory, in order of number.

    Raises:
        InputError: no such directory, no contests, or a file that is not of the API's form.
    """
    if not directory.is_dir():
        raise InputError(f"--contests: {directory} is no directory")
    folders = [place for place in directory.iterdir() if place.name.isascii()]
    folders = [place for place in folders if place.name.isdigit() and place.is_dir()]
    if not folders:
        raise InputError(
            f"--contests: {directory} holds no contest: each needs <number>/standings.json and"
            " <number>/ratings.json"
        )
    contests, left_out = [], {}
    for folder in sorted(folders, key=lambda place: (len(place.name), place.name)):
        contest = read_contest(folder)
        if len(contest.contestants) < FEWEST_RATED:
            left_out[contest.id] = (
                f"{len(contest.contestants)} rated contestants; at least {FEWEST_RATED} are needed"
            )
        else:
            contests.append(contest)
    return ContestFiles(tuple(contests), left_out)


def read_contest(folder: Path) -> Contest:
    """One contest; only contestants in both files count, with the rating that they came with.

    Raises:
        InputError: as `read_contests`.
    """
    standings = _result(folder / "standings.json")
    changes = _result(folder / "ratings.json")
    try:
        ratings = {str(change["handle"]): _number(change["oldRating"]) for change in changes}
        problems = {
            str(problem["index"]): None if "points" not in problem else _number(problem["points"])
            for problem in standings["problems"]
        }
        contestants = {}
        for row in standings["rows"]:
            members = [str(member["handle"]) for member in row["party"]["members"]]
            if len(members) == 1 and members[0] in ratings:
                contestants[members[0]] = Contestant(
                    members[0],
                    ratings[members[0]],
                    _number(row["points"]),
                    _number(row["penalty"]),
                )
        name = str(standings["contest"]["name"])
    except (KeyError, TypeError, ValueError) as fault:
        raise InputError(
            f"{folder}: standings.json or ratings.json is not of the API's form: "
            f"{type(fault).__name__} {str(fault)[:80]}"
        ) from None
    return Contest(folder.name, name, problems, tuple(contestants.values()))


def read_human_ratings(path: Path) -> list[float]:
    """Human ratings, sorted.

    Raises:
        InputError: as `read_contests`.
    """
    listed = _result(path)
    try:
        ratings = sorted(_number(one["rating"] if isinstance(one, dict) else one) for one in listed)
    except (KeyError, TypeError, ValueError) as fault:
        raise InputError(f"{path}: not a list of ratings: {str(fault)[:80]}") from None
    if not ratings:
        raise InputError(f"{path}: no ratings")
    return ratings


def _result(path: Path) -> Any:
    try:
        answer = json.loads(path.read_bytes())
    except OSError as fault:
        raise InputError(f"cannot read {path}: {fault.strerror or fault}") from fault
    except (ValueError, RecursionError) as fault:
        raise InputError(f"{path} is not JSON: {str(fault)[:80]}") from None
    if isinstance(answer, dict) and "status" in answer:
        if answer["status"] != "OK":
            raise InputError(f"{path}: the API answered {str(answer.get('comment'))[:80]!r}")
        return answer.get("result")
    return answer


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError(f"{str(value)[:20]!r} is no number")
    return float(value)
