"""What Verus prints on standard output, read strictly.

The document decides a verdict, and a submission may try to print one of its own. So nothing is
taken on trust: the whole output is exactly one JSON object, no key occurs twice, a boolean is a
boolean and a count a non-negative integer. Whatever differs is a `DocumentError`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn


class DocumentError(ValueError):
    """The output is not what Verus prints; the message says why, in one line."""


@dataclass(frozen=True, slots=True)
class VerifierBuild:
    """Which build of the verifier printed something, in its own words."""

    version: str
    commit: str
    toolchain: str
    profile: str = ""
    platform: str = ""


@dataclass(frozen=True, slots=True)
class ResultDocument:
    """The result of one run; None where Verus leaves a field out.

    Verus leaves out `success` when it verified a part only, and the counts when it met an error
    before proving (`vir_error`).
    """

    build: VerifierBuild
    encountered_error: bool
    vir_error: bool
    success: bool | None
    verified: int | None
    errors: int | None
    entire_crate: bool | None
    functions: frozenset[str]


def read_build(stdout: bytes) -> VerifierBuild:
    """The answer to `--version --output-json`.

    Raises:
        DocumentError: it is anything but one document with the fields that identify a build.
    """
    return _build(_parse(stdout))


def read_result(stdout: bytes) -> ResultDocument:
    """The answer to a verification with `--output-json`.

    Raises:
        DocumentError: it is anything but one complete result.
    """
    document = _parse(stdout)
    results = _object(document, "verification-results")
    vir_error = _flag(results, "encountered-vir-error")
    return ResultDocument(
        build=_build(document),
        encountered_error=_flag(results, "encountered-error"),
        vir_error=vir_error,
        success=_flag(results, "success") if "success" in results else None,
        verified=_count(results, "verified", optional=vir_error),
        errors=_count(results, "errors", optional=vir_error),
        entire_crate=(
            None
            if vir_error and "is-verifying-entire-crate" not in results
            else _flag(results, "is-verifying-entire-crate")
        ),
        functions=_functions(_object(document, "func-details")),
    )


def _parse(stdout: bytes) -> Mapping[str, Any]:
    text = stdout.strip(b" \t\r\n")
    if not text:
        raise DocumentError("it printed no result")
    try:
        document = json.loads(
            text.decode("utf-8"), object_pairs_hook=_unique_keys, parse_constant=_refuse_constant
        )
    except DocumentError:
        raise
    except UnicodeDecodeError:
        raise DocumentError("its result is not UTF-8") from None
    except json.JSONDecodeError as fault:
        raise DocumentError(
            f"its output is not one JSON document ({fault.msg} in line {fault.lineno})"
        ) from None
    except RecursionError:
        raise DocumentError("its result is nested too deeply") from None
    except ValueError:  # an integer of more digits than Python converts
        raise DocumentError("its result holds a number out of range") from None
    if not isinstance(document, dict):
        raise DocumentError("its result is not a JSON object")
    return document


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise DocumentError("a key occurs twice in its result")
    return members


def _refuse_constant(name: str) -> NoReturn:
    raise DocumentError(f"its result holds {name}, which is not JSON")


def _build(document: Mapping[str, Any]) -> VerifierBuild:
    verus = _object(document, "verus")
    platform = verus.get("platform")
    place = ""
    if isinstance(platform, dict):
        place = f"{_text(platform, 'os')}_{_text(platform, 'arch')}"
    profile = _text(verus, "profile") if "profile" in verus else ""
    return VerifierBuild(
        _text(verus, "version"), _text(verus, "commit"), _text(verus, "toolchain"), profile, place
    )


def _functions(details: Mapping[str, Any]) -> frozenset[str]:
    for value in details.values():
        if not isinstance(value, dict):
            raise DocumentError("'func-details' in its result is malformed")
    return frozenset(details)


def _member(holder: Mapping[str, Any], key: str) -> Any:
    if key not in holder:
        raise DocumentError(f"its result has no {key!r}")
    return holder[key]


def _object(holder: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = _member(holder, key)
    if not isinstance(value, dict):
        raise DocumentError(f"{key!r} in its result is not an object")
    return value


def _flag(holder: Mapping[str, Any], key: str) -> bool:
    value = _member(holder, key)
    if not isinstance(value, bool):
        raise DocumentError(f"{key!r} in its result is not true or false")
    return value


def _count(holder: Mapping[str, Any], key: str, *, optional: bool) -> int | None:
    if optional and key not in holder:
        return None
    value = _member(holder, key)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise DocumentError(f"{key!r} in its result is not a count")
    return value


def _text(holder: Mapping[str, Any], key: str) -> str:
    value = _member(holder, key)
    if not isinstance(value, str):
        raise DocumentError(f"{key!r} in its result is not a string")
    return value
