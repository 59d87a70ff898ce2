"""Finds the code in a model's text, by fixed rules that docs/extraction.md states with cases.

In short: thoughts are cut away; of the complete fenced blocks that may be Rust, the last one that
defines what the task asks for is the code. Without any fence the whole text is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pytest_vlite.release.rust_scan import scan_items
from pytest_vlite.release.rust_tokens import scan
from pytest_vlite.vocabulary import Setting

_FENCE_LINE = re.compile(r"(?P<indent>[ \t]*)(?P<mark>`{3,}|~{3,})(?P<info>.*)")
_ANY_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
_RUST_INFO = frozenset({"", "rust", "rs", "verus"})
_THOUGHT = re.compile(r"^[ \t]*<(think|thinking)>", re.IGNORECASE | re.MULTILINE)
_THOUGHT_END = re.compile(r"</(?:think|thinking)>", re.IGNORECASE)
_NOT_NEWLINE = re.compile(r"[^\n]+")


@dataclass(frozen=True, slots=True)
class Extraction:
    """The code with LF line ends, or None and the reason.

    `first_line` (from 1) is the line of the submitter's text on which the code begins.
    """

    code: str | None
    reason: str = ""
    first_line: int = 1


@dataclass(frozen=True, slots=True)
class _Fence:
    """A line that opens or closes a block."""

    indent: str
    mark: str
    info: str


@dataclass(frozen=True, slots=True)
class _Block:
    """A fenced block: its text without the fence's indentation, `closed` if the end was there."""

    text: str
    first_line: int
    info: str
    closed: bool

    @property
    def may_be_rust(self) -> bool:
        return _language(self.info) in _RUST_INFO


def holds_fences(code: str) -> bool:
    """Whether what was given as a Rust file is a model's text with code in fences.

    A line of three backticks or tildes is no Rust unless it stands in a comment or a string.
    """
    code = _with_line_feeds(code)
    if _ANY_FENCE.search(code) is None:
        return False
    starts = {match.end() - 3 for match in _ANY_FENCE.finditer(code)}
    return any(token.start in starts for token in scan(code))


def extract_code(text: str, setting: Setting, target: str, *, program: bool = False) -> Extraction:
    """The code in a model's text that answers the task.

    `target` is the name of the function to write. What the code must define: in the CodeGen
    settings that function, or for a `program` that function or `main`; in the other settings that
    function and a `verus!` block.
    """
    text = without_thoughts(_with_line_feeds(text))
    wanted = _Wanted(setting, target, program)
    blocks = _blocks(text.removesuffix("\n").split("\n"))
    if not blocks:
        if wanted.is_in(text):
            return Extraction(text)
        return Extraction(None, f"the text has no code block and does not define {wanted}")
    rust = [block for block in blocks if block.may_be_rust]
    for block in reversed(rust):
        if block.closed and wanted.is_in(block.text):
            return Extraction(block.text, first_line=block.first_line)
    last = blocks[-1]
    if last.may_be_rust and not last.closed and wanted.is_in(last.text):
        if _balanced(last.text):
            return Extraction(last.text, first_line=last.first_line)
        return Extraction(None, f"the code block from line {last.first_line} is cut off")
    count = sum(block.closed for block in rust)
    if not count:
        return Extraction(None, "the text has no complete block of Rust code")
    return Extraction(None, f"none of the {count} code blocks defines {wanted}")


class _Wanted:
    """What an answer's code must define."""

    def __init__(self, setting: Setting, target: str, program: bool) -> None:
        self.target = target
        self.in_verus = not setting.is_codegen
        self.names = (target, "main") if program and setting.is_codegen else (target,)
        # Reading all items takes a while; most blocks have not even the words.
        alternatives = "|".join(map(re.escape, self.names))
        self.hint = re.compile(rf"\bfn\s+(?:r#)?(?:{alternatives})\b")

    def __str__(self) -> str:
        names = " or ".join(f"`fn {name}`" for name in self.names)
        return f"{names} in a `verus!` block" if self.in_verus else names

    def is_in(self, code: str) -> bool:
        if "verus" not in code and self.in_verus:
            return False
        if self.hint.search(code) is None:
            return False
        found = scan_items(code)
        if self.in_verus and "verus" not in found.macros:
            return False
        functions = [f for f in found.functions if f.name in self.names and f.is_executable]
        if self.in_verus:
            return bool(functions)
        # With an empty body it is the starter code again, whose `main` is no answer either.
        filled = [f for f in functions if not f.body_is_empty]
        return bool(filled) and not any(
            f.name == self.target and f.body_is_empty for f in functions
        )


