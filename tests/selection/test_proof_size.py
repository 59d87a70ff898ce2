"""Proof size: the measure on small texts, and its quantiles on the snapshot."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.release import load_release
from pytest_vlite.selection.distribution import largest_difference, quantile
from pytest_vlite.selection.proof_size import proof_size
from tests.snapshot import snapshot_root

CODE = "fn f() {\n    a();\n}\n"


def test_lines_that_a_diff_adds_are_counted() -> None:
    assert proof_size(CODE, CODE) == 0
    assert proof_size(CODE, "fn f() {\n    assert(x);\n    a();\n}\n") == 1
    assert proof_size(CODE, "fn f() {\n\n  \n    a();   \r\n}") == 0
    assert proof_size("", CODE) == 3
    assert proof_size(CODE, "") == 0


def test_moved_and_indented_lines_count_as_added() -> None:
    assert proof_size("a\nb\n", "b\na\n") == 1
    assert proof_size("a\nb\n", "a\n  b\n") == 1


def table_lcs(first: list[str], second: list[str]) -> int:
    """The longest common subsequence by the table of the textbook."""
    row = [0] * (len(second) + 1)
    for line in first:
        above = row[:]
        for j, other in enumerate(second):
            row[j + 1] = above[j] + 1 if line == other else max(above[j + 1], row[j])
    return row[-1]


LINES = st.lists(st.sampled_from(["a", "b", "c", "}"]), max_size=90)


@given(LINES, LINES)
def test_size_is_that_of_a_shortest_diff(first: list[str], second: list[str]) -> None:
    expected = len(second) - table_lcs(first, second)
    assert proof_size("\n".join(first), "\n".join(second)) == expected


def test_quantiles_are_linear_between_ranks() -> None:
    assert quantile([4, 1, 3, 2], 1, 2) == 2.5
    assert quantile([7], 9, 10) == 7
    assert quantile(range(11), 9, 10) == 9
    assert quantile([0, 10], 3, 4) == 7.5


@given(st.lists(st.integers(0, 9), min_size=1), st.lists(st.integers(0, 9), min_size=1))
def test_distance_is_the_largest_gap_of_the_two_functions(one: list[int], two: list[int]) -> None:
    gaps = (
        abs(sum(v <= x for v in one) / len(one) - sum(v <= x for v in two) / len(two))
        for x in range(10)
    )
    assert abs(largest_difference(one, two) - max(gaps)) < 1e-12


def test_snapshot_quantiles_are_those_measured_apart() -> None:
    # Figures of another program, with each of the two copies of cf306A.
    release = load_release(snapshot_root())
    sizes: dict[str, list[int]] = {"leetcode": [], "codeforces": []}
    for problem in release.problems:
        size = proof_size(problem.artifact("code_spec.rs"), problem.artifact("verified.rs"))
        sizes[problem.source].append(size)
    points = ((1, 2), (3, 4), (9, 10))
    assert [quantile(sizes["leetcode"], *point) for point in points] == [76, 164, 286.9]
    assert [round(quantile(sizes["codeforces"], *point)) for point in points] == [106, 223, 323]
    assert sum(size == 0 for values in sizes.values() for size in values) == 28
