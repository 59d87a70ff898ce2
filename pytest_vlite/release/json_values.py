"""Reads JSON strictly, for data whose values must survive to the last digit.

Integers stay exact. What Python's reader would let pass is refused: NaN and Infinity, a key given
twice, a number longer than any Rust integer by far, half of a surrogate pair.
"""

from __future__ import annotations

import json
from typing import Any, TypeAlias

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"
# A 128-bit integer has 39 digits; far below Python's own limit, which the environment may set.
MAX_DIGITS = 400


def _integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise ValueError(f"a number of {len(text)} digits")
    return int(text)


def _constant(text: str) -> float:
    raise ValueError(f"{text} is no JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f"the key {key[:80]!r} is given twice")
            seen.add(key)
    return result


DECODER = json.JSONDecoder(parse_int=_integer, parse_constant=_constant, object_pairs_hook=_object)


def parse_json(text: str, *, allow_surrogates: bool = False) -> Any:
    """The value of a JSON text; `allow_surrogates` lets strings pass that are no valid Unicode.

    Raises:
        ValueError: the text is no such JSON; the message is one line.
    """
    try:
        value = DECODER.decode(text)
        if "\\u" in text and not allow_surrogates:
            # Only an escape can bring half of a surrogate pair into decoded text.
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except json.JSONDecodeError as fault:
        raise ValueError(f"{fault.msg} at character {fault.pos + 1}") from None
    except UnicodeEncodeError:
        raise ValueError("a string holds half of a surrogate pair") from None
    return value
