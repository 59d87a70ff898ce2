"""How long draws of families take, and a checksum of what is drawn.

    python benchmarks/family_draws.py families [--draws 10000]

The checksum covers the lines of questions.jsonl and answers.jsonl; run with two Pythons to see that
they draw the same.
"""

from __future__ import annotations

import argparse
import hashlib
import platform
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pytest_vlite.renewal.families.draws import draw, lines
from pytest_vlite.renewal.families.format import Family, load_family
from pytest_vlite.sandbox import choose_sandbox


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--draws", type=int, default=10_000)
    options = parser.parse_args()
    families = [load_family(path.resolve()) for path in sorted(options.folder.iterdir())]
    sandbox = choose_sandbox("auto")

    def timed(family: Family) -> tuple[float, int, int, bytes]:
        started = time.perf_counter()
        items, _ = draw(family, range(options.draws), sandbox)
        records = lines([one.question_record() for one in items])
        records += lines([one.answer_record() for one in items])
        distinct = len({one.question for one in items})
        return time.perf_counter() - started, len(items), distinct, records

    started = time.perf_counter()
    checksum = hashlib.sha256()
    # The work is done in the sandbox, in a process for each family.
    with ThreadPoolExecutor(2) as pool:
        for family, (seconds, items, distinct, records) in zip(
            families, pool.map(timed, families), strict=True
        ):
            checksum.update(records)
            print(
                f"{family.id:24} {items:6} items, {distinct:6} distinct questions, {seconds:.2f} s"
            )
    seconds = time.perf_counter() - started
    print(f"Python {platform.python_version()}: {len(families)} families in {seconds:.1f} s")
    print(f"sha256 {checksum.hexdigest()}")


if __name__ == "__main__":
    main()