def _with_line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def without_thoughts(text: str) -> str:
    """`text` with thoughts blanked out line by line, so that line numbers stay.

    A thought is what stands between a tag at the start of a line and the next closing tag, or the
    end of the text. A closing tag before any opening one ends a thought begun before the text.
    """
    tags = [(match, True) for match in _THOUGHT.finditer(text)]
    tags += [(match, False) for match in _THOUGHT_END.finditer(text)]
    tags.sort(key=lambda tag: tag[0].start())
    if not tags:
        return text
    parts: list[str] = []
    kept_to = 0
    start: int | None = None if tags[0][1] else 0
    for match, opens in tags:
        if opens and start is None:
            start = match.start()
        elif not opens and start is not None:
            parts += (text[kept_to:start], _NOT_NEWLINE.sub("", text[start : match.end()]))
            kept_to, start = match.end(), None
    if start is not None:
        parts += (text[kept_to:start], _NOT_NEWLINE.sub("", text[start:]))
        kept_to = len(text)
    return "".join((*parts, text[kept_to:]))


def _language(info: str) -> str:
    """The first word of an info string: `rust` of `rust,ignore` and of `{.rust}`."""
    match = re.match(r"\{?\.?([^\s,{}]*)", info)
    return match[1].lower() if match else ""


def _blocks(lines: list[str]) -> list[_Block]:
    """All fenced blocks in order; at most the last and abandoned ones are not `closed`."""
    blocks: list[_Block] = []
    opening: _Fence | None = None
    first = 0
    for number, line in enumerate(lines):
        fence = _fence(line)
        if fence is None:
            continue
        if opening is None:
            opening, first = fence, number + 1
        elif _closes(fence, opening):
            blocks.append(_block(lines, first, number, opening, closed=True))
            opening = None
        elif _restarts(fence, opening):
            blocks.append(_block(lines, first, number, opening, closed=False))
            opening, first = fence, number + 1
    if opening is not None:
        blocks.append(_block(lines, first, len(lines), opening, closed=False))
    return blocks


def _fence(line: str) -> _Fence | None:
    # Few lines begin with a fence; most need no regular expression.
    if "```" not in line and "~~~" not in line:
        return None
    match = _FENCE_LINE.fullmatch(line)
    # Backticks later in the line make it code within a sentence.
    if match is None or (match["mark"][0] == "`" and "`" in match["info"]):
        return None
    return _Fence(match["indent"], match["mark"], match["info"].strip())


def _closes(fence: _Fence, opening: _Fence) -> bool:
    same = fence.mark[0] == opening.mark[0]
    return same and len(fence.mark) >= len(opening.mark) and not fence.info


def _restarts(fence: _Fence, opening: _Fence) -> bool:
    """Whether a fence inside an open block begins a block of its own.

    It has a language, so it closes nothing: either the open block was never finished, or it is a
    page of Markdown that holds the block.
    """
    if not fence.info:
        return False
    outer_is_rust = _language(opening.info) in _RUST_INFO - {""}
    return not outer_is_rust or len(fence.mark) >= len(opening.mark)


def _block(lines: list[str], first: int, end: int, opening: _Fence, *, closed: bool) -> _Block:
    body = (_outdented(line, opening.indent) for line in lines[first:end])
    text = "".join(line + "\n" for line in body)
    return _Block(text, first + 1, opening.info, closed)


def _outdented(line: str, indent: str) -> str:
    if not indent or line.startswith(indent):
        return line[len(indent) :]
    return line.lstrip(" \t") if line[: len(indent)].isspace() else line


def _balanced(code: str) -> bool:
    """Whether every bracket outside comments and strings has its partner."""
    closing = {"(": ")", "[": "]", "{": "}"}
    expected: list[str] = []
    for token in scan(code):
        if token.kind != "mark":
            continue
        if token.text in closing:
            expected.append(closing[token.text])
        elif token.text in ")]}" and (not expected or expected.pop() != token.text):
            return False
    return not expected
