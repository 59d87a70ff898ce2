"""How many proof answers a second the static checks take, on the release's own proofs.

    python benchmarks/verus_speed.py RELEASE [--sample N]

For every problem: tokenise and parse verified.rs and code_spec.rs, gate and preservation. Prints
CPU milliseconds a file (mean, median, 95th percentile, worst) for each step and in all, and files a
second on one core.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pytest_vlite.verus import parse, scan
from pytest_vlite.verus.functions import find_functions
from pytest_vlite.verus.gate import gate_file
from pytest_vlite.verus.preserve import Comparison


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("release", type=Path)
    parser.add_argument("--sample", type=int, default=0, help="only every problem until N")
    options = parser.parse_args()
    folders = sorted(path.parent for path in options.release.glob("benchmark/*/*/verified.rs"))
    if options.sample:
        folders = folders[:: max(1, len(folders) // options.sample)]
    steps: dict[str, list[float]] = {
        name: [] for name in ("scan", "parse", "gate", "preserve", "all")
    }
    for folder in folders:
        given, proof = (folder / "code_spec.rs").read_text(), (folder / "verified.rs").read_text()
        spec = find_functions(parse((folder / "spec.rs").read_text()))
        target = [found.fn.name for found in spec if found.verified and not found.fn.is_ghost][-1]
        marks = [time.process_time()]
        scan(proof)
        scan(given)
        marks.append(time.process_time())
        file, reference = parse(proof), parse(given)
        marks.append(time.process_time())
        gate_file(file, target=target, reference=reference)
        marks.append(time.process_time())
        Comparison(reference, file, target).differences()
        marks.append(time.process_time())
        for name, before, after in zip(steps, marks, marks[1:], strict=False):
            steps[name].append((after - before) * 1000)
        steps["all"].append((marks[-1] - marks[1]) * 1000)
    print(f"{len(folders)} problems; CPU milliseconds a file")
    for name, values in steps.items():
        ordered = sorted(values)
        print(
            f"{name:9} mean {statistics.mean(values):6.2f}  median {statistics.median(values):6.2f}"
            f"  p95 {ordered[int(0.95 * len(ordered))]:6.2f}  worst {ordered[-1]:6.2f}"
        )
    print(f"{1000 / statistics.mean(steps['all']):.0f} files a second on one core")


if __name__ == "__main__":
    main()
