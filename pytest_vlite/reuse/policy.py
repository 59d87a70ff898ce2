"""Which verdicts would be the same at any other time, and so may be kept in the cache.

What a busy or slow machine could have decided is judged anew each time: every limit of time, and
every verdict for which a limit was near. So is `undecided`: a budget may be behind it, and it is
what a person should look at.
"""

from __future__ import annotations

from pytest_vlite.judge.rustc import COMPILE_LIMITS
from pytest_vlite.vocabulary import Status, Verdict

_LASTING = frozenset(
    {
        Status.PASSED,
        Status.MALFORMED,
        Status.ALTERED,
        Status.CHEATING,
        Status.COMPILE_ERROR,
        Status.UNVERIFIED,
        Status.WRONG_ANSWER,
        Status.OUTPUT_LIMIT,
        Status.RUNTIME_ERROR,
        Status.SPEC_UNSOUND,
        Status.SPEC_INCOMPLETE,
    }
)
# As near to a limit as verdicts are counted as near to it.
_NEAR = 0.8


def is_lasting(verdict: Verdict) -> bool:
    """Whether the same basis gives this verdict whenever it is judged."""
    measured = verdict.measurements
    if verdict.status not in _LASTING or verdict.basis_sha256 is None:
        return False
    if measured.get("stopped_by") is not None or measured.get("compile_stopped_by") is not None:
        return False
    spent_and_limits = (
        (measured.get("max_case_cpu_s"), measured.get("time_limit_s")),
        (measured.get("compile_cpu_s"), COMPILE_LIMITS.cpu_s),
        (measured.get("specification_compile_cpu_s"), COMPILE_LIMITS.cpu_s),
        # The verifier is most of what such an attempt costs.
        (verdict.cpu_s, measured.get("timeout_s")),
    )
    return not any(
        spent is not None and limit is not None and spent >= _NEAR * limit
        for spent, limit in spent_and_limits
    )
