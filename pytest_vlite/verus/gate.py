"""The cheating gate: refuses what lets the verifier accept without proof.

It works by allow lists over tokens (so that nothing hides inside a macro call) and over items. A
program that passes can still fail to verify; a program that the verifier accepts but that the gate
refuses uses a construct that trusts, hides, or has no place in an answer. The rules are listed in
docs/verus-rules.md.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from pytest_vlite.verus import ast
from pytest_vlite.verus.findings import Finding, Findings
from pytest_vlite.verus.functions import find_functions, target_functions
from pytest_vlite.verus.gate_bodies import check_bodies
from pytest_vlite.verus.gate_items import ItemRules
from pytest_vlite.verus.gate_tokens import TokenRules
from pytest_vlite.verus.parser import parse
from pytest_vlite.verus.tokens import IDENT, TokenStream

# Characters that make an editor show another text than the compiler reads: those that turn the
# direction of writing, and those that look like the end of a line and are none in a comment.
_MISLEADING = re.compile("[\u202a-\u202e\u2066-\u2069]|[\x0b\x0c\x85\u2028\u2029]|\r(?!\n)")
_MOST_MISLEADING = 20


def check_gate(
    text: str, *, target: str | None = None, reference: str | None = None
) -> list[Finding]:
    """Everything in a program that the gate refuses, in the order of the text; empty if nothing.

    `target`: the function that must stand inside verus! exactly once. `reference`: the fixed
    program of the task; what it has itself outside verus! may stand there here, token for token,
    and functions that carry an attribute against the termination check there may carry it here.
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
    _check_text(file, findings)
    TokenRules(file, findings, reference).check()
    ItemRules(file, findings, reference).check()
    check_bodies(file, findings)
    if target is not None:
        _check_target(file, target, findings, reference)
    return findings.sorted()


def _check_text(file: ast.File, findings: Findings) -> None:
    """What an editor would not show as the compiler reads it."""
    text = file.stream.text
    if text.isascii() and "\r" not in text and "\x0b" not in text and "\x0c" not in text:
        return
    stream = file.stream
    for count, match in enumerate(_MISLEADING.finditer(text)):
        if count == _MOST_MISLEADING:
            break
        code = f"U+{ord(match[0]):04X}"
        if match[0] >= "\u202a":
            findings.add_at(match.start(), "hidden-text", f"{code} turns the direction of text")
        elif _in_line_comment(stream, match.start()):
            findings.add_at(
                match.start(),
                "hidden-text",
                f"{code} in a comment looks like the end of a line, so that commented text looks "
                "like code",
            )
    if not text.isascii():
        for index in range(stream.count):
            if stream.kinds[index] == IDENT and not stream.texts[index].isascii():
                findings.add(index, "identifier", "identifiers must be ASCII")


def _in_line_comment(stream: TokenStream, offset: int) -> bool:
    """Whether a character stands in a `//` comment."""
    index = bisect_right(stream.starts, offset, 0, stream.count) - 1
    gap = stream.end_of(index) if index >= 0 else 0
    if gap > offset:
        return False  # within a token
    line_start = max(gap, stream.text.rfind("\n", gap, offset) + 1)
    return stream.text.find("//", line_start, offset) >= 0


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
