"""Runs of the real verifier, replayed by a stand-in through the sandbox and the adapter."""

from __future__ import annotations

import json
import signal
from functools import cache
from pathlib import Path
from typing import Any

from pytest_vlite.judge.verifier import (
    Expectations,
    Verifier,
    VerifierBuild,
    VerifyLimits,
    find_verifier,
    read_outcome,
    verify,
)
from pytest_vlite.judge.verifier.command import DEFAULT_FLAGS, release_flags, verifier_arguments
from pytest_vlite.sandbox import Sandbox, ToolRun
from pytest_vlite.vocabulary import Status
from tests.snapshot import verus_recordings
from tests.verifier.making import TARGET, stand_in

RECORDED = VerifierBuild(
    "0.2026.05.05.d03e906.dirty",
    "d03e9063f15af2b5d1668be45bb7ccd5e8544f4c",
    "1.95.0-x86_64-unknown-linux-gnu",
)

PASSED, UNVERIFIED, LIMIT = Status.PASSED, Status.UNVERIFIED, Status.VERIFIER_LIMIT
COMPILE_ERROR, CHEATING, ERROR = Status.COMPILE_ERROR, Status.CHEATING, Status.ERROR

BY_KIND = {
    "verified": PASSED,
    "non-failing notes": PASSED,
    "assert": UNVERIFIED,
    "bad option": ERROR,
    "borrow": COMPILE_ERROR,
    "by(compute) blow-up": LIMIT,
    "const-eval loop": LIMIT,
    "crate named vstd": UNVERIFIED,
    "decreases": UNVERIFIED,
    "deep nesting": ERROR,
    "forged stderr": COMPILE_ERROR,
    "forged stdout": ERROR,
    "ICE": ERROR,
    "invariant": UNVERIFIED,
    "missing decreases": COMPILE_ERROR,
    "no-cheating": CHEATING,
    "out of memory": ERROR,
    "overflow": UNVERIFIED,
    "parse error": COMPILE_ERROR,
    "partial run": ERROR,
    "pass-2 error": COMPILE_ERROR,
    "postcondition": UNVERIFIED,
    "precondition": UNVERIFIED,
    "rlimit exceeded": LIMIT,
    "several errors": UNVERIFIED,
    "trait conflict": COMPILE_ERROR,
    "type error": COMPILE_ERROR,
    "unresolved name": COMPILE_ERROR,
    "version": ERROR,
    "VIR error": COMPILE_ERROR,
    "VIR unsupported": COMPILE_ERROR,
    "wall timeout": LIMIT,
    "z3 missing": ERROR,
    "0 verified": UNVERIFIED,
}

# Records that end otherwise than their kind, and why.
BY_ID = {
    # Nested, but within what the verifier can do.
    "deep_moderate": PASSED,
    "deep_plus_200": PASSED,
    # The compiler's own limit stops it with an ordinary error.
    "macro_recursion": COMPILE_ERROR,
    "const_eval_loop": COMPILE_ERROR,
    # A warning that only quotes a results line.
    "deprecated_text": PASSED,
    # A trigger cannot be chosen: the program is not well formed.
    "fail_trigger": COMPILE_ERROR,
    # Refused in the source, not an option of ours.
    "crate_name_mismatch": COMPILE_ERROR,
    # Recorded without --no-cheating, which the output does not show; the stand-in checks that the
    # harness never leaves the option out.
    "no_cheating_off": PASSED,
    # Proves nothing at all; the output does not say why.
    "no_verify": UNVERIFIED,
    "no_verify_cheat": CHEATING,
    # Claims the entire crate (a fault of the verifier), but the target was not seen.
    "verify_only_module": UNVERIFIED,
    # Ran into the wall limit before memory.
    "oom_z3": LIMIT,
    # Recorded without --output-json: there is no result document.
    "ok_text": ERROR,
    "fail_post_text": ERROR,
    "rlimit_linear_text": ERROR,
    "pass2_cfg_text": ERROR,
    # Not Verus code: the verifier's front end refuses it.
    "zero_no_verus": COMPILE_ERROR,
}


@cache
def recordings(name: str) -> dict[str, dict[str, Any]]:
    with (verus_recordings() / name).open(encoding="utf-8") as file:
        return {record["id"]: record for record in map(json.loads, file)}


def expected_status(record: dict[str, Any]) -> Status:
    return BY_ID.get(record["id"], BY_KIND[record["outcome"]])


def recorded_run(record: dict[str, Any]) -> ToolRun:
    stopped = record["killed_by_wall_limit"]
    name = record["signal"]
    return ToolRun(
        exit_code=record["exit"],
        signal=signal.Signals[name].value if name else None,
        stdout=record["stdout"].encode(),
        stderr=record["stderr"].encode(),
        cpu_s=0.0,
        duration_s=record["wall_s"],
        peak_memory_bytes=0,
        stopped_by="wall" if stopped else None,
    )


def test_every_recorded_outcome_is_read_as_its_kind_demands() -> None:
    wrong = {}
    for identity, record in recordings("outcomes.jsonl").items():
        expectations = Expectations(
            RECORDED, frozenset({TARGET}), file_name=f"{identity}.rs", minimum_verified=1
        )
        outcome = read_outcome(recorded_run(record), expectations)
        if outcome.status is not expected_status(record):
            wrong[identity] = (outcome.status, outcome.detail)
        assert outcome.detail
        assert "\n" not in outcome.detail
    assert not wrong
    assert set(BY_ID) <= set(recordings("outcomes.jsonl"))


