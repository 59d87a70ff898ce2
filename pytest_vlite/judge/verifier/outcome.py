"""From what a verifier run left behind to a verdict. Pure: no files, no processes, no clock.

`passed` rests on the exit code, the typed result document and the identity of the build, never on
message text. Message text, which a submission can influence, only chooses among the kinds of
failure. Whatever fits no rule is `error`. docs/verifier.md has the table with the reasons.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from dataclasses import dataclass

from pytest_vlite.judge.verifier.diagnostics import (
    Diagnostic,
    Diagnostics,
    one_line,
    read_diagnostics,
)
from pytest_vlite.judge.verifier.document import (
    DocumentError,
    ResultDocument,
    VerifierBuild,
    read_result,
)
from pytest_vlite.sandbox import ToolRun
from pytest_vlite.vocabulary import Status

_NO_EFFECT = re.compile(r"(?:verus-related|verifier \w+) attribute has no effect")
_RLIMIT = re.compile(r"Resource limit \(rlimit\) exceeded")
_NO_CHEATING = re.compile(r"not allowed with --no-cheating$")
# Verus reports these failed proofs as errors of its front end, without counts.
_FAILED_COMPUTATION = re.compile(
    r"expression simplifies to .* which evaluates to false|"
    r"assert_by_compute_only failed to simplify down to true"
)
_COMPUTATION_LIMIT = re.compile(r"assert_by_compute exceeded maximum (?:recursion|iteration)")
# The installation or the machine failed, not the program: parts of the verifier cannot be read.
_BROKEN_PARTS = re.compile(
    r"can't find crate for `(?:vstd|verus_\w+|core|std|alloc|proc_macro)`|"
    r"found invalid metadata files for crate|only metadata stub found for|"
    r"failed to deserialize imported library file|proc macro panicked"
)

_LIMITS = {
    "cpu": "CPU time limit of the verifier reached",
    "wall": "wall time limit of the verifier reached",
    "memory": "memory limit of the verifier reached",
    "output": "the verifier printed more than its output limit",
}


@dataclass(frozen=True, slots=True)
class Expectations:
    """What a run must show to count as a proof.

    `functions` are the keys that `func-details` must have, for instance
    `submission::Solution::two_sum` (a necessary condition only: the gate shows that the statement
    is the right one). With `type_check_only` nothing was to be proved (`--no-verify`), and neither
    functions nor counts are asked for. `map_line` turns a line of the verified program into one of
    the submitted file, None where the line is the harness's own.
    """

    build: VerifierBuild
    functions: frozenset[str]
    minimum_verified: int = 1
    file_name: str = "submission.rs"
    type_check_only: bool = False
    map_line: Callable[[int], int | None] | None = None


@dataclass(frozen=True, slots=True)
class FirstError:
    """The message that explains a failure; `line` counts in the submitted file."""

    message: str
    code: str | None
    line: int | None
    column: int | None


@dataclass(frozen=True, slots=True)
class VerifierOutcome:
    """What a run decided; `detail` is one clean line, the counts None where Verus gave none."""

    status: Status
    detail: str
    verified: int | None = None
    errors: int | None = None
    first_error: FirstError | None = None


def read_outcome(run: ToolRun, expectations: Expectations) -> VerifierOutcome:
    """The verdict that a finished or stopped run supports.

    Every input gives an outcome; nothing is raised for what a run printed.
    """
    if run.stopped_by is not None:
        return VerifierOutcome(Status.VERIFIER_LIMIT, _LIMITS[run.stopped_by])
    if run.truncated:
        return VerifierOutcome(Status.VERIFIER_LIMIT, _LIMITS["output"])
    messages = read_diagnostics(run.stderr)
    if run.signal is not None or run.exit_code is None:
        return _crashed(_ending(run), messages)
    try:
        result = read_result(run.stdout)
    except DocumentError as fault:
        return _crashed(f"the verifier ended with exit code {run.exit_code} and {fault}", messages)
    expected = expectations.build
    found = result.build
    if (found.version, found.commit, found.toolchain) != (
        expected.version,
        expected.commit,
        expected.toolchain,
    ):
        return _error(f"the result names another verifier build ({found.version})")
    if messages.panics:
        return _crashed("the verifier panicked", messages)
    if run.exit_code == 0:
        return _accepted(result, run, messages, expectations)
    return _rejected(result, run.exit_code, messages, expectations)


def _accepted(
    result: ResultDocument, run: ToolRun, messages: Diagnostics, expectations: Expectations
) -> VerifierOutcome:
    """Exit code 0: a proof only if every part of the result says so."""
    if result.success is None or result.entire_crate is not True:
        return _error("the verifier checked only a part of the program")
    if (
        result.success is not True
        or result.encountered_error
        or result.vir_error
        or result.errors != 0
        or result.verified is None
    ):
        return _error("the verifier's exit code 0 contradicts its result")
    if b"panicked at" in run.stderr:
        return _error("the verifier's messages speak of a panic")
    if expectations.type_check_only:
        return VerifierOutcome(Status.PASSED, "Verus finds no type error")
    detail = f"{result.verified} verified, 0 errors"
    status = Status.PASSED
    if result.verified < max(1, expectations.minimum_verified):
        status = Status.UNVERIFIED
        detail = (
            "Verus proved nothing: it found no obligation in the program"
            if result.verified == 0
            else f"Verus proved {result.verified} obligations, fewer than the "
            f"{expectations.minimum_verified} that the statement has"
        )
    elif missing := sorted(expectations.functions - result.functions):
        status = Status.UNVERIFIED
        detail = f"Verus did not verify {missing[0]}: it is not among the functions it saw"
    else:
        for warning in messages.warnings:
            if _NO_EFFECT.match(warning.message):
                status = Status.UNVERIFIED
                detail = "Verus ignored an item: " + _place(warning, expectations)
                break
    return VerifierOutcome(status, one_line(detail), result.verified, result.errors)


def _rejected(
    result: ResultDocument, exit_code: int, messages: Diagnostics, expectations: Expectations
) -> VerifierOutcome:
    """A failure reported in order: exit code 1 and a result that says so."""
    if exit_code != 1:
        return _error(f"the verifier ended with the unknown exit code {exit_code}")
    if result.success is True or not result.encountered_error:
        return _error("the verifier's exit code 1 contradicts its result")
    if result.success is None or (result.entire_crate is False):
        return _error("the verifier checked only a part of the program")
    if any(_BROKEN_PARTS.match(error.message) for error in messages.errors):
        return _crashed("the verifier's own parts cannot be used", messages)
    if result.vir_error:
        status, deciding = _front_end(messages)
    elif result.errors:
        status, deciding = _failed_proof(messages)
    elif any(error.has_place for error in messages.errors):
        status, deciding = Status.COMPILE_ERROR, None
    else:
        return _crashed("the verifier failed without naming a place in the program", messages)
    deciding = deciding or messages.first_error(expectations.file_name)
    if deciding is None:
        detail = "Verus reports errors but prints none"
        return VerifierOutcome(status, detail, result.verified, result.errors)
    detail = _place(deciding, expectations)
    more = len(messages.errors) - 1
    if more > 0:
        detail = f"{detail}; {more} more error{'s' if more > 1 else ''}"
    return VerifierOutcome(
        status, detail, result.verified, result.errors, _first_error(deciding, expectations)
    )


def _front_end(messages: Diagnostics) -> tuple[Status, Diagnostic | None]:
    for pattern, status in (
        (_NO_CHEATING, Status.CHEATING),
        (_FAILED_COMPUTATION, Status.UNVERIFIED),
        (_COMPUTATION_LIMIT, Status.VERIFIER_LIMIT),
    ):
        for error in messages.errors:
            if pattern.search(error.message):
                return status, error
    return Status.COMPILE_ERROR, None


def _failed_proof(messages: Diagnostics) -> tuple[Status, Diagnostic | None]:
    """A limit decides only where nothing else failed: more resources could then have helped."""
    if messages.errors and all(_RLIMIT.search(error.message) for error in messages.errors):
        return Status.VERIFIER_LIMIT, None
    for error in messages.errors:
        if not _RLIMIT.search(error.message):
            return Status.UNVERIFIED, error
    return Status.UNVERIFIED, None


def _ending(run: ToolRun) -> str:
    if run.signal is None:
        return "the verifier ended without an exit code"
    try:
        name = signal.Signals(run.signal).name
    except ValueError:
        name = f"signal {run.signal}"
    return f"the verifier was ended by {name}"


def _crashed(what: str, messages: Diagnostics) -> VerifierOutcome:
    """The verifier failed; its own words are added where it left any."""
    words = (*messages.panics, *messages.crash_lines, *(e.message for e in messages.errors))
    word = words[0] if words else messages.first_line
    return _error(f"{what} ({word})" if word else what)


def _error(detail: str) -> VerifierOutcome:
    return VerifierOutcome(Status.ERROR, one_line(detail))


def _first_error(error: Diagnostic, expectations: Expectations) -> FirstError:
    line = error.line if error.has_place else None
    if line is not None and expectations.map_line is not None:
        line = expectations.map_line(line)
    column = error.column if line is not None else None
    return FirstError(one_line(error.message), error.code, line, column)


def _place(message: Diagnostic, expectations: Expectations) -> str:
    """The message with its place, short enough that the place is never cut off."""
    first = _first_error(message, expectations)
    text = one_line(f"[{first.code}] {first.message}" if first.code else first.message, 240)
    return f"{text} (line {first.line}, column {first.column})" if first.line is not None else text
