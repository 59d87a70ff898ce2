"""What a problem's description holds that keeps the problem out: images, links, other problems.

Two rules over the text before the starter code. Each gives the reason, with the line, or None.
They are held against hand labels in tests/selection/labels.yaml; what they get wrong on a release
is mended by an override with a reason, not by a rule for one problem.
"""

from __future__ import annotations

import re

_FENCED = re.compile(r"(?ms)^[ \t>]*(```|~~~).*?(?:^[ \t>]*\1[ \t]*$|\Z)")
_INLINE_CODE = re.compile(r"(`+)(?!`)[^\n]*?(?<!`)\1(?!`)")

_FILE = r"[\w%()./~-]+\.(?:png|jpe?g|gif|svg|webp|bmp|pdf|html?|md)"
_TARGET = rf"(?:[a-z][a-z0-9+.-]*://|mailto:|data:|www\.|/|\.{{1,2}}/|#|{_FILE}(?=[\s)]))"
_IMAGES = (
    ("Markdown image", re.compile(r"!\[[^\]\n]*\][ \t]?[(\[]")),
    ("HTML image", re.compile(r"(?i)<\s*(?:img|svg|picture|object|embed|image)\b[^>]*>")),
    ("LaTeX image", re.compile(r"\\includegraphics\b")),
)
_LINKS = (
    ("HTML link", re.compile(r"(?i)<\s*a\b[^>]*\bhref\b")),
    ("Markdown link", re.compile(rf"(?i)(?<!!)\[[^\]\n]*\]\(\s*<?{_TARGET}")),
    ("web address", re.compile(r"(?i)\b(?:(?:https?|ftp)://|www\.\w)")),
)


def image_or_link(text: str) -> str | None:
    """Why a description with an image or a hyperlink is one, or None.

    Code, fenced or inline, is data: an address there links to nothing. `[..](..)` counts only
    where the brackets hold an address or a file, so that `[0, 1](2)` does not.
    """
    prose = _without_code(text)
    for name, pattern in (*_IMAGES, *_LINKS):
        match = pattern.search(prose)
        if match:
            return f"{name} in line {_line(prose, match.start())}"
    return None


