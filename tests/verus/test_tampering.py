"""Whatever is done to a reference proof is found, with the right status: a sample of problems."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_vlite.verus import VerusSyntaxError, check_gate, check_preserved, parse
from pytest_vlite.verus.functions import find_functions
from tests.snapshot import snapshot_root
from tests.verus.tampering import ALTERATIONS, CHEATS, Program

SAMPLE = ("leetcode/lc645", "codeforces/cf4A")


def problem(name: str) -> tuple[str, str, str]:
    """Given program, reference proof and the target's name."""
    folder = snapshot_root() / "benchmark" / name
    spec = find_functions(parse((folder / "spec.rs").read_text()))
    target = [found.fn.name for found in spec if found.verified and not found.fn.is_ghost][-1]
    return (folder / "code_spec.rs").read_text(), (folder / "verified.rs").read_text(), target


@pytest.mark.parametrize("kind", ALTERATIONS)
def test_an_alteration_is_altered_and_not_cheating(kind: str) -> None:
    for seed, name in enumerate(SAMPLE):
        given, proof, target = problem(name)
        tampered = ALTERATIONS[kind](Program(proof, target, seed, given))
        if tampered is not None:
            assert check_gate(tampered, target=target, reference=given) == [], name
            assert check_preserved(given, tampered, target), name


@pytest.mark.parametrize("kind", CHEATS)
def test_a_cheat_is_refused_by_the_gate(kind: str) -> None:
    for seed, name in enumerate(SAMPLE):
        given, proof, target = problem(name)
        tampered = CHEATS[kind](Program(proof, target, seed, given))
        if tampered is None:
            continue
        try:
            assert check_gate(tampered, target=target, reference=given), name
        except VerusSyntaxError as error:
            pytest.fail(f"{name}: not a program: {error}")


def test_the_documentation_lists_every_kind() -> None:
    path = Path(__file__).resolve().parent.parent.parent / "docs" / "verus-rules.md"
    text = " ".join(path.read_text().split())
    assert [kind for kind in ALTERATIONS if kind.replace("_", " ") not in text] == []
    assert [kind for kind in CHEATS if kind not in text] == []
