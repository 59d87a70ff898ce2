"""Places, intervals, draws and replacements."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.selection.random_draw import RandomDraw
from pytest_vlite.selection.sampling import (
    Ranked,
    RankedGroup,
    draw_sample,
    group_places,
    intervals,
    largest_remainder,
)

PUBLISHED_COUNTS = (359, 302, 61, 118, 40, 49, 40, 37)
PUBLISHED_PLACES = [107, 90, 18, 35, 12, 15, 12, 11]


def group(name: str, sizes: list[int], removed: Collection[int] = ()) -> RankedGroup:
    problems = [Ranked(f"{name}{i}", size, i in removed) for i, size in enumerate(sizes)]
    return RankedGroup(name, tuple(problems))


def test_published_places() -> None:
    assert largest_remainder(300, PUBLISHED_COUNTS) == PUBLISHED_PLACES


def test_of_equal_remainders_the_first_group_gets_the_place() -> None:
    assert largest_remainder(1, [5, 5]) == [1, 0]
    assert largest_remainder(2, [1, 1, 1]) == [1, 1, 0]


@given(st.lists(st.integers(0, 400), max_size=12), st.data())
def test_places_fill_the_size_within_one_of_the_share(
    weights: list[int], data: st.DataObject
) -> None:
    total = sum(weights)
    size = data.draw(st.integers(0, total))
    places = largest_remainder(size, weights)
    assert sum(places) == size
    for weight, count in zip(weights, places, strict=True):
        assert count <= weight
        assert total == 0 or abs(count * total - size * weight) < total


def test_a_group_without_room_gives_its_places_to_the_others() -> None:
    groups = [group("a", [1] * 10, removed=set(range(9))), group("b", [1] * 10), group("c", [])]
    assert group_places(10, groups) == [1, 9, 0]
    assert group_places(11, groups) == [1, 10, 0]
    with pytest.raises(ValueError, match="12 places and 11 problems"):
        group_places(12, groups)


@given(st.integers(1, 500), st.data())
def test_intervals_cover_every_rank_once_in_even_parts(count: int, data: st.DataObject) -> None:
    places = data.draw(st.integers(1, count))
    parts = intervals(count, places)
    assert [rank for part in parts for rank in part] == list(range(count))
    lengths = {len(part) for part in parts}
    assert max(lengths) - min(lengths) <= 1


def test_every_problem_is_taken_where_the_size_is_all_that_remain() -> None:
    groups = [group("a", [3, 3, 9], removed={1}), group("b", [1])]
    sample = draw_sample(groups, 3, seed=5)
    assert sample.ids == ("a0", "a2", "b0")


def test_a_removed_draw_is_replaced_by_the_nearest_in_proof_size() -> None:
    groups = [group("a", [0, 10, 14, 30], removed={1})]
    for seed in range(40):
        sample = draw_sample(groups, 1, seed)
        if sample.drawn == (("a1",),):
            assert sample.ids == ("a2",)
            assert [(r.drawn, r.taken) for r in sample.replacements] == [("a1", "a2")]
            return
    pytest.fail("no seed drew the removed problem")


def test_a_replacement_never_takes_what_another_interval_drew() -> None:
    # Both intervals hold one removed problem next to one that remains.
    groups = [group("a", [1, 2, 3, 4], removed={1, 2})]
    for seed in range(40):
        assert draw_sample(groups, 2, seed).ids == ("a0", "a3")


def test_of_equally_near_sizes_the_nearest_rank_then_the_lower_is_taken() -> None:
    ties = [group("a", [5, 5, 5, 5, 5], removed={2})]
    taken = {draw_sample(ties, 1, seed).ids for seed in range(60)}
    assert ("a2",) not in taken
    replaced = {r.taken for seed in range(60) for r in draw_sample(ties, 1, seed).replacements}
    assert replaced == {"a1"}


@given(st.data())
def test_any_sample_has_the_size_and_no_removed_problem(data: st.DataObject) -> None:
    groups = []
    for name in data.draw(st.lists(st.sampled_from("abcdef"), unique=True, max_size=4)):
        sizes = sorted(data.draw(st.lists(st.integers(0, 6), max_size=12)))
        removed = data.draw(st.sets(st.integers(0, 11)))
        groups.append(group(name, sizes, removed))
    remaining = {p.id for g in groups for p in g.problems if not p.removed}
    size = data.draw(st.integers(0, len(remaining)))
    sample = draw_sample(groups, size, data.draw(st.integers(0, 2**63 - 1)))
    assert len(set(sample.ids)) == len(sample.ids) == size
    assert set(sample.ids) <= remaining
    assert list(sample.ids) == sorted(sample.ids)
    assert sum(sample.places) == size
    removed_draws = [i for ids in sample.drawn for i in ids if i not in remaining]
    assert len(removed_draws) == len(sample.replacements)


def test_draws_are_those_of_the_named_generator() -> None:
    # Held here so that no library version can change a selection unseen.
    draw = RandomDraw(20261001)
    assert [draw.below(1000) for _ in range(8)] == [804, 867, 196, 141, 681, 806, 494, 990]


def test_bounds_of_the_draw() -> None:
    draw = RandomDraw(0)
    assert draw.below(1) == 0
    with pytest.raises(ValueError, match="bound"):
        draw.below(0)
    with pytest.raises(ValueError, match="seed"):
        RandomDraw(-1)
    assert draw.sample(5, 5) == [0, 1, 2, 3, 4]
    assert draw.sample(5, 0) == []
    with pytest.raises(ValueError, match="sample"):
        draw.sample(2, 3)


def test_draws_are_even() -> None:
    draw = RandomDraw(1)
    counts = [0] * 6
    for _ in range(6000):
        counts[draw.below(6)] += 1
    assert all(850 < count < 1150 for count in counts)
