"""A checker's word is taken only in the form that its protocol has."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_vlite.errors import HarnessError
from pytest_vlite.judge.checker import Ruling, run_checker
from pytest_vlite.vocabulary import Status
from tests.judge.conftest import Bench, function

SAME_SET = """import json, sys
for line in sys.stdin:
    record = json.loads(line)
    nums, output = record["input"]["nums"], record["output"]
    if output == [0]:
        print("error")
    else:
        print("accept" if sorted(nums) == sorted(output) else "reject")
"""
TARGET = function("fn f(nums: Vec<i32>) -> Vec<i32>")
CODE = """impl Solution { pub fn f(mut nums: Vec<i32>) -> Vec<i32> {
    if nums.len() == 9 { panic!("nine"); }
    nums.reverse();
    if nums.len() == 3 { nums[0] += 1; }
    nums
} }
"""


def checker(folder: Path, text: str) -> Path:
    path = folder / "checker.py"
    path.write_text(text)
    return path


def test_rulings_come_in_order(bench: Bench, tmp_path: Path) -> None:
    records = [({"nums": [1, 2]}, [2, 1]), ({"nums": [1, 2]}, [2]), ({"nums": []}, [0])] * 200
    run = run_checker(checker(tmp_path, SAME_SET), records, bench.work_dir(), bench.sandbox)  # type: ignore[arg-type]
    assert run.rulings == (Ruling.ACCEPT, Ruling.REJECT, Ruling.ERROR) * 200


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("print('accept')", "1 answers to 2 records"),
        ("print('accept\\n' * 3)", "answers to 2 records"),
        ("print('accept')\nprint('Accepted')", "none of accept"),
        ("print('accept')\nprint('accept accept')", "none of accept"),
        ("print('accept\\naccept')\nraise SystemExit(2)", "malformed"),
        ("print('accept\\naccept')\nraise SystemExit(3)", "exit code 3"),
        ("print('accept\\naccept', flush=True)\nimport os\nos.kill(os.getpid(), 9)", "signal 9"),
        ("1 / 0", "ZeroDivisionError"),
        ("syntax error", "SyntaxError"),
        ("", "0 answers to 2 records"),
    ],
)  # fmt: skip
def test_anything_else_is_no_ruling(text: str, words: str, bench: Bench, tmp_path: Path) -> None:
    with pytest.raises(HarnessError, match=words):
        run_checker(checker(tmp_path, text), [(1, 1), (2, 2)], bench.work_dir(), bench.sandbox)


def test_other_outputs_pass_if_the_checker_accepts_them(bench: Bench, tmp_path: Path) -> None:
    path = checker(tmp_path, SAME_SET)
    pairs = [({"nums": [1, 2]}, [1, 2]), ({"nums": [5]}, [5])]
    outcome = bench.judge_function(TARGET, CODE, pairs, checker=path)
    assert (outcome.status, outcome.checked_cases) == (Status.PASSED, 1)
    assert bench.judge_function(TARGET, CODE, pairs).status is Status.WRONG_ANSWER


def test_the_first_failing_case_decides_though_the_checker_comes_later(
    bench: Bench, tmp_path: Path
) -> None:
    path = checker(tmp_path, SAME_SET)
    pairs = [
        ({"nums": [1, 2]}, [1, 2]),
        ({"nums": [1, 2, 3]}, [1, 2, 3]),
        ({"nums": [1] * 9}, [1] * 9),
    ]
    outcome = bench.judge_function(TARGET, CODE, pairs, checker=path)
    assert (outcome.status, outcome.cases) == (Status.WRONG_ANSWER, 3)
    assert outcome.case is not None
    assert (outcome.case.index, outcome.case.got) == (1, "[4, 2, 1]")
    outcome = bench.judge_function(TARGET, CODE, [pairs[0], pairs[2]], checker=path)
    assert outcome.status is Status.RUNTIME_ERROR


def test_what_the_checker_cannot_judge_is_undecided(bench: Bench, tmp_path: Path) -> None:
    path = checker(tmp_path, SAME_SET)
    outcome = bench.judge_function(TARGET, CODE, [({"nums": [0]}, [7])], checker=path)
    assert outcome.status is Status.UNDECIDED


FRAGILE = """import json, sys
for line in sys.stdin:
    record = json.loads(line)
    print("accept" if int(record["output"]) > 0 else "reject", flush=True)
"""
NUMBERS = """fn main() {
    let mut text = String::new();
    std::io::stdin().read_line(&mut text).unwrap();
    print!("{}", text.trim());
    if text.contains('8') { for _ in 0..5000 { print!("9"); } }
}
"""


def test_an_output_that_breaks_the_checker_is_not_an_error_of_the_harness(
    bench: Bench, tmp_path: Path
) -> None:
    path = checker(tmp_path, FRAGILE)
    pairs = [("2\n", "1\n"), ("8\n", "1\n"), ("0\n", "1\n")]
    outcome = bench.judge_program(NUMBERS, pairs, checker=path)
    assert outcome.status is Status.UNDECIDED
    assert outcome.case is not None
    assert outcome.case.index == 1
    rejected_first = bench.judge_program(NUMBERS, [pairs[2], pairs[1]], checker=path)
    assert rejected_first.status is Status.WRONG_ANSWER
    # Where it breaks on the release's own output, the release is at fault.
    with pytest.raises(HarnessError, match="ValueError"):
        bench.judge_program(NUMBERS, [("8\n", "one\n")], checker=path)


def test_an_output_that_is_no_text_is_not_shown_to_a_checker(bench: Bench, tmp_path: Path) -> None:
    path = checker(tmp_path, "import sys\nfor _ in sys.stdin: print('accept')")
    code = 'use std::io::Write;\nfn main() { std::io::stdout().write_all(b"\\xff\\n").unwrap(); }\n'
    outcome = bench.judge_program(code, [("", "1\n")], checker=path)
    assert outcome.status is Status.WRONG_ANSWER
    assert "not UTF-8" in outcome.detail
