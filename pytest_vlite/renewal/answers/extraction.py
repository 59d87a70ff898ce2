r"""Finds the answer in what a model wrote, and turns LaTeX into what `parse_answer` reads.

The rule, in this order, after `<think>` parts are dropped:

1. the last complete `\boxed{...}` (or `\fbox{...}`), with balanced braces;
2. the last line that begins with `Answer:` (any case, `**` and `#` around it allowed), also
   `Final answer:`; what follows the colon;
3. the whole text, if it is one line of at most 200 characters.

Otherwise there is no answer. What was found is not searched further: `\boxed{x = 5}` is no whole
number.
"""

from __future__ import annotations

import re

from pytest_vlite.renewal.answers.canonical import AnswerType, JsonValue, parse_answer
from pytest_vlite.submission.extraction import without_thoughts

# A backslash takes the next character with it: an escaped brace is no brace.
_BRACE = re.compile(r"(?P<box>\\(?:boxed|fbox)\s*\{)|\\.|[{}]", re.DOTALL)
_ANSWER_LINE = re.compile(
    r"^[\s>#*_-]*(?:final\s+)?answer[*_]*\s*:[*_]*\s*(?P<said>.*)$", re.IGNORECASE | re.MULTILINE
)
_MOST_CHARACTERS = 200
_FRACTION = re.compile(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}|\\[dt]?frac\s*(\d)\s*(\d)")
_WORDS = re.compile(r"\\(?:text|textbf|mathrm|mathbf|operatorname|mbox)\s*\{([^{}]*)\}")
_THOUSANDS = re.compile(r"[+-]?\d{1,3}(?:(?:,|\{,\}|\\,)\d{3})+(?:\.\d+)?")
_SPACES = re.compile(r"\\(?:[,;:! ]|quad|qquad)|~")
_SETS = re.compile(r"\\(?:emptyset|varnothing)")


class NoAnswer(Exception):
    """No answer of the type can be read; the message says why."""


def read_answer_text(text: str, type_: AnswerType) -> JsonValue:
    """The canonical answer in a model's text.

    Raises:
        NoAnswer: there is none, or it is none of the type.
    """
    found = find_answer(text)
    if found is None:
        raise NoAnswer(r"no answer: expected \boxed{...}, or a line that begins with 'Answer:'")
    try:
        return parse_answer(plain(found, type_), type_)
    except ValueError as fault:
        raise NoAnswer(f"the answer cannot be read as {type_.kind}: {fault}") from None


def find_answer(text: str) -> str | None:
    """What the text gives as its answer, as it stands there."""
    text = without_thoughts(text)
    boxed = _last_box(text)
    if boxed is not None:
        return boxed
    lines = [found["said"] for found in _ANSWER_LINE.finditer(text) if found["said"].strip()]
    if lines:
        return lines[-1].strip().removesuffix("**").strip()
    whole = text.strip()
    return whole if whole and "\n" not in whole and len(whole) <= _MOST_CHARACTERS else None


def _last_box(text: str) -> str | None:
    """The content of the complete box that begins last, in one pass over the text."""
    # Where each open brace's content begins, and whether it is a box's.
    open_braces: list[tuple[int, bool]] = []
    last: tuple[int, int] | None = None
    for found in _BRACE.finditer(text):
        if found["box"] or found[0] == "{":
            open_braces.append((found.end(), bool(found["box"])))
        elif found[0] == "}" and open_braces:
            start, is_box = open_braces.pop()
            if is_box and (last is None or start > last[0]):
                last = (start, found.start())
    return None if last is None else text[last[0] : last[1]]


def plain(text: str, type_: AnswerType) -> str:
    r"""LaTeX and what people put around an answer, removed as the type allows.

    `$...$`, `\(...\)`, `\text{...}`, spaces; one full stop at the end; for numbers `\frac{a}{b}`,
    thousands separators (`1,234`, `1{,}234`), a minus sign of its own and a leading `+`; for sets
    `\{...\}` and the empty set. Units are no part of a number.
    """
    text = text.strip()
    for opening, closing in (("$$", "$$"), ("$", "$"), (r"\(", r"\)"), (r"\[", r"\]")):
        if len(text) > len(opening) + len(closing) and text.startswith(opening):
            text = text.removeprefix(opening).removesuffix(closing).strip()
    text = _WORDS.sub(r"\1", text)
    if type_.kind == "string":
        return text
    text = text.removesuffix(".").strip()
    text = text.replace(r"\left", "").replace(r"\right", "").replace("\u2212", "-")
    text = _FRACTION.sub(_as_fraction, text)
    if type_.kind in ("integer", "rational", "real"):
        text = _without_thousands(text)
    text = _SPACES.sub(" ", text)
    text = _SETS.sub("{}", text).replace(r"\{", "{").replace(r"\}", "}").replace("{,}", ",")
    return " ".join(text.split()).replace("- ", "-") if type_.kind != "set" else text.strip()


def _as_fraction(found: re.Match[str]) -> str:
    above, below = (found[1], found[2]) if found[1] is not None else (found[3], found[4])
    return f"{above.strip()}/{below.strip()}"


def _without_thousands(text: str) -> str:
    if _THOUSANDS.fullmatch(text):
        return text.replace("{,}", "").replace(r"\,", "").replace(",", "")
    return text
