"""Statistics on drawn items, against brute force and simulated data."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.scoring.distance import token_distance
from pytest_vlite.scoring.families import Item, average_at_k, panel_mean, seeds_and_variants
from pytest_vlite.scoring.perturbation import perturbation_score, slot_change

WORDS = st.lists(st.sampled_from("abc"), max_size=7)


def _slow_distance(one: list[str], other: list[str]) -> int:
    if not one or not other:
        return len(one) + len(other)
    return min(
        _slow_distance(one[1:], other) + 1,
        _slow_distance(one, other[1:]) + 1,
        _slow_distance(one[1:], other[1:]) + (one[0] != other[0]),
    )


@given(WORDS, WORDS)
def test_the_distance_is_that_of_brute_force(one: list[str], other: list[str]) -> None:
    assert token_distance(one, other) == _slow_distance(one, other)


@given(st.lists(st.sampled_from("ab"), max_size=200), st.lists(st.sampled_from("ab"), max_size=200))
def test_the_distance_is_one(one: list[str], other: list[str]) -> None:
    distance = token_distance(one, other)
    assert distance == token_distance(other, one)
    assert abs(len(one) - len(other)) <= distance <= max(len(one), len(other))
    assert (distance == 0) == (one == other)


def test_slot_changes() -> None:
    assert slot_change(15, 10) == 0.5
    assert slot_change(-10, 10) == 1.0
    assert slot_change(1, 0) == 1.0
    assert slot_change("3/4", "1/2") == 0.5
    assert slot_change("red", "blue") == 1.0
    assert slot_change("red", "red") == 0.0
    assert slot_change([1, 2, 3], [1, 4]) == pytest.approx((0 + 0.5 + 1) / 3)
    assert slot_change([], []) == 0.0


def test_the_perturbation_score_is_the_mean_of_both_changes() -> None:
    score = perturbation_score(
        {"a": 15, "b": 3}, {"a": 10, "b": 3}, ["x", "y"], ["x", "z", "z", "z"]
    )
    assert score == pytest.approx((0.25 + 0.75) / 2)
    same = perturbation_score({"a": 1}, {"a": 1}, ["x"], ["x"])
    assert same == 0.0
    assert perturbation_score({"a": 99}, {"a": 1}, ["y"] * 50, ["x"]) == 1.0


def test_means() -> None:
    assert average_at_k([1.0, 0.5, 0.0]) == 0.5
    assert average_at_k([]) is None
    assert panel_mean({"a": 1.0, "b": 0.0, "c": 0.5}) == 0.5


def test_each_seed_has_the_same_weight_however_many_variants_it_has() -> None:
    items = [Item("a", True, 1.0), *(Item("a", False, 0.0) for _ in range(9))]
    items += [Item("b", True, 0.0), Item("b", False, 1.0), Item("c", False, 1.0)]
    difference = seeds_and_variants(items)
    assert difference is not None
    assert (difference.clusters, difference.seeds, difference.variants) == (2, 0.5, 0.5)
    assert difference.difference == 0.0
    assert seeds_and_variants([Item("c", False, 1.0)]) is None


def test_the_interval_is_that_of_all_resamples() -> None:
    """With three clusters all 27 resamples can be listed."""
    gaps = [-1.0, 0.0, 0.5]
    items = [
        item
        for number, gap in enumerate(gaps)
        for item in (Item(str(number), True, 0.5), Item(str(number), False, 0.5 + gap))
    ]
    difference = seeds_and_variants(items)
    assert difference is not None
    means = [sum(drawn) / 3 for drawn in itertools.product(gaps, repeat=3)]
    low, high = np.quantile(means, (0.025, 0.975), method="inverted_cdf")
    assert difference.ci95 == (pytest.approx(low), pytest.approx(high))


def test_the_interval_covers_the_truth() -> None:
    """Clusters with strong common effects; an interval over items would be far too narrow."""
    generator = np.random.default_rng(7)
    covered = 0
    for _ in range(60):
        items = []
        for cluster in range(40):
            shift = generator.normal(0.1, 0.15)
            seed = generator.uniform(0.3, 0.6)
            items.append(Item(str(cluster), True, float(seed)))
            items += [
                Item(str(cluster), False, float(seed + shift + generator.normal(0, 0.02)))
                for _ in range(8)
            ]
        difference = seeds_and_variants(items)
        assert difference is not None
        covered += difference.ci95[0] <= 0.1 <= difference.ci95[1]
    # 57 are expected, with a standard deviation of 1.7.
    assert covered >= 51
    assert Fraction(covered, 60) <= 1
