"""A specification as a program that can be type-checked: its functions have no bodies yet.

A specification's functions stand there with empty bodies, which no function with a result may have.
They get a body of any type instead, a call that is never reached; whether it could be is a question
of proof and is not asked by a type check.
"""

from __future__ import annotations

from pytest_vlite.verus.functions import find_functions
from pytest_vlite.verus.parser import parse

_NEVER_REACHED = "{ vstd::pervasive::unreached() "
_MAIN = "\nfn main() {}\n"


def without_bodies(text: str, target: str) -> str:
    """The text with a body of any type for `target` and for all functions with an empty body.

    Lines keep their numbers. A `main` is added at the end where there is none, for a specification
    need not be a whole program. Raises VerusSyntaxError where the text cannot be parsed.
    """
    file = parse(text)
    stream = file.stream
    functions = find_functions(file)
    parts: list[str] = []
    position = 0
    for found in functions:
        fn, body = found.fn, found.fn.body
        if not found.verified or fn.is_ghost or body is None or fn.name == "main":
            continue
        if fn.name != target and body.end - body.start > len("{}"):
            continue
        start, end = stream.starts[body.start], stream.end_of(body.end - 1)
        line_feeds = "\n" * text.count("\n", start, end)
        parts += [text[position:start], _NEVER_REACHED, line_feeds, "}"]
        position = end
    parts.append(text[position:])
    if not any(found.fn.name == "main" and not found.container for found in functions):
        parts.append(_MAIN)
    return "".join(parts)
