"""What a run leaves behind: files, exit codes and what is printed."""

from __future__ import annotations

import json
from importlib import resources
from xml.etree import ElementTree

import jsonschema
import pytest

from tests import tiny
from tests.run.conftest import UNCOMPILED, Bed

EXPECTED = {
    "cf1A[CodeGen-NL]": "missing",
    "cf1A[ProofGen]": "missing",
    "lc1[CodeGen-NL]": "malformed",
    "lc1[ProofGen]": "missing",
    "lc10[CodeGen-NL]": "missing",
    "lc10[ProofGen]": "malformed",
}


def _schema() -> object:
    text = resources.files("pytest_vlite.leaderboard").joinpath("schema.json").read_text()
    return json.loads(text)


@pytest.mark.usefixtures("without_rustc")
def test_every_expected_attempt_has_one_line_and_its_properties(bed: Bed) -> None:
    result = bed.run("--junitxml=junit.xml")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert bed.statuses() == EXPECTED
    assert len(bed.attempts()) == len(EXPECTED)
    document = bed.document()
    jsonschema.validate(document, _schema())
    assert "Traceback" not in result.stdout.str()
    result.stdout.fnmatch_lines(["missing: no answer for cf1A in CodeGen-NL", "*results: *"])
    seen = {}
    for case in ElementTree.parse(bed.pytester.path / "junit.xml").iter("testcase"):
        properties = {p.get("name"): p.get("value") for p in case.iter("property")}
        name = f"{properties['vlite.problem']}[{properties['vlite.setting']}]"
        assert case.get("name") == name
        assert properties["vlite.submission"] == "tiny"
        seen[name] = properties["vlite.status"]
    assert seen == EXPECTED


@pytest.mark.usefixtures("without_rustc")
@pytest.mark.parametrize("arguments", [("-x",), ("--maxfail=2",), ("-x", "-n2")])
def test_what_is_stopped_before_its_turn_is_not_run(bed: Bed, arguments: tuple[str, ...]) -> None:
    result = bed.run(*arguments)
    assert result.ret in (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED)
    statuses = bed.statuses()
    assert statuses.keys() == EXPECTED.keys()
    judged = {name: status for name, status in statuses.items() if status != "not_run"}
    assert judged.items() <= EXPECTED.items()
    assert 1 <= len(judged) < len(EXPECTED)
    if "-n2" not in arguments:
        assert len(judged) == (1 if "-x" in arguments else 2)
    [entry] = bed.document()["entries"]
    assert entry["complete"] is False
    result.stdout.fnmatch_lines(["*not_run*"])


@pytest.mark.usefixtures("without_rustc")
def test_last_failed_runs_what_failed(bed: Bed) -> None:
    bed.run("-k", "lc10 and ProofGen")
    result = bed.run("--lf", "-v")
    result.stdout.fnmatch_lines(["*lc10?ProofGen? FAILED*"])
    result.stdout.no_fnmatch_line("*cf1A?ProofGen? FAILED*")
    assert bed.statuses()["lc10[ProofGen]"] == "malformed"
    assert set(bed.statuses().values()) == {"malformed", "not_run"}


@pytest.mark.usefixtures("without_rustc")
def test_quiet_prints_the_table_and_no_more(bed: Bed) -> None:
    result = bed.run("-q", "--tb=no", "--no-summary")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    quiet = bed.run("-q", "--tb=no")
    quiet.stdout.fnmatch_lines(["tiny", "*CodeGen-NL*0/3*missing 2, malformed 1*"])
    quiet.stdout.no_fnmatch_line("*results:*")
    assert "VeriContest results" not in quiet.stdout.str()


@pytest.mark.usefixtures("without_rustc")
def test_several_submissions_get_an_entry_each(bed: Bed) -> None:
    other = tiny.make_submission(bed.pytester.path / "other", UNCOMPILED, "other")
    bed.run(f"--vlite-submission={other}", "--vlite-settings=ProofGen", "-n2")
    assert len(bed.attempts()) == 6
    names = sorted(entry["submission"]["name"] for entry in bed.document()["entries"])
    assert names == ["other", "tiny"]