def test_every_recorded_outcome_replayed_gives_the_same_verdict(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    program = stand_in(tmp_path / "verus", build=RECORDED)
    verifier = find_verifier(program, None, {}, sandbox=sandbox)
    assert isinstance(verifier, Verifier)
    wrong = {}
    for identity, record in recordings("outcomes.jsonl").items():
        limits = VerifyLimits()
        if record["killed_by_wall_limit"]:
            ending, limits = "exec sleep 600", VerifyLimits(timeout_s=0.2, wall_slack_s=0.0)
        elif record["signal"]:
            ending = f"ulimit -c 0; kill -s {record['signal'].removeprefix('SIG')} $$"
        else:
            ending = f"exit {record['exit']}"
        stand_in(
            tmp_path / "verus",
            stdout=record["stdout"],
            stderr=record["stderr"],
            ending=ending,
            build=RECORDED,
        )
        source = (verus_recordings() / "outcomes" / f"{identity}.rs").read_text(encoding="utf-8")
        verification = verify(
            source, frozenset({TARGET}), verifier, sandbox, limits, scratch=tmp_path
        )
        if verification.outcome.status is not expected_status(record):
            wrong[identity] = (verification.outcome.status, verification.outcome.detail)
    assert not wrong


def test_a_type_check_needs_no_proof_but_finds_errors() -> None:
    expected = {"no_verify": PASSED, "no_verify_cheat": CHEATING, "type_error": COMPILE_ERROR}
    for identity, status in expected.items():
        record = recordings("outcomes.jsonl")[identity]
        expectations = Expectations(RECORDED, frozenset(), type_check_only=True)
        assert read_outcome(recorded_run(record), expectations).status is status


def test_no_recorded_output_passes_when_it_is_cut_anywhere() -> None:
    record = recordings("outcomes.jsonl")["ok"]
    run = recorded_run(record)
    expectations = Expectations(RECORDED, frozenset({TARGET}), file_name="ok.rs")
    assert read_outcome(run, expectations).status is PASSED
    whole = run.stdout.rstrip()
    for length in range(len(whole)):
        cut = ToolRun(0, None, whole[:length], b"", 0.0, 0.0, 0, None)
        assert read_outcome(cut, expectations).status is ERROR


def test_our_options_are_those_of_the_recordings() -> None:
    """The recordings speak for our command line: same options, in whatever order."""
    argv = recordings("outcomes.jsonl")["log_syntax_blocked"]["argv"]
    ours = verifier_arguments(release_flags(DEFAULT_FLAGS))
    assert set(argv[1:-1]) == set(ours[:-1]) - {"--expand-errors"}


def _document(record: dict[str, Any]) -> dict[str, Any]:
    """The result document of a record that kept only its fields."""
    front_end = record["exit"] == 1 and record["verified"] is None
    results: dict[str, Any] = {
        "encountered-error": record["exit"] != 0,
        "encountered-vir-error": front_end,
        "success": record["exit"] == 0,
    }
    if not front_end:
        results |= {
            "verified": record["verified"],
            "errors": record["errors"],
            "is-verifying-entire-crate": True,
        }
    return {
        "func-details": {name: {} for name in record.get("func_details", [])},
        "verification-results": results,
        "verus": {
            "version": RECORDED.version,
            "commit": RECORDED.commit,
            "toolchain": RECORDED.toolchain,
        },
    }


def _messages(record: dict[str, Any]) -> bytes:
    text = ""
    for key in ("first_warning", "first_error"):
        if record.get(key):
            text += f"{record[key]}\n --> submission.rs:5:1\n\n"
    return text.encode()


def _reread(record: dict[str, Any], target: str) -> Status:
    run = ToolRun(
        record["exit"],
        None,
        json.dumps(_document(record)).encode(),
        _messages(record),
        0.0,
        0.0,
        0,
        None,
    )
    return read_outcome(run, Expectations(RECORDED, frozenset({target}))).status


def test_honest_programs_that_verified_pass() -> None:
    for record in recordings("honest.jsonl").values():
        own = [name for name in record["func_details"] if name.startswith("submission::")]
        assert _reread(record, own[-1]) is PASSED, record["id"]


def test_cheats_that_the_verifier_refuses_never_pass() -> None:
    refused = [r for r in recordings("cheats.jsonl").values() if r["exit"] != 0]
    statuses = {record["id"]: _reread(record, TARGET) for record in refused}
    assert len(statuses) == 80
    assert PASSED not in statuses.values()
    for record in refused:
        if "not allowed with --no-cheating" in record["first_error"]:
            assert statuses[record["id"]] is CHEATING
        if record["errors"] and not record["first_error"].startswith("thread"):
            assert statuses[record["id"]] is UNVERIFIED


def test_cheats_whose_target_verus_did_not_see_are_unverified() -> None:
    """What the output alone can show; the gate is there for the rest."""
    for record in recordings("cheats.jsonl").values():
        if record["exit"] == 0 and record["json_ok"] and not record["target_in_func_details"]:
            assert _reread(record, "submission::Solution::absent") is UNVERIFIED, record["id"]
        if record["exit"] == 0 and record["verified"] == 0:
            assert _reread(record, TARGET) is UNVERIFIED, record["id"]