_PROBLEM = r"(?:problem|question|task|puzzle|challenge)"
_EASE = (
    r"(?:easy|easier|easiest|hard|harder|hardest|medium|simple|simpler|simplified|difficult"
    r"|generali[sz]ed|constructive|counting)"
)
_VARIANT = (
    r"(?:version|variant|variation|extension|generali[sz]ation|continuation|sequel|follow[ -]?up)"
)
_SITE = r"(?:leetcode|codeforces|lc|cf|atcoder|hackerrank|spoj|uva|codechef)"
# A label: a capital (not the pronoun I) or a number, as in "problem B" or "question 724".
_LABEL = r"#?(?:(?-i:[A-HJ-Z])\d?|\d{1,5}[A-Z]?\d?)\b"
# What names a problem outright: a label, a quoted or linked title, a site, another one.
_NAMED = (
    rf"(?:the )?(?:{_PROBLEM} {_LABEL}|{_LABEL}|{_SITE}\b|[\"'\u201c\[]|(?:an)?other {_PROBLEM}\b"
    rf"|(?:previous|next|original|classic) {_PROBLEM}\b)"
)
_POINTING = (
    r"(?:same as|similar to|identical to|equivalent to|analogous to|related to|see(?: also)?"
    r"|refer to|as in|like in|unlike(?: in)?|recall|compare (?:with|to)|subroutine (?:of|for|in)"
    r"|solution (?:of|to|for)|version of|variant of|variation of|based on|continues"
    r"|differs from|different from|in contrast to)"
)
_OTHER_PROBLEM = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # "from the previous problem": whatever is said of it, it is another one.
        rf"\b(?:previous|preceding|aforementioned) {_PROBLEM}s?\b(?<!tasks)(?<!task)",
        # "the next problem" may be one of the story; here it is one of the problem set.
        r"\b(?:this|it|solution|subroutine|useful|statement|code|needed|appears?|continued?)\b"
        r"[^.!?]{0,80}\b(?:next|later) problem\b",
        r"\b(?:as|of|in|to|from|than|with|see|unlike) (?:the |an? )?(?:other|another|companion"
        r"|sister|twin|neighbou?ring) (?:problem|question)\b",
        # "the easy version", "versions of the problem", "only difference between the versions".
        rf"\b{_EASE} (?:version|variant)s?\b",
        r"\bthis is (?:the|an?) \w+ version\b",
        rf"\b{_VARIANT}s? (?:of|on|to|for) (?:(?:this|the|that|an?|another|previous|original|easy"
        rf"|hard) ){{1,2}}{_PROBLEM}\b",
        r"\b(?:solv\w+|locked|hacks?)\b[^.!?]{0,40}\b(?:both|all|other) versions?\b",
        rf"\bonly differences?\b[^.!?]{{0,60}}\b(?:versions?|{_PROBLEM}s?|subtasks?)\b",
        # "this problem is similar to ...", "this is the same problem as ...".
        rf"\b(?:this|the) {_PROBLEM} is (?:\w+ )?(?:the same|similar|identical)\b",
        r"\b(?:this|it) is (?:\w+ )?(?:the same|a similar) (?:problem|question)\b",
        rf"\b(?:this|the) {_PROBLEM} is an? (?:\w+ )?{_VARIANT}\b",
        rf"\b(?:same(?: {_PROBLEM})? as|similar to|identical to|equivalent to|analogous to"
        rf"|related to) (?:the )?(?:{_SITE} )?{_PROBLEM} {_LABEL}",
        rf"\b(?:this|the) {_PROBLEM} is (?:\w+ )?(?:equivalent|related|analogous|close) to"
        rf" {_NAMED}",
        rf"\bfollow[ -]?up (?:{_PROBLEM} )?(?:(?:to|of|for) {_NAMED}"
        rf"|(?:to|of) (?:the )?(?:{_PROBLEM} )?(?-i:[A-Z][a-z]))",
        # "see problem B".
        rf"\b{_POINTING} (?:the )?(?:{_SITE} )?{_PROBLEM}s? {_LABEL}",
        rf"\bsolv\w+ (?:the )?(?:{_SITE} )?problem {_LABEL}[^.!?]{{0,40}}\bfirst\b",
    )
)
_SITE_PROBLEM = re.compile(
    rf"(?i)\b{_SITE}(?: problem| question)?[ .:#-]{{1,3}}(\d{{1,5}}[A-Z]?\d?)\b"
)
# Every pattern above needs one of these words; most descriptions have none.
_WORD = re.compile(rf"(?i){_PROBLEM}|version|variant|follow|subtask|\b{_SITE}\b")
# Blanks and the marks of emphasis and quotation, which stand between words and mean nothing here.
_BETWEEN_WORDS = re.compile(r"[*_>\s]+")


def other_problem(text: str, problem_id: str) -> str | None:
    """Why a description refers to another problem, or None.

    A problem's own number (`problem_id` without its letters in front) is not another one's.
    """
    if not _WORD.search(text):
        return None
    prose = _without_code(text)
    words = [word for word in _BETWEEN_WORDS.split(prose) if word]
    flat = " ".join(words).replace("\u2019", "'")
    found = _first_reference(flat, problem_id)
    if found is None:
        return None
    # The line of the first word of the match: as many words precede it here as there.
    position = flat.count(" ", 0, found.start())
    starts = [match.start() for match in re.finditer(r"[^*_>\s]+", prose)]
    quoted = " ".join(found[0].split()[:4])
    return f'refers to another problem ("{quoted}") in line {_line(prose, starts[position])}'


def _first_reference(flat: str, problem_id: str) -> re.Match[str] | None:
    for pattern in _OTHER_PROBLEM:
        match = pattern.search(flat)
        if match:
            return match
    own = re.sub(r"^[A-Za-z]+", "", problem_id).upper()
    numbers = _SITE_PROBLEM.finditer(flat)
    return next((match for match in numbers if match[1].upper() != own), None)


def _without_code(text: str) -> str:
    """The text with code blanked, every other character where it was."""
    text = _FENCED.sub(_blank, text)
    return _INLINE_CODE.sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1
