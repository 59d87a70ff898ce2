"""The real benchmark: every oddity that is known of it, by id."""

from __future__ import annotations

from collections import Counter

import pytest

from pytest_vlite.release import Release, Signature, example_cases, load_release
from pytest_vlite.release.rust_types import CharType, RefType, StringType, VecType
from tests.snapshot import snapshot_root


@pytest.fixture(scope="module")
def release() -> Release:
    return load_release(snapshot_root())


def notes_on(release: Release, fragment: str) -> list[str]:
    return [note.message for note in release.notes if fragment in str(note.path)]


def test_all_problems_are_there_in_natural_order(release: Release) -> None:
    assert Counter(p.source for p in release.problems) == {"leetcode": 722, "codeforces": 284}
    ids = [p.id for p in release.problems]
    assert ids[:4] == ["cf1A", "cf4A", "cf4B", "cf6A"]
    assert ids.index("lc26") < ids.index("lc1004")
    assert {p.style for p in release.problems if p.source == "leetcode"} == {"function"}
    assert {p.style for p in release.problems if p.source == "codeforces"} == {"program"}


def test_strata(release: Release) -> None:
    assert Counter(p.stratum for p in release.problems) == {
        "leetcode/Easy": 359,
        "leetcode/Medium": 302,
        "leetcode/Hard": 61,
        "codeforces/800": 118,
        "codeforces/900-1000": 40,
        "codeforces/1100-1200": 49,
        "codeforces/1300-1400": 40,
        "codeforces/1500+": 37,
    }


def test_the_duplicate_is_resolved_and_said(release: Release) -> None:
    problem = release.problem("cf306A")
    assert problem.directory.parent.name == "extended"
    (note,) = notes_on(release, "codeforces/cf306A")
    assert "twice" in note


def test_what_is_skipped_or_repaired_is_noted(release: Release) -> None:
    for name in ("README.md", "failed.md", ".benchmark-ignore", "verified1.rs", "scratch.rs"):
        assert len(notes_on(release, name)) == 1, name
    assert len(notes_on(release, "test.rs")) == 9
    assert "'tag'" in notes_on(release, "lc2215")[0]
    assert release.problem("lc2215").artifact("tags").startswith("Easy")
    assert len(release.notes) == 16


def test_odd_tags(release: Release) -> None:
    def of(problem_id: str) -> tuple[str, tuple[str, ...], float | None, int | None]:
        p = release.problem(problem_id)
        return p.level, p.topics[:2], p.acceptance, p.solved_by

    assert of("lc448")[0] == "Easy"
    assert of("lc1009")[2] is None
    assert of("lc163")[2] is None
    assert of("lc276")[2] is None
    assert of("lc344") == ("Easy", ("String", "Two-Pointers"), of("lc344")[2], None)
    assert of("lc665")[2] is not None
    assert of("cf263A")[3] is None
    assert of("cf4A") == ("800", ("brute force", "math"), None, 674497)
    assert of("cf1902B")[0].isdecimal()
    with_rate = sum(p.acceptance is not None for p in release.problems if p.source == "leetcode")
    assert with_rate == 722 - 3
    with_solvers = sum(p.solved_by is not None for p in release.problems)
    assert with_solvers == 255 + 9 + 1 - 1  # `Solved by: N` of one file; the merged duplicate
    assert all(p.topics for p in release.problems)


def test_titles(release: Release) -> None:
    expected = {
        "lc118": "Pascal's Triangle",
        "lc680": "Valid Palindrome II",
        "lc456": "132 Pattern",
        "lc717": "1-bit and 2-bit Characters",
        "cf231A": "Team",
        "cf451B": "Sort the Array",
        "cf1584C": "Two Arrays",
        "cf1915C": release.problem("cf1915C").title,
    }
    assert {i: release.problem(i).title for i in expected} == expected
    assert all(p.title and not p.title.startswith("#") for p in release.problems)


def test_limits(release: Release) -> None:
    times = Counter(
        p.description.time_limit_s for p in release.problems if p.source == "codeforces"
    )
    assert times == {
        1.0: 284 - 119 - 12 - 2 - 4,
        2.0: 119,
        3.0: 12,
        4.0: 2,
        0.4: 1,
        0.5: 2,
        1.5: 1,
    }
    for problem_id in ("cf1669D", "cf2014A", "cf479C", "cf365B", "cf1213B", "cf580A"):
        assert release.problem(problem_id).description.memory_limit_bytes == 256 * 2**20
    assert release.problem("cf4A").description.memory_limit_bytes == 64 * 2**20
    assert release.problem("cf580A").description.time_limit_s == 2.0


def test_every_leetcode_description_has_constraints(release: Release) -> None:
    leetcode = [p for p in release.problems if p.source == "leetcode"]
    assert [p.id for p in leetcode if not p.description.constraints] == []
    assert [p.id for p in release.problems if not p.description.starter_code] == ["lc829"]


