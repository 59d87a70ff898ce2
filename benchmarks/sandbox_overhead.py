"""What isolation costs: milliseconds to run a program that does nothing.

    python benchmarks/sandbox_overhead.py [RUNS]

Medians of a bare posix_spawn and wait4, and for every backend that works here of `run_tool` and of
one case in an open runner.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from pytest_vlite.errors import InputError
from pytest_vlite.sandbox import CaseLimits, ToolLimits, choose_sandbox

PROGRAM = Path("/bin/true")
TOOL_LIMITS = ToolLimits(cpu_s=5, wall_s=20, memory_bytes=2**29, output_bytes=2**20, processes=32)
CASE_LIMITS = CaseLimits(cpu_s=5, wall_s=20, memory_bytes=2**29, output_bytes=2**20, processes=32)


def median_ms(runs: int, action: Callable[[], object]) -> float:
    action()
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        action()
        times.append(time.perf_counter() - started)
    return 1000 * statistics.median(times)


def bare() -> None:
    os.wait4(os.posix_spawn(PROGRAM, [str(PROGRAM)], {}), 0)


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    print(f"bare spawn  {median_ms(runs, bare):8.2f} ms")
    for name in ("bwrap", "rlimits"):
        try:
            sandbox = choose_sandbox(name)
        except InputError as fault:
            print(f"{name}: {fault}")
            continue
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as output:
            work_dir = Path(folder)
            tool_ms = median_ms(
                runs,
                lambda: sandbox.run_tool(  # noqa: B023 - used at once
                    [PROGRAM],
                    work_dir=work_dir,  # noqa: B023
                    read_only=[],
                    limits=TOOL_LIMITS,
                ),
            )
            with sandbox.open_runner(PROGRAM, CASE_LIMITS) as runner:
                case_ms = median_ms(
                    runs,
                    lambda: runner.run(Path("/dev/null"), output, output),
                )
        print(f"{name:<8} tool {tool_ms:8.2f} ms, case {case_ms:8.2f} ms")


if __name__ == "__main__":
    main()
