"""The verbs merge, compare and rate from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pytest_vlite.cli import main
from pytest_vlite.leaderboard import Environment, ExpectedSubmission
from tests.leaderboard.making import context, facts, verdict
from tests.leaderboard.results import one_system, verdicts_of, write_result
from tests.leaderboard.test_tables import PUBLISHED


def test_merge_writes_a_result_that_can_be_merged_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = one_system(tmp_path / "a", "alpha\x1b[31m", {"SpecGen": "11111"})
    two = one_system(tmp_path / "b", "beta", {"SpecGen": "1!111"})
    for order in ([one, two], [two, one, tmp_path / "out"]):
        places = [str(place) for place in order]
        assert main(["merge", *places, "-o", str(tmp_path / "out")]) == 0
    printed = capsys.readouterr().out
    assert "alpha<U+001B>[31m: complete" in printed
    assert "beta: incomplete (SpecGen: 1 unavailable)" in printed
    assert len((tmp_path / "out" / "attempts.jsonl").read_text().splitlines()) == 10
    assert main(["merge", str(one), "-o", str(tmp_path / "out2"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["entries"][0]["complete"] is True


def test_merge_of_nothing_readable_exits_with_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["merge", str(tmp_path / "none"), "-o", str(tmp_path / "out")]) == 2
    assert "cannot read" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_published_figures_are_read_from_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = str(PUBLISHED)
    assert main(["merge", table, "-o", str(tmp_path / "out")]) == 2
    assert "--problems must say" in capsys.readouterr().err
    assert main(["merge", table, "--problems", "946", "-o", str(tmp_path / "out")]) == 0
    assert main(["report", str(tmp_path / "out"), "--format", "markdown"]) == 0
    printed = capsys.readouterr().out
    assert "| 1 | GPT-5.5 | OpenAI | 5.3% | 4.0% to 6.9% | 50 / 946 |" in printed
    own = one_system(tmp_path / "a", "alpha", {"SpecGen": "11111"})
    assert main(["merge", table, str(own), "--problems", "946", "-o", str(tmp_path / "x")]) == 2
    assert "compare only within one release" in capsys.readouterr().err
    assert main(["merge", table, "--problems", "0", "-o", str(tmp_path / "x")]) == 2


def test_compare_names_the_problems_and_says_it_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = one_system(tmp_path / "a", "alpha", {"SpecGen": "11100", "ProofGen": "!1111"})
    two = one_system(tmp_path / "b", "beta", {"SpecGen": "10110", "ProofGen": "11111"})
    assert main(["compare", str(one), str(two)]) == 0
    printed = capsys.readouterr().out
    assert "SpecGen: alpha 60.0%, beta 60.0% on 5 problems" in printed
    assert "alpha and beta cannot be told apart" in printed
    assert "only or more often alpha: 1 lc2" in printed
    assert "only or more often beta: 1 cf4A" in printed
    assert "ProofGen: alpha is incomplete (1 attempts not judged)" in printed
    assert main(["compare", str(one), str(two), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["pairs"][0]["comparison"]["p_value"] == 1.0


def test_compare_refuses_other_builds_unless_forced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = [
        str(
            one_system(
                tmp_path / build,
                "alpha",
                {"CodeGen-NL": "10110"},
                environment=Environment(verus=build),
            )
        )
        for build in ("one", "two")
    ]
    assert main(["compare", *places]) == 2
    assert "different verifier builds: one and two" in capsys.readouterr().err
    assert main(["compare", *places, "--force"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("FORCED although alpha (")
    assert "passed the same problems" in printed


@pytest.mark.parametrize(
    ("extra", "reason"),
    [
        ([], "at least two"),
        (["--system", "nobody"], "no submission 'nobody'; there are: alpha"),
    ],
)
def test_compare_needs_two_known_systems(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], extra: list[str], reason: str
) -> None:
    one = one_system(tmp_path / "a", "alpha", {"SpecGen": "11100"})
    assert main(["compare", str(one), *extra]) == 2
    assert reason in capsys.readouterr().err
    (one / "attempts.jsonl").unlink()
    assert main(["compare", str(one)]) == 2
    assert "no attempts of 'alpha'" in capsys.readouterr().err


def write_contest(place: Path, *, humans: int, points: bool = True) -> None:
    """A contest of two problems in the API's form; ratings fall with the place."""
    place.mkdir(parents=True)
    rows = [
        {
            "party": {"members": [{"handle": f"h{i}"}], "participantType": "CONTESTANT"},
            "points": 1500.0 - i / 10,
            "penalty": 0,
        }
        for i in range(humans)
    ]
    rows.append({"party": {"members": [{"handle": "unrated"}]}, "points": 9e9, "penalty": 0})
    problems = [{"index": index, "name": index} for index in ("A", "B")]
    if points:
        problems = [{**problem, "points": 750.0} for problem in problems]
    standings = {
        "status": "OK",
        "result": {
            "contest": {"id": 4, "name": "Codeforces Round 1 (Div. 2)"},
            "problems": problems,
            "rows": rows,
        },
    }
    changes = [{"handle": f"h{i}", "oldRating": 2400 - i, "newRating": 0} for i in range(humans)]
    (place / "standings.json").write_text(json.dumps(standings))
    (place / "ratings.json").write_text(json.dumps({"status": "OK", "result": changes}))


