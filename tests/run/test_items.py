"""What pytest users see of a run: ids, selection, results, refusals."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.tiny import DOUBLE, IDS, REVERSE, SUM, good_codegen, make_release, make_submission

needs_rustc = pytest.mark.skipif(shutil.which("rustc") is None, reason="no rustc on PATH")


@pytest.fixture
def release(pytester: pytest.Pytester) -> Path:
    return make_release(pytester.path / "data" / "release")


@pytest.fixture
def unanswered(pytester: pytest.Pytester) -> Path:
    """A submission that needs no compiler to judge: one answer without code, two missing."""
    return make_submission(
        pytester.path / "data" / "sub", {f"CodeGen-NL/{DOUBLE}.rs": "```\nno code\n```\n"}
    )


def run(pytester: pytest.Pytester, release: Path, submission: Path, *options: str) -> Any:
    return pytester.runpytest_subprocess(
        f"--vlite-release={release}", f"--vlite-submission={submission}", *options
    )


def records(pytester: pytest.Pytester) -> dict[str, dict[str, Any]]:
    lines = (pytester.path / "vlite-results" / "attempts.jsonl").read_text().splitlines()
    return {record["problem_id"]: record for record in map(json.loads, lines)}


def document(pytester: pytest.Pytester) -> dict[str, Any]:
    text = (pytester.path / "vlite-results" / "leaderboard.json").read_text()
    found: dict[str, Any] = json.loads(text)
    return found


def test_without_a_submission_nothing_of_the_harness_is_imported(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(
        """
        import sys
        def test_nothing_heavy():
            assert not {"yaml", "numpy", "pytest_vlite.run.start"} & set(sys.modules)
        """
    )
    pytester.runpytest_subprocess("-p", "no:hypothesispytest").assert_outcomes(passed=1)


def test_every_expected_attempt_gets_one_verdict(
    pytester: pytest.Pytester, release: Path, unanswered: Path
) -> None:
    result = run(pytester, release, unanswered)
    result.assert_outcomes(failed=3)
    assert {key: value["status"] for key, value in records(pytester).items()} == {
        DOUBLE: "malformed",
        REVERSE: "missing",
        SUM: "missing",
    }
    assert "Traceback" not in result.stdout.str()
    result.stdout.fnmatch_lines(["*repeat: vlite judge *--problem lc1 --setting CodeGen-NL*"])


@needs_rustc
def test_right_answers_pass_and_workers_do_not_change_the_result(
    pytester: pytest.Pytester, release: Path
) -> None:
    submission = make_submission(pytester.path / "data" / "good", good_codegen())
    seen = []
    for options in ((), ("-n2",), ("-n2", "--dist=worksteal")):
        run(pytester, release, submission, *options).assert_outcomes(passed=3)
        found = document(pytester)
        found.pop("generated_at")
        seen.append(found)
    assert seen[0] == seen[1] == seen[2]
    assert seen[0]["entries"][0]["complete"] is True


@pytest.mark.parametrize(
    ("options", "chosen"),
    [
        (("-k", "lc10 and CodeGen"), {REVERSE}),
        (("-m", "vlite(problem='lc1')"), {DOUBLE}),
        (("-m", "codegen_nl and leetcode"), {DOUBLE, REVERSE}),
        (("-m", "codegen and rated_800"), {SUM}),
    ],
)
def test_k_and_m_select_attempts(
    pytester: pytest.Pytester,
    release: Path,
    unanswered: Path,
    options: tuple[str, ...],
    chosen: set[str],
) -> None:
    result = run(pytester, release, unanswered, "--collect-only", "-q", *options)
    lines = [line for line in result.outlines if "::" in line]
    assert {line.partition("::")[2].partition("[")[0] for line in lines} == chosen
    assert not (pytester.path / "vlite-results").exists()


def test_what_was_deselected_or_not_reached_is_not_run(
    pytester: pytest.Pytester, release: Path, unanswered: Path
) -> None:
    run(pytester, release, unanswered, "-x").assert_outcomes(failed=1)
    statuses = sorted(record["status"] for record in records(pytester).values())
    assert statuses.count("not_run") == 2
    assert document(pytester)["entries"][0]["complete"] is False


def test_junit_holds_the_verdict(
    pytester: pytest.Pytester, release: Path, unanswered: Path
) -> None:
    run(pytester, release, unanswered, "--junitxml=out.xml", "-n1")
    text = (pytester.path / "out.xml").read_text()
    assert 'name="vlite.status" value="malformed"' in text
    assert text.count('name="vlite.status"') == len(IDS)


def test_last_failed_runs_the_failed_again(
    pytester: pytest.Pytester, release: Path, unanswered: Path
) -> None:
    run(pytester, release, unanswered, "-k", "lc10").assert_outcomes(failed=1)
    run(pytester, release, unanswered, "--lf").assert_outcomes(failed=1)


def test_a_lost_worker_costs_no_attempt(
    pytester: pytest.Pytester, release: Path, unanswered: Path
) -> None:
    pytester.makeconftest(
        """
        import os
        def pytest_runtest_protocol(item):
            if "lc10[" in item.name:
                os._exit(1)
        """
    )
    result = run(pytester, release, unanswered, "-n1")
    assert result.ret != 0
    found = records(pytester)
    assert set(found) == set(IDS)
    assert found[REVERSE]["status"] == "error"
    assert found[SUM]["status"] == "missing"


@pytest.mark.parametrize("mode", ["loadscope", "loadfile", "loadgroup"])
def test_schedulers_that_lose_items_are_refused(
    pytester: pytest.Pytester, release: Path, unanswered: Path, mode: str
) -> None:
    result = run(pytester, release, unanswered, "-n2", f"--dist={mode}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*--dist={mode}*"])


@pytest.mark.parametrize("route", ["option", "two words", "walk", "positional"])
def test_nothing_of_a_submission_is_imported(
    pytester: pytest.Pytester, release: Path, unanswered: Path, route: str
) -> None:
    trap = f"open({str(pytester.path / 'SPRUNG')!r}, 'w').close()\n"
    (unanswered / "conftest.py").write_text(trap)
    (unanswered / "test_x.py").write_text(trap + "def test_x(): pass\n")
    (unanswered / "link").symlink_to("/etc/passwd")
    options = [f"--vlite-submission={unanswered}"]
    if route == "two words":
        options = ["--vlite-submission", str(unanswered)]
    elif route == "walk":
        options.append(str(pytester.path))
    elif route == "positional":
        options.append(str(unanswered))
    result = pytester.runpytest_subprocess(f"--vlite-release={release}", *options)
    assert not (pytester.path / "SPRUNG").exists()
    if route == "positional":
        assert result.ret == pytest.ExitCode.USAGE_ERROR
    else:
        result.assert_outcomes(failed=3)


def test_a_configuration_taken_from_a_submission_is_refused(
    pytester: pytest.Pytester, release: Path, unanswered: Path
) -> None:
    (unanswered / "pytest.ini").write_text("[pytest]\n")
    run(pytester, release, unanswered).assert_outcomes(failed=3)
    result = pytester.runpytest_subprocess(
        f"--vlite-release={release}", "--vlite-submission", str(unanswered)
    )
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*equals sign*"])


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("--vlite-submission=absent", "*absent*does not exist*"),
        ("--vlite-settings=Nonsense", "*no setting 'Nonsense'*"),
        ("--vlite-subset=absent.txt", "*absent.txt*"),
        ("--vlite-shard=3/2", "*--vlite-shard=3/2*"),
        ("--vlite-fail-under=ProofGen", "*SETTING=RATE*"),
        ("--vlite-verus=/absent/verus", "*--vlite-verus*"),
        ("--vlite-resume", "*--vlite-resume*"),
    ],
)
def test_what_cannot_be_used_is_named(
    pytester: pytest.Pytester, release: Path, unanswered: Path, option: str, message: str
) -> None:
    result = run(pytester, release, unanswered, option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([message])
    assert "Traceback" not in result.stderr.str()


def test_a_release_without_tests_says_what_to_do(
    pytester: pytest.Pytester, unanswered: Path
) -> None:
    bare = make_release(pytester.path / "bare", with_tests=False)
    result = run(pytester, bare, unanswered)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--vlite-tests=examples*"])


def test_shards_share_the_attempts_out(
    pytester: pytest.Pytester, release: Path, unanswered: Path
) -> None:
    chosen: list[str] = []
    for part in ("1/2", "2/2"):
        result = run(pytester, release, unanswered, "--collect-only", "-q", f"--vlite-shard={part}")
        chosen += [line for line in result.outlines if "::" in line]
    assert len(chosen) == len(set(chosen)) == len(IDS)


@needs_rustc
def test_fail_under_decides_the_exit_code(pytester: pytest.Pytester, release: Path) -> None:
    answers = good_codegen()
    del answers[f"CodeGen-NL/{SUM}.rs"]
    submission = make_submission(pytester.path / "data" / "most", answers)
    assert run(pytester, release, submission, "--vlite-fail-under=CodeGen-NL=0.6").ret == 0
    assert run(pytester, release, submission, "--vlite-fail-under=CodeGen-NL=0.9").ret == 1
