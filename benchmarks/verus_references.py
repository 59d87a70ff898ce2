"""What parser, gate, preservation and erasure say to a release's own programs, and to a corpus.

    python benchmarks/verus_references.py RELEASE [--corpus DIR]

RELEASE: counts of programs that parse; reference proofs that preservation accepts, each rejection
with its first difference; reference proofs that the gate refuses, once with code_spec.rs as the
given program and once with the proof itself (then nothing of the task can be foreign to it).
DIR holds `honest/*.rs`, `cheats/*.rs` and `cheats.jsonl`, programs run under the real verifier:
honest ones that are refused, and accepted cheats that are not.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pytest_vlite.verus import VerusSyntaxError, check_gate, examine_proof, parse
from pytest_vlite.verus.functions import find_functions


def parsing(release: Path) -> None:
    """All three programs of every problem parse."""
    paths = [
        path
        for name in ("spec.rs", "code_spec.rs", "verified.rs")
        for path in sorted(release.glob(f"benchmark/*/*/{name}"))
    ]
    failed = []
    for path in paths:
        try:
            parse(path.read_text())
        except VerusSyntaxError as error:
            failed.append(f"{path.parent.name}/{path.name} {error}")
    print(f"parsed {len(paths) - len(failed)} of {len(paths)}", *failed, sep="\n")


def proofs(release: Path) -> None:
    """Preservation, assembly and gate on the reference proofs."""
    accepted = assembled = 0
    rejected: list[str] = []
    refused_task: list[str] = []
    refused_own: list[str] = []
    for path in sorted(release.glob("benchmark/*/*/code_spec.rs")):
        folder = path.parent
        name = f"{folder.parent.name}/{folder.name}"
        given, proof = path.read_text(), (folder / "verified.rs").read_text()
        spec = find_functions(parse((folder / "spec.rs").read_text()))
        target = [found.fn.name for found in spec if found.verified and not found.fn.is_ghost][-1]
        examined = examine_proof(given, proof, target)
        assembled += examined.assembly is not None
        if examined.differences:
            rejected.append(f"  {name}: {examined.differences[0]}")
        else:
            accepted += 1
        if examined.findings:
            refused_task.append(f"  {name}: {examined.findings[0].message}")
        if found := check_gate(proof, target=target, reference=proof):
            refused_own.append(f"  {name}: {found[0].message}")
    print(f"preservation accepts {accepted}, rejects {len(rejected)}:", *rejected, sep="\n")
    print(f"assembled and checked again: {assembled}")
    print(f"gate, given code_spec.rs, refuses {len(refused_task)}:", *refused_task, sep="\n")
    print(f"gate, given the proof itself, refuses {len(refused_own)}:", *refused_own, sep="\n")


def corpus(folder: Path) -> None:
    """Programs whose outcome under the real verifier is known."""
    honest = sorted((folder / "honest").glob("*.rs"))
    alarms = [path.stem for path in honest if check_gate(path.read_bytes().decode())]
    print(f"honest programs refused: {len(alarms)} of {len(honest)}", *alarms)
    records = [json.loads(line) for line in (folder / "cheats.jsonl").read_text().splitlines()]
    trusted = [record for record in records if record["accepted_any"]]
    passed = []
    for record in trusted:
        try:
            found = check_gate((folder / "cheats" / f"{record['id']}.rs").read_bytes().decode())
        except VerusSyntaxError:
            continue
        if not found:
            passed.append(f"  {record['id']} ({record['kind']}): {record['description']}")
    print(f"accepted cheats not refused: {len(passed)} of {len(trusted)}", *passed, sep="\n")


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("release", type=Path)
    parser.add_argument("--corpus", type=Path)
    options = parser.parse_args()
    parsing(options.release)
    proofs(options.release)
    if options.corpus is not None:
        corpus(options.corpus)


if __name__ == "__main__":
    main()
