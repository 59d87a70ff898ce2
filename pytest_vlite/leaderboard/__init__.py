"""From verdict records to the files people publish: attempts, leaderboard, tables, site."""

from pytest_vlite.leaderboard.attempts import AttemptsWriter, read_attempts, write_attempts
from pytest_vlite.leaderboard.context import (
    Environment,
    ExpectedSubmission,
    Harness,
    ProblemFacts,
    ReleaseFacts,
    RunContext,
    SubsetFacts,
    VerifierFacts,
)
from pytest_vlite.leaderboard.document import SCHEMA_VERSION, build_document, settle_verdicts
from pytest_vlite.leaderboard.write import write_document

__all__ = [
    "SCHEMA_VERSION",
    "AttemptsWriter",
    "Environment",
    "ExpectedSubmission",
    "Harness",
    "ProblemFacts",
    "ReleaseFacts",
    "RunContext",
    "SubsetFacts",
    "VerifierFacts",
    "build_document",
    "read_attempts",
    "settle_verdicts",
    "write_attempts",
    "write_document",
]
