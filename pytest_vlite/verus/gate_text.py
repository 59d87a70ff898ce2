"""Gate rules for what a person reads otherwise than the compiler: characters and doc comments."""

from __future__ import annotations

import re
from bisect import bisect_right

from pytest_vlite.verus import ast
from pytest_vlite.verus.findings import Findings
from pytest_vlite.verus.tokens import IDENT, TokenStream, comments

# Characters that make an editor show another text than the compiler reads: those that turn the
# direction of writing, and those that look like the end of a line and are none in a comment.
_MISLEADING = re.compile("[\u202a-\u202e\u2066-\u2069]|[\x0b\x0c\x85\u2028\u2029]|\r(?!\n)")
_MOST_MISLEADING = 20
_DOC_MARKS = ("///", "//!", "/**", "/*!")


def check_text(file: ast.File, findings: Findings) -> None:
    """All rules that read the text between the tokens."""
    text = file.stream.text
    if any(mark in text for mark in _DOC_MARKS):
        _check_doc_comments(file, findings)
    plain = text.isascii()
    if plain and "\r" not in text and "\x0b" not in text and "\x0c" not in text:
        return
    _check_characters(file.stream, findings)
    if not plain:
        stream = file.stream
        for index in range(stream.count):
            if stream.kinds[index] == IDENT and not stream.texts[index].isascii():
                findings.add(index, "identifier", "identifiers must be ASCII")


def _check_characters(stream: TokenStream, findings: Findings) -> None:
    for count, match in enumerate(_MISLEADING.finditer(stream.text)):
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


def _in_line_comment(stream: TokenStream, offset: int) -> bool:
    """Whether a character stands in a `//` comment."""
    index = bisect_right(stream.starts, offset, 0, stream.count) - 1
    gap = stream.end_of(index) if index >= 0 else 0
    if gap > offset:
        return False  # within a token
    line_start = max(gap, stream.text.rfind("\n", gap, offset) + 1)
    return stream.text.find("//", line_start, offset) >= 0


def _check_doc_comments(file: ast.File, findings: Findings) -> None:
    """A doc comment is an attribute to the compiler: only where one may stand is it a comment.

    Elsewhere, as in a list of clauses, it can make the verifier take the block that follows for a
    part of what stands before.
    """
    stream = file.stream
    found = [(offset, comment) for offset, comment in comments(stream) if _doc_kind(comment)]
    if not found:
        return
    attributable = {
        node.start
        for node in ast.walk(file)
        if isinstance(node, (ast.Item, ast.StructField, ast.Variant, ast.Arm, ast.Stmt))
    }
    for offset, comment in found:
        after = bisect_right(stream.starts, offset, 0, stream.count)
        if _doc_kind(comment) == "inner":
            allowed = after == 0 or stream.texts[after - 1] == "{"
        else:
            allowed = after in attributable
        if not allowed:
            findings.add_at(
                offset,
                "hidden-text",
                "a doc comment here is an attribute to the compiler, not a comment",
            )


def _doc_kind(comment: str) -> str:
    """ "outer", "inner", or "" for a plain comment."""
    if comment.startswith(("//!", "/*!")):
        return "inner"
    if comment.startswith("///"):
        return "" if comment.startswith("////") else "outer"
    if comment.startswith("/**"):
        return "" if comment.startswith(("/***", "/**/")) else "outer"
    return ""
