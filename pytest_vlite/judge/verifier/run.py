"""One program through the verifier."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_vlite.errors import HarnessError
from pytest_vlite.judge.verifier.command import SOURCE_NAME, method_key, verifier_arguments
from pytest_vlite.judge.verifier.find import Verifier
from pytest_vlite.judge.verifier.outcome import Expectations, VerifierOutcome, read_outcome
from pytest_vlite.sandbox import Sandbox, ToolLimits, ToolRun
from pytest_vlite.vocabulary import Status

DEFAULT_VERIFY_TIMEOUT_S = 900.0
DEFAULT_VERIFY_MEMORY_BYTES = 8 * 2**30
_OUTPUT_BYTES = 16 * 2**20
_PROCESSES = 128


@dataclass(frozen=True, slots=True)
class VerifyLimits:
    """The limits of one verification.

    `timeout_s` (`--vlite-verify-timeout`) is CPU seconds of everything the verifier starts, so
    that a verdict does not depend on how busy the machine is. Wall time is bounded only against
    waiting for nothing: `wall_s`, twice that time and `wall_slack_s` more.
    """

    timeout_s: float = DEFAULT_VERIFY_TIMEOUT_S
    memory_bytes: int = DEFAULT_VERIFY_MEMORY_BYTES
    wall_slack_s: float = 60.0

    @property
    def wall_s(self) -> float:
        """The wall time after which a run is ended whatever it does."""
        return 2 * self.timeout_s + self.wall_slack_s

    def tool_limits(self) -> ToolLimits:
        """For the sandbox. The address space is not limited: the verifier reserves 1 GiB stacks."""
        return ToolLimits(
            cpu_s=self.timeout_s,
            wall_s=self.wall_s,
            memory_bytes=self.memory_bytes,
            output_bytes=_OUTPUT_BYTES,
            processes=_PROCESSES,
            address_space_bytes=None,
        )


@dataclass(frozen=True, slots=True)
class Verification:
    """A run and what it means. `run` is None where nothing was started."""

    outcome: VerifierOutcome
    run: ToolRun | None
    arguments: tuple[str, ...]
    limits: VerifyLimits

    def measurements(self) -> Mapping[str, Any]:
        """The raw figures for the verdict record, from which it can be derived again."""
        figures: dict[str, Any] = {
            "verified": self.outcome.verified,
            "errors": self.outcome.errors,
            "timeout_s": self.limits.timeout_s,
            "memory_limit_bytes": self.limits.memory_bytes,
        }
        if self.run is not None:
            figures |= {
                "exit_code": self.run.exit_code,
                "signal": self.run.signal,
                "stopped_by": self.run.stopped_by,
            }
        return figures


def verify(
    program: str,
    functions: frozenset[str],
    verifier: Verifier,
    sandbox: Sandbox,
    limits: VerifyLimits,
    *,
    minimum_verified: int = 1,
    type_check_only: bool = False,
    map_line: Callable[[int], int | None] | None = None,
    scratch: Path | None = None,
) -> Verification:
    """Verify one program in an empty working directory of its own below `scratch`.

    `functions` are the `func-details` keys that must be seen (`method_key`); with
    `type_check_only` nothing is proved and none is asked for. Whatever the program makes the
    verifier do is an outcome; an isolation or a disk that fails is `error`.
    """
    arguments = verifier_arguments(verifier.flags, type_check_only=type_check_only)
    try:
        source = program.encode("utf-8")
    except UnicodeEncodeError:
        outcome = VerifierOutcome(Status.MALFORMED, "the program is not valid Unicode text")
        return Verification(outcome, None, arguments, limits)
    try:
        with tempfile.TemporaryDirectory(prefix="vlite-verify-", dir=scratch) as folder:
            work_dir = Path(folder)
            (work_dir / SOURCE_NAME).write_bytes(source)
            run = sandbox.run_tool(
                (verifier.installation.program, *arguments),
                work_dir=work_dir,
                read_only=verifier.installation.read_only,
                limits=limits.tool_limits(),
                environment=verifier.installation.environment,
            )
    except (HarnessError, OSError) as fault:
        outcome = VerifierOutcome(Status.ERROR, f"the verifier could not be run: {fault}")
        return Verification(outcome, None, arguments, limits)
    expectations = Expectations(
        verifier.build, functions, minimum_verified, SOURCE_NAME, type_check_only, map_line
    )
    return Verification(read_outcome(run, expectations), run, arguments, limits)


_GOOD = """use vstd::prelude::*;
verus! {
fn main() {}
pub struct Solution;
impl Solution {
    pub fn smaller(a: u64, b: u64) -> (least: u64)
        ensures least <= a, least <= b, least == a || least == b,
    {
        if a < b { a } else { b }
    }
}
}
"""
_BAD = _GOOD.replace("{ a } else { b }", "{ b } else { b }")


def self_test(verifier: Verifier, sandbox: Sandbox, *, scratch: Path | None = None) -> str | None:
    """Whether the verifier can tell a proof from a false claim; else one line saying what failed.

    A verifier may name its version and still be unable to prove anything (no solver, a toolchain
    without its library, a build that needs other features). One right and one wrong small program
    show it before a whole submission is judged `error` or worse.
    """
    limits = VerifyLimits(timeout_s=120)
    functions = frozenset({method_key("smaller")})
    for program, wanted in ((_GOOD, Status.PASSED), (_BAD, Status.UNVERIFIED)):
        outcome = verify(program, functions, verifier, sandbox, limits, scratch=scratch).outcome
        if outcome.status is not wanted:
            return (
                f"the verifier at {verifier.installation.program} gives {outcome.status.value} "
                f"where {wanted.value} is right: {outcome.detail}"
            )
    return None
