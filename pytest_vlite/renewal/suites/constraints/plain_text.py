"""Constraint lines without the marks of Markdown, HTML and TeX."""

from __future__ import annotations

import re

_TEX_WORDS = {
    "leq": "<=",
    "le": "<=",
    "geq": ">=",
    "ge": ">=",
    "lt": "<",
    "gt": ">",
    "ne": "!=",
    "neq": "!=",
    "times": "*",
    "cdot": "*",
    "bmod": "%",
    "mod": "%",
    "min": "min",
    "max": "max",
    "left": "",
    "right": "",
    "quad": " ",
}
_SIGNS = {
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "×": "*",
    "−": "-",
    "·": "*",
    "\u00a0": " ",
    "\u200b": "",
}
_HTML = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&nbsp;": " ", "&quot;": '"', "&#39;": "'"}
_TEXT = re.compile(r"\\(?:text|texttt|textit|mathrm|mathit|textbf)\s*\{([^{}]*)\}")
_WORD = re.compile(r"\\([A-Za-z]+)")
_BRACES = re.compile(r"\^\s*\{([^{}]*)\}|<sup>(.*?)</sup>")
_INDEX = re.compile(r"_\s*\{([^{}]*)\}|<sub>(.*?)</sub>")
_THOUSANDS = re.compile(r"(?<=[0-9])(?:\{,\}|,|_)(?=[0-9]{3}(?![0-9]))")
# Longer lines are prose or worse.
MAX_LINE_CHARACTERS = 600


def plain(line: str) -> str:
    """The line as ASCII arithmetic and words: `$1 \\le a_i \\le 10^{5}$` is `1 <= a_i <= 10^5`."""
    text = line[:MAX_LINE_CHARACTERS]
    for table in (_HTML, _SIGNS):
        for old, new in table.items():
            text = text.replace(old, new)
    text = _TEXT.sub(lambda match: match[1], text)
    text = _BRACES.sub(lambda match: f"^{_bracketed(match[1] or match[2] or '')}", text)
    text = _INDEX.sub(lambda match: f"_{match[1] or match[2] or ''}", text)
    text = re.sub(r"\\([_%{}&#$\[\]*|])", r"\1", text)
    text = _WORD.sub(lambda match: _TEX_WORDS.get(match[1], match[1]), text)
    text = re.sub(r"</?[a-z]+>|[`$]|\*\*|\\[,;! ]|\\", "", text)
    text = _THOUSANDS.sub("", text)
    return " ".join(text.split()).strip(" .;")


def _bracketed(text: str) -> str:
    return text if text.strip().isdigit() else f"({text})"
