"""Verdicts and contexts for the tests of leaderboards and scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pytest_vlite.leaderboard import (
    Environment,
    ExpectedSubmission,
    Harness,
    ProblemFacts,
    ReleaseFacts,
    RunContext,
    SubsetFacts,
    VerifierFacts,
)
from pytest_vlite.vocabulary import Stage, Status, Verdict

PIN = VerifierFacts("verus", "0.2026.04.10.01bf489", ("--no-cheating",))


def facts(problem_id: str, **changes: Any) -> ProblemFacts:
    """A problem's facts by its id: `lc...` are LeetCode Easy, others Codeforces 800."""
    leetcode = problem_id.startswith("lc")
    values: dict[str, Any] = {
        "id": problem_id,
        "source": "leetcode" if leetcode else "codeforces",
        "level": "Easy" if leetcode else "800",
        "stratum": "leetcode/Easy" if leetcode else "codeforces/800",
        "title": f"Problem {problem_id}",
        "topics": ("math",),
        "proof_lines": 10,
    }
    return ProblemFacts(**{**values, **changes})


def verdict(
    problem_id: str = "lc1",
    status: Status = Status.PASSED,
    *,
    submission: str = "alpha",
    setting: str = "CodeGen-NL",
    sample: int = 0,
    **changes: Any,
) -> Verdict:
    """One verdict; the stage is a plausible one unless given."""
    problem = facts(problem_id)
    values: dict[str, Any] = {
        "stage": Stage.DONE if status is Status.PASSED else Stage.TESTS,
        "detail": status.value,
    }
    return Verdict(
        submission=submission,
        problem_id=problem_id,
        source=problem.source,
        level=problem.level,
        stratum=problem.stratum,
        setting=setting,
        sample=sample,
        status=status,
        **{**values, **changes},
    )


def context(
    problem_ids: tuple[str, ...] = ("lc1", "lc2", "lc10", "cf4A"),
    samples: Mapping[str, int | Mapping[str, int]] | None = None,
    *,
    names: tuple[str, ...] = ("alpha",),
    **changes: Any,
) -> RunContext:
    """A run of `names` on the given problems; one sample of CodeGen-NL unless said."""
    values: dict[str, Any] = {
        "harness": Harness("pytest-vlite", "0.1.0"),
        "release": ReleaseFacts("2026-10.1", 1006, "a" * 64, PIN),
        "subset": SubsetFacts("lite", len(problem_ids), "b" * 64),
        "environment": Environment(os="Linux", cores=2, verus=None, sandbox="bwrap"),
        "problems": tuple(facts(problem_id) for problem_id in problem_ids),
        "submissions": tuple(
            ExpectedSubmission(name, {}, samples or {"CodeGen-NL": 1}) for name in names
        ),
        "generated_at": "2026-11-01T00:00:00+00:00",
    }
    return RunContext(**{**values, **changes})
