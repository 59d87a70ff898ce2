"""A small leaderboard with everything that the web site can show, hostile texts included."""

from __future__ import annotations

from pathlib import Path

from pytest_vlite.leaderboard import ExpectedSubmission
from pytest_vlite.leaderboard.load import load_result
from pytest_vlite.leaderboard.site import write_site
from pytest_vlite.vocabulary import CaseEvidence, Status
from tests.leaderboard.making import context, facts, verdict
from tests.leaderboard.results import verdicts_of, write_result

IDS = tuple(f"lc{i}" for i in range(1, 9)) + tuple(f"cf{i}A" for i in range(1, 9))
ATTACK = (
    "</script><script>window.attacked=1</script><img src=x onerror='window.attacked=1'>"
    "\x1b[31m\u202e'\"&amp;{{7*7}}"
)
HOSTILE_NAME = f"Mallory {ATTACK}{'long' * 400}"


def example_result(place: Path) -> Path:
    """Four systems: two good ones, an incomplete one, and one of which every text is hostile."""
    problems = tuple(
        facts(
            problem_id,
            level="Easy" if number < 4 else "Hard" if problem_id.startswith("lc") else "1200",
            stratum=("leetcode/Easy" if number < 4 else "leetcode/Hard")
            if problem_id.startswith("lc")
            else "codeforces/1200",
            title=f"Problem {ATTACK}" if number == 0 else f"Title {problem_id}",
            topics=("math", ATTACK) if number == 1 else ("dp",),
            proof_lines=number * 10,
        )
        for number, problem_id in enumerate(IDS)
    )
    all_settings = {"CodeGen-NL": 1, "ProofGen": 1}
    run = context(
        IDS,
        problems=problems,
        submissions=(
            ExpectedSubmission(
                "Alpha",
                {"organisation": "One", "cost_usd": 12.5, "url": "https://example.com/alpha"},
                {"CodeGen-NL": 4, "ProofGen": 1},
            ),
            ExpectedSubmission("Beta", {"organisation": "Two", "cost_usd": 400}, all_settings),
            ExpectedSubmission("Gamma", {"organisation": "Two"}, all_settings),
            ExpectedSubmission(
                HOSTILE_NAME,
                {"organisation": ATTACK, "notes": ATTACK, "url": "javascript:window.attacked=1"},
                all_settings,
            ),
        ),
    )
    verdicts = [
        verdict(problem_id, Status.PASSED if (number + sample) % 3 else Status.TIME_LIMIT,
                submission="Alpha", sample=sample)
        for number, problem_id in enumerate(IDS)
        for sample in range(4)
    ]  # fmt: skip
    verdicts += verdicts_of("Alpha", {"ProofGen": "1111000000000000"}, IDS)
    verdicts += verdicts_of(
        "Beta", {"CodeGen-NL": "1111111111111110", "ProofGen": "0011110000000000"}, IDS
    )
    verdicts += verdicts_of(
        "Gamma", {"CodeGen-NL": "0000000011111111", "ProofGen": "!" * len(IDS)}, IDS
    )
    evidence = CaseEvidence(7, f"[1, 2]\n{ATTACK}", ATTACK, None, "negative")
    verdicts += verdicts_of(
        HOSTILE_NAME,
        {"CodeGen-NL": "0" * 16, "ProofGen": "0" * 16},
        IDS,
        detail=f"wrong answer {ATTACK}",
        case=evidence,
    )
    return write_result(place, verdicts, run)


def example_site(place: Path) -> Path:
    """The example's site."""
    write_site(load_result(example_result(place / "result")), place / "site")
    return place / "site"
