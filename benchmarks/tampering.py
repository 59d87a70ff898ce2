"""Apply every kind of alteration, cheat and honest style to many reference proofs.

    python benchmarks/tampering.py RELEASE [--problems 50] [--processes 2] [--kind NAME]

For each kind, problems are taken in a fixed shuffled order until the kind has applied to the wanted
number of them. An alteration must be reported by preservation while the gate finds nothing
(status `altered`); a cheat must be refused by the gate (status `cheating`); a proof in an honest
style must be accepted and assembled. Prints one line a kind and the totals; exit code 1 if any got
another status.
"""

from __future__ import annotations

import argparse
import random
import sys
from functools import cache
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pytest_vlite.verus import VerusSyntaxError, check_gate, check_preserved, examine_proof, parse
from pytest_vlite.verus.functions import find_functions
from tests.verus.honest import HONEST
from tests.verus.tampering import ALTERATIONS, CHEATS, Kind, Program

GROUPS: dict[str, dict[str, Kind]] = {
    "altered": ALTERATIONS,
    "cheating": CHEATS,
    "accepted": HONEST,
}


def problems(release: Path) -> list[Path]:
    """Problem folders in a fixed shuffled order."""
    folders = sorted(path.parent for path in release.glob("benchmark/*/*/verified.rs"))
    random.Random(5).shuffle(folders)
    return folders


@cache
def load(folder: Path) -> tuple[str, str, str] | None:
    """Given program, proof and target of a problem; None if the proof itself is not accepted."""
    given, proof = (folder / "code_spec.rs").read_text(), (folder / "verified.rs").read_text()
    spec = find_functions(parse((folder / "spec.rs").read_text()))
    target = [found.fn.name for found in spec if found.verified and not found.fn.is_ghost][-1]
    if check_gate(proof, target=target, reference=given) or check_preserved(given, proof, target):
        return None
    return given, proof, target


def judge(given: str, text: str, target: str) -> str:
    """The status that the static checks give."""
    try:
        examined = examine_proof(given, text, target)
    except VerusSyntaxError:
        return "malformed"
    if examined.findings:
        return "cheating"
    return "altered" if examined.differences else "accepted"


def run_kind(job: tuple[str, str, Path, int]) -> tuple[str, str, int, list[str]]:
    """How often one kind was applied, and where it was not caught."""
    group, name, release, wanted = job
    kind = GROUPS[group][name]
    applied, missed = 0, []
    for seed, folder in enumerate(problems(release)):
        if applied == wanted:
            break
        loaded = load(folder)
        if loaded is None:
            continue
        given, proof, target = loaded
        tampered = kind(Program(proof, target, seed, given))
        if tampered is None:
            continue
        applied += 1
        status = judge(given, tampered, target)
        if status != group:
            missed.append(f"{folder.name}: {status}")
    return group, name, applied, missed


def main() -> int:
    """Run all kinds and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("release", type=Path)
    parser.add_argument("--problems", type=int, default=50)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--kind", help="only this kind")
    options = parser.parse_args()
    jobs = [
        (group, name, options.release, options.problems)
        for group, kinds in GROUPS.items()
        for name in kinds
        if options.kind in {None, name}
    ]
    total = failures = 0
    with Pool(options.processes) as pool:
        for group, name, applied, missed in pool.imap(run_kind, jobs):
            total += applied
            failures += len(missed)
            print(f"{group:9} {name:45} applied {applied:3}  missed {len(missed)} {missed[:3]}")
    existing = ", ".join(f"{len(kinds)} {group}" for group, kinds in GROUPS.items())
    print(
        f"{len(jobs)} kinds (existing: {existing}), {total} programs, "
        f"{failures} with another status"
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