@pytest.mark.usefixtures("without_rustc")
def test_without_rustc_what_must_be_compiled_is_unavailable(bed: Bed) -> None:
    submission = tiny.make_submission(bed.pytester.path / "good", tiny.good_codegen())
    result = bed.run(submission=submission)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert set(bed.statuses().values()) == {"unavailable"}
    [entry] = bed.document()["entries"]
    assert entry["complete"] is False
    result.stdout.fnmatch_lines(["*rustc is not installed: get Rust from*"])


def _without_times(text: str) -> object:
    def strip(value: object) -> object:
        if isinstance(value, dict):
            return {
                key: strip(item)
                for key, item in value.items()
                if key != "generated_at" and not key.endswith(("_s", "_bytes"))
            }
        return [strip(item) for item in value] if isinstance(value, list) else value

    return strip(json.loads(text))


def test_the_same_results_whatever_the_number_of_workers(bed: Bed) -> None:
    answers = {
        f"ProofGen/{tiny.REVERSE}.rs": UNCOMPILED[f"ProofGen/{tiny.REVERSE}.rs"],
        f"CodeGen-NL/{tiny.SUM}.rs": tiny.SUM_CODE,
        f"CodeGen-NL/{tiny.REVERSE}.rs": "impl Solution { fn broken( }\n",
    }
    submission = tiny.make_submission(bed.pytester.path / "mixed", answers)
    documents = []
    for arguments in (["-p", "no:xdist"], ["-n1"], ["-n2"], ["-n2", "--dist=worksteal"]):
        result = bed.run(*arguments, submission=submission)
        assert result.ret == pytest.ExitCode.TESTS_FAILED, result.stdout.str()
        statuses = bed.statuses()
        assert statuses["cf1A[CodeGen-NL]"] == "passed"
        assert statuses["lc10[CodeGen-NL]"] == "compile_error"
        text = (bed.results / "leaderboard.json").read_text()
        documents.append(json.dumps(_without_times(text)))
        jsonschema.validate(json.loads(text), _schema())
    assert len(set(documents)) == 1


@pytest.mark.parametrize(("rate", "code"), [("0.6", 0), ("0.7", 1)])
def test_fail_under_decides_the_exit_code(bed: Bed, rate: str, code: int) -> None:
    answers = tiny.good_codegen()
    del answers[f"CodeGen-NL/{tiny.DOUBLE}.rs"]
    submission = tiny.make_submission(bed.pytester.path / "two-of-three", answers)
    result = bed.run(
        f"--vlite-fail-under=CodeGen-NL={rate}", "--vlite-tests=examples", submission=submission
    )
    assert sorted(bed.statuses().values()) == ["missing", "passed", "passed"]
    assert result.ret == code
    if code:
        result.stdout.fnmatch_lines(["below --vlite-fail-under: tiny: CodeGen-NL 0.6667 is*"])
    assert "examples" in json.dumps(bed.document())


def test_a_full_run_scores_lite_from_the_same_verdicts(bed: Bed) -> None:
    lite = [tiny.DOUBLE, tiny.SUM]
    (bed.release / "lite_problem_ids.txt").write_text("".join(f"{one}\n" for one in sorted(lite)))
    result = bed.run("--vlite-subset=full")
    result.stdout.fnmatch_lines(["full (3 problems):", "lite (2 problems):"])
    part = json.loads((bed.results / "leaderboard-lite.json").read_text())
    assert bed.document()["subset"]["size"] == 3
    assert part["subset"]["size"] == 2
    whole, narrow = bed.document()["entries"][0], part["entries"][0]
    for setting, found in narrow["settings"].items():
        assert found["problems"] == 2
        assert whole["settings"][setting]["problems"] == 3
