"""Ratings of the systems of a leaderboard: contests where standings are given, problems else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pytest_vlite.leaderboard.contest_files import ContestFiles
from pytest_vlite.leaderboard.document import outcomes_by_problem
from pytest_vlite.scoring.ability import Ability, ability
from pytest_vlite.scoring.contests import (
    MOST_ATTEMPTS,
    AverageRating,
    ContestRating,
    average,
    by_division,
    percentile,
    rate_contest,
)
from pytest_vlite.scoring.rates import ProblemOutcome, rate
from pytest_vlite.vocabulary import Verdict

_CODEFORCES_ID = re.compile(r"cf([0-9]+)([A-Z][0-9]?)\Z")


@dataclass(frozen=True)
class SystemRating:
    """What is known of one system in one setting.

    problem_rating: from the Codeforces problems' difficulties; None without any.
    overall, divisions: averages over contests; empty without standings.
    left_out: contests not used, by number, each with the reason.
    pass_at: pass@n over the Codeforces problems, for n of 1, 2, 4, 8 as far as samples go.
    percentiles: of `problem`, `contest`, among human ratings, where those are given.
    """

    submission: str
    setting: str
    problem_rating: Ability | None
    overall: AverageRating | None
    divisions: Mapping[str, AverageRating]
    contests: Sequence[ContestRating]
    left_out: Mapping[str, str]
    pass_at: Mapping[int, float]
    percentiles: Mapping[str, float]

    def to_json(self) -> dict[str, Any]:
        """As JSON types."""
        record = asdict(self)
        record["pass_at"] = {str(n): value for n, value in self.pass_at.items()}
        return record


def rate_system(
    submission: str,
    setting: str,
    verdicts: Iterable[Verdict],
    *,
    files: ContestFiles | None = None,
    humans: Sequence[float] = (),
    partial: bool = False,
) -> SystemRating:
    """Rate one submission in one setting; `verdicts` are its own, in that setting.

    A contest of which the submission lacks problems is left out unless `partial`: the problems
    would count as unsolved.
    """
    mine = [v for v in verdicts if v.source == "codeforces"]
    levels = {v.problem_id: v.level for v in mine}
    outcomes = outcomes_by_problem(mine)
    rated, left_out = _rate_contests(outcomes, files, partial) if files else ([], {})
    known = {contest.id: contest for contest in files.contests} if files else {}
    overall = average(rated, known) if rated else None
    problem_rating = _problem_rating(outcomes, levels)
    percentiles = {}
    if humans and overall is not None:
        percentiles["contest"] = percentile(overall.rating, humans)
    if humans and problem_rating is not None and problem_rating.rating is not None:
        percentiles["problem"] = percentile(problem_rating.rating, humans)
    at_k = rate(outcomes.values()).pass_at_k if outcomes else {}
    return SystemRating(
        submission=submission,
        setting=setting,
        problem_rating=problem_rating,
        overall=overall,
        divisions={name: average(some, known) for name, some in by_division(rated).items()},
        contests=rated,
        left_out=left_out,
        pass_at={n: at_k[n] for n in (1, 2, 4, MOST_ATTEMPTS) if n in at_k},
        percentiles=percentiles,
    )


def _rate_contests(
    outcomes: Mapping[str, ProblemOutcome], files: ContestFiles, partial: bool
) -> tuple[list[ContestRating], dict[str, str]]:
    attempts: dict[str, dict[str, tuple[bool, ...]]] = {}
    for problem_id, outcome in outcomes.items():
        found = _CODEFORCES_ID.match(problem_id)
        if found:
            attempts.setdefault(found[1], {})[found[2]] = outcome.passes
    rated, left_out = [], dict(files.left_out)
    for contest in files.contests:
        mine = attempts.get(contest.id, {})
        lacking = [index for index in contest.problems if index not in mine]
        if not mine:
            left_out[contest.id] = "the submission has none of its problems"
        elif lacking and not partial:
            left_out[contest.id] = f"the submission lacks its problems {', '.join(lacking)[:80]}"
        else:
            rated.append(rate_contest(contest, mine))
    return rated, left_out


def _problem_rating(
    outcomes: Mapping[str, ProblemOutcome], levels: Mapping[str, str]
) -> Ability | None:
    rated = {
        problem_id: float(level)
        for problem_id, level in levels.items()
        if level.isascii() and level.isdigit() and len(level) < 6
    }
    if not rated:
        return None
    ids = sorted(rated)
    return ability([rated[one] for one in ids], [outcomes[one].mean for one in ids])
