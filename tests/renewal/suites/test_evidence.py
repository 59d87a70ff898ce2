"""What follows from solvers, brute force and specification, and how votes are counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pytest_vlite.release import JsonValue
from pytest_vlite.renewal.suites.evidence import (
    BRUTE_FORCE,
    SPECIFICATION,
    Evidence,
    Settled,
    filter_pool,
    settle,
)
from pytest_vlite.renewal.suites.oracle import Uniqueness
from pytest_vlite.renewal.suites.voting import ADJUDICATOR, MAJORITY, DropDisputed, Ruling, decide

ONLY = Uniqueness("integers 0 to 9", True, 9, (), 0)


def pool(*answers: str) -> dict[str, str]:
    return {f"s{number}": answer for number, answer in enumerate(answers)}


def test_the_one_output_that_the_specification_accepts_is_right_whatever_the_majority_says() -> (
    None
):
    known = Evidence(pool("1", "2", "2"), verdicts={"1": True, "2": False}, uniqueness=ONLY)
    what = settle(known, has_checker=False)
    assert (what.authority, what.right, what.wrong) == (SPECIFICATION, "1", {"2"})
    assert [finding.kind for finding in what.findings] == ["majority against specification"]
    assert what.findings[0].detail == "2 of 3 solvers give another output than the specification"


def test_a_right_output_beside_the_majority_is_no_finding() -> None:
    known = Evidence(pool("1", "1", "2"), verdicts={"1": True, "2": False}, uniqueness=ONLY)
    assert settle(known, has_checker=False).findings == ()


def test_several_right_outputs_drop_the_input_unless_there_is_a_checker() -> None:
    known = Evidence(pool("1", "2", "3"), verdicts={"1": True, "2": True, "3": False})
    without, with_one = settle(known, has_checker=False), settle(known, has_checker=True)
    assert without.drop == "several outputs are right, and there is no checker"
    assert (with_one.drop, with_one.right, with_one.wrong) == ("", None, {"3"})
    assert [finding.kind for finding in with_one.findings] == ["several outputs"]


def test_another_output_that_nobody_gave_but_the_specification_accepts_counts() -> None:
    unique = Uniqueness("integers 0 to 9", True, 9, (7,), 0)
    known = Evidence(pool("1", "1"), verdicts={"1": True}, uniqueness=unique)
    what = settle(known, has_checker=False)
    assert what.drop
    assert what.findings[0].evidence == {"outputs": ["1", "7"]}


def test_a_specification_that_rejects_everything_decides_nothing() -> None:
    known = Evidence(pool("1", "1", "2"), verdicts={"1": False, "2": False})
    what = settle(known, has_checker=False)
    assert (what.right, what.wrong) == (None, frozenset())
    assert what.findings[0].kind == "specification against all"
    assert what.drop


def test_an_undecided_output_leaves_the_input_to_the_majority_but_what_is_rejected_is_wrong() -> (
    None
):
    known = Evidence(pool("1", "2", "3"), verdicts={"1": True, "2": False, "3": None})
    assert settle(known, has_checker=False) == Settled(wrong=frozenset({"2"}))
    # Without an accepted output the specification may be what is wrong.
    known = Evidence(pool("2", "3"), verdicts={"2": False, "3": None})
    assert settle(known, has_checker=False) == Settled()


def test_without_a_specification_the_brute_force_decides() -> None:
    what = settle(Evidence(pool("1", "2", "2"), brute="1"), has_checker=False)
    assert (what.authority, what.right, what.wrong) == (BRUTE_FORCE, "1", {"2"})
    assert [finding.kind for finding in what.findings] == ["majority against brute force"]


def test_brute_force_and_specification_against_each_other_are_a_finding_and_filter_nobody() -> None:
    for verdicts in ({"1": False, "2": True}, {"1": None, "2": True, "3": None}):
        known = Evidence(pool("1", "2"), brute="1", verdicts=verdicts)
        what = settle(known, has_checker=False)
        assert (what.right, what.wrong) == (None, frozenset())
        assert what.drop
        assert what.findings[0].kind == "brute force against specification"


def test_a_solver_that_differs_anywhere_is_out_with_the_smallest_input_shown() -> None:
    evidence = [
        Evidence(pool("1", "1", "1")),
        Evidence({"s0": "2", "s1": "3"}, {"s2": "time_limit: slow"}),
        Evidence(pool("4", "5", "5")),
    ]
    settled = [Settled(), Settled(SPECIFICATION, "2"), Settled(SPECIFICATION, "4")]
    survivors, out = filter_pool(["s0", "s1", "s2"], ["a", "b", "c"], evidence, settled)
    assert survivors == ["s0"]
    assert [(one.solver, one.input, one.expected, one.got) for one in out] == [
        ("s1", "b", "2", "3"),
        ("s2", "b", "2", None),
    ]
    assert out[1].reason == "fails: time_limit: slow"


def test_failing_where_nothing_is_settled_costs_a_vote_but_not_the_place() -> None:
    evidence = [Evidence({"s0": "1"}, {"s1": "time_limit: slow"})]
    assert filter_pool(["s0", "s1"], ["a"], evidence, [Settled()])[0] == ["s0", "s1"]


def decided(
    answers: Mapping[str, str],
    settled: Settled | None = None,
    survivors: Sequence[str] = ("s0", "s1", "s2", "s3"),
    adjudicator: object = None,
) -> tuple[str | None, str, int, int, str]:
    found = decide(
        Evidence(answers),
        settled or Settled(),
        problem_id="p",
        value=1,
        survivors=survivors,
        adjudicator=adjudicator or DropDisputed(),  # type: ignore[arg-type]
    )
    return found.output, found.by, found.votes, found.voters, found.reason


def test_a_majority_is_more_than_half_of_all_survivors_silent_ones_included() -> None:
    assert decided(pool("1", "1", "1", "2")) == ("1", MAJORITY, 3, 4, "")
    assert decided({"s0": "1", "s1": "1", "s2": "1"}) == ("1", MAJORITY, 3, 4, "")
    assert decided({"s0": "1", "s1": "1"})[:4] == (None, ADJUDICATOR, 0, 4)
    assert decided(pool("1", "1", "2", "2"))[4] == "no majority: 2 outputs with 2, 2 votes"


def test_those_who_are_out_do_not_vote() -> None:
    assert decided(pool("1", "2", "2", "2"), survivors=("s0", "s1", "s2"))[0] == "2"
    assert decided(pool("1", "2", "2", "2"), survivors=("s0",))[4] == "1 solvers are left to vote"


def test_what_is_settled_needs_a_solver_that_gives_it() -> None:
    what = Settled(SPECIFICATION, "1")
    assert decided(pool("1", "1"), what, ("s0", "s1")) == ("1", SPECIFICATION, 2, 2, "")
    assert decided(pool("2", "2"), what, ())[4] == (
        "no surviving solver gives the output of the specification"
    )


def test_an_adjudicator_may_choose_among_what_was_given_and_nothing_else() -> None:
    class Chooses:
        def __init__(self, output: str) -> None:
            self.output = output

        def decide(
            self, problem_id: str, value: JsonValue, candidates: Mapping[str, Sequence[str]]
        ) -> Ruling:
            assert candidates == {"1": ["s0", "s1"], "2": ["s2", "s3"]}
            return Ruling(self.output, "it is shorter")

    answers = pool("1", "1", "2", "2")
    assert decided(answers, adjudicator=Chooses("2")) == ("2", ADJUDICATOR, 2, 4, "it is shorter")
    assert decided(answers, adjudicator=Chooses("3"))[0] is None
