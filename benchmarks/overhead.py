"""What the harness adds to the compilers and programs that it runs: gold CodeGen on the examples.

    python benchmarks/overhead.py RELEASE [--problems 200] [--workers 2] [--sandbox auto]

Writes the release's own code as a submission, judges it in `CodeGen-NL` on the examples of the
descriptions with pytest-xdist, and prints

- wall time x cores / CPU time of rustc and the programs: what a user waits for; start-up, idle
  cores and whatever else the machine does included;
- CPU time of all processes / CPU time of rustc and the programs: the same without idle cores;
- both again without start-up, which a collection of the same items stands for.

The children's CPU time is what their runner measured (`cpu_s` of the verdicts). The CPU time of all
processes is read from the process table's counters of the run (`wait4`).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from pytest_vlite.cli import main as vlite
from pytest_vlite.release import load_release
from pytest_vlite.vocabulary import Status


@dataclass(frozen=True)
class Usage:
    wall_s: float
    cpu_s: float


def pytest_run(arguments: list[str], log: Path) -> Usage:
    """Wall time, and CPU time of the run and all its descendants that were waited for."""
    started = time.perf_counter()
    with log.open("wb") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", *arguments],
            stdout=stream,
            stderr=subprocess.STDOUT,
            # Elsewhere than the project's own tests, as a user's runs are.
            cwd=log.parent,
        )
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode > 1:
        raise SystemExit(f"pytest ended with {process.returncode}:\n{log.read_text()[-2000:]}")
    return Usage(time.perf_counter() - started, usage.ru_utime + usage.ru_stime)


def children_cpu_s(attempts: Path) -> tuple[float, int]:
    """CPU seconds of compilers and programs, and the number of attempts judged."""
    total, judged = 0.0, 0
    for line in attempts.read_text("utf-8").splitlines():
        record = json.loads(line)
        if record["status"] == Status.NOT_RUN:
            continue
        total += record["cpu_s"]
        judged += 1
    return total, judged


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("release", type=Path)
    parser.add_argument("--problems", type=int, default=200)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--sandbox", default="auto")
    options = parser.parse_args()

    ids = [problem.id for problem in load_release(options.release).problems]
    chosen = ids[:: max(1, len(ids) // options.problems)][: options.problems]
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        subset = here / "subset.txt"
        subset.write_text("".join(f"{id}\n" for id in chosen), encoding="utf-8")
        release = options.release.resolve()
        if vlite(["gold", str(here / "gold"), f"--release={release}"]) != 0:
            return 3
        arguments = [
            f"--vlite-submission={here / 'gold'}",
            f"--vlite-release={release}",
            f"--vlite-subset={subset}",
            "--vlite-tests=examples",
            "--vlite-settings=CodeGen-NL",
            f"--vlite-output={here / 'results'}",
            f"--vlite-sandbox={options.sandbox}",
            f"--numprocesses={options.workers}",
            "-q",
            "--tb=no",
        ]
        start_up = pytest_run([*arguments, "--collect-only"], here / "collect.log")
        run = pytest_run(arguments, here / "run.log")
        children_s, judged = children_cpu_s(here / "results" / "attempts.jsonl")

    cores = os.cpu_count() or 1
    print(f"{judged} attempts, {options.workers} workers, {cores} cores")
    print(f"wall {run.wall_s:.1f} s, all CPU {run.cpu_s:.1f} s, children CPU {children_s:.1f} s")
    print(f"start-up: wall {start_up.wall_s:.1f} s, CPU {start_up.cpu_s:.1f} s")
    wall_ratio = run.wall_s * cores / children_s
    cpu_ratio = run.cpu_s / children_s
    print(f"wall x cores / children CPU: {wall_ratio:.2f}")
    print(f"all CPU / children CPU:      {cpu_ratio:.2f}")
    print(
        "without start-up: wall "
        f"{(run.wall_s - start_up.wall_s) * cores / children_s:.2f}, CPU "
        f"{(run.cpu_s - start_up.cpu_s) / children_s:.2f}"
    )
    print(
        f"harness CPU an attempt: {(run.cpu_s - start_up.cpu_s - children_s) / judged * 1e3:.0f} ms"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
