"""Paired comparisons against scipy and closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from pytest_vlite.scoring.compare import (
    compare,
    exact_sign_test,
    holm,
    in_words,
    paired_interval,
)


def outcomes(passes: str) -> dict[str, float]:
    """One problem per character: `1` passed, `0` not."""
    return {f"lc{i}": float(c) for i, c in enumerate(passes)}


@given(st.integers(0, 60), st.integers(0, 60))
def test_sign_test_agrees_with_scipy(wins: int, losses: int) -> None:
    if wins + losses == 0:
        assert exact_sign_test(0, 0) == 1.0
        return
    independent = stats.binomtest(wins, wins + losses, 0.5).pvalue
    assert exact_sign_test(wins, losses) == pytest.approx(independent, abs=1e-9)


def test_sign_test_of_very_many_pairs() -> None:
    assert exact_sign_test(3000, 3000) == 1.0
    assert exact_sign_test(5100, 4900) == pytest.approx(
        stats.binomtest(5100, 10_000, 0.5).pvalue, abs=1e-9
    )
    assert exact_sign_test(100_00, 0) == 0.0


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_against_its_definition(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    count = len(p_values)
    ordered = sorted(p_values)
    for p, found in zip(p_values, adjusted, strict=True):
        steps = [min(1.0, (count - i) * q) for i, q in enumerate(ordered) if q <= p]
        assert found == pytest.approx(max(steps), abs=1e-12)


def test_wins_and_losses_name_the_problems() -> None:
    result = compare(outcomes("1100"), outcomes("1010"))
    assert result.wins == ("lc1",)
    assert result.losses == ("lc2",)
    assert result.difference == 0.0
    assert result.p_value == 1.0
    assert in_words("a", "b", result, 1.0) == "a and b cannot be told apart"


def test_a_clear_difference_is_said_and_the_same_problems_too() -> None:
    better = compare(outcomes("1" * 20), outcomes("0" * 18 + "11"))
    assert in_words("a", "b", better, better.p_value) == "a is better than b"
    assert in_words("b", "a", compare(outcomes("0" * 20), outcomes("1" * 20)), 1e-5) == (
        "a is better than b"
    )
    same = compare(outcomes("101"), outcomes("101"))
    assert in_words("a", "b", same, 1.0) == "a and b passed the same problems"


def test_many_small_wins_against_few_great_losses_is_no_difference() -> None:
    first, second = {}, {}
    for i in range(40):
        great = i < 8
        first[f"p{i}"] = 0.0 if great else 1.0
        second[f"p{i}"] = 1.0 if great else 0.9
    result = compare(first, second)
    assert result.p_value < 0.001
    assert in_words("a", "b", result, result.p_value) == "a and b cannot be told apart"


def test_only_common_problems_count() -> None:
    assert compare(outcomes("111"), outcomes("1")).problems == 1
    with pytest.raises(ValueError, match="in common"):
        compare(outcomes("1"), {})


def test_interval_of_agreeing_pairs_is_tangos() -> None:
    z2 = stats.norm.ppf(0.975) ** 2
    assert paired_interval([0.0] * 100) == pytest.approx((-z2 / (100 + z2), z2 / (100 + z2)))
    assert paired_interval([1.0] * 3)[1] == 1.0
    with pytest.raises(ValueError, match="no pairs"):
        paired_interval([])


def test_interval_coverage_of_paired_differences() -> None:
    chance = np.random.default_rng(7)
    hits, runs = 0, 2000
    for _ in range(runs):
        gaps = chance.choice([-1.0, 0.0, 1.0], p=[0.1, 0.7, 0.2], size=250)
        low, high = paired_interval(gaps.tolist())
        hits += low <= 0.1 <= high
    assert 0.93 <= hits / runs <= 0.97
