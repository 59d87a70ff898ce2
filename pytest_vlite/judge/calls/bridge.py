"""Runs a compiled bridge in the sandbox and reads its answers strictly."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_vlite.errors import HarnessError
from pytest_vlite.judge.machine_faults import killed_from_outside
from pytest_vlite.release import JsonValue
from pytest_vlite.release.json_values import parse_json
from pytest_vlite.sandbox import Sandbox, ToolLimits

_LIMITS = ToolLimits(
    cpu_s=60.0,
    wall_s=240.0,
    memory_bytes=4 * 2**30,
    output_bytes=256 * 2**20,
    processes=8,
)
_BATCH_ASKED = 256
_BATCH_BYTES = 4 * 2**20


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the target: its inputs by name, its result, and how many bytes of output had been
    printed when it was made."""

    at: int
    input: dict[str, JsonValue]
    result: JsonValue


@dataclass(frozen=True, slots=True)
class Trace:
    """What the reference program does on one input text.

    `ended` is false where it panicked or was ended by a limit. `digest` is that of all inputs.
    """

    text: str
    ended: bool
    calls: tuple[Call, ...]
    digest: str


@dataclass(frozen=True, slots=True)
class Try:
    """Results to put in place of the target's, one for each call, and the text that they should
    print."""

    wanted: str
    results: tuple[JsonValue, ...]


@dataclass(frozen=True)
class Bridge:
    """A compiled bridge; `work_dir` is a folder of its own."""

    executable: Path
    sandbox: Sandbox
    work_dir: Path

    def traces(self, inputs: Sequence[str]) -> Iterator[Trace]:
        """What the reference program does on each input, in order.

        Raises:
            HarnessError: the sandbox failed, or the bridge answered something else.
        """
        asked = [{"input": text, "expect": "", "tries": []} for text in inputs]
        for answer in self._ask(asked):
            yield _trace(answer)

    def tries(self, asked: Sequence[tuple[str, Trace, Sequence[Try]]]) -> Iterator[list[bool]]:
        """For each input with its trace: which tries print what they should, by the same calls.

        Raises:
            HarnessError: as `traces`.
        """
        lines = [
            {
                "input": text,
                "expect": trace.digest,
                "tries": [[t.wanted, [json.dumps(r) for r in t.results]] for t in tries],
            }
            for text, trace, tries in asked
        ]
        for (_, _, tries), answer in zip(asked, self._ask(lines), strict=True):
            printed = [False] * len(tries) if answer is None else answer.get("tries")
            if (
                not isinstance(printed, list)
                or len(printed) != len(tries)
                or not all(isinstance(word, bool) for word in printed)
            ):
                raise HarnessError(f"the bridge to main.rs answered {str(answer)[:200]!r}")
            yield printed

    def _ask(self, questions: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any] | None]:
        """The answers in order; None where the limits ended the bridge."""
        batch: list[str] = []
        size = 0
        for question in questions:
            line = json.dumps(question, ensure_ascii=False) + "\n"
            batch.append(line)
            size += len(line)
            if len(batch) >= _BATCH_ASKED or size >= _BATCH_BYTES:
                yield from self._ask_batch(batch)
                batch, size = [], 0
        if batch:
            yield from self._ask_batch(batch)

    def _ask_batch(self, batch: list[str]) -> Iterator[dict[str, Any] | None]:
        answers = self._run("".join(batch))
        if len(answers) > len(batch):
            raise HarnessError("the bridge to main.rs answered more than it was asked")
        if len(answers) < len(batch) and len(batch) > 1:
            # Too much for the limits together; one by one it may not be.
            for line in batch:
                yield _read(next(iter(self._run(line)), None))
            return
        for number in range(len(batch)):
            yield _read(answers[number] if number < len(answers) else None)

    def _run(self, text: str) -> list[bytes]:
        folder = self.work_dir / "ask"
        folder.mkdir()
        try:
            program = folder / "bridge"
            shutil.copy(self.executable, program)
            stdin = self.work_dir / "questions.jsonl"
            stdin.write_text(text, encoding="utf-8", errors="surrogatepass")
            run = self.sandbox.run_tool(
                [program], work_dir=folder, read_only=[program], limits=_LIMITS, stdin=stdin
            )
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        if killed_from_outside(run):
            raise HarnessError("the bridge to main.rs was killed from outside")
        complete, _, _torn = run.stdout.rpartition(b"\n")
        return complete.split(b"\n") if complete else []


def _read(line: bytes | None) -> dict[str, Any] | None:
    if line is None:
        return None
    try:
        answer = parse_json(line.decode("utf-8"))
    except ValueError as fault:
        raise HarnessError(f"the bridge to main.rs answered no JSON: {fault}") from None
    if not isinstance(answer, dict) or "fault" in answer:
        raise HarnessError(f"the bridge to main.rs answered {line[:200]!r}")
    return answer


def _trace(answer: dict[str, Any] | None) -> Trace:
    if answer is None:
        return Trace("", False, (), "")
    try:
        calls = tuple(Call(c["at"], c["input"], c["result"]) for c in answer["calls"])
        return Trace(answer["text"], answer["ended"], calls, answer["digest"])
    except (KeyError, TypeError):
        raise HarnessError(f"the bridge to main.rs answered {str(answer)[:200]!r}") from None
