"""Measuring reference solutions with the real compiler and sandbox."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_vlite.cli import main
from pytest_vlite.judge.rustc import find_rustc
from pytest_vlite.release import load_release
from pytest_vlite.selection.measurements import read_measurements
from tests.selection.making import add_problem, make_release

pytestmark = pytest.mark.skipif(find_rustc() is None, reason="no rustc on PATH")

BUSY = """impl Solution {
    pub fn f(a: i32) -> i32 {
        let mut x: u64 = 1;
        for _ in 0..if a == 7 { 40_000_000u64 } else { 1 } {
            x = std::hint::black_box(x.wrapping_mul(6364136223846793005).wrapping_add(1));
        }
        a + (x % 1) as i32
    }
}
"""
ENDLESS = "impl Solution { pub fn f(a: i32) -> i32 { loop { if a > 99 { return a; } } } }\n"
WRONG = "impl Solution { pub fn f(a: i32) -> i32 { a + 1 } }\n"
BROKEN = "impl Solution { pub fn f(a: i32) -> i32 { b } }\n"


def set_code(folder: Path, code: str, inputs: tuple[int, ...] = (1,)) -> None:
    (folder / "code.rs").write_text(code)
    lines = [json.dumps({"input": {"a": a}, "output": a}) for a in inputs]
    (folder / "tests" / "testcases.jsonl").write_text("\n".join(lines) + "\n")


def test_each_outcome_is_recorded_and_measuring_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "r"
    set_code(add_problem(root, "lc1"), BUSY, (1, 7, 2))
    set_code(add_problem(root, "lc2"), ENDLESS, (100, 3))
    set_code(add_problem(root, "lc3"), WRONG)
    set_code(add_problem(root, "lc4"), BROKEN)
    add_problem(root, "lc5", tests=False)
    output = tmp_path / "out" / "m.jsonl"
    arguments = ["measure", str(root), "-o", str(output), "--limit", "1", "--jobs", "2"]
    assert main([*arguments, "--problem", "lc1", "--problem", "lc2"]) == 0
    first = read_measurements(output).by_id
    assert first["lc1"].case == 1
    assert first["lc1"].cases == 3
    assert first["lc2"].stopped
    assert first["lc2"].case == 1
    # A torn line is what an interrupt leaves.
    output.write_bytes(output.read_bytes() + b'{"problem_id": "lc')
    capsys.readouterr()
    assert main([*arguments, "--json"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert record["measured_before"] == 2
    assert set(record["failed"]) == {"lc3", "lc4", "lc5"}
    assert "wrong_answer" in record["failed"]["lc3"]
    assert "does not compile" in record["failed"]["lc4"]
    assert "lc2" in record["over_half_of_the_limit"]
    assert read_measurements(output).by_id["lc1"] == first["lc1"]


def test_a_file_of_another_machine_limit_or_release_is_not_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_release(tmp_path / "r", {"Easy": 1})
    output = tmp_path / "m.jsonl"
    arguments = ["measure", str(tmp_path / "r"), "-o", str(output)]
    assert main(arguments) == 0
    assert main([*arguments, "--limit", "3"]) == 2
    assert "another limit: 2 s, here 3 s" in capsys.readouterr().err
    make_release(tmp_path / "other", {"Easy": 2})
    assert main(["measure", str(tmp_path / "other"), "-o", str(output)]) == 2
    assert "another release" in capsys.readouterr().err
    output.write_text(output.read_text().replace('"cores":"', '"cores":"9'))
    assert main(arguments) == 2
    assert "another machine" in capsys.readouterr().err


def test_what_is_measured_feeds_the_selection(tmp_path: Path) -> None:
    make_release(tmp_path / "r", {"Easy": 2})
    measurements = tmp_path / "m.jsonl"
    assert main(["measure", str(tmp_path / "r"), "-o", str(measurements)]) == 0
    arguments = ["select", str(tmp_path / "r"), "--size", "1", "--seed", "1"]
    output = tmp_path / "selection.yaml"
    assert main([*arguments, "--measurements", str(measurements), "-o", str(output)]) == 0
    text = output.read_text()
    assert "applied: false" not in text
    assert "rustc:" in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--jobs", "0"], "--jobs 0"),
        (["--limit", "0.4"], "--limit 0.4"),
        (["--limit", "nan"], "--limit nan"),
        (["--problem", "lc77"], "no problem 'lc77'"),
        ([], "no test cases to measure on"),
    ],
)
def test_bad_input_is_named(
    tmp_path: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    add_problem(tmp_path / "r", "lc1", tests=False)
    load_release(tmp_path / "r")
    output = tmp_path / "m.jsonl"
    assert main(["measure", str(tmp_path / "r"), "-o", str(output), *options]) == 2
    assert message in capsys.readouterr().err
    assert not output.exists()
