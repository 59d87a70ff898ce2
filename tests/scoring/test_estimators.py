"""pass@k, intervals and rates against independent computations, and exactly at the edges."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from pytest_vlite.scoring.groups import group_problems, natural
from pytest_vlite.scoring.intervals import cluster_bootstrap, wilson
from pytest_vlite.scoring.pass_at_k import mean_pass_at_k, pass_at_k
from pytest_vlite.scoring.rates import ProblemOutcome, rate
from tests.leaderboard.making import facts


@pytest.mark.parametrize("n", range(1, 9))
def test_pass_at_k_is_the_share_of_draws_that_hold_a_pass(n: int) -> None:
    for c in range(n + 1):
        samples = [True] * c + [False] * (n - c)
        for k in range(1, n + 1):
            draws = list(combinations(samples, k))
            share = sum(any(draw) for draw in draws) / len(draws)
            assert pass_at_k(n, c, k) == pytest.approx(share, abs=1e-12)


def test_pass_at_k_agrees_with_the_published_product_form() -> None:
    for n, c, k in [(200, 13, 10), (200, 1, 100), (1000, 3, 500), (64, 63, 1), (10, 10, 10)]:
        product = 1.0 if n - c < k else 1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1))
        assert pass_at_k(n, c, k) == pytest.approx(product, abs=1e-12)


def test_pass_at_k_edges_are_exact() -> None:
    assert pass_at_k(10, 0, 10) == 0.0
    assert pass_at_k(10, 10, 1) == 1.0
    assert pass_at_k(1, 1, 1) == 1.0
    assert pass_at_k(10, 3, 1) == 0.3


@pytest.mark.parametrize(("n", "c", "k"), [(3, 4, 1), (3, -1, 1), (3, 1, 0), (3, 1, 4), (0, 0, 1)])
def test_impossible_counts_are_refused(n: int, c: int, k: int) -> None:
    with pytest.raises(ValueError, match="samples"):
        pass_at_k(n, c, k)


def test_mean_of_no_problems_is_refused() -> None:
    with pytest.raises(ValueError, match="no problems"):
        mean_pass_at_k([], 1)


@given(st.integers(1, 2000), st.data())
def test_wilson_agrees_with_scipy(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    independent = stats.binomtest(k, n).proportion_ci(0.95, method="wilson")
    assert wilson(k, n) == pytest.approx((independent.low, independent.high), abs=1e-9)


def test_wilson_edges() -> None:
    assert wilson(0, 300)[0] == 0.0
    assert wilson(300, 300)[1] == 1.0
    assert wilson(0, 300)[1] == pytest.approx(0.0126430, abs=1e-7)
    for successes, trials in [(0, 0), (2, 1), (-1, 1)]:
        with pytest.raises(ValueError, match="no interval"):
            wilson(successes, trials)


@pytest.mark.parametrize("irregular", [0.0, 0.001234])
def test_bootstrap_agrees_with_drawing_whole_problems(irregular: float) -> None:
    chance = np.random.default_rng(1)
    values = chance.binomial(5, 0.4, size=120) / 5
    values[0] += irregular
    drawn = values[chance.integers(0, 120, size=(40_000, 120))].mean(axis=1)
    direct = np.quantile(drawn, [0.025, 0.975])
    assert cluster_bootstrap(values.tolist()) == pytest.approx(tuple(direct), abs=2.5e-3)


def test_bootstrap_of_passes_is_binomial() -> None:
    # Drawing 200 problems anew of which 60 passed: the number passed is binomial(200, 0.3).
    low, high = cluster_bootstrap([1.0] * 60 + [0.0] * 140)
    independent = stats.binom.ppf([0.025, 0.975], 200, 0.3) / 200
    assert (low, high) == pytest.approx(tuple(independent), abs=1e-12)


def test_bootstrap_depends_on_nothing_but_values_and_seed() -> None:
    values = [0.0, 0.5123, 1.0, 0.2501]
    assert cluster_bootstrap(values) == cluster_bootstrap(values[::-1])
    assert cluster_bootstrap(values * 9, seed=3) != cluster_bootstrap(values * 9, seed=4)


def test_bootstrap_does_not_claim_certainty_where_nothing_varies() -> None:
    assert cluster_bootstrap([0.0] * 50) == wilson(0, 50)
    assert cluster_bootstrap([1.0]) == wilson(1, 1)
    with pytest.raises(ValueError, match="no problems"):
        cluster_bootstrap([])


def test_bootstrap_coverage_is_nominal_on_simulated_systems() -> None:
    """Problems have their own difficulty, so samples of one problem are strongly alike."""
    chance = np.random.default_rng(20261001)
    truth, hits, runs = 0.5, 0, 2000
    for _ in range(runs):
        difficulty = chance.beta(0.5, 0.5, size=200)
        values = chance.binomial(5, difficulty) / 5
        low, high = cluster_bootstrap(values.tolist())
        hits += low <= truth <= high
    assert 0.93 <= hits / runs <= 0.97


def test_rate_of_one_problem() -> None:
    single = rate([ProblemOutcome("lc1", (True,))])
    assert (single.pass_rate, single.passed, single.ci_method) == (1.0, 1, "wilson")
    several = rate([ProblemOutcome("lc1", (False, True))])
    assert several.pass_rate == 0.5
    assert several.passed == 0
    assert several.solved == 1
    assert several.pass_at_k == {1: 0.5, 2: 1.0}


@given(st.lists(st.lists(st.booleans(), min_size=1, max_size=5), min_size=1, max_size=12))
def test_rate_agrees_with_plain_arithmetic(table: list[list[bool]]) -> None:
    found = rate(ProblemOutcome(f"p{i}", tuple(passes)) for i, passes in enumerate(table))
    means = [sum(passes) / len(passes) for passes in table]
    assert found.pass_rate == pytest.approx(sum(means) / len(means), abs=1e-12)
    assert found.pass_at_k[1] == pytest.approx(found.pass_rate, abs=1e-12)
    assert list(found.pass_at_k) == list(range(1, min(map(len, table)) + 1))
    values = list(found.pass_at_k.values())
    assert values == sorted(values)
    assert 0 <= found.ci95[0] <= found.pass_rate + 1e-12
    assert found.pass_rate - 1e-12 <= found.ci95[1] <= 1


@pytest.mark.parametrize(
    ("outcomes", "reason"),
    [
        ([], "no problems"),
        ([ProblemOutcome("lc1", ())], "no sample"),
        ([ProblemOutcome("lc1", (True,))] * 2, "twice"),
    ],
)
def test_rates_that_mean_nothing_are_refused(outcomes: list[ProblemOutcome], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        rate(outcomes)


def test_natural_order() -> None:
    names = ["lc10", "lc9", "cf4A", "leetcode/Hard", "leetcode/Easy", "1000", "900", "x²", ""]
    assert sorted(names, key=natural) == [
        "", "900", "1000", "cf4A", "lc9", "lc10", "leetcode/Easy", "leetcode/Hard", "x²",
    ]  # fmt: skip


@given(st.lists(st.text(max_size=8)))
def test_natural_order_takes_any_text(names: list[str]) -> None:
    ordered = sorted(names, key=natural)
    assert all(natural(one) <= natural(two) for one, two in pairwise(ordered))


def test_problems_are_grouped_by_every_topic_and_by_one_stratum() -> None:
    problems = [facts("lc1", topics=("math", "math", "dp")), facts("cf4A", topics=())]
    assert group_problems(problems, "topic") == {"dp": ["lc1"], "math": ["lc1"]}
    assert group_problems(problems, "source") == {"codeforces": ["cf4A"], "leetcode": ["lc1"]}
    assert group_problems(problems, "proof_size") == {}
    with pytest.raises(ValueError, match="no grouping"):
        group_problems(problems, "colour")
