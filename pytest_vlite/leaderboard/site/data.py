"""What the pages' script works on: JSON in the page itself, for a page may not load a file.

All foreign text in it is already harmless, and the script only ever sets it as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from pytest_vlite.leaderboard.comparison import Comparisons
from pytest_vlite.leaderboard.site.model import Model, SystemView
from pytest_vlite.leaderboard.text import plain, plain_block
from pytest_vlite.leaderboard.write import json_text
from pytest_vlite.vocabulary import CaseEvidence, Status

_GROUPINGS = ("source", "level", "stratum", "proof_size", "topic")
_LONGEST_DETAIL = 400
_LONGEST_CASE = 600


def embedded(value: Any) -> Markup:
    """JSON that cannot end the script element around it."""
    text = json_text(value)
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def ranking_data(model: Model) -> Markup:
    """Rates of every system by setting and group of problems."""
    groups: dict[str, dict[str, None]] = {grouping: {} for grouping in _GROUPINGS}
    entries = []
    for system in model.systems:
        results = {}
        for setting, result in system.entry["settings"].items():
            rates = {"all": _rate(result)}
            for grouping in _GROUPINGS:
                for name, group in result.get(f"by_{grouping}", {}).items():
                    shown = plain(name, 60)
                    groups[grouping][shown] = None
                    rates[f"{grouping}:{shown}"] = _rate(group)
            results[plain(setting, 60)] = rates
        entries.append(
            {
                "name": system.name,
                "organisation": system.organisation,
                "href": system.file,
                "reasons": list(system.reasons),
                "results": results,
            }
        )
    return embedded(
        {
            "settings": [plain(setting, 60) for setting in model.settings],
            "groups": {grouping: list(names) for grouping, names in groups.items() if names},
            "entries": entries,
        }
    )


def _rate(record: Mapping[str, Any]) -> list[float]:
    low, high = record.get("ci95", (record["pass_rate"], record["pass_rate"]))
    return [record["problems"], record["passed"], record["pass_rate"], low, high]


def verdict_data(model: Model, system: SystemView) -> Markup:
    """Every verdict of a system, with the reason and the deciding case."""
    settings = list(system.verdicts)
    problems = list(model.problems)
    numbers = {problem_id: number for number, problem_id in enumerate(problems)}
    statuses = list(Status)
    status_numbers = {status: number for number, status in enumerate(statuses)}
    several = any(result["samples"] > 1 for result in system.entry["settings"].values())
    rows = [
        [
            setting_number,
            numbers[verdict.problem_id],
            verdict.sample,
            status_numbers[verdict.status],
            plain(verdict.detail, _LONGEST_DETAIL),
            0 if verdict.case is None else _case(verdict.case),
        ]
        for setting_number, setting in enumerate(settings)
        for verdict in system.verdicts[setting]
        if verdict.problem_id in numbers
    ]
    return embedded(
        {
            "settings": [plain(setting, 60) for setting in settings],
            "statuses": [status.value.replace("_", " ") for status in statuses],
            "several": several,
            "problems": [
                [
                    problem.shown_id,
                    problem.title,
                    f"../{problem.file}",
                    plain(problem.facts["source"], 40),
                    plain(problem.facts["level"], 40),
                ]
                for problem in model.problems.values()
            ],
            "verdicts": rows,
        }
    )


def _case(case: CaseEvidence) -> list[Any]:
    texts = (case.input, case.expected, case.got)
    return [
        case.index,
        plain(case.kind, 20),
        *(None if text is None else plain_block(text, _LONGEST_CASE) for text in texts),
    ]


def comparison_data(model: Model, pairs: Mapping[tuple[str, str], Comparisons]) -> Markup:
    """Every two systems: the comparison in each setting, and each system's results by problem.

    Results by problem are strings, one character per problem in the order of `problems`; a higher
    character is a higher share of samples passed, a space means no attempts.
    """
    numbers = {system.entry["submission"]["name"]: system.number for system in model.systems}
    shares: dict[int, dict[str, dict[str, float]]] = {}
    for system in model.systems:
        for setting, verdicts in system.verdicts.items():
            counts: dict[str, list[int]] = {}
            for verdict in verdicts:
                count = counts.setdefault(verdict.problem_id, [0, 0])
                count[0] += verdict.status is Status.PASSED
                count[1] += 1
            shares.setdefault(system.number, {})[setting] = {
                problem: passed / total for problem, (passed, total) in counts.items()
            }
    steps = sorted({s for one in shares.values() for some in one.values() for s in some.values()})
    letters = {step: chr(48 + number) for number, step in enumerate(steps)}
    return embedded(
        {
            "systems": {str(system.number): system.name for system in model.systems},
            "settings": [plain(setting, 60) for setting in model.settings],
            "problems": [[p.shown_id, p.file] for p in model.problems.values()],
            "shares": {
                str(number): {
                    plain(setting, 60): "".join(
                        letters[some[problem]] if problem in some else " "
                        for problem in model.problems
                    )
                    for setting, some in by_setting.items()
                }
                for number, by_setting in shares.items()
            },
            "pairs": {
                f"{numbers[one]},{numbers[other]}": _pair(found)
                for (one, other), found in pairs.items()
            },
        }
    )


def _pair(found: Comparisons) -> dict[str, Any]:
    return {
        "forced": [plain(reason, 300) for reason in found.forced],
        "skipped": [plain(reason, 300) for reason in found.skipped],
        "settings": {
            plain(pair.setting, 60): [
                round(pair.comparison.rate_a, 6),
                round(pair.comparison.rate_b, 6),
                round(pair.comparison.difference, 6),
                round(pair.comparison.ci95[0], 6),
                round(pair.comparison.ci95[1], 6),
                float(f"{pair.comparison.p_value:.3g}"),
                float(f"{pair.holm_p:.3g}"),
                plain(pair.verdict, 300),
            ]
            for pair in found.pairs
        },
    }


def status_cells(model: Model) -> dict[str, dict[tuple[int, str], str]]:
    """For each problem, what each system came to in each setting, in words."""
    cells: dict[str, dict[tuple[int, str], str]] = {}
    counts: dict[tuple[str, int, str], list[int]] = {}
    for system in model.systems:
        for setting, verdicts in system.verdicts.items():
            for verdict in verdicts:
                words = verdict.status.value.replace("_", " ")
                cells.setdefault(verdict.problem_id, {})[system.number, setting] = words
                count = counts.setdefault((verdict.problem_id, system.number, setting), [0, 0])
                count[0] += verdict.status is Status.PASSED
                count[1] += 1
    for (problem_id, number, setting), (passed, total) in counts.items():
        if total > 1:
            cells[problem_id][number, setting] = f"passed {passed} of {total}"
    return cells