def names_and_types(signature: Signature) -> list[tuple[str, str]]:
    return [(p.name, str(p.type)) for p in signature.parameters]


def test_targets_differ_from_the_starter_code_only_where_known(release: Release) -> None:
    differing = [
        p.id
        for p in release.problems
        if names_and_types(p.target.signature) != names_and_types(p.target.starter)
    ]
    assert differing == ["lc258", "lc680", "lc1095", "lc3047"]
    target = release.problem("lc680").target
    assert target.parameters[0].type == VecType(CharType())
    assert target.starter.parameters[0].type == StringType()
    assert release.problem("lc829").target.function == "consecutive_numbers_sum"
    assert release.problem("lc643").target.function == "find_max_average_core"
    assert release.problem("lc397").target.parameters[0].mutable_binding
    assert [f.name for f in release.problem("cf1901C").target.other_functions] == [
        "build_operations"
    ]


def test_classes_and_judge_structs(release: Release) -> None:
    structured = {
        p.id: (p.target.constructor is not None, [s.name for s in p.target.judge_structs])
        for p in release.problems
        if p.target.constructor or p.target.judge_structs
    }
    assert structured == {
        "lc303": (True, []),
        "lc1157": (True, []),
        "lc1095": (False, ["MountainArray"]),
        "lc1237": (False, ["CustomFunction"]),
    }
    majority = release.problem("lc1157").target
    assert majority.owner == "MajorityChecker"
    assert majority.receiver == "&self"
    assert [f.name for f in majority.inputs] == ["arr", "left", "right", "threshold"]
    mountain = release.problem("lc1095").target
    assert mountain.bind({"mountainArr": [1], "target": 2}) == {"target": 2, "data": [1]}
    assert mountain.bind({"data": [1], "target": 2}) == {"target": 2, "data": [1]}
    source = mountain.judge_structs[0].source
    assert "pub struct MountainArray" in source
    assert "fn get(&self" in source
    assert "Solution" not in source


def test_in_place_functions(release: Release) -> None:
    in_place = [p for p in release.problems if p.target.in_place]
    assert {p.source for p in in_place} == {"leetcode"}
    assert len(in_place) == 12
    assert len(release.problem("lc88").target.in_place) == 2
    for problem in in_place:
        assert all(isinstance(q.type, RefType) for q in problem.target.in_place)


def test_examples_are_counted_as_known(release: Release) -> None:
    raw: Counter[str] = Counter()
    usable: Counter[str] = Counter()
    reasons: dict[str, str] = {}
    for problem in release.problems:
        found = example_cases(problem)
        raw[problem.source] += len(problem.description.examples)
        usable[problem.source] += len(found.cases)
        if not found.cases:
            assert found.reason, problem.id
            reasons[problem.id] = found.reason
        assert len(problem.description.examples) - found.skipped <= len(found.cases)
    # Of the 453 examples of Codeforces descriptions three are of the copy of cf306A not used; the
    # three calls of lc303's one example are three cases.
    assert raw == {"leetcode": 1753, "codeforces": 450}
    assert usable == {"leetcode": 1753 - 10 + 2, "codeforces": 450}
    without_fence = {i for i, reason in reasons.items() if "no fenced" in reason}
    assert len(without_fence) == 17
    assert "cf1705B" in without_fence
    assert set(reasons) - without_fence == {"lc26", "lc27", "lc80", "lc643", "lc1237"}
    assert "prefix" in reasons["lc26"]
    assert "12.75 is no i64" in reasons["lc643"]
    assert "no 'values'" in reasons["lc1237"]


def test_examples_with_odd_text(release: Release) -> None:
    def cases(problem_id: str) -> list[tuple[object, object]]:
        return [(c.input, c.output) for c in example_cases(release.problem(problem_id)).cases]

    assert cases("lc303")[1] == (
        {"nums": [-2, 0, 3, -5, 2, -1], "left": 2, "right": 5},
        -1,
    )
    assert cases("lc344")[0] == ({"s": "hello"}, "olleh")
    assert cases("lc680")[0] == ({"s": "aba"}, True)
    assert set(cases("lc3047")[0][0]) == {"bl", "tr"}  # type: ignore[call-overload]
    assert set(cases("lc258")[0][0]) == {"n"}  # type: ignore[call-overload]
    assert set(cases("lc2657")[0][0]) == {"a", "b"}  # type: ignore[call-overload]
    for problem_id in ("lc2220", "lc477", "lc2215"):  # a backslash after the output
        assert len(cases(problem_id)) >= 2
    assert cases("lc88")[0][1] == [1, 2, 2, 3, 5, 6]
    (first,) = cases("cf231A")
    assert first == ("3\n1 1 0\n1 1 1\n1 0 0\n", "2\n")
    assert len(cases("cf242B")) == 2  # labels without a colon
    assert len(cases("cf1373C")) == 1  # a fence in the statement is no example
    # Garbled in the description, passed on as it stands there.
    assert cases("cf1901C")[0][0] == "411024 662 1 2 1 2 120 32\n"