def contest_result(place: Path) -> Path:
    """A submission with both problems of contest 4 (A at the second try) and one of contest 5."""
    problems = (
        facts("cf4A", level="800"),
        facts("cf4B", level="1200"),
        facts("cf5A"),
        facts("lc1"),
    )
    run = context(
        tuple(problem.id for problem in problems),
        problems=problems,
        submissions=(ExpectedSubmission("alpha", {}, {"CodeGen-NL": {"cf4A": 2, "cf4B": 1}}),),
    )
    verdicts = verdicts_of("alpha", {"CodeGen-NL": "0101"}, ("cf4A", "cf4B", "cf5A", "lc1"))
    verdicts.append(verdict("cf4A", sample=1))
    return write_result(place, verdicts, run)


def test_rate_by_contests_and_problems(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = contest_result(tmp_path / "a")
    write_contest(tmp_path / "contests" / "4", humans=1000)
    write_contest(tmp_path / "contests" / "5", humans=300)
    write_contest(tmp_path / "contests" / "6", humans=199)
    write_contest(tmp_path / "contests" / "7", humans=200)
    (tmp_path / "humans.json").write_text(json.dumps([{"rating": r} for r in range(0, 4000, 10)]))
    arguments = ["rate", str(result), "--contests", str(tmp_path / "contests")]
    arguments += ["--humans", str(tmp_path / "humans.json")]
    assert main([*arguments, "--json"]) == 0
    (rating,) = json.loads(capsys.readouterr().out)
    (contest,) = rating["contests"]
    assert contest["score"] == 1450.0
    assert contest["place"] == 501
    humans = np.arange(2400, 1400, -1)
    expected = 1 + (1 / (1 + 10 ** ((contest["rating"] - humans) / 400))).sum()
    assert expected == pytest.approx(501, abs=1e-4)
    assert list(rating["divisions"]) == ["Div. 2"]
    assert rating["left_out"] == {
        "5": "the submission lacks its problems B",
        "6": "199 rated contestants; at least 200 are needed",
        "7": "the submission has none of its problems",
    }
    assert rating["problem_rating"]["problems"] == 3
    assert rating["pass_at"] == {"1": 0.5}
    assert main([*arguments, "--partial"]) == 0
    printed = capsys.readouterr().out
    assert "contest rating" in printed
    assert "(2 contests, deviation" in printed
    assert "left out contest 6: 199 rated" in printed
    assert "% of human ratings (problem rating)" in printed


def test_rate_says_bounds_and_refuses_the_incomplete(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rate", str(one_system(tmp_path / "a", "a", {"CodeGen-NL": "11111"}))]) == 0
    assert "a bound, for all were passed" in capsys.readouterr().out
    assert main(["rate", str(one_system(tmp_path / "b", "b", {"CodeGen-NL": "00000"}))]) == 0
    assert "a bound, for none was passed" in capsys.readouterr().out
    assert main(["rate", str(one_system(tmp_path / "c", "c", {"CodeGen-NL": "0000!"}))]) == 2
    assert "incomplete" in capsys.readouterr().err
    assert main(["rate", str(tmp_path / "a"), "--setting", "ProofGen"]) == 2
    assert "no attempts in ProofGen" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("standings.json", "[", "is not JSON"),
        ("standings.json", '{"status": "FAILED", "comment": "limit"}', "answered 'limit'"),
        ("standings.json", '{"status": "OK"}', "not of the API's form"),
        ("ratings.json", '{"result": 3, "status": "OK"}', "not of the API's form"),
        ("ratings.json", '[{"handle": "a", "oldRating": "x"}]', "is no number"),
        ("ratings.json", "[" * 100_000, "is not JSON"),
    ],
)
def test_broken_contest_files_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: str, reason: str
) -> None:
    write_contest(tmp_path / "contests" / "4", humans=2)
    (tmp_path / "contests" / "4" / name).write_text(content)
    result = contest_result(tmp_path / "a")
    assert main(["rate", str(result), "--contests", str(tmp_path / "contests")]) == 2
    error = capsys.readouterr().err
    assert reason in error
    assert str(tmp_path / "contests" / "4") in error


def test_missing_contests_and_humans_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = str(one_system(tmp_path / "a", "a", {"CodeGen-NL": "11111"}))
    assert main(["rate", result, "--contests", str(tmp_path / "none")]) == 2
    assert main(["rate", result, "--contests", str(tmp_path / "a")]) == 2
    (tmp_path / "h.json").write_text('[1, "x"]')
    assert main(["rate", result, "--humans", str(tmp_path / "h.json")]) == 2
    errors = capsys.readouterr().err
    assert "is no directory" in errors
    assert "holds no contest" in errors
    assert "not a list of ratings" in errors
