"""Ratings: closed forms, invariances, and recovery of a known ability."""

from __future__ import annotations

from math import log10

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats

from pytest_vlite.scoring.ability import CHI_SQUARED_95, ability
from pytest_vlite.scoring.contests import (
    Contest,
    Contestant,
    average,
    by_division,
    percentile,
    place_among,
    rate_contest,
    score_attempts,
)
from pytest_vlite.scoring.elo import SLOPE, chances, expected_place, rating_of_place


def contest(
    humans: list[tuple[float, float, float]],
    problems: dict[str, float | None] | None = None,
    name: str = "Codeforces Round 900 (Div. 2)",
    number: str = "1",
) -> Contest:
    """A contest of humans given as (rating, points, penalty)."""
    people = tuple(Contestant(f"h{i}", *human) for i, human in enumerate(humans))
    return Contest(number, name, problems or {"A": 500.0, "B": 1000.0}, people)


def test_the_law() -> None:
    assert chances([0.0])[0] == 0.5
    assert chances([400.0])[0] == pytest.approx(10 / 11, abs=1e-12)
    assert chances([-400.0])[0] == pytest.approx(1 / 11, abs=1e-12)
    assert chances([-1e9, 1e9]).tolist() == pytest.approx([0.0, 1.0])


def test_expected_place_by_plain_sum() -> None:
    others = [900.0, 1500.0, 2400.0]
    direct = 1 + sum(1 / (1 + 10 ** ((1300 - other) / 400)) for other in others)
    assert expected_place(1300, others) == pytest.approx(direct, abs=1e-9)


def test_one_human_at_even_odds_is_an_equal() -> None:
    assert rating_of_place(1.5, [1234.0]) == (pytest.approx(1234.0, abs=1e-6), False)


def test_equal_humans_have_a_closed_form() -> None:
    # Place p among n equals of rating m: the chance to lose to each is (p - 1) / n.
    found, bound = rating_of_place(61, [1500.0] * 100)
    assert found == pytest.approx(1500 + 400 * log10(0.4 / 0.6), abs=1e-5)
    assert not bound
    assert rating_of_place(21, [1500.0] * 100) == (1600.0, True)
    found, bound = rating_of_place(21, [1500.0] * 100, highest=4000)
    assert found == pytest.approx(1500 + 400 * log10(0.8 / 0.2), abs=1e-5)
    assert not bound


@given(st.lists(st.floats(0, 3500), min_size=2, max_size=40), st.data())
def test_rating_inverts_expected_place_and_falls_with_it(
    humans: list[float], data: st.DataObject
) -> None:
    place = data.draw(st.integers(1, len(humans) + 1))
    found, bound = rating_of_place(place, humans)
    if bound:
        assert found in (0.0, max(humans) + 100)
    else:
        assert expected_place(found, humans) == pytest.approx(place, abs=1e-6)
    if place > 1:
        assert rating_of_place(place - 1, humans)[0] >= found


def test_a_contestant_far_below_changes_nothing() -> None:
    humans = np.random.default_rng(3).normal(1500, 300, 500).clip(0)
    alone, _ = rating_of_place(100, humans)
    joined, _ = rating_of_place(100, [*humans, -8000.0])
    assert joined == pytest.approx(alone, abs=1e-5)


@pytest.mark.parametrize(("place", "humans"), [(0, [1.0]), (3, [1.0]), (1, [])])
def test_places_that_do_not_exist_are_refused(place: int, humans: list[float]) -> None:
    with pytest.raises(ValueError, match="no place"):
        rating_of_place(place, humans)


def test_first_and_last_places_are_bounds() -> None:
    assert rating_of_place(1, [1500.0, 1600.0]) == (1700.0, True)
    assert rating_of_place(3, [1500.0, 1600.0]) == (0.0, True)


def test_wrong_attempts_cost_points_or_penalty() -> None:
    points = contest([], {"A": 500.0, "B": 100.0, "C": 1000.0})
    tries = {"A": (False, False, True, True), "B": (False, False, False, True), "C": (False,)}
    assert score_attempts(points, tries) == (400.0, 0.0, 2)
    plain = contest([], {"A": None, "B": None})
    assert score_attempts(plain, {"A": (False, True), "B": (True,)}) == (2.0, 10.0, 2)


