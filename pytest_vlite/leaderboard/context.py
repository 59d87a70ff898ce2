"""What a leaderboard document says beside the verdicts: plain values, given by whoever ran it.

Nothing here is looked up; a caller that does not know a value says None.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pytest_vlite.scoring.groups import ProblemFacts

__all__ = [
    "Environment",
    "ExpectedSubmission",
    "Harness",
    "ProblemFacts",
    "ReleaseFacts",
    "RunContext",
    "SubsetFacts",
    "VerifierFacts",
]


@dataclass(frozen=True)
class Harness:
    """The program that judged."""

    name: str
    version: str


@dataclass(frozen=True)
class VerifierFacts:
    """The verifier build and flags that a release pins."""

    name: str
    version: str
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReleaseFacts:
    """The release judged against; `problems` is the number of problems in all of it.

    The checksum is None only for published figures, where it is not known.
    """

    id: str
    problems: int
    problem_ids_sha256: str | None
    verifier: VerifierFacts | None = None


@dataclass(frozen=True)
class SubsetFacts:
    """The problems that count: `lite`, `full` or the name of an id file; sha256 of the id list
    (None only for published figures)."""

    name: str
    size: int
    sha256: str | None


@dataclass(frozen=True)
class Environment:
    """Where it ran. Versions are whole strings as the tools print them; None where absent."""

    os: str | None = None
    cpu: str | None = None
    cores: int | None = None
    rustc: str | None = None
    verus: str | None = None
    python: str | None = None
    sandbox: str | None = None


@dataclass(frozen=True)
class ExpectedSubmission:
    """One submission and every attempt expected of it.

    manifest: the fields of `submission.yaml` as read (unknown ones are left out of the document).
    samples: for each setting that the submission has, the number of samples per problem, or the
        number for each problem id. A problem with none still counts as one attempt.
    """

    name: str
    manifest: Mapping[str, object] = field(default_factory=dict)
    samples: Mapping[str, int | Mapping[str, int]] = field(default_factory=dict)

    def expected_samples(self, setting: str, problem_id: str) -> int:
        """How many attempts of `problem_id` in `setting` must have a verdict; at least one."""
        samples = self.samples[setting]
        number = samples if isinstance(samples, int) else samples.get(problem_id, 0)
        return max(1, number)


@dataclass(frozen=True)
class RunContext:
    """Everything about a run that is not a verdict.

    problems: the subset's problems; their number is the denominator of every rate.
    not_comparable: reasons why the whole run may not be compared with others, such as that only
        the examples were run or a limit was changed.
    generated_at: an ISO 8601 time; None for now.
    """

    harness: Harness
    release: ReleaseFacts
    subset: SubsetFacts
    environment: Environment
    problems: tuple[ProblemFacts, ...]
    submissions: tuple[ExpectedSubmission, ...]
    not_comparable: tuple[str, ...] = ()
    generated_at: str | None = None
