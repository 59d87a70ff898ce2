"""What a person sees of an attempt that did not pass: verdict, reason, evidence, how to repeat."""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING

import pytest

from pytest_vlite.vocabulary import Verdict

if TYPE_CHECKING:
    from pytest_vlite.run.plan import PlannedAttempt

# What `vlite judge` takes under the same name without `vlite-`.
_JUDGE_OPTIONS = (
    "release",
    "tests",
    "verus",
    "sandbox",
    "time_limit",
    "memory_limit",
    "verify_timeout",
)


class NotPassed(Exception):
    """Raised in an item whose attempt did not pass; carries the verdict."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(headline(verdict))
        self.verdict = verdict


def headline(verdict: Verdict) -> str:
    """Status and reason in one line."""
    return f"{verdict.status}: {verdict.detail}" if verdict.detail else str(verdict.status)


def describe(verdict: Verdict, attempt: PlannedAttempt, config: pytest.Config) -> str:
    """The failure report of an item: a few lines, the first one the verdict."""
    lines = [headline(verdict)]
    if verdict.case is not None:
        case = verdict.case
        lines.append(f"  {case.kind} case {case.index}")
        lines += _indented("input", case.input)
        lines += _indented("expected", case.expected)
        lines += _indented("got", case.got)
    lines.append(f"  decided at: {verdict.stage}")
    lines.append(f"  repeat: {repeat_command(attempt, config)}")
    return "\n".join(lines)


def repeat_command(attempt: PlannedAttempt, config: pytest.Config) -> str:
    """A `vlite judge` command that judges this attempt again and explains it."""
    answer = attempt.submission.answer(attempt.setting, attempt.problem.id, attempt.sample)
    if answer.path is None:
        return f"none: there is no answer for {attempt.problem.id} in {attempt.setting}"
    file = str(answer.path) + (f":{answer.line}" if answer.line else "")
    words = ["vlite", "judge", _shown(file), "--problem", attempt.problem.id]
    words += ["--setting", attempt.setting.value]
    for name in _JUDGE_OPTIONS:
        value = config.getoption(f"vlite_{name}", None) or config.getini(f"vlite_{name}")
        if value:
            words += [f"--{name.replace('_', '-')}", str(value)]
    return shlex.join(words)


def _shown(path: str) -> str:
    relative = os.path.relpath(path)
    return path if relative.startswith("..") else relative


def _indented(label: str, text: str | None) -> list[str]:
    if text is None:
        return []
    first, *rest = text.splitlines() or [""]
    return [f"    {label + ':':<10}{first}", *(f"    {'':<10}{line}" for line in rest)]
