"""How long the web site of a large leaderboard takes: 1,006 problems, 6 settings, 30 systems.

    python benchmarks/site_build.py DIR [SYSTEMS] [PROBLEMS]

Writes a simulated result to DIR/result, builds DIR/site with `vlite report` and prints the times.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from pytest_vlite.cli import main
from pytest_vlite.leaderboard import (
    Environment,
    ExpectedSubmission,
    Harness,
    ProblemFacts,
    ReleaseFacts,
    RunContext,
    SubsetFacts,
    VerifierFacts,
    build_document,
    settle_verdicts,
    write_attempts,
    write_document,
)
from pytest_vlite.vocabulary import CaseEvidence, Setting, Stage, Status, Verdict

FAILURES = {
    Setting.CODEGEN_NL: (Status.WRONG_ANSWER, Status.TIME_LIMIT, Status.COMPILE_ERROR),
    Setting.CODEGEN_SPEC: (Status.WRONG_ANSWER, Status.RUNTIME_ERROR, Status.MISSING),
    Setting.CODEGEN_NLSPEC: (Status.WRONG_ANSWER, Status.COMPILE_ERROR, Status.MALFORMED),
    Setting.SPECGEN: (Status.SPEC_UNSOUND, Status.SPEC_INCOMPLETE, Status.UNDECIDED),
    Setting.PROOFGEN: (Status.UNVERIFIED, Status.ALTERED, Status.VERIFIER_LIMIT),
    Setting.END2END: (Status.UNVERIFIED, Status.CHEATING, Status.WRONG_ANSWER),
}
EASE = dict(zip(Setting, (1.5, 0.5, 0.8, -2.0, -2.5, -3.5), strict=True))


def problems(count: int, chance: random.Random) -> tuple[ProblemFacts, ...]:
    """Problems like the benchmark's: strata, topics and sizes of proofs."""
    made = []
    for number in range(count):
        leetcode = number % 7 < 5
        level = chance.choice(("Easy", "Medium", "Hard") if leetcode else ("800", "1200", "1500"))
        source = "leetcode" if leetcode else "codeforces"
        made.append(
            ProblemFacts(
                id=f"lc{number + 1}" if leetcode else f"cf{number + 1}{chance.choice('ABC')}",
                source=source,
                level=level,
                stratum=f"{source}/{level}",
                title=f"Simulated Problem {number + 1}",
                topics=tuple(sorted({f"Topic {chance.randrange(40)}" for _ in range(3)})),
                proof_lines=int(chance.lognormvariate(4.3, 0.9)),
            )
        )
    return tuple(made)


def verdicts(
    name: str, skill: float, facts: tuple[ProblemFacts, ...], chance: random.Random
) -> list[Verdict]:
    """One sample for every problem and setting; better systems pass more."""
    made = []
    for setting in Setting:
        for problem in facts:
            passed = chance.gauss(0, 1.5) < skill + EASE[setting]
            status = Status.PASSED if passed else chance.choice(FAILURES[setting])
            case = None
            if status is Status.WRONG_ANSWER:
                numbers = ", ".join(str(chance.randrange(10**6)) for _ in range(25))
                case = CaseEvidence(chance.randrange(250), f"[{numbers}]", "17", "18")
            made.append(
                Verdict(
                    submission=name,
                    problem_id=problem.id,
                    source=problem.source,
                    level=problem.level,
                    stratum=problem.stratum,
                    setting=setting.value,
                    sample=0,
                    status=status,
                    stage=Stage.DONE if passed else Stage.TESTS,
                    detail="all cases passed" if passed else f"simulated {status.value} at case 7",
                    case=case,
                    cpu_s=chance.random(),
                )
            )
    return made


def simulate(place: Path, systems: int, count: int) -> None:
    """Write the result of a simulated run to `place`."""
    chance = random.Random(1)
    facts = problems(count, chance)
    names = [f"System {number:02d}" for number in range(1, systems + 1)]
    context = RunContext(
        harness=Harness("pytest-vlite", "0.1.0"),
        release=ReleaseFacts(
            "simulated", count, "0" * 64, VerifierFacts("verus", "simulated", ("--no-cheating",))
        ),
        subset=SubsetFacts("full", count, "0" * 64),
        environment=Environment("Linux", "simulated", 2, "rustc", "simulated", "3.11", "bwrap"),
        problems=facts,
        submissions=tuple(
            ExpectedSubmission(
                name,
                {
                    "organisation": f"Organisation {number % 7}",
                    "cost_usd": round(chance.lognormvariate(3, 1.2), 2),
                },
                dict.fromkeys([setting.value for setting in Setting], 1),
            )
            for number, name in enumerate(names)
        ),
        generated_at="2026-11-01T00:00:00+00:00",
    )
    made = [one for name in names for one in verdicts(name, chance.gauss(0, 0.7), facts, chance)]
    write_document(build_document(made, context), place / "leaderboard.json")
    write_attempts(settle_verdicts(made, context), place / "attempts.jsonl")


def run(arguments: list[str]) -> int:
    """Simulate, build, print the times."""
    place = Path(arguments[0])
    systems, count = (int(x) for x in (arguments[1:] + ["30", "1006"][len(arguments) - 1 :]))
    start = time.perf_counter()
    simulate(place / "result", systems, count)
    print(f"document and attempts made and written in {time.perf_counter() - start:.1f} s")
    start = time.perf_counter()
    code = main(["report", str(place / "result"), "-o", str(place / "site")])
    print(f"site built in {time.perf_counter() - start:.1f} s")
    size = sum(file.stat().st_size for file in (place / "site").rglob("*") if file.is_file())
    print(f"site: {size / 1e6:.1f} MB")
    return code


if __name__ == "__main__":
    raise SystemExit(run(sys.argv[1:]))
