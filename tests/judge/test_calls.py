"""The calls behind a program's texts: guesses, cutting, the bridge, and verdicts."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.judge.attempt import Attempt
from pytest_vlite.judge.calls.bridge import Bridge, Call, Trace
from pytest_vlite.judge.calls.results import MOST_GUESSES, Printed, guesses
from pytest_vlite.judge.calls.source import NoBridge, bridge_program
from pytest_vlite.judge.calls.tracing import Tracer, differing_calls
from pytest_vlite.judge.pipeline import judge
from pytest_vlite.judge.toolbox import make_workbench
from pytest_vlite.release import Problem, TestCase, load_release
from pytest_vlite.release.rust_types import parse_type
from pytest_vlite.submission import Answer
from pytest_vlite.vocabulary import Setting, Status, Verdict
from tests.judge.conftest import Bench

BUNDLED = Path(__file__).parents[2] / "problems"
TANKS = "cf9002A"

small = st.integers(-(10**6), 10**6)
lists = st.lists(small, max_size=6)


def found(type_text: str, value: Any, text: str, known: Any, known_text: str) -> bool:
    values = guesses(parse_type(type_text), Printed(known, known_text, text))
    assert len(values) <= MOST_GUESSES
    return value in values


@given(small, small)
def test_a_number_is_guessed_with_words_around_it(value: int, known: int) -> None:
    assert found("i64", value, f"{value}\n", known, f"{known}\n")
    assert found("i64", value, f"Case 1: {value}", known, f"Case 1: {known}")


@given(lists, lists)
def test_a_list_is_guessed_with_and_without_its_length(value: list[int], known: list[int]) -> None:
    plain, counted = " ".join(map(str, value)), f"{len(value)}\n{' '.join(map(str, value))}"
    assert found("Vec<i64>", value, plain, known, "")
    assert found("Vec<i64>", value, counted, known, "")
    assert found("(bool, Vec<i64>)", [True, value], f"YES\n{counted}", [False, []], "NO")
    assert found("Option<Vec<i64>>", value, plain, None, "-1")


@given(st.lists(st.booleans(), min_size=1, max_size=8))
def test_truth_values_are_guessed_by_the_words_of_the_known_ones(value: list[bool]) -> None:
    lines = "\n".join("Yes" if item else "No" for item in value)
    assert found("Vec<bool>", value, lines, [True, False], "Yes\nNo")
    letters = "".join("1" if item else "0" for item in value)
    assert found("Vec<u8>", [int(item) for item in value], letters, [1, 0], "10")


@given(st.lists(st.tuples(small, small), max_size=5))
def test_pairs_and_rows_are_guessed(value: list[tuple[int, int]]) -> None:
    pairs = [list(pair) for pair in value]
    text = "\n".join(f"{a} {b}" for a, b in value)
    assert found("Vec<(i64, i64)>", pairs, text, [], "") or not pairs
    assert found("Vec<Vec<i64>>", pairs, text, [], "")


def test_a_value_that_is_not_printed_is_the_known_one() -> None:
    assert found("(bool, i64)", [False, 7], "NO", [True, 7], "YES 7")
    assert found("Option<i64>", None, "-1", 5, "5")


def test_a_number_with_thousands_of_digits_is_no_result() -> None:
    assert not found("i64", int("9" * 100), "9" * 10_000, 0, "0")


def trace_of(*printed: str, together: bool = False) -> Trace:
    """A trace of calls that printed these parts; their results are 0, 1, ..."""
    calls, at = [], 0
    for number, part in enumerate(printed):
        calls.append(Call(0 if together else at, {"x": number}, number))
        at += len(part)
    return Trace("".join(printed), True, tuple(calls), "1")


@pytest.mark.parametrize("together", [False, True])
def test_the_call_whose_line_differs_is_told(together: bool) -> None:
    trace = trace_of("10\n", "20\n", "30\n", together=together)
    assert differing_calls(trace, "10\n25\n30\n") == [(1, Printed(1, "20", "25"))]
    both = differing_calls(trace, "11\n20\n31\n")
    assert both == [(0, Printed(0, "10", "11")), (2, Printed(2, "30", "31"))]
    assert differing_calls(trace, "10\n30\n") == [(1, Printed(1, "20", ""))]
    assert differing_calls(trace, "1\n2\n3\n4\n5\n") is None


def test_parts_of_several_lines_may_change_their_number_of_lines() -> None:
    trace = trace_of("YES\n1 2\n", "NO\n", "YES\n3 4\n")
    assert differing_calls(trace, "YES\n1 2\nYES\n7 7\nYES\n3 4\n") == [
        (1, Printed(1, "NO", "YES\n7 7"))
    ]


def test_parts_of_one_line_are_told_by_words() -> None:
    trace = trace_of("10 ", "20 ", "30\n")
    assert differing_calls(trace, "10 21 30\n") == [(1, Printed(1, "20", "21"))]


class Tanks:
    """The bundled problem of tanks in a release of its own, with another `main` where wanted."""

    def __init__(self, folder: Path, old: str = "", new: str = "") -> None:
        place = folder / "release" / "codeforces" / TANKS
        shutil.copytree(BUNDLED / "codeforces" / TANKS, place)
        text = (place / "main.rs").read_text()
        assert old in text
        (place / "main.rs").write_text(text.replace(old, new) if old else text)
        self.folder = folder
        self.release = load_release(folder / "release")

    @property
    def problem(self) -> Problem:
        return self.release.problem(TANKS)

    def tracer(self, bench: Bench) -> Tracer:
        compilation = bench.compile(bridge_program(self.problem))
        assert compilation.executable is not None, compilation.log
        bridge = Bridge(compilation.executable, bench.sandbox, bench.work_dir())
        return Tracer(bridge, self.problem.target.return_type)

    def judged(self, old: str, new: str, tests: list[tuple[str, str, bool]]) -> Verdict:
        """The verdict on its own specification with a part replaced, on cases (text, output,
        whether that is right)."""
        text = self.problem.artifact("spec.rs")
        assert old in text
        folder = self.problem.tests_directory
        for name, right in (("testcases.jsonl", True), ("mutated_testcases.jsonl", False)):
            lines = [
                f'{{"input": "{given}", "output": "{output}"}}\n'
                for given, output, is_right in tests
                if is_right is right
            ]
            (folder / name).write_text("".join(lines))
        scratch = self.folder / "scratch"
        scratch.mkdir()
        answer = Answer("ok", text=text.replace(old, new))
        attempt = Attempt("test", self.problem, Setting.SPECGEN, 0, answer)
        return judge(attempt, make_workbench(self.release, scratch))


PRINTS = 'println!("{}", Solution::litres_lost(caught, capacity));'
CASES = [
    (r"2\n2 5\n4 8\n1 9\n3\n", r"3\n0\n", True),
    (r"2\n2 5\n4 8\n1 9\n3\n", r"3\n1\n", False),
]
TEXT = "2\n2 5\n4 8\n1 9\n3\n"


def test_the_calls_behind_a_right_and_a_wrong_text(bench: Bench, tmp_path: Path) -> None:
    tracer = Tanks(tmp_path).tracer(bench)
    (right,) = tracer.right([TestCase(0, TEXT, "3\n0\n")])
    first, second = {"caught": [4, 8], "capacity": 5}, {"caught": [3], "capacity": 9}
    assert right.calls == (TestCase(0, first, 3), TestCase(0, second, 0))
    wrong, short = tracer.wrong([TestCase(4, TEXT, "3\n1\n"), TestCase(5, TEXT, "3\n")])
    assert wrong.calls == (TestCase(4, second, 1),)
    assert short.calls is None
    assert "no result" in short.reason
    assert tracer.alike(right, 0) == []


@pytest.mark.parametrize(
    "main",
    [
        "use std::io::Write; let mut out = io::BufWriter::new(io::stdout().lock());"
        'writeln!(out, "{}", Solution::litres_lost(caught, capacity)).unwrap();',
        'let text = format!("{}\\n", Solution::litres_lost(caught, capacity)); print!("{text}");',
        f"{PRINTS} if capacity == 9 {{ std::process::exit(1) }}",
    ],
)
def test_a_main_may_print_in_another_way(bench: Bench, tmp_path: Path, main: str) -> None:
    tracer = Tanks(tmp_path, PRINTS, main).tracer(bench)
    (wrong,) = tracer.wrong([TestCase(0, TEXT, "3\n1\n")])
    assert wrong.calls is not None
    assert [call.output for call in wrong.calls] == [1]


def test_results_that_print_alike_are_found(bench: Bench, tmp_path: Path) -> None:
    shown = 'println!("{}", Solution::litres_lost(caught, capacity) > 0);'
    tracer = Tanks(tmp_path, PRINTS, shown).tracer(bench)
    (right,) = tracer.right([TestCase(0, TEXT, "true\nfalse\n")])
    alike = [call.output for call in tracer.alike(right, 0)]
    assert {2, 4} <= set(alike)
    assert 0 not in alike


def test_an_input_on_which_the_reference_panics_tells_nothing(bench: Bench, tmp_path: Path) -> None:
    tracer = Tanks(tmp_path).tracer(bench)
    (behind,) = tracer.right([TestCase(0, "1\n5 5\n1 2\n", "0\n")])
    assert behind.calls is None
    assert "does not end by itself" in behind.reason


def test_a_release_without_main_has_no_bridge(tmp_path: Path) -> None:
    tanks = Tanks(tmp_path)
    (tanks.problem.directory / "main.rs").unlink()
    with pytest.raises(NoBridge, match=r"no main\.rs"):
        bridge_program(load_release(tmp_path / "release").problem(TANKS))


EXACT = "res as int == Self::spill(caught@, capacity as int, caught.len() as int)"


def test_the_own_specification_of_a_program_passes(tmp_path: Path) -> None:
    verdict = Tanks(tmp_path).judged(EXACT, EXACT, CASES)
    assert verdict.status is Status.PASSED, verdict.detail
    assert verdict.measurements["negative_cases"] == 1


@pytest.mark.parametrize(
    ("old", "new", "status", "said"),
    [
        (EXACT, "res >= 0", Status.SPEC_INCOMPLETE, '"capacity": 9} gives 1'),
        (EXACT, "res == 0", Status.SPEC_UNSOUND, '"capacity": 5} gives 3'),
        ("1 <= capacity <=", "6 <= capacity <=", Status.SPEC_UNSOUND, "precondition"),
    ],
)
def test_a_wrong_specification_of_a_program_is_refuted(
    tmp_path: Path, old: str, new: str, status: Status, said: str
) -> None:
    verdict = Tanks(tmp_path).judged(old, new, CASES)
    assert verdict.status is status, verdict.detail
    assert said in verdict.detail


def test_a_specification_that_picks_another_result_of_the_same_text_is_not_refuted(
    tmp_path: Path,
) -> None:
    shown = 'println!("{}", Solution::litres_lost(caught, capacity).min(2));'
    cases = [(CASES[0][0], r"2\n0\n", True), (CASES[0][0], r"1\n0\n", False)]
    tanks = Tanks(tmp_path, PRINTS, shown)
    lower = "res as int == if capacity == 5 { 2int } else { 0int }"
    assert tanks.judged(EXACT, lower, cases).status is Status.PASSED


def test_wrong_texts_that_no_result_prints_decide_nothing(tmp_path: Path) -> None:
    cases = [CASES[0], (CASES[0][0], r"nothing\n", False)]
    verdict = Tanks(tmp_path).judged(EXACT, "res >= 0", cases)
    assert verdict.status is Status.UNDECIDED
    assert "1 of 1 wrong outputs test nothing" in verdict.detail
