"""Gate rules for what stands inside functions: nested items, loops, returns, types, ghost modes."""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus.findings import Findings
from pytest_vlite.verus.gate_paths import check_use

_GHOST_CODE = (ast.ProofBlock, ast.Assert, ast.AssertForall, ast.Clause)


def check_bodies(file: ast.File, findings: Findings) -> None:
    """Every function body and every type of a file."""
    enums = {
        node.name: [variant.name for variant in node.variants]
        for item in file.items
        if isinstance(item, ast.VerusMacro)
        for node in item.items
        if isinstance(node, ast.Enum)
    }
    isolated = "loop_isolation" in file.stream.texts
    for item in file.items:
        for node in ast.walk(item):
            match node:
                case ast.ItemStmt():
                    _nested_item(node.item, findings, enums)
                case ast.Let(mode="tracked"):
                    findings.add(node.start, "tracked", "tracked variables are not allowed")
                case ast.FnType(name="fn") if isinstance(item, ast.VerusMacro):
                    findings.add(
                        node.start,
                        "dyn",
                        "function pointers hide calls from the termination check",
                    )
                case ast.NeverType():
                    findings.add(node.start, "empty-type", "a type without values proves anything")
                case ast.Fn():
                    _returns(node, findings)
                    _ghost_jumps(node, findings)
                case ast.While():
                    _loop_condition(node, findings)
                case ast.Jump(keyword="break", label=label) if label and isolated:
                    findings.add(
                        node.start,
                        "labelled-break",
                        "a labelled break with loop_isolation: the verifier may miss this path",
                    )


def _nested_item(item: ast.Item, findings: Findings, enums: dict[str, list[str]]) -> None:
    if isinstance(item, ast.Use):
        check_use(item, findings, enums)
    elif not isinstance(item, ast.BroadcastUse):
        findings.add(item.start, "nested-item", "an item inside a function is not verified")


def _returns(item: ast.Fn, findings: Findings) -> None:
    """`return e` in a proof function without result skips the check of modes."""
    if item.mode != "proof" or item.result is not None or item.body is None:
        return
    for node in ast.walk(item.body):
        if isinstance(node, ast.Jump) and node.keyword == "return" and node.value is not None:
            findings.add(
                node.start, "proof-return", "`return` with a value in a proof without result"
            )


def _ghost_jumps(item: ast.Fn, findings: Findings) -> None:
    """Ghost code that leaves a block: gone from what is compiled, so that it would go on there."""
    if item.is_ghost or item.body is None:
        return
    for node in ast.walk(item.body):
        if not isinstance(node, _GHOST_CODE) and not (
            isinstance(node, ast.Let) and node.mode == "ghost"
        ):
            continue
        for inner in ast.walk(node):
            if isinstance(inner, (ast.Jump, ast.Try)) or (
                isinstance(inner, ast.Let) and inner.orelse is not None
            ):
                findings.add(
                    inner.start, "ghost-jump", "ghost code that leaves its block is not compiled"
                )


def _loop_condition(loop: ast.While, findings: Findings) -> None:
    """A break inside a loop's condition leaves the negated condition wrongly assumed."""
    for node in ast.walk(loop.condition):
        if isinstance(node, ast.Jump) and node.keyword in {"break", "continue"}:
            findings.add(
                node.start, "break-in-condition", f"`{node.keyword}` inside a loop's condition"
            )
