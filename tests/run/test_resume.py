"""Going on with a run that ended early: what holds is kept, everything else is judged again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

from tests import tiny
from tests.run.conftest import UNCOMPILED, Bed
from tests.run.test_results import EXPECTED

MARK = "kept from before"


def _marked(line: dict[str, Any], **changes: Any) -> str:
    """A verdict's line whose detail tells it from one that was judged again."""
    return json.dumps({**line, "detail": MARK, **changes}) + "\n"


def _kept(bed: Bed) -> set[str]:
    return {f"{a['problem_id']}[{a['setting']}]" for a in bed.attempts() if a["detail"] == MARK}


@pytest.mark.usefixtures("without_rustc")
@pytest.mark.parametrize("workers", ["0", "2"])
def test_whole_lines_are_kept_and_the_rest_is_judged(bed: Bed, workers: str) -> None:
    bed.run()
    undisturbed = bed.document()
    path = bed.results / "attempts.jsonl"
    lines = bed.attempts()
    torn = json.dumps(lines[3])[:100]
    zeros = "\0" * 4096 + "\n"
    path.write_text("".join(map(_marked, lines[:3])) + zeros + torn)
    result = bed.run("--vlite-resume", "-n", workers)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        ["vlite resume: 3 of 6 attempts have a verdict that holds; 2 broken lines were left out"]
    )
    assert _kept(bed) == {f"{a['problem_id']}[{a['setting']}]" for a in lines[:3]}
    assert bed.statuses() == EXPECTED
    assert {**bed.document(), "generated_at": ""} == {**undisturbed, "generated_at": ""}
    # Kept verdicts are items as well: the exit code and the counts are those of the whole run.
    result.assert_outcomes(failed=6)


@pytest.mark.usefixtures("without_rustc")
def test_what_was_made_from_something_else_is_judged_again(bed: Bed) -> None:
    bed.run()
    lines = {f"{a['problem_id']}[{a['setting']}]": a for a in bed.attempts()}
    changed = {
        "cf1A[CodeGen-NL]": {"status": "error"},
        "cf1A[ProofGen]": {"status": "not_run"},
        "lc1[CodeGen-NL]": {"basis_sha256": None},
        "lc1[ProofGen]": {},
        "lc10[CodeGen-NL]": {},
        "lc10[ProofGen]": {},
    }
    (bed.results / "attempts.jsonl").write_text(
        "".join(_marked(lines[name], **changes) for name, changes in changed.items())
    )
    answer = bed.submission / "ProofGen" / f"{tiny.REVERSE}.rs"
    answer.write_text(answer.read_text() + "// changed\n")
    description = bed.release / "leetcode" / tiny.DOUBLE / "description.md"
    description.write_text(description.read_text() + "\nChanged.\n")
    result = bed.run("--vlite-resume")
    result.stdout.fnmatch_lines(
        ["vlite resume: 1 of 6 attempts*; 2 were not decided; 3 were judged from something else*"]
    )
    assert _kept(bed) == {"lc10[CodeGen-NL]"}


@pytest.mark.usefixtures("without_rustc")
def test_other_limits_or_tests_leave_nothing_that_holds(bed: Bed) -> None:
    bed.run("--vlite-settings=CodeGen-NL")
    for more in (["--vlite-time-limit=2"], ["--vlite-tests=examples"]):
        result = bed.run("--vlite-settings=CodeGen-NL", "--vlite-resume", *more)
        result.stdout.fnmatch_lines(["vlite resume: 0 of 3 attempts*"])
    cases = bed.release / "leetcode" / tiny.DOUBLE / "tests" / "testcases.jsonl"
    bed.run("--vlite-settings=CodeGen-NL")
    cases.write_text(cases.read_text() + '{"input": {"x": 3}, "output": 6}\n')
    result = bed.run("--vlite-settings=CodeGen-NL", "--vlite-resume")
    result.stdout.fnmatch_lines(["vlite resume: 2 of 3 attempts*"])


def test_a_tool_that_has_appeared_is_used(bed: Bed, monkeypatch: pytest.MonkeyPatch) -> None:
    submission = tiny.make_submission(bed.pytester.path / "good", tiny.good_codegen())
    with monkeypatch.context() as patch:
        patch.setenv("PATH", "/nonexistent")
        bed.run(submission=submission)
    assert set(bed.statuses().values()) == {"unavailable"}
    result = bed.run("--vlite-resume", submission=submission)
    assert set(bed.statuses().values()) == {"passed"}
    assert result.ret == pytest.ExitCode.OK


