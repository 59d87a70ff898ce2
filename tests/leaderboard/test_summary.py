"""The table at the end of a run."""

from __future__ import annotations

from pytest_vlite.leaderboard import build_document
from pytest_vlite.leaderboard.summary import summary_lines
from pytest_vlite.vocabulary import Status
from tests.leaderboard.making import context, verdict
from tests.leaderboard.results import IDS, verdicts_of


def test_rates_intervals_statuses_and_what_is_incomplete() -> None:
    verdicts = verdicts_of("alpha\x1b[2J", {"CodeGen-NL": "1101t", "SpecGen": "?????"})
    verdicts += verdicts_of("alpha\x1b[2J", {"ProofGen": "!!!!!"})
    run = context(IDS, {"CodeGen-NL": 1, "SpecGen": 1, "ProofGen": 1}, names=("alpha\x1b[2J",))
    lines = summary_lines(build_document(verdicts, run))
    assert lines == [
        "alpha<U+001B>[2J",
        "  setting     passed   rate  95% interval    other verdicts",
        "  CodeGen-NL     3/5  60.0%  23.1% to 88.2%  wrong_answer 1, time_limit 1",
        "  SpecGen        0/5   0.0%  0.0% to 43.4%   undecided 5",
        "  ProofGen       0/5   0.0%  0.0% to 43.4%   unavailable 5",
        "  undecided in SpecGen: 5 (cf4A cf10B lc1 lc2 lc10)",
        "  incomplete, cannot be ranked: ProofGen: 5 unavailable",
    ]


def test_several_samples_are_counted_by_attempt() -> None:
    verdicts = [verdict("lc1", sample=0), verdict("lc1", Status.TIME_LIMIT, sample=1)]
    run = context(("lc1",), {"CodeGen-NL": 2}, not_comparable=("only examples",))
    lines = summary_lines(build_document(verdicts, run))
    assert lines[2].split() == [
        "CodeGen-NL", "1/2", "50.0%", "5.5%", "to", "94.5%", "pass@2", "100.0%,", "time_limit", "1",
    ]  # fmt: skip
    assert lines[3] == "  not comparable with other results: only examples"
