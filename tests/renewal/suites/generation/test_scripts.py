"""Generators of other hands run in the sandbox; whatever they do, the run goes on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pytest_vlite.renewal.suites.generation import scripts
from pytest_vlite.renewal.suites.generation.scripts import written_inputs
from pytest_vlite.sandbox import Sandbox, ToolLimits, choose_sandbox


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    return choose_sandbox("auto")


def test_a_generator_gives_the_same_inputs_for_the_same_seed(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    files = {
        "a.py": "def generate(rng):\n    print('hello')\n    return {'x': rng.randint(0, 9)}\n"
    }
    first = written_inputs(files, 5, "1", sandbox, tmp_path)
    assert first.faults == ()
    assert len(first.inputs) == 5
    assert first == written_inputs(files, 5, "1", sandbox, tmp_path)
    assert first != written_inputs(files, 5, "2", sandbox, tmp_path)


def test_a_file_of_inputs_is_read_line_by_line(sandbox: Sandbox, tmp_path: Path) -> None:
    files = {"a.jsonl": '{"x": 1}\n\n{"x": NaN}\n"3 4\\n"\n', "b.txt": "1"}
    found = written_inputs(files, 9, "1", sandbox, tmp_path)
    assert found.inputs == (("a.jsonl", {"x": 1}), ("a.jsonl", "3 4\n"))
    assert [fault.split(":")[0] for fault in found.faults] == ["a.jsonl", "b.txt"]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("def generate(rng): return 1 / 0", "ZeroDivisionError"),
        ("def generate(rng: return 1", "SyntaxError"),
        ("x = 1", "KeyError"),
        ("import sys\ndef generate(rng): sys.exit(3)", "exit code 3"),
        ("def generate(rng): return {1, 2}", "not JSON serializable"),
        ("import os\ndef generate(rng): return os.listdir('/home')", "No such file|not permitted"),
        ("def generate(rng):\n    while True: pass", "stopped by its (cpu|wall) limit"),
        ("def generate(rng): return 'x' * 10**9", "stopped by its (memory|output) limit|Memory"),
        ("", "KeyError"),
    ],
)
def test_a_hostile_generator_is_a_named_fault(
    script: str,
    words: str,
    sandbox: Sandbox,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits = ToolLimits(1.0, 5.0, 256 * 2**20, 2**20, 4)
    monkeypatch.setattr(scripts, "SCRIPT_LIMITS", limits)
    found = written_inputs({"a.py": script}, 2, "1", sandbox, tmp_path)
    assert found.inputs == ()
    assert len(found.faults) == 1
    assert re.search(words, found.faults[0]), found.faults
    assert "\n" not in found.faults[0]
