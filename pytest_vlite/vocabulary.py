"""The words that every part of the harness shares: settings, statuses, stages, verdicts.

This module knows nothing of pytest, files or tools. A `Verdict` is what leaves the judge, what
`attempts.jsonl` holds one per line, and all that `scoring/` and `leaderboard/` ever see.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pytest_vlite.errors import InputError


class Setting(StrEnum):
    """The six task settings; the value is the name used in options, folders and output."""

    CODEGEN_NL = "CodeGen-NL"
    CODEGEN_SPEC = "CodeGen-Spec"
    CODEGEN_NLSPEC = "CodeGen-NLSpec"
    SPECGEN = "SpecGen"
    PROOFGEN = "ProofGen"
    END2END = "End2End"

    @property
    def is_codegen(self) -> bool:
        return self.value.startswith("CodeGen")

    @property
    def needs_verifier(self) -> bool:
        """Whether no attempt can pass without a verifier."""
        return self in (Setting.PROOFGEN, Setting.END2END)


def setting_named(name: str, option: str) -> Setting:
    """The setting called `name`, in any case; `option` is where the name was given.

    Raises:
        InputError: there is none; lists them.
    """
    for setting in Setting:
        if setting.value.lower() == name.strip().lower():
            return setting
    known = ", ".join(setting.value for setting in Setting)
    raise InputError(f"{option}: no setting {name!r}; the settings are {known}")


class Status(StrEnum):
    """What the harness decided about an attempt. Only `PASSED` counts as solved."""

    PASSED = "passed"
    MISSING = "missing"
    MALFORMED = "malformed"
    ALTERED = "altered"
    CHEATING = "cheating"
    COMPILE_ERROR = "compile_error"
    UNVERIFIED = "unverified"
    VERIFIER_LIMIT = "verifier_limit"
    WRONG_ANSWER = "wrong_answer"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    RUNTIME_ERROR = "runtime_error"
    SPEC_UNSOUND = "spec_unsound"
    SPEC_INCOMPLETE = "spec_incomplete"
    UNDECIDED = "undecided"
    UNAVAILABLE = "unavailable"
    ERROR = "error"
    NOT_RUN = "not_run"

    @property
    def makes_incomplete(self) -> bool:
        """Whether one such status makes the whole entry `complete: false`."""
        return self in (Status.ERROR, Status.NOT_RUN, Status.UNAVAILABLE)


class Stage(StrEnum):
    """The step of the pipeline that decided; the order is the order in which they run."""

    COLLECT = "collect"
    EXTRACT = "extract"
    GATE = "gate"
    PRESERVE = "preserve"
    COMPILE = "compile"
    VERIFY = "verify"
    TESTS = "tests"
    SPECIFICATION = "specification"
    DONE = "done"


@dataclass(frozen=True)
class CaseEvidence:
    """The test case that decided a verdict, trimmed for a person to read.

    `index` counts from 0 within its kind; `kind` is `positive` or `negative`.
    """

    index: int
    input: str
    expected: str | None = None
    got: str | None = None
    kind: str = "positive"


@dataclass(frozen=True)
class Verdict:
    """One attempt judged: a line of `attempts.jsonl`.

    Times are seconds, sizes bytes. `measurements` holds the raw figures from which the verdict can
    be derived again (for instance the highest CPU time of a case and the limit it was held
    against). `basis_sha256` is the checksum of everything that the verdict follows from: answer,
    problem, test cases, tools, limits, isolation, the harness itself; None where nothing was
    judged. `cached` says that the verdict was taken from the cache.
    """

    submission: str
    problem_id: str
    source: str
    level: str
    stratum: str
    setting: str
    sample: int
    status: Status
    stage: Stage
    detail: str
    case: CaseEvidence | None = None
    duration_s: float = 0.0
    cpu_s: float = 0.0
    peak_memory_bytes: int = 0
    program_sha256: str | None = None
    basis_sha256: str | None = None
    cached: bool = False
    tool_versions: Mapping[str, str] = field(default_factory=dict)
    measurements: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What makes an attempt one attempt: submission, setting, problem, sample."""
        return (self.submission, self.setting, self.problem_id, self.sample)

    def to_json(self) -> dict[str, Any]:
        """The record as JSON types only, keys in a fixed order."""
        record: dict[str, Any] = {}
        for name in self.__dataclass_fields__:
            value = getattr(self, name)
            if isinstance(value, CaseEvidence):
                value = {key: getattr(value, key) for key in value.__dataclass_fields__}
            elif isinstance(value, StrEnum):
                value = value.value
            elif isinstance(value, Mapping):
                value = dict(value)
            record[name] = value
        return record

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Verdict:
        """The inverse of `to_json`.

        Raises:
            ValueError: a field is missing, unknown, of the wrong type, or no status of ours.
        """
        known = cls.__dataclass_fields__
        unknown = sorted(set(record) - set(known))
        if unknown:
            raise ValueError(f"unknown field {unknown[0]!r} in a verdict record")
        values = dict(record)
        for name, kind in (
            ("submission", str),
            ("problem_id", str),
            ("source", str),
            ("level", str),
            ("stratum", str),
            ("setting", str),
            ("sample", int),
            ("status", str),
            ("stage", str),
            ("detail", str),
        ):
            if not isinstance(values.get(name), kind) or isinstance(values.get(name), bool):
                raise ValueError(f"field {name!r} of a verdict record must be {kind.__name__}")
        values["status"] = Status(values["status"])
        values["stage"] = Stage(values["stage"])
        case = values.get("case")
        if case is not None:
            if not isinstance(case, Mapping):
                raise ValueError("field 'case' of a verdict record must be an object")
            try:
                values["case"] = CaseEvidence(**case)
            except TypeError as fault:
                raise ValueError(f"field 'case' of a verdict record: {fault}") from None
        return cls(**values)
