"""Runs generator scripts of other hands in the sandbox and reads the inputs that they print.

A script defines `generate(rng)`, which gets a `random.Random` and returns one input: an object of
parameters, or a text for programs.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pytest_vlite.printable import printable
from pytest_vlite.release import JsonValue, parse_json
from pytest_vlite.sandbox import Sandbox, ToolLimits
from pytest_vlite.sandbox.places import interpreter, interpreter_folders

SCRIPT_LIMITS = ToolLimits(
    cpu_s=20.0,
    wall_s=60.0,
    memory_bytes=512 * 2**20,
    output_bytes=16 * 2**20,
    processes=4,
)
_MOST_WORDS = 200
_INSIDE = """import json, random, sys
path, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
answers, sys.stdout = sys.stdout, sys.stderr
scope = {"__name__": "generator"}
with open(path, encoding="utf-8") as file:
    exec(compile(file.read(), "generator.py", "exec"), scope)
for number in range(count):
    value = scope["generate"](random.Random(f"{seed}:{number}"))
    answers.write(json.dumps(value) + "\\n")
    answers.flush()
"""


@dataclass(frozen=True)
class Written:
    """Inputs from files: each with the name of its file; `faults` says what was unusable."""

    inputs: tuple[tuple[str, JsonValue], ...]
    faults: tuple[str, ...]


def written_inputs(
    files: Mapping[str, str], count: int, seed: str, sandbox: Sandbox, scratch: Path
) -> Written:
    """The inputs of `*.jsonl` files (an input a line) and `*.py` generators, `count` from each.

    Raises:
        HarnessError: the sandbox failed.
    """
    inputs: list[tuple[str, JsonValue]] = []
    faults: list[str] = []
    for name in sorted(files):
        if name.endswith(".py"):
            lines, fault = _run_script(files[name], count, seed, sandbox, scratch)
        elif name.endswith(".jsonl"):
            lines, fault = files[name].splitlines()[:count], ""
        else:
            lines, fault = [], "neither a .py generator nor a .jsonl file of inputs"
        if fault:
            faults.append(f"{printable(name)}: {fault}")
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                value = parse_json(line)
            except ValueError as wrong:
                faults.append(f"{printable(name)}: input {number} is no JSON: {wrong}")
                continue
            inputs.append((name, value))
    return Written(tuple(inputs), tuple(faults))


def _run_script(
    script: str, count: int, seed: str, sandbox: Sandbox, scratch: Path
) -> tuple[list[str], str]:
    """The lines that a generator printed, and what was wrong with it."""
    with tempfile.TemporaryDirectory(dir=scratch, prefix="generator-") as name:
        folder = Path(name)
        work, program = folder / "work", folder / "program"
        work.mkdir()
        program.mkdir()
        (program / "inside.py").write_text(_INSIDE, "utf-8")
        generator = program / "generator.py"
        generator.write_text(script, "utf-8", "surrogatepass")
        run = sandbox.run_tool(
            [
                *(interpreter(), "-I", "-S", "-B", program / "inside.py"),
                *(generator, json.dumps(seed), str(count)),
            ],
            work_dir=work,
            read_only=[program, *interpreter_folders()],
            limits=SCRIPT_LIMITS,
        )
    complete, _, _torn = run.stdout.rpartition(b"\n")
    lines = complete.decode("utf-8", "backslashreplace").split("\n")[:count] if complete else []
    if run.stopped_by is not None:
        return lines, f"stopped by its {run.stopped_by} limit after {len(lines)} inputs"
    if run.exit_code != 0:
        said = run.stderr.decode("utf-8", "backslashreplace").strip().splitlines()
        why = printable(said[-1], _MOST_WORDS) if said else f"exit code {run.exit_code}"
        return lines, f"failed after {len(lines)} inputs: {why}"
    return lines, ""
