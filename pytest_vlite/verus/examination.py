"""One call for a proof answer: gate, preservation, and the program to verify."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_vlite.verus.assembly import Assembly, assemble_compared
from pytest_vlite.verus.differences import Difference
from pytest_vlite.verus.findings import Finding
from pytest_vlite.verus.gate import gate_file
from pytest_vlite.verus.parser import parse
from pytest_vlite.verus.preserve import Comparison


@dataclass(frozen=True, slots=True)
class ProofExamination:
    """What a proof answer does besides proving; `assembly` is there if it does nothing else."""

    findings: list[Finding]
    differences: list[Difference]
    assembly: Assembly | None


def examine_proof(reference: str, answer: str, target: str) -> ProofExamination:
    """Gate and preservation of an answer, each text parsed once, and what to verify.

    `reference` is the release's code_spec.rs. Raises VerusSyntaxError where a text cannot be
    parsed, HarnessError where the assembled program is not what it should be.
    """
    given = parse(reference)
    file = parse(answer)
    findings = gate_file(file, target=target, reference=given)
    comparison = Comparison(given, file, target)
    differences = comparison.differences()
    assembly = None if findings or differences else assemble_compared(comparison, target)
    return ProofExamination(findings, differences, assembly)
