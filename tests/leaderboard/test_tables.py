"""Markdown and CSV tables, and the leaderboard of published figures."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from pytest_vlite.errors import InputError
from pytest_vlite.leaderboard import Harness
from pytest_vlite.leaderboard.load import load_result
from pytest_vlite.leaderboard.merge import merge_results
from pytest_vlite.leaderboard.published import published_document
from pytest_vlite.leaderboard.ranking import rank
from pytest_vlite.leaderboard.tables import csv_table, markdown
from pytest_vlite.scoring.intervals import wilson
from tests.leaderboard.results import one_system
from tests.leaderboard.test_document import check_schema

PUBLISHED = Path(__file__).parent / "published.csv"


def published(path: Path = PUBLISHED) -> dict[str, Any]:
    return published_document(
        path,
        release_id="published",
        problems=946,
        harness=Harness("pytest-vlite", "0.1.0"),
        generated_at="2026-11-01T00:00:00+00:00",
    )


def test_published_figures_are_ranked_as_published() -> None:
    document = published()
    check_schema(document)
    with PUBLISHED.open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 10
    for setting in list(rows[0])[2:]:
        ranked = rank(document, setting)
        shown = [f"{100 * (row.result or {})['pass_rate']:.2f}" for row in ranked]
        figures = {row["system"]: row[setting] for row in rows}
        assert shown == [figures[row.name] for row in ranked]
        assert shown == sorted(figures.values(), key=float, reverse=True)
        assert [row.place for row in ranked] == [
            1 + sum(float(other) > float(figures[row.name]) for other in figures.values())
            for row in ranked
        ]
    assert rank(document, "End2End")[0].name == "GPT-5.5"


def test_rates_stay_as_published_and_counts_are_the_nearest() -> None:
    record = published()["entries"][0]["settings"]["SpecGen"]
    assert (record["passed"], record["problems"]) == (197, 946)
    assert record["ci95"] == pytest.approx(wilson(197, 946), abs=1e-4)
    assert record["pass_rate"] == 0.2082


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("system,SpecGen\nx,101\n", "not between 0 and 100"),
        ("system,SpecGen\nx,NaN\n", "not between 0 and 100"),
        ("system,SpecGen\nx,many\n", "'many' is no percentage"),
        ("system,SpecGen\nx,0.00\nx,0.00\n", "line 3: each row needs its own"),
        ("system,SpecGen\nx,0.00,1\n", "line 2"),
        ("system,Nothing\nx,1\n", "not 'Nothing'"),
        ("name\n", "line 1"),
        ("", "line 1"),
    ],
)
def test_slips_in_the_table_are_named(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "table.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=reason):
        published(path)


HOSTILE = "=1+1|`x`<script>alert(1)</script>[a](javascript:b)@all\x1b[31m\u202e*b*"


def hostile_document(tmp_path: Path) -> dict[str, Any]:
    manifest = {"organisation": "http://evil.example/ \n| new | row |"}
    places = [
        one_system(tmp_path / "a", HOSTILE, {"SpecGen": "11011"}, manifest=manifest),
        one_system(tmp_path / "b", "beta", {"SpecGen": "11!10", "ProofGen": "00000"}),
        one_system(tmp_path / "c", "gamma", {"ProofGen": "00001", "SpecGen": "11011"}),
    ]
    return merge_results([load_result(place) for place in places]).document


def test_markdown_ranks_and_lists_who_cannot_be_ranked(tmp_path: Path) -> None:
    text = markdown(hostile_document(tmp_path))
    assert "| 1 | gamma | gamma org | 80.0% | 37.6% to 96.4% | 4 / 5 |" in text
    assert "- beta: 60.0% (incomplete: SpecGen: 1 unavailable)" in text
    assert "| beta | 60.0% (incomplete) | 0.0% |" in text
    assert "### ProofGen" not in markdown(hostile_document(tmp_path), ["SpecGen"])


def test_hostile_names_stay_in_their_markdown_cell(tmp_path: Path) -> None:
    text = markdown(hostile_document(tmp_path))
    for part in ("<script", "](javascript", "\x1b", "\u202e", "://", "@all", "*b*"):
        assert part not in text.replace("\\*", "")
    lines = [line.replace("\\|", "") for line in text.splitlines() if line.startswith("| 1")]
    assert {line.count("|") for line in lines} == {7}


def test_csv_holds_every_group_and_no_formula(tmp_path: Path) -> None:
    document = hostile_document(tmp_path)
    rows = list(csv.DictReader(io.StringIO(csv_table(document))))
    whole = [row for row in rows if row["grouping"] == "all"]
    assert [row["place"] for row in whole] == ["1", "1", "", "1", ""]
    assert whole[2]["not_ranked_because"] == "incomplete: SpecGen: 1 unavailable"
    assert whole[2]["unavailable"] == "1"
    names = {row["submission"] for row in rows}
    assert not any(name.startswith("=") for name in names)
    strata = [r for r in rows if r["grouping"] == "stratum" and r["submission"] == "gamma"]
    assert [(r["group"], r["problems"], r["passed"]) for r in strata[:2]] == [
        ("codeforces/800", "2", "2"), ("leetcode/Easy", "3", "2"),
    ]  # fmt: skip
