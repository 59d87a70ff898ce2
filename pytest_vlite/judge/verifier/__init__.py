"""The Verus adapter: finds the verifier, runs it, reads its outcome."""

from pytest_vlite.judge.verifier.command import method_key
from pytest_vlite.judge.verifier.cost import expected_cost
from pytest_vlite.judge.verifier.document import VerifierBuild
from pytest_vlite.judge.verifier.find import Unavailable, Verifier, find_verifier
from pytest_vlite.judge.verifier.outcome import (
    Expectations,
    FirstError,
    VerifierOutcome,
    read_outcome,
)
from pytest_vlite.judge.verifier.run import (
    DEFAULT_VERIFY_MEMORY_BYTES,
    DEFAULT_VERIFY_TIMEOUT_S,
    Verification,
    VerifyLimits,
    self_test,
    verify,
)

__all__ = [
    "DEFAULT_VERIFY_MEMORY_BYTES",
    "DEFAULT_VERIFY_TIMEOUT_S",
    "Expectations",
    "FirstError",
    "Unavailable",
    "Verification",
    "Verifier",
    "VerifierBuild",
    "VerifierOutcome",
    "VerifyLimits",
    "expected_cost",
    "find_verifier",
    "method_key",
    "read_outcome",
    "self_test",
    "verify",
]
