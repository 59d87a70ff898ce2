"""What the starter code has and an answer without a `main` has not.

The result reads as if the author had typed the answer into the starter code: `main`, helper
functions and imports of the starter code, less whatever the answer defines itself.
"""

from __future__ import annotations

from pytest_vlite.judge.answer_shape import AnswerShape, RootItem, import_leaves
from pytest_vlite.release.rust_scan import scan_items

# Kinds of items that are not taken over as they stand ("" is what could not be read).
_LEFT_OUT = frozenset(("attribute", "use", ""))


def starter_remainder(answer: AnswerShape, starter: AnswerShape, reference: AnswerShape) -> str:
    """The text to put after the answer; `main` is included.

    `reference` is the complete program that the benchmark's authors ran. Its `main` and imports are
    used rather than the starter code's, which are meant to be the same but are nowhere compiled;
    nothing else of it is. Without a `main` in it the starter code's are used.
    """
    frame = starter if reference.main is None else reference
    imports = dict.fromkeys(
        line
        for item in (*frame.items, *starter.items)
        if item.kind == "use"
        for line in _imports(item, answer)
    )
    parts = ["\n".join(imports)] if imports else []
    for item in starter.items:
        if item.kind == "impl":
            parts += _missing_methods(item, answer, starter)
        elif (
            item.kind not in _LEFT_OUT
            and item is not starter.main
            and not _is_defined(item, answer)
        ):
            parts.append(starter.text[item.start : item.end])
    if frame.main is not None:
        parts.append(frame.text[frame.main.start : frame.main.end])
    return "\n\n".join(parts)


def _is_defined(item: RootItem, answer: AnswerShape) -> bool:
    return not answer.root_names.isdisjoint(item.names)


def _imports(item: RootItem, answer: AnswerShape) -> list[str]:
    keyword = next(i for i, token in enumerate(item.tokens) if token.text in ("use", "extern"))
    lines = []
    for leaf in import_leaves(item.tokens[keyword:]):
        last = leaf.path.rsplit("::", 1)[-1]
        if leaf.name in answer.root_names:
            continue
        alias = "" if leaf.name in (last, "*") else f" as {leaf.name}"
        lines.append(f"use {leaf.path}{alias};")
    return lines


def _missing_methods(item: RootItem, answer: AnswerShape, starter: AnswerShape) -> list[str]:
    """The starter's filled functions of an `impl` that the answer has none of the same name for."""
    header_end = next(token.start for token in item.tokens if token.text == "{")
    header = starter.text[item.start : header_end]
    if " for " in f" {header} ":
        # Of a trait: all of it or nothing.
        already = any(
            other.subject == item.subject and " for " in _header(other, answer)
            for other in answer.items
            if other.kind == "impl"
        )
        return [] if already else [starter.text[item.start : item.end]]
    defined = {f.name for f in scan_items(answer.text).functions if f.owner == item.subject}
    bodies = [
        starter.text[f.start : f.body[1] + 1]
        for f in scan_items(starter.text).functions
        if f.owner == item.subject
        and item.start <= f.start < item.end
        and f.body is not None
        and not f.body_is_empty
        and f.name not in defined
    ]
    return [f"{header}{{\n" + "\n".join(bodies) + "\n}"] if bodies else []


def _header(item: RootItem, shape: AnswerShape) -> str:
    return shape.text[item.start : item.tokens[-1].start].split("{", 1)[0]
