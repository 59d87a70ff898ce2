"""What the stages of one attempt know and hand on, and where they keep their logs."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pytest_vlite.judge.attempt import Attempt, Workbench
from pytest_vlite.judge.program import Program
from pytest_vlite.vocabulary import CaseEvidence, Stage, Status


@dataclass(frozen=True)
class Decision:
    """What ends an attempt: the status, the stage that decided and one line of reason."""

    status: Status
    stage: Stage
    detail: str
    case: CaseEvidence | None = None


@dataclass
class Progress:
    """One attempt on its way.

    `code` is the answer's code, `first_line` its line in the answer; `specification` is the code as
    it was before its ghost parts were taken out. `assembled` is the program for the verifier,
    `executable` what `program` became. Times are seconds, sizes bytes; CPU time is that of the
    tools and programs run.
    """

    attempt: Attempt
    bench: Workbench
    work_dir: Path
    stage: Stage = Stage.EXTRACT
    code: str = ""
    specification: str = ""
    first_line: int = 1
    program: Program | None = None
    executable: Path | None = None
    assembled: Any = None
    cpu_s: float = 0.0
    peak_memory_bytes: int = 0
    program_sha256: str | None = None
    tool_versions: dict[str, str] = field(default_factory=dict)
    measurements: dict[str, Any] = field(default_factory=dict)

    def set_code(self, code: str) -> None:
        """Take the answer's code."""
        self.code = self.specification = code
        data = code.encode("utf-8", "surrogatepass")
        self.program_sha256 = hashlib.sha256(data).hexdigest()

    def used(self, cpu_s: float, peak_memory_bytes: int) -> None:
        """Add what a tool or a program used."""
        self.cpu_s += cpu_s
        self.peak_memory_bytes = max(self.peak_memory_bytes, peak_memory_bytes)

    def answer_line(self, line: int | None) -> str:
        """`line 7 of the answer: `, counted in the submitter's file; "" where there is none."""
        return "" if line is None else f"line {line + self.first_line - 1}: "

    def log(self, name: str, text: str) -> None:
        """Keep a text in the attempt's log folder. A full disk costs the log, not the verdict."""
        if self.bench.logs is None:
            return
        with contextlib.suppress(OSError):
            self.bench.logs.mkdir(parents=True, exist_ok=True)
            path = self.bench.logs / name
            path.write_text(text, encoding="utf-8", errors="backslashreplace")

    @contextlib.contextmanager
    def folder(self, name: str) -> Iterator[Path]:
        """A new folder for one tool."""
        path = self.work_dir / name
        path.mkdir()
        yield path
