"""Reference artifacts of the real benchmark, as files and inside prose, come out as they are."""

from __future__ import annotations

import pytest

from pytest_vlite.release import Problem, load_release
from pytest_vlite.submission import extract_code
from pytest_vlite.submission.extraction import holds_fences
from pytest_vlite.vocabulary import Setting
from tests.snapshot import snapshot_root

# Every sixteenth problem, and those with a class, a judge's struct or several functions.
NOTABLE = {"lc303", "lc1157", "lc1095", "lc1237", "lc680", "lc829", "cf1901C", "cf981C", "lc1473"}


@pytest.fixture(scope="module")
def problems() -> list[Problem]:
    release = load_release(snapshot_root())
    return [p for i, p in enumerate(release.problems) if i % 16 == 0 or p.id in NOTABLE]


def test_references_are_extracted(problems: list[Problem]) -> None:
    for problem in problems:
        program = problem.style == "program"
        for name, setting in (
            ("main.rs" if program else "code.rs", Setting.CODEGEN_NL),
            ("code.rs", Setting.CODEGEN_SPEC),
            ("spec.rs", Setting.SPECGEN),
            ("verified.rs", Setting.PROOFGEN),
            ("code_spec.rs", Setting.END2END),
        ):
            code = problem.artifact(name).rstrip("\n") + "\n"
            assert not holds_fences(code), (problem.id, name)
            text = f"Here's the answer:\n\n```rust\n{code}```\n\nIt's done.\n"
            found = extract_code(text, setting, problem.target.function, program=program)
            assert found.code == code, (problem.id, name, found.reason)
            assert found.first_line == 4


def test_starter_code_is_never_an_answer(problems: list[Problem]) -> None:
    for problem in problems:
        text = f"```rust\n{problem.description.starter_code}```\n"
        program = problem.style == "program"
        found = extract_code(text, Setting.CODEGEN_NL, problem.target.function, program=program)
        assert found.code is None, problem.id
