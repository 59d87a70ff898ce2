"""What a gate says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class GateResult:
    """Whether a gate holds, why in one line, and what that rests on, as JSON values."""

    gate: str
    passed: bool
    reason: str
    evidence: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The result as JSON."""
        return {
            "gate": self.gate,
            "passed": self.passed,
            "reason": self.reason,
            "evidence": dict(self.evidence),
        }


def held(gate: str, evidence: Mapping[str, Any]) -> GateResult:
    """A gate that holds."""
    return GateResult(gate, True, "holds", evidence)


def failed(gate: str, reason: str, evidence: Mapping[str, Any]) -> GateResult:
    """A gate that does not."""
    return GateResult(gate, False, reason, evidence)
