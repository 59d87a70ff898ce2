"""What the pages show, gathered once: systems, problems, ratings, who solves what."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pytest_vlite.leaderboard.load import Result
from pytest_vlite.leaderboard.ranking import reasons_against
from pytest_vlite.leaderboard.rating import rate_system
from pytest_vlite.leaderboard.tables import settings_of
from pytest_vlite.leaderboard.text import plain
from pytest_vlite.scoring.ability import Ability
from pytest_vlite.scoring.groups import natural
from pytest_vlite.vocabulary import Setting, Status, Verdict

_SAFE_FILE = re.compile(r"[A-Za-z0-9_-]{1,60}")
_LINK = re.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]+)?(/[!-~]*)?")
_HARDEST_SHOWN = 10


@dataclass(frozen=True)
class SystemView:
    """One entry as the pages show it; all of its texts are already harmless."""

    number: int
    entry: Mapping[str, Any]
    reasons: tuple[str, ...]
    verdicts: Mapping[str, Sequence[Verdict]]

    @property
    def name(self) -> str:
        return plain(self.entry["submission"]["name"], 120)

    @property
    def organisation(self) -> str:
        return plain(self.entry["submission"].get("organisation", ""), 80)

    @property
    def file(self) -> str:
        return f"systems/{self.number}.html"

    @property
    def details(self) -> list[tuple[str, str]]:
        """The manifest's other fields, by name."""
        shown = self.entry["submission"]
        return [
            (key, plain(shown[key], 500))
            for key in ("model", "organisation", "date", "cost_usd", "tokens", "notes")
            if key in shown
        ]

    @property
    def link(self) -> str | None:
        """The manifest's address, if it is a plain web address."""
        url = str(self.entry["submission"].get("url", ""))
        return url if _LINK.fullmatch(url) and len(url) < 500 else None


@dataclass(frozen=True)
class ProblemView:
    """One problem of the subset; `solved_by` holds, by setting, numbers of the systems."""

    id: str
    file: str
    facts: Mapping[str, Any]
    solved_by: Mapping[str, set[int]] = field(default_factory=dict)

    @property
    def shown_id(self) -> str:
        return plain(self.id, 60)

    @property
    def title(self) -> str:
        return plain(self.facts.get("title", ""), 120)


class Model:
    """A result made ready for the templates."""

    def __init__(self, result: Result) -> None:
        self.document = result.document
        self.settings = settings_of(result.document)
        grouped: dict[str, dict[str, list[Verdict]]] = {}
        for verdict in result.verdicts:
            settings = grouped.setdefault(verdict.submission, {})
            settings.setdefault(verdict.setting, []).append(verdict)
        self.systems = [
            SystemView(
                number,
                entry,
                tuple(plain(reason, 300) for reason in reasons_against(entry)),
                grouped.get(entry["submission"]["name"], {}),
            )
            for number, entry in enumerate(result.document["entries"], start=1)
        ]
        self.problems = {
            facts["id"]: ProblemView(facts["id"], file, facts, {s: set() for s in self.settings})
            for facts, file in zip(
                result.document["problems"], _file_names(result.document["problems"]), strict=True
            )
        }
        for system in self.systems:
            for setting, verdicts in system.verdicts.items():
                for verdict in verdicts:
                    if verdict.status is Status.PASSED and verdict.problem_id in self.problems:
                        self.problems[verdict.problem_id].solved_by[setting].add(system.number)

    @cached_property
    def ratings(self) -> list[tuple[SystemView, Ability]]:
        """Problem ratings of the systems whose CodeGen-NL is complete, best first."""
        found = []
        for system in self.systems:
            verdicts = system.verdicts.get(Setting.CODEGEN_NL, ())
            if verdicts and not any(verdict.status.makes_incomplete for verdict in verdicts):
                rated = rate_system("", Setting.CODEGEN_NL.value, verdicts).problem_rating
                if rated is not None:
                    found.append((system, rated))
        return sorted(found, key=_best_first)

    def hardest_solved(self, system: SystemView, setting: str) -> list[tuple[ProblemView, int]]:
        """Solved problems that the fewest systems solve (longer proofs first), with that number."""
        solved = [
            (problem, len(problem.solved_by[setting]))
            for problem in self.problems.values()
            if system.number in problem.solved_by[setting]
        ]
        solved.sort(
            key=lambda pair: (
                pair[1],
                -(pair[0].facts.get("proof_lines") or 0),
                natural(pair[0].id),
            )
        )
        return solved[:_HARDEST_SHOWN]


def _best_first(pair: tuple[SystemView, Ability]) -> tuple[float, str]:
    system, rated = pair
    if rated.rating is not None:
        return (-rated.rating, system.name)
    return (float("-inf") if rated.low is not None else float("inf"), system.name)


def _file_names(problems: Sequence[Mapping[str, Any]]) -> list[str]:
    """One file per problem, named by its id where that is a safe name on every file system."""
    names: list[str] = []
    taken: set[str] = set()
    for number, problem in enumerate(problems, start=1):
        name = str(problem["id"])
        if not _SAFE_FILE.fullmatch(name) or name.lower() in taken:
            name = f"_{number}"
        taken.add(name.lower())
        names.append(f"problems/{name}.html")
    return names