def test_only_eight_attempts_count_and_foreign_problems_do_not() -> None:
    one = contest([], {"A": 500.0})
    assert score_attempts(one, {"A": (False,) * 8 + (True,), "Z": (True,)}) == (0.0, 0.0, 0)
    assert score_attempts(one, {"A": (False,) * 7 + (True,)}) == (150.0, 0.0, 1)


def test_place_counts_who_is_strictly_ahead() -> None:
    humans = contest([(1500, 3, 50), (1500, 3, 40), (1500, 2, 0), (1500, 3, 60)])
    assert place_among(humans, 3, 50) == 2
    assert place_among(humans, 4, 999) == 1
    assert place_among(humans, 0, 0) == 5


@pytest.mark.parametrize(
    ("name", "division"),
    [
        ("Codeforces Round 900 (Div. 3)", "Div. 3"),
        ("Codeforces Round 889 (Div. 1)", "Div. 1"),
        ("CodeTON Round 7 (Div. 1 + Div. 2, Rated)", "Div. 1 + Div. 2"),
        ("Educational Codeforces Round 160 (Rated for Div. 2)", "Div. 2"),
        ("Educational Codeforces Round 1", "Div. 2"),
        ("Codeforces Global Round 20", "Div. 1 + Div. 2"),
        ("Kotlin Heroes", "other"),
    ],
)
def test_divisions_by_name(name: str, division: str) -> None:
    assert contest([], name=name).division == division


def test_average_over_contests() -> None:
    humans = [(1000.0 + i, float(i), 0.0) for i in range(1000)]
    contests = {str(n): contest(humans, {"A": 100.0 * n}, number=str(n)) for n in (3, 5, 8)}
    rated = [rate_contest(one, {"A": (True,)}) for one in contests.values()]
    mean = average(rated, contests)
    values = [one.rating for one in rated]
    assert mean.rating == pytest.approx(np.mean(values), abs=1e-9)
    assert mean.deviation == pytest.approx(np.std(values, ddof=1), abs=1e-9)
    assert mean.error == pytest.approx(np.std(values, ddof=1) / 3**0.5, abs=1e-9)
    assert min(values) < mean.pooled < max(values)
    assert list(by_division(rated)) == ["Div. 2"]
    single = average(rated[:1], contests)
    assert (single.deviation, single.error) == (None, None)
    assert single.pooled == pytest.approx(single.rating, abs=1e-5)
    assert single.pooled_error is None
    with pytest.raises(ValueError, match="no contest"):
        average([], contests)


def simulated_average(ability_: float, rounds: int, humans: int, seed: int) -> tuple[float, float]:
    """Mean rating and its error over contests in which each human meets the law independently."""
    chance = np.random.default_rng(seed)
    contests, rated = {}, []
    for number in range(rounds):
        ratings = chance.normal(1400, 350, humans).clip(0, 3500)
        ahead = chance.random(humans) < chances(ratings - ability_)
        people = [(r, 2.0 if a else 0.0, 0.0) for r, a in zip(ratings, ahead, strict=True)]
        contests[str(number)] = contest(people, {"A": 1.0}, number=str(number))
        rated.append(rate_contest(contests[str(number)], {"A": (True,)}))
    found = average(rated, contests)
    return found.rating, found.error or 0.0


def test_known_ability_is_recovered_from_simulated_contests() -> None:
    found = [simulated_average(1700.0, 12, 1000, seed) for seed in range(20)]
    assert abs(np.mean([rating for rating, _ in found]) - 1700) < 3
    assert sum(abs(rating - 1700) <= 3 * error for rating, error in found) >= 18


