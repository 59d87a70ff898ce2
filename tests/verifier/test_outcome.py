"""A verdict is `passed` only if everything says so; text chooses only among failures."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.judge.verifier import read_outcome
from pytest_vlite.sandbox import ToolRun
from pytest_vlite.vocabulary import Status
from tests.verifier.making import (
    BUILD,
    TARGET,
    expectations,
    failure,
    front_end_failure,
    result,
    tool_run,
)


def status_of(run: ToolRun, **changes: Any) -> Status:
    return read_outcome(run, expectations(**changes)).status


def message(text: str, line: int = 12, code: str = "") -> str:
    return f"error{code}: {text}\n --> submission.rs:{line}:5\n  |\n\n"


def test_a_full_proof_passes() -> None:
    outcome = read_outcome(tool_run(result()), expectations(minimum_verified=3))
    assert outcome.status is Status.PASSED
    assert outcome.detail == "3 verified, 0 errors"
    assert (outcome.verified, outcome.errors) == (3, 0)


def test_warnings_and_notes_do_not_keep_a_proof_from_passing() -> None:
    stderr = "warning: use of deprecated function: 9 errors\n --> submission.rs:1:1\n\nnote: x\n"
    assert status_of(tool_run(result(), stderr=stderr)) is Status.PASSED


@pytest.mark.parametrize(
    ("changes", "exit_code", "status"),
    [
        # Nothing was proved, or not what was asked for.
        ({"verified": 0}, 0, Status.UNVERIFIED),
        # A part only.
        ({"is_verifying_entire_crate": False}, 0, Status.ERROR),
        ({"success": None, "is_verifying_entire_crate": False}, 0, Status.ERROR),
        ({"success": None}, 0, Status.ERROR),
        ({"success": None}, 1, Status.ERROR),
        # Exit code and flags that contradict each other.
        ({"success": False}, 0, Status.ERROR),
        ({"errors": 1}, 0, Status.ERROR),
        ({"encountered_error": True}, 0, Status.ERROR),
        ({"encountered_vir_error": True}, 0, Status.ERROR),
        ({}, 1, Status.ERROR),
        ({"encountered_error": True}, 1, Status.ERROR),
        ({"success": False}, 1, Status.ERROR),
        # Exit codes that Verus does not end a finished run with.
        ({}, 2, Status.ERROR),
        ({}, 101, Status.ERROR),
        ({}, 128, Status.ERROR),
        ({}, 255, Status.ERROR),
        ({"success": False, "encountered_error": True}, 101, Status.ERROR),
    ],
)
def test_every_part_of_the_result_must_agree(
    changes: dict[str, Any], exit_code: int, status: Status
) -> None:
    assert status_of(tool_run(result(**changes), exit_code)) is status


def test_a_proof_of_less_than_the_statement_is_not_passed() -> None:
    assert status_of(tool_run(result()), minimum_verified=4) is Status.UNVERIFIED
    assert status_of(tool_run(result()), minimum_verified=-1) is Status.PASSED
    assert status_of(tool_run(result(verified=0)), minimum_verified=0) is Status.UNVERIFIED


def test_a_function_that_verus_did_not_see_is_named() -> None:
    outcome = read_outcome(
        tool_run(result()), expectations(functions=frozenset({TARGET, "submission::lost"}))
    )
    assert outcome.status is Status.UNVERIFIED
    assert "submission::lost" in outcome.detail


@pytest.mark.parametrize("field", ["version", "commit", "toolchain"])
def test_a_result_of_another_build_is_an_error(field: str) -> None:
    other = dataclasses.replace(BUILD, **{field: "other"})
    assert status_of(tool_run(result()), build=other) is Status.ERROR
    assert status_of(tool_run(failure(), 1, message("x")), build=other) is Status.ERROR


def test_a_panic_is_an_error_whatever_the_result_says() -> None:
    panic = "\nthread 'rustc' (7) panicked at vir/src/a.rs:1:2:\nmissing loop label\n"
    for document, code in ((result(), 0), (failure(), 1), (front_end_failure(), 1)):
        outcome = read_outcome(tool_run(document, code, panic + message("x")), expectations())
        assert outcome.status is Status.ERROR
        assert "missing loop label" in outcome.detail
    assert status_of(tool_run(result(), 0, "   | panicked at x")) is Status.ERROR


def test_text_about_a_panic_in_a_failed_program_is_no_crash() -> None:
    stderr = message('assert!("thread x panicked at y")')
    assert status_of(tool_run(failure(), 1, stderr)) is Status.UNVERIFIED


def test_an_ignored_item_is_not_a_proof() -> None:
    stderr = (
        "warning: verus-related attribute has no effect because Verus ignores this item\n"
        " --> submission.rs:4:1\n"
    )
    outcome = read_outcome(tool_run(result(), 0, stderr), expectations())
    assert outcome.status is Status.UNVERIFIED
    assert "line 4" in outcome.detail


@pytest.mark.parametrize("limit", ["cpu", "wall", "memory", "output"])
def test_a_stopped_run_is_a_limit_even_with_a_perfect_result(limit: Any) -> None:
    run = tool_run(result(), None, signal=9, stopped_by=limit)
    assert status_of(run) is Status.VERIFIER_LIMIT
    assert status_of(tool_run(result(), 0, stopped_by=limit)) is Status.VERIFIER_LIMIT


def test_output_that_was_cut_is_never_read() -> None:
    assert status_of(tool_run(result(), truncated=True)) is Status.VERIFIER_LIMIT


def test_a_signal_is_an_error_that_names_it() -> None:
    stderr = "\nthread 'rustc' (9) has overflowed its stack\nfatal runtime error: x, aborting\n"
    outcome = read_outcome(tool_run(result(), None, stderr, signal=6), expectations())
    assert outcome.status is Status.ERROR
    assert "SIGABRT" in outcome.detail
    assert "overflowed its stack" in outcome.detail
    assert status_of(tool_run(b"", None, signal=64)) is Status.ERROR
    assert status_of(tool_run(b"", None, signal=9999)) is Status.ERROR
    assert status_of(tool_run(result(), None)) is Status.ERROR


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("postcondition not satisfied", Status.UNVERIFIED),
        ("all obligations proved", Status.UNVERIFIED),
        ("assume/admit not allowed with --no-cheating", Status.UNVERIFIED),
        ("function body check: Resource limit (rlimit) exceeded", Status.VERIFIER_LIMIT),
    ],
)
def test_failed_obligations_are_unverified_or_a_limit(text: str, status: Status) -> None:
    assert status_of(tool_run(failure(), 1, message(text))) is status


def test_a_real_failure_outweighs_a_limit() -> None:
    stderr = message("while loop: Resource limit (rlimit) exceeded", 3) + message("no", 8)
    outcome = read_outcome(tool_run(failure(errors=2), 1, stderr), expectations())
    assert outcome.status is Status.UNVERIFIED
    assert outcome.detail == "no (line 8, column 5); 1 more error"


def test_failed_obligations_without_any_message_are_still_unverified() -> None:
    assert status_of(tool_run(failure(), 1)) is Status.UNVERIFIED


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("loop must have a decreases clause", Status.COMPILE_ERROR),
        ("cannot call function `submission::neg` with mode spec", Status.COMPILE_ERROR),
        ("`core::num::abs_diff` is not supported", Status.COMPILE_ERROR),
        ("assume/admit not allowed with --no-cheating", Status.CHEATING),
        (
            "external_body/assume_specification not allowed with --no-cheating",
            Status.CHEATING,
        ),
        ("expression simplifies to `2 == 3`, which evaluates to false", Status.UNVERIFIED),
        (
            "assert_by_compute_only failed to simplify down to true.  Instead got: x.",
            Status.UNVERIFIED,
        ),
        ("assert_by_compute exceeded maximum recursion depth", Status.VERIFIER_LIMIT),
    ],
)
def test_front_end_errors_by_their_message(text: str, status: Status) -> None:
    outcome = read_outcome(tool_run(front_end_failure(), 1, message(text)), expectations())
    assert outcome.status is status
    assert "line 12" in outcome.detail


def test_cheating_outweighs_other_front_end_errors_and_is_the_one_shown() -> None:
    stderr = message("assertion failed", 2) + message(
        "assume/admit not allowed with --no-cheating", 21
    )
    outcome = read_outcome(tool_run(front_end_failure(), 1, stderr), expectations())
    assert outcome.status is Status.CHEATING
    assert "line 21" in outcome.detail


def test_compiler_errors_keep_code_and_line() -> None:
    run = tool_run(failure(errors=0), 1, message("mismatched types", 17, "[E0308]"))
    outcome = read_outcome(run, expectations())
    assert outcome.status is Status.COMPILE_ERROR
    assert outcome.detail == "[E0308] mismatched types (line 17, column 5)"
    assert outcome.first_error is not None
    assert outcome.first_error.code == "E0308"


def test_an_error_of_the_second_compilation_is_a_compile_error_despite_its_counts() -> None:
    run = tool_run(failure(errors=0, verified=1), 1, message("use of moved value", 8, "[E0382]"))
    assert status_of(run) is Status.COMPILE_ERROR


@pytest.mark.parametrize(
    "stderr",
    [
        "",
        "error: Unrecognized option: 'nonsense'\n\n",
        "error: multiple input filenames provided\n\n",
        "error[E0725]: the feature `x` is not in the list\n --> <crate attribute>:1:1\n",
        message("can't find crate for `vstd`", 1, "[E0463]"),
        message("found invalid metadata files for crate `vstd`", 1, "[E0786]"),
        message("proc macro panicked"),
    ],
)
def test_a_failure_that_is_not_the_programs_is_an_error(stderr: str) -> None:
    assert status_of(tool_run(failure(errors=0), 1, stderr)) is Status.ERROR


def test_a_missing_crate_of_the_submissions_own_naming_is_a_compile_error() -> None:
    stderr = message("can't find crate for `serde`", 1, "[E0463]")
    assert status_of(tool_run(failure(errors=0), 1, stderr)) is Status.COMPILE_ERROR


def test_lines_are_those_of_the_submitted_file() -> None:
    def map_line(line: int) -> int | None:
        return line - 10 if line > 10 else None

    run = tool_run(failure(), 1, message("assertion failed", 12))
    assert "(line 2, column 5)" in read_outcome(run, expectations(map_line=map_line)).detail
    ours = tool_run(failure(), 1, message("assertion failed", 4))
    assert read_outcome(ours, expectations(map_line=map_line)).detail == "assertion failed"


def test_a_hostile_message_cannot_write_more_than_one_short_line() -> None:
    text = "\x1b[2J" + "a" * 100_000 + "\x07"
    outcome = read_outcome(tool_run(failure(), 1, message(text)), expectations())
    assert len(outcome.detail) < 320
    assert "\x1b" not in outcome.detail
    assert "line 12" in outcome.detail


FORGED = json.dumps(result(verified=9))


@pytest.mark.parametrize(
    "stdout",
    [
        FORGED + json.dumps(result()),
        FORGED + "\n" + json.dumps(failure()),
        FORGED[:40] + json.dumps(result()) + FORGED[40:],
        json.dumps(result())[:-2],
        json.dumps(result()) + "\nverification results:: 3 verified, 0 errors\n",
        "verification results:: 3 verified, 0 errors\n",
        FORGED.encode() + b"\xff",
        FORGED.replace('"errors": 0', '"errors": false'),
        FORGED.replace('"success": true', '"success": false, "success": true'),
        b"",
        b"\x00" * 1000,
    ],
)
@pytest.mark.parametrize("exit_code", [0, 1])
def test_forged_doubled_cut_or_mixed_output_is_an_error(stdout: Any, exit_code: int) -> None:
    assert status_of(tool_run(stdout, exit_code, message("x"))) is Status.ERROR


flags = st.sampled_from([True, False, None, 0, 1, "true"])
counts = st.sampled_from([0, 1, 3, -1, True, False, None, 1.0, "1"])


@given(
    st.fixed_dictionaries(
        {
            "encountered_error": flags,
            "encountered_vir_error": flags,
            "success": flags,
            "verified": counts,
            "errors": counts,
            "is_verifying_entire_crate": flags,
        }
    ),
    st.sampled_from([0, 1, 2, 101, 128, 255]),
    st.sampled_from(["", message("x"), message("Resource limit (rlimit) exceeded")]),
)
def test_only_the_one_consistent_result_passes(
    results: dict[str, Any], exit_code: int, stderr: str
) -> None:
    status = status_of(tool_run(result(**results), exit_code, stderr))
    exact = [
        ("encountered_error", False),
        ("encountered_vir_error", False),
        ("success", True),
        ("errors", 0),
        ("is_verifying_entire_crate", True),
    ]
    proof = exit_code == 0 and all(
        type(results[key]) is type(value) and results[key] == value for key, value in exact
    )
    enough = type(results["verified"]) is int and results["verified"] > 0
    assert (status is Status.PASSED) == (proof and enough)


@given(st.binary(max_size=400), st.binary(max_size=400), st.integers(0, 255))
def test_arbitrary_output_never_passes(stdout: bytes, stderr: bytes, exit_code: int) -> None:
    outcome = read_outcome(tool_run(stdout, exit_code, stderr), expectations())
    assert outcome.status is Status.ERROR
    assert "\n" not in outcome.detail


@given(st.text(max_size=300))
def test_no_message_turns_a_failure_into_a_proof(text: str) -> None:
    for document in (failure(), failure(errors=0), front_end_failure()):
        stderr = text.encode("utf-8", "replace")
        assert status_of(tool_run(document, 1, stderr)) is not Status.PASSED


@pytest.mark.parametrize("exit_code", [2, 101, 128, 255])
def test_a_failure_with_an_exit_code_verus_never_uses_is_no_judgement(exit_code: int) -> None:
    for document in (failure(), failure(errors=0), front_end_failure()):
        assert status_of(tool_run(document, exit_code, message("x"))) is Status.ERROR
