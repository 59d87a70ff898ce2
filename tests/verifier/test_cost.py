"""Expected costs order verifications; known slow references come first."""

from __future__ import annotations

from pytest_vlite.judge.verifier import expected_cost


def test_longer_proofs_are_expected_to_take_longer() -> None:
    costs = [expected_cost(lines) for lines in (0, 50, 100, 1000)]
    assert costs == sorted(set(costs))
    assert expected_cost(-5) == expected_cost(0) > 0


def test_a_reference_known_to_be_slow_outranks_any_length() -> None:
    assert expected_cost(46, "lc2485") > expected_cost(1200, "lc1473")
    assert expected_cost(100_000, "lc3030") == expected_cost(100_000)