def test_pooled_rating_is_unbiased_where_the_mean_bends() -> None:
    """Whole rankings drawn by the law: a good or bad day counts against all humans at once."""
    off, within = [], 0
    for seed in range(60):
        chance = np.random.default_rng(seed)
        contests, rated = {}, []
        for number in range(20):
            ratings = chance.normal(1400, 350, 300)
            noise = chance.gumbel(0, 1 / SLOPE, 301)
            ahead = ratings + noise[1:] > 1500 + noise[0]
            people = [(r, 2.0 if a else 0.0, 0.0) for r, a in zip(ratings, ahead, strict=True)]
            contests[str(number)] = contest(people, {"A": 1.0}, number=str(number))
            rated.append(rate_contest(contests[str(number)], {"A": (True,)}))
        found = average(rated, contests)
        assert found.pooled_error is not None
        off.append(found.pooled - 1500)
        within += abs(off[-1]) <= 2 * found.pooled_error
    assert abs(np.mean(off)) < 3 * np.std(off, ddof=1) / 60**0.5
    assert within >= 54


def test_percentile() -> None:
    assert percentile(1500, [1000, 1500, 2000, 2500]) == 25.0
    with pytest.raises(ValueError, match="no human"):
        percentile(1, [])


def test_ability_of_one_level_has_a_closed_form() -> None:
    found = ability([1200.0] * 10, [1] * 8 + [0] * 2)
    assert found.rating == pytest.approx(1200 + 400 * log10(4), abs=1e-5)
    half = ability([800.0, 1600.0], [1, 0])
    assert half.rating == pytest.approx(1200.0, abs=1e-5)


@given(
    st.lists(
        st.tuples(st.integers(8, 35), st.sampled_from([0.0, 0.25, 0.5, 1.0])),
        min_size=2,
        max_size=30,
    )
)
def test_ability_maximises_the_likelihood(table: list[tuple[int, float]]) -> None:
    levels = np.array([100.0 * level for level, _ in table])
    shares = np.array([share for _, share in table])
    found = ability(levels.tolist(), shares.tolist())

    def loss(x: float) -> float:
        p = 1 / (1 + 10 ** ((levels - x) / 400))
        return -float(stats.binom.logpmf(0, 0, 0.5) + (
            shares * np.log(p) + (1 - shares) * np.log1p(-p)
        ).sum())  # fmt: skip

    if not 0 < shares.sum() < len(table):
        return
    assert found.rating is not None
    best = optimize.minimize_scalar(loss, bounds=(-4000, 7000), method="bounded")
    assert loss(found.rating) <= best.fun + 1e-9
    assert found.low is not None
    assert found.high is not None
    for end in (found.low, found.high):
        assert 2 * (loss(end) - loss(found.rating)) == pytest.approx(CHI_SQUARED_95, abs=1e-5)


def test_chi_squared_point() -> None:
    assert pytest.approx(stats.chi2.ppf(0.95, 1), abs=1e-12) == CHI_SQUARED_95


def test_all_passed_and_none_passed_give_bounds() -> None:
    every = ability([1000.0, 1200.0], [1, 1])
    assert every.rating is None
    assert every.high is None
    assert every.low is not None
    none = ability([1000.0], [0])
    assert none.rating is None
    assert none.low is None
    # One failure at 1000: the likelihood is 1 - p, so the bound is where 2 log(1 - p) = -3.84.
    lost = np.exp(-CHI_SQUARED_95 / 2)
    assert none.high == pytest.approx(1000 + 400 * log10((1 - lost) / lost), abs=1e-5)


@pytest.mark.parametrize(
    ("levels", "shares"), [([], []), ([1.0], [1, 0]), ([1.0], [2]), ([float("inf")], [1])]
)
def test_impossible_input_is_refused(levels: list[float], shares: list[float]) -> None:
    with pytest.raises(ValueError, match="shares"):
        ability(levels, shares)


def test_interval_of_ability_covers() -> None:
    chance = np.random.default_rng(11)
    levels = np.repeat(np.arange(800, 2000, 100), 20).astype(float)
    hits = 0
    for _ in range(200):
        passes = chance.random(levels.size) < chances(1350.0 - levels)
        found = ability(levels.tolist(), passes.astype(float).tolist())
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= 1350 <= found.high
    assert 0.90 <= hits / 200 <= 0.99
