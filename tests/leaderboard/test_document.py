"""The leaderboard document: denominators, completeness, duplicates, bytes, schema."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from importlib import resources
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_vlite.errors import InputError
from pytest_vlite.leaderboard import (
    Environment,
    ExpectedSubmission,
    build_document,
    settle_verdicts,
    write_document,
)
from pytest_vlite.leaderboard.write import document_bytes
from pytest_vlite.vocabulary import Setting, Stage, Status, Verdict
from tests.leaderboard.making import context, facts, verdict

SCHEMA = json.loads(
    (resources.files("pytest_vlite.leaderboard") / "schema.json").read_text("utf-8")
)


def check_schema(document: Mapping[str, Any]) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(document_bytes(document)))


def only_setting(document: Mapping[str, Any]) -> dict[str, Any]:
    ((_, record),) = document["entries"][0]["settings"].items()
    return dict(record)


def test_denominator_is_the_subset_and_not_what_arrived() -> None:
    document = build_document([verdict("lc1")], context())
    record = only_setting(document)
    assert record["problems"] == 4
    assert record["pass_rate"] == 0.25
    assert record["by_status"] == {"passed": 1, "not_run": 3}
    assert record["not_run"] == 3
    assert not document["entries"][0]["complete"]
    assert document["entries"][0]["incomplete_because"] == ["CodeGen-NL: 3 not_run"]
    check_schema(document)


def test_complete_entry_with_one_sample() -> None:
    verdicts = [
        verdict("lc1"),
        verdict("lc2", Status.WRONG_ANSWER),
        verdict("lc10", Status.UNDECIDED),
        verdict("cf4A"),
    ]
    document = build_document(verdicts, context())
    record = only_setting(document)
    assert document["entries"][0]["complete"]
    assert record["passed"] == 2
    assert record["pass_rate"] == 0.5
    assert record["undecided"] == ["lc10"]
    assert record["ci_method"] == "wilson"
    assert record["pass_at_k"] == {"1": 0.5}
    assert list(record["by_stratum"]) == ["codeforces/800", "leetcode/Easy"]
    assert record["by_stratum"]["leetcode/Easy"]["problems"] == 3
    assert record["by_topic"]["math"]["passed"] == 2
    check_schema(document)


@pytest.mark.parametrize("status", [Status.ERROR, Status.UNAVAILABLE, Status.NOT_RUN])
def test_each_incomplete_status_makes_the_entry_incomplete(status: Status) -> None:
    document = build_document([verdict("lc1", status)], context(("lc1",)))
    assert document["entries"][0]["complete"] is False
    assert only_setting(document)[status.value] == 1


@pytest.mark.parametrize("status", [s for s in Status if not s.makes_incomplete])
def test_every_other_status_is_a_decision(status: Status) -> None:
    document = build_document([verdict("lc1", status)], context(("lc1",)))
    assert document["entries"][0]["complete"] is True
    assert only_setting(document)["passed"] == (status is Status.PASSED)


def test_several_samples_average_per_problem_and_estimate_pass_at_k() -> None:
    samples = {"CodeGen-NL": {"lc1": 4, "lc2": 2}}
    verdicts = [verdict("lc1", sample=i) for i in range(3)]
    verdicts += [verdict("lc1", Status.TIME_LIMIT, sample=3)]
    verdicts += [verdict("lc2", Status.COMPILE_ERROR, sample=0), verdict("lc2", sample=1)]
    record = only_setting(build_document(verdicts, context(("lc1", "lc2"), samples)))
    assert record["pass_rate"] == (3 / 4 + 1 / 2) / 2
    assert record["passed"] == 1
    assert record["solved"] == 2
    assert record["attempts"] == 6
    assert record["attempts_passed"] == 4
    assert record["samples"] == 4
    assert record["pass_at_k"] == {"1": 0.625, "2": 1.0}
    assert record["ci_method"] == "cluster-bootstrap"


def test_a_problem_without_an_answer_still_counts_as_one_attempt() -> None:
    settled = settle_verdicts([], context(("lc1", "lc2"), {"CodeGen-NL": {"lc1": 2}}))
    assert [(v.problem_id, v.sample) for v in settled] == [("lc1", 0), ("lc1", 1), ("lc2", 0)]
    assert {v.status for v in settled} == {Status.NOT_RUN}


def test_equal_verdicts_for_one_attempt_are_one() -> None:
    twice = [verdict("lc1", cpu_s=0.1), verdict("lc1", cpu_s=0.2, cached=True)]
    first = settle_verdicts(twice, context(("lc1",)))
    second = settle_verdicts(reversed(twice), context(("lc1",)))
    assert first == second
    assert len(first) == 1


@pytest.mark.parametrize(
    "other",
    [
        verdict("lc1", Status.WRONG_ANSWER),
        verdict("lc1", stage=Stage.VERIFY),
        verdict("lc1", program_sha256="c" * 64),
    ],
)
def test_different_verdicts_for_one_attempt_are_an_error_naming_it(other: Verdict) -> None:
    verdicts = [verdict("lc1", program_sha256="d" * 64), other]
    with pytest.raises(InputError, match=r"'alpha' CodeGen-NL lc1 sample 0") as fault:
        build_document(verdicts, context(("lc1",)))
    with pytest.raises(InputError) as other_way:
        build_document(verdicts[::-1], context(("lc1",)))
    assert str(fault.value) == str(other_way.value)


def test_not_run_yields_to_a_verdict() -> None:
    verdicts = [verdict("lc1"), verdict("lc1", Status.NOT_RUN), verdict("lc1")]
    assert only_setting(build_document(verdicts, context(("lc1",))))["passed"] == 1


@pytest.mark.parametrize(
    "stray",
    [
        verdict("lc77"),
        verdict("lc1", submission="beta"),
        verdict("lc1", setting="ProofGen"),
        verdict("lc1", sample=1),
    ],
)
def test_a_verdict_that_nothing_expects_is_refused(stray: Verdict) -> None:
    with pytest.raises(InputError, match="not expected"):
        build_document([stray], context())


def test_two_submissions_of_one_name_are_refused() -> None:
    with pytest.raises(InputError, match="2 submissions are named 'alpha'"):
        build_document([], context(names=("alpha", "alpha")))


def test_an_empty_subset_is_refused() -> None:
    with pytest.raises(InputError, match="no problem"):
        build_document([], context(()))


def test_another_verifier_build_makes_proof_entries_not_comparable() -> None:
    other = Environment(verus="0.2026.05.01.abc")
    proofs = context(("lc1",), {"ProofGen": 1}, environment=other)
    document = build_document([verdict("lc1", setting="ProofGen")], proofs)
    assert document["entries"][0]["not_comparable_because"] == [
        "verified with 0.2026.05.01.abc; the release pins 0.2026.04.10.01bf489"
    ]
    assert document["entries"][0]["complete"]
    code_only = build_document([verdict("lc1")], context(("lc1",), environment=other))
    assert code_only["entries"][0]["not_comparable_because"] == []


def test_what_the_caller_says_is_not_comparable_is_written() -> None:
    document = build_document([verdict("lc1")], context(("lc1",), not_comparable=("examples",)))
    assert document["entries"][0]["not_comparable_because"] == ["examples"]


def test_manifest_values_of_any_type_are_plain_or_left_out() -> None:
    manifest = {
        "model": "m" * 5000,
        "cost_usd": -1,
        "tokens": True,
        "url": ["x"],
        "date": 2026,
        "notes": "\ud800",
        "name": "other",
        "extra": object(),
    }
    run = context(("lc1",), submissions=(ExpectedSubmission("a\u202e", manifest, {"SpecGen": 1}),))
    document = build_document([], run)
    assert document["entries"][0]["submission"] == {
        "name": "a\u202e",
        "model": "m" * 2000,
        "date": "2026",
        "notes": "\ud800",
    }
    check_schema(document)


def test_settings_are_in_their_fixed_order_and_foreign_ones_last() -> None:
    names = ("Zeta", *reversed([setting.value for setting in Setting]))
    samples: dict[str, int | Mapping[str, int]] = dict.fromkeys(names, 1)
    document = build_document([], context(("lc1",), samples))
    assert list(document["entries"][0]["settings"]) == [*[s.value for s in Setting], "Zeta"]


def test_proof_size_quartiles_put_equal_sizes_together() -> None:
    problems = tuple(facts(f"lc{i}", proof_lines=size) for i, size in enumerate([1, 2, 2, 2, 9]))
    document = build_document([], context(tuple(p.id for p in problems), problems=problems))
    assert document["proof_size_bounds"] == [2, 2, 2]
    counts = {n: g["problems"] for n, g in only_setting(document)["by_proof_size"].items()}
    assert counts == {"q1": 4, "q4": 1}


@settings(max_examples=25)
@given(st.randoms(use_true_random=False), st.integers(1, 3))
def test_order_of_verdicts_and_contexts_never_changes_the_bytes(
    chance: random.Random, samples: int
) -> None:
    ids = ("lc1", "lc2", "lc10", "cf4A", "cf10B")
    verdicts = [
        verdict(i, chance.choice(list(Status)), sample=s, submission=name)
        for i in ids
        for s in range(samples)
        for name in ("alpha", "beta")
    ]
    expected: dict[str, int | Mapping[str, int]] = {"CodeGen-NL": samples}
    one = build_document(verdicts, context(ids, expected, names=("alpha", "beta")))
    chance.shuffle(verdicts)
    mixed = list(ids)
    chance.shuffle(mixed)
    other = build_document(verdicts, context(tuple(mixed), expected, names=("beta", "alpha")))
    assert document_bytes(one) == document_bytes(other)
    assert sum(only_setting(one)["by_status"].values()) == 5 * samples
    check_schema(one)


def test_writing_is_whole_and_replaces(tmp_path: Any) -> None:
    document = build_document([verdict("lc1")], context(("lc1",)))
    path = tmp_path / "results" / "leaderboard.json"
    write_document(document, path)
    write_document(document, path)
    assert json.loads(path.read_bytes()) == json.loads(json.dumps(document))
    assert [entry.name for entry in path.parent.iterdir()] == ["leaderboard.json"]
    assert path.read_bytes() == document_bytes(document)


def test_a_place_that_cannot_be_written_is_the_users_error(tmp_path: Any) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot write"):
        write_document({}, tmp_path / "file" / "leaderboard.json")
    (tmp_path / "taken").mkdir()
    with pytest.raises(InputError, match="cannot write"):
        write_document({}, tmp_path / "taken")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["file", "taken"]


def test_one_sample_documents_do_not_import_numpy() -> None:
    import subprocess
    import sys

    program = (
        "import sys; from tests.leaderboard.making import *;"
        "from pytest_vlite.leaderboard import build_document;"
        "build_document([verdict('lc1')], context()); assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
