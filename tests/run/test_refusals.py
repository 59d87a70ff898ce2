"""Input that cannot be used: a message that says what and where, exit code 4, nothing judged."""

from __future__ import annotations

import pytest

from tests import tiny
from tests.run.conftest import UNCOMPILED, Bed, message_of

pytestmark = pytest.mark.usefixtures("without_rustc")


def test_missing_submission(bed: Bed) -> None:
    missing = bed.pytester.path / "nowhere"
    assert str(missing) in bed.refused(submission=missing)


def test_empty_submission(bed: Bed) -> None:
    empty = bed.pytester.mkdir("empty")
    text = bed.refused(submission=empty)
    assert str(empty) in text
    assert "CodeGen-NL" in text


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("--vlite-settings=CodeGen-XL", "CodeGen-XL"),
        ("--vlite-settings=,", "names no setting"),
        ("--vlite-settings=End2End", "End2End"),
        ("--vlite-subset=no-such-file", "no-such-file"),
        ("--vlite-sandbox=none", "bwrap"),
        ("--vlite-shard=3/2", "between 1 and N"),
        ("--vlite-shard=two", "I/N"),
        ("--vlite-fail-under=ProofGen", "SETTING=RATE"),
        ("--vlite-fail-under=ProofGen=nan", "SETTING=RATE"),
        ("--vlite-fail-under=ProfGen=0.5", "ProfGen"),
        ("--vlite-time-limit=fast", "must be a number"),
        ("--vlite-memory-limit=-1", "between"),
        ("--vlite-require=verus", "--vlite-require=verus: no verifier found"),
        ("--vlite-require=rustc", "--vlite-require=rustc"),
        ("--vlite-require=magic", "magic"),
        ("--vlite-verus=/no/such/verus", "/no/such/verus"),
        ("--vlite-tests=/no/such/tests", "/no/such/tests"),
        ("--vlite-release=/no/such/release", "/no/such/release"),
    ],
)
def test_options_that_cannot_be_used(bed: Bed, option: str, said: str) -> None:
    assert said in bed.refused(option)


def test_broken_manifest(bed: Bed) -> None:
    (bed.submission / "submission.yaml").write_text("name: tiny\nmodel: [a\n")
    text = bed.refused()
    assert f"{bed.submission / 'submission.yaml'}:" in text


def test_broken_line_of_answers(bed: Bed) -> None:
    (bed.submission / "End2End.jsonl").write_text('{"problem_id": "lc1", "output": "x"}\n{"prob\n')
    text = bed.refused()
    assert f"{bed.submission / 'End2End.jsonl'}:2" in text


def test_release_without_tests(bed: Bed) -> None:
    bare = tiny.make_release(bed.pytester.path / "bare", with_tests=False)
    text = bed.refused(f"--vlite-release={bare}")
    assert "--vlite-tests=examples" in text


def test_list_of_ids_that_is_not_the_pinned_one(bed: Bed) -> None:
    pinned = "0" * 64
    path = bed.release / "leaderboard" / "release.json"
    path.write_text(f'{{"id": "tiny-1", "problem_ids_sha256": "{pinned}"}}')
    text = bed.refused("--vlite-subset=full")
    assert pinned in text
    assert "has sha256" in text.replace("\n", " ")


@pytest.mark.parametrize("mode", ["loadscope", "loadfile", "loadgroup", "each"])
def test_distributions_that_lose_items(bed: Bed, mode: str) -> None:
    assert f"--dist={mode}" in bed.refused("-n2", f"--dist={mode}")


@pytest.mark.parametrize("line", ["addopts = --reruns=2", "reruns = 2"])
def test_trying_failures_again(bed: Bed, line: str) -> None:
    bed.pytester.makepyfile(
        fake_reruns="""
        def pytest_addoption(parser):
            parser.addoption("--reruns", type=int, default=None, dest="reruns")
            parser.addini("reruns", "times")
        """
    )
    bed.pytester.makeini(f"[pytest]\n{line}\n")
    bed.pytester.syspathinsert()
    assert "--reruns" in bed.refused("-p", "fake_reruns")


def test_equal_names(bed: Bed) -> None:
    other = tiny.make_submission(bed.pytester.path / "other", UNCOMPILED)
    assert "same name" in bed.refused(f"--vlite-submission={other}")


def test_output_that_is_a_file(bed: Bed) -> None:
    (bed.pytester.path / "taken").write_text("")
    assert "--vlite-output" in message_of(bed.run("--vlite-output=taken"))
