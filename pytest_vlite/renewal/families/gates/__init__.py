"""The gates that a family must pass before an item of it counts; docs/families.md lists them."""

from __future__ import annotations

from pathlib import Path

from pytest_vlite.renewal.families.execution import DEFAULT_LIMIT_S
from pytest_vlite.renewal.families.format import Family
from pytest_vlite.renewal.families.gates import answer_gates, program_gates, text_gates
from pytest_vlite.renewal.families.gates.answer_gates import Judge, ProgramJudge
from pytest_vlite.renewal.families.gates.result import GateResult
from pytest_vlite.renewal.families.gates.sample import Bench, take_sample
from pytest_vlite.sandbox import Sandbox

__all__ = ["GateResult", "Judge", "check_family"]


def check_family(
    family: Family,
    sandbox: Sandbox,
    *,
    judge: Judge | None = None,
    scratch: Path | None = None,
    limit_s: float = DEFAULT_LIMIT_S,
) -> list[GateResult]:
    """Run the gates, cheapest first; where the program does not run, the later ones are left out.

    `judge` decides the trials of the noise gate (default: the program itself, run anew).

    Raises:
        HarnessError: the sandbox failed.
    """
    bench = Bench(family, sandbox, scratch, limit_s)
    sample = take_sample(bench)
    results = [program_gates.compilation(sample)]
    if results[-1].passed:
        results.append(program_gates.execution(sample))
    if not results[-1].passed:
        return results
    results += [
        program_gates.yields(sample),
        program_gates.determinism(bench, sample),
        text_gates.rendering(bench, sample),
        text_gates.leak(sample),
        text_gates.near_copy(sample),
        answer_gates.anchoring(sample),
    ]
    if answer_gates.needs_noise(family):
        results.append(answer_gates.noise(sample, judge or ProgramJudge(bench)))
    return results
