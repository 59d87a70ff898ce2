"""Runs a family's program in the sandbox and reads what comes out, believing none of it.

The program shares its process with the script that asks it, so it can write any line it likes; but
a line can only say what its functions could have said. Everything is checked again here: slots,
relations, the answer's type.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from pytest_vlite.printable import printable
from pytest_vlite.release.json_values import parse_json
from pytest_vlite.renewal.answers.canonical import JsonValue, canonical_json
from pytest_vlite.renewal.families.format import Family
from pytest_vlite.renewal.families.inside.draw_source import draw_key
from pytest_vlite.renewal.families.inside.serve import MOST_TRIES
from pytest_vlite.sandbox import Sandbox, ToolLimits, ToolRun
from pytest_vlite.sandbox.places import interpreter, interpreter_folders

DEFAULT_LIMIT_S = 300.0
_MEMORY_BYTES = 2**30
_OUTPUT_BYTES = 256 * 2**20
_PROCESSES = 4
_SCRIPTS = ("serve.py", "draw_source.py", "relations.py", "slot_values.py")
_MOST_WORDS = 300
NOT_LOADED = "the program cannot be loaded"


@dataclass(frozen=True)
class Drawn:
    """What came of one draw: an assignment with its answer in canonical form, after so many tries;
    or `refused`, why each try gave no valid assignment; or `fault`, what the program did wrong."""

    index: int
    assignment: Mapping[str, JsonValue] | None = None
    answer: JsonValue = None
    tries: int = 0
    refused: tuple[str, ...] = ()
    fault: str = ""


@dataclass(frozen=True)
class Checked:
    """What `verify` said of one assignment: an answer, or why it is refused, or a fault."""

    answer: JsonValue = None
    refused: str = ""
    fault: str = ""


@dataclass(frozen=True)
class FamilyRun:
    """Everything that was asked, in the order asked. `fault`: why nothing more came."""

    draws: tuple[Drawn, ...]
    checks: tuple[Checked, ...]
    fault: str
    cpu_s: float


def run_family(
    family: Family,
    sandbox: Sandbox,
    *,
    indices: Sequence[int] = (),
    assignments: Sequence[Mapping[str, JsonValue]] = (),
    scratch: Path | None = None,
    limit_s: float = DEFAULT_LIMIT_S,
    hash_seed: int = 0,
) -> FamilyRun:
    """Draw `indices` and verify `assignments` in one process of the sandbox.

    `limit_s` holds for CPU time and, doubled, for wall time. `hash_seed` is Python's for the hashes
    of texts, on which the order of a set depends.

    Raises:
        HarnessError: the sandbox failed.
    """
    request = {
        "slots": family.slots,
        "relations": family.relations,
        "draws": [[i, draw_key(family.seed.id, family.generator, i).hex()] for i in indices],
        "assignments": list(assignments),
    }
    with tempfile.TemporaryDirectory(prefix="family-", dir=scratch) as folder:
        place = Path(folder)
        program, work = place / "program", place / "work"
        program.mkdir()
        work.mkdir()
        package = resources.files("pytest_vlite.renewal.families.inside")
        for name in _SCRIPTS:
            (program / name).write_text(package.joinpath(name).read_text("utf-8"), "utf-8")
        (program / "family.py").write_text(family.program, "utf-8")
        asked = place / "request.json"
        asked.write_text(json.dumps(request), "utf-8")
        run = sandbox.run_tool(
            # Isolated like -I, but for the hash seed.
            [
                *(interpreter(), "-S", "-B", "-s", "-P", "-X", "utf8"),
                *(program / "serve.py", program / "family.py"),
            ],
            work_dir=work,
            read_only=[*interpreter_folders(), program],
            limits=ToolLimits(
                cpu_s=limit_s,
                wall_s=2 * limit_s,
                memory_bytes=_MEMORY_BYTES,
                output_bytes=_OUTPUT_BYTES,
                processes=_PROCESSES,
            ),
            stdin=asked,
            environment={"PYTHONHASHSEED": str(hash_seed)},
        )
    return _read(family, run, indices, len(assignments), limit_s)


def _read(
    family: Family, run: ToolRun, indices: Sequence[int], checks: int, limit_s: float
) -> FamilyRun:
    lines = run.stdout.split(b"\n")
    # Without its newline the last line is not whole.
    lines.pop()
    fault = _ending(run, limit_s)
    loaded = lines and _object(lines.pop(0))
    if not loaded or "loaded" not in loaded:
        why = loaded.get("fault", "") if loaded else fault or "its process ended"
        fault, lines = f"{NOT_LOADED}: {why}", []
    elif len(lines) != len(indices) + checks and not fault:
        fault = f"{len(lines)} answers came to {len(indices) + checks} questions"
    fault = printable(fault, _MOST_WORDS)
    rest = iter(lines)
    return FamilyRun(
        draws=tuple(_drawn(family, index, next(rest, None), fault) for index in indices),
        checks=tuple(_checked(family, place, next(rest, None), fault) for place in range(checks)),
        fault=fault,
        cpu_s=run.cpu_s,
    )


def _ending(run: ToolRun, limit_s: float) -> str:
    """Why a run did not end as it should, or nothing."""
    if run.stopped_by == "cpu":
        return f"time limit: used more than {limit_s:g} s of CPU time"
    if run.stopped_by == "wall":
        return f"time limit: idle, did not end within {2 * limit_s:g} s"
    if run.stopped_by == "memory":
        return f"memory limit: needed more than {_MEMORY_BYTES // 2**20} MiB"
    if run.stopped_by == "output" or run.truncated:
        return "output limit: it writes without end"
    if run.exit_code != 0:
        how = f"signal {run.signal}" if run.exit_code is None else f"exit code {run.exit_code}"
        said = run.stderr.decode("utf-8", "replace").strip().splitlines()
        return f"its process ended with {how}" + (f": {said[-1]}" if said else "")
    return ""


def _drawn(family: Family, index: int, line: bytes | None, fault: str) -> Drawn:
    if line is None:
        return Drawn(index, fault=fault or "no line came for it")
    said = _object(line)
    if said.get("draw") != index:
        return Drawn(index, fault=_wrong(said))
    if "fault" in said:
        return Drawn(index, fault=printable(str(said["fault"]), _MOST_WORDS))
    refused = said.get("refused")
    if refused is not None:
        reasons = refused if isinstance(refused, list) else [refused]
        return Drawn(index, refused=tuple(_words(reason) for reason in reasons[:MOST_TRIES]))
    problem = family.problem_with(said.get("assignment"))
    if problem is not None:
        return Drawn(index, fault=f"an assignment that is none: {problem}")
    tries = said.get("tries")
    if not isinstance(tries, int) or not 1 <= tries <= MOST_TRIES:
        return Drawn(index, fault=_wrong(said))
    try:
        answer = canonical_json(said.get("answer"), family.answer_type)
    except ValueError as wrong:
        return Drawn(index, fault=f"answer: {printable(str(wrong), _MOST_WORDS)}")
    return Drawn(index, said["assignment"], answer, tries)


def _checked(family: Family, place: int, line: bytes | None, fault: str) -> Checked:
    if line is None:
        return Checked(fault=fault or "no line came for it")
    said = _object(line)
    if said.get("checked") != place:
        return Checked(fault=_wrong(said))
    if "fault" in said:
        return Checked(fault=_words(said["fault"]))
    if "refused" in said:
        return Checked(refused=_words(said["refused"]) or "no reason given")
    try:
        return Checked(canonical_json(said.get("answer"), family.answer_type))
    except ValueError as wrong:
        return Checked(fault=f"answer: {printable(str(wrong), _MOST_WORDS)}")


def _object(line: bytes) -> dict[str, Any]:
    try:
        said = parse_json(line.decode("utf-8"))
    except ValueError as fault:
        return {"unreadable": str(fault)}
    return said if isinstance(said, dict) else {"unreadable": "no object"}


def _wrong(said: Mapping[str, Any]) -> str:
    reason = said.get("unreadable")
    return "a line that answers nothing" + (f": {_words(reason)}" if reason else "")


def _words(value: object) -> str:
    return printable(str(value), _MOST_WORDS)
