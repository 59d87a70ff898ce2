"""Proof in every usual style is accepted, and the verifier gets the given program with it."""

from __future__ import annotations

import pytest

from pytest_vlite.verus import examine_proof
from tests.verus.honest import HONEST
from tests.verus.tampering import Program
from tests.verus.test_tampering import problem

SAMPLE = ("leetcode/lc645", "codeforces/cf4A")


@pytest.mark.parametrize("style", HONEST)
def test_an_honest_style_is_accepted(style: str) -> None:
    for seed, name in enumerate(SAMPLE):
        given, proof, target = problem(name)
        text = HONEST[style](Program(proof, target, seed, given))
        if text is not None:
            examined = examine_proof(given, text, target)
            assert examined.findings == [], name
            assert examined.differences == [], name
            assert examined.assembly is not None, name
