"""Running untrusted programs within limits."""

from pytest_vlite.sandbox.choosing import choose_sandbox, with_compiled_runner
from pytest_vlite.sandbox.interface import (
    CaseLimits,
    CaseRun,
    CaseRunner,
    Sandbox,
    StoppedBy,
    ToolLimits,
    ToolRun,
)

__all__ = [
    "CaseLimits",
    "CaseRun",
    "CaseRunner",
    "Sandbox",
    "StoppedBy",
    "ToolLimits",
    "ToolRun",
    "choose_sandbox",
    "with_compiled_runner",
]
