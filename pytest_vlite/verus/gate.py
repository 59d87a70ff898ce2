"""The cheating gate: refuses what lets the verifier accept without proof.

It works by allow lists over tokens (so that nothing hides inside a macro call) and over items. A
program that passes can still fail to verify; a program that the verifier accepts but that the gate
refuses uses a construct that trusts, hides, or has no place in an answer. The rules are listed in
docs/verus-rules.md.
"""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus.findings import Finding, Findings
from pytest_vlite.verus.functions import find_functions, target_functions
from pytest_vlite.verus.gate_bodies import check_bodies
from pytest_vlite.verus.gate_items import ItemRules
from pytest_vlite.verus.gate_text import check_text
from pytest_vlite.verus.gate_tokens import TokenRules
from pytest_vlite.verus.parser import parse


def check_gate(
    text: str, *, target: str | None = None, reference: str | None = None
) -> list[Finding]:
    """Everything in a program that the gate refuses, in the order of the text; empty if nothing.

    `target`: the function that must stand inside verus! exactly once. `reference`: the fixed
    program of the task; what it has itself outside verus! may stand there here, token for token,
    and its functions may carry the attribute against the termination check.
    Raises VerusSyntaxError where a text cannot be parsed.
    """
    return gate_file(
        parse(text), target=target, reference=None if reference is None else parse(reference)
    )


def gate_file(
    file: ast.File, *, target: str | None = None, reference: ast.File | None = None
) -> list[Finding]:
    """As `check_gate`, for parsed files."""
    findings = Findings(file.stream)
    check_text(file, findings)
    TokenRules(file, findings, reference).check()
    ItemRules(file, findings, reference).check()
    check_bodies(file, findings)
    if target is not None:
        _check_target(file, target, findings, reference)
    return findings.sorted()


def _check_target(
    file: ast.File, target: str, findings: Findings, reference: ast.File | None
) -> None:
    """The function asked for stands inside verus!, once, and can be executed."""
    given = {
        found.key
        for found in (find_functions(reference) if reference else ())
        if not found.verified
    }
    outside = [
        found
        for found in find_functions(file)
        if found.fn.name == target and not found.verified and found.key not in given
    ]
    for found in outside:
        findings.add(
            found.fn.name_index,
            "target",
            f"`{target}` stands outside verus!, where nothing is verified",
        )
    inside = target_functions(file, target)
    if not inside and not outside:
        findings.add(0, "target", f"there is no executable function `{target}` inside verus!")
    for found in inside:
        if found.fn.body is None:
            findings.add(found.fn.name_index, "target", f"`{target}` has no body")
    for found in inside[1:]:
        findings.add(found.fn.name_index, "target", f"a second `{target}`")
