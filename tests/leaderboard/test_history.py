"""What changed since an earlier result."""

from __future__ import annotations

from pytest_vlite.leaderboard.history import Change, change_lines, changes_since
from pytest_vlite.vocabulary import Status
from tests.leaderboard.making import verdict
from tests.leaderboard.results import verdicts_of


def test_newly_solved_and_lost_by_id() -> None:
    before = verdicts_of("alpha", {"ProofGen": "11000", "SpecGen": "00000"})
    after = verdicts_of("alpha", {"ProofGen": "01010", "SpecGen": "00000", "End2End": "11111"})
    changes = changes_since(before, after)
    assert changes == (
        Change("alpha", "SpecGen", (), (), 5),
        Change("alpha", "ProofGen", ("cf4A",), ("lc1",), 5),
    )
    assert change_lines(changes) == [
        "SpecGen: no change on 5 problems",
        "ProofGen: newly solved 1 (cf4A); lost 1 (lc1)",
    ]


def test_what_was_not_judged_is_neither_solved_nor_lost() -> None:
    before = verdicts_of("alpha", {"ProofGen": "1!000"})
    after = verdicts_of("alpha", {"ProofGen": "!1000"})
    assert changes_since(before, after) == (Change("alpha", "ProofGen", (), (), 3),)
    assert changes_since([], after) == ()


def test_one_passed_sample_solves() -> None:
    before = [verdict("lc1", Status.WRONG_ANSWER, sample=0), verdict("lc1", sample=1)]
    after = [verdict("lc1", sample=0), verdict("lc1", Status.ERROR, sample=1)]
    assert changes_since(before, after)[0].newly_lost == ()


def test_long_lists_are_cut_and_several_submissions_named() -> None:
    ids = tuple(f"lc{i}" for i in range(40))
    lines = change_lines(
        [Change("a\x1b[31m", "ProofGen", ids, (), 40), Change("b", "x", (), (), 1)]
    )
    assert lines[0].startswith("a<U+001B>[31m ProofGen: newly solved 40 (lc0 ")
    assert "and 28 more); lost none" in lines[0]
    assert lines[1] == "b x: no change on 1 problems"