@pytest.mark.usefixtures("without_rustc")
def test_a_fresh_run_puts_earlier_verdicts_aside(bed: Bed) -> None:
    bed.run()
    earlier = (bed.results / "attempts.jsonl").read_bytes()
    result = bed.run("-k", "lc10")
    result.stdout.fnmatch_lines(["vlite: 6 verdicts of an earlier run are put aside in*"])
    assert (bed.results / "attempts.previous.jsonl").read_bytes() == earlier
    # What is not selected keeps its verdict when a run is resumed.
    bed.run("--vlite-resume", "-k", "cf1A")
    assert list(bed.statuses().values()).count("not_run") == 2


@pytest.mark.usefixtures("without_rustc")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_verdicts_of_another_user_are_not_taken_on_trust(bed: Bed) -> None:
    bed.run()
    os.chown(bed.results / "attempts.jsonl", 12345, 12345)
    text = bed.refused("--vlite-resume")
    assert "belongs to another user" in text


@pytest.mark.usefixtures("without_rustc")
@pytest.mark.parametrize("option", ["output", "cache"])
def test_no_verdicts_from_inside_a_submission(bed: Bed, option: str) -> None:
    inside = bed.submission / "mine"
    inside.mkdir(mode=0o700)
    assert "inside a submission" in bed.refused(f"--vlite-{option}={inside}")


@pytest.mark.usefixtures("without_rustc")
def test_a_full_disk_stops_the_run_and_corrupts_nothing(bed: Bed) -> None:
    bed.run()
    undisturbed = bed.document()
    size = (bed.results / "attempts.jsonl").stat().st_size
    script = (
        "import resource, signal, sys; import pytest\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({size // 2}, resource.RLIM_INFINITY))\n"
        "sys.exit(pytest.main(sys.argv[1:]))\n"
    )
    result = bed.pytester.run(
        sys.executable, "-c", script, "-p", "no:cacheprovider", *bed.arguments()
    )
    text = result.stdout.str() + result.stderr.str()
    assert result.ret == 3, text
    assert "Traceback" not in text
    assert "INTERNALERROR" not in text
    assert "attempts.jsonl: File too large" in text
    assert "--vlite-resume" in text
    left = bed.attempts()
    assert 0 < len(left) < 6
    result = bed.run("--vlite-resume")
    result.stdout.fnmatch_lines([f"vlite resume: {len(left)} of 6 attempts*"])
    assert {**bed.document(), "generated_at": ""} == {**undisturbed, "generated_at": ""}


def _living(word: str) -> set[int]:
    """The processes whose command line or environment has a word in it."""
    found = set()
    for process in Path("/proc").iterdir():
        if not process.name.isdigit() or int(process.name) == os.getpid():
            continue
        try:
            text = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
            state = (process / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if word.encode() in text and state != "Z":
            found.add(int(process.name))
    return found


def _wait(condition: Any, what: str) -> None:
    give_up = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < give_up, what
        time.sleep(0.1)


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_killed_controller_leaves_nothing_and_the_run_can_go_on(
    bed: Bed, workers: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    endless = "impl Solution { pub fn double(x: i32) -> i32 { loop {} } }\n"
    answers = {f"CodeGen-NL/{tiny.DOUBLE}.rs": endless, **UNCOMPILED}
    del answers["CodeGen-NL.jsonl"]
    submission = tiny.make_submission(bed.pytester.path / "endless", answers)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setenv("VLITE_TEST_MARK", mark := f"mark-of-{tmp_path}-{workers}")
    arguments = bed.arguments("-n", workers, "--vlite-time-limit=600", submission=submission)
    process = bed.pytester.popen(
        [*map(str, bed.pytester._getpytestargs()), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    attempts = bed.results / "attempts.jsonl"
    wanted = 2 if workers == "0" else 4
    _wait(lambda: attempts.is_file() and attempts.read_bytes().count(b"\n") >= wanted, "verdicts")
    assert list(tmp_path.glob("vlite-run-*"))
    process.send_signal(signal.SIGKILL)
    process.wait()
    held = attempts.read_bytes().count(b"\n")
    assert wanted <= held < 6
    _wait(lambda: not _living(mark), "its processes live on")
    _wait(lambda: not list(tmp_path.iterdir()), f"left: {list(tmp_path.iterdir())}")
    (submission / "CodeGen-NL" / f"{tiny.DOUBLE}.rs").write_text("no code\n")
    result = bed.run("--vlite-resume", "--vlite-time-limit=600", submission=submission)
    result.stdout.fnmatch_lines([f"vlite resume: {held} of 6 attempts*"])
    assert len(bed.attempts()) == 6
    assert bed.document()["entries"][0]["complete"] is True
