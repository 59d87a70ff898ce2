"""Merging results: shards, systems, conflicts, other releases, other versions, hostile files."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from pytest_vlite.errors import InputError
from pytest_vlite.leaderboard import (
    Environment,
    ReleaseFacts,
    SubsetFacts,
    build_document,
    settle_verdicts,
)
from pytest_vlite.leaderboard.load import load_document, load_result
from pytest_vlite.leaderboard.merge import merge_results
from pytest_vlite.leaderboard.ranking import rank
from pytest_vlite.leaderboard.write import document_bytes
from pytest_vlite.vocabulary import Status
from tests.leaderboard.making import context, verdict
from tests.leaderboard.results import IDS, one_system, verdicts_of, write_result
from tests.leaderboard.test_document import check_schema


def test_shards_of_a_run_come_to_what_one_run_gives(tmp_path: Path) -> None:
    run = context(IDS, {"CodeGen-NL": 2, "ProofGen": 1})
    verdicts = [
        *[verdict(i, sample=s) for i in IDS for s in range(2)],
        *[verdict(i, Status.UNVERIFIED, setting="ProofGen") for i in IDS],
    ]
    shards = [
        load_result(write_result(tmp_path / str(part), verdicts[part::3], run)) for part in range(3)
    ]
    assert not any(shard.document["entries"][0]["complete"] for shard in shards)
    whole = build_document(verdicts, run)
    for order in permutations(shards):
        merged = merge_results(order)
        assert document_bytes(merged.document) == document_bytes(whole)
        assert list(merged.verdicts) == settle_verdicts(verdicts, run)
    check_schema(merged.document)


def test_systems_are_joined_and_ranked_with_ties_shared(tmp_path: Path) -> None:
    marks = {"alpha": "11000", "beta": "00011", "gamma": "11111", "delta": "00000", "eps": "1111!"}
    results = [
        load_result(one_system(tmp_path / name, name, {"CodeGen-NL": passes}))
        for name, passes in marks.items()
    ]
    merged = merge_results(results)
    rows = rank(merged.document, "CodeGen-NL")
    assert [(row.place, row.name) for row in rows] == [
        (1, "gamma"), (2, "alpha"), (2, "beta"), (4, "delta"), (None, "eps"),
    ]  # fmt: skip
    assert rows[-1].reasons == ("incomplete: CodeGen-NL: 1 unavailable",)
    missing = rank(merged.document, "ProofGen")
    assert {row.place for row in missing} == {None}
    assert missing[0].reasons[0] == "no ProofGen"


def test_merging_one_result_with_itself_changes_nothing(tmp_path: Path) -> None:
    result = load_result(one_system(tmp_path / "a", "alpha", {"SpecGen": "1?0t1"}))
    merged = merge_results([result, result])
    assert document_bytes(merged.document) == document_bytes(result.document)


def test_different_verdicts_are_named(tmp_path: Path) -> None:
    one = load_result(one_system(tmp_path / "a", "alpha", {"SpecGen": "11111"}))
    two = load_result(one_system(tmp_path / "b", "alpha", {"SpecGen": "11011"}))
    with pytest.raises(InputError, match="two different verdicts for 'alpha' SpecGen lc10 sample"):
        merge_results([one, two])


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"release": ReleaseFacts("2027-01", 1006, "a" * 64)}, "different release"),
        ({"subset": SubsetFacts("lite", 5, "c" * 64)}, "different subset"),
        ({"release": ReleaseFacts("2026-10.1", 1006, "a" * 64)}, "different pinned verifier"),
    ],
)
def test_other_releases_and_subsets_are_refused(
    tmp_path: Path, changes: dict[str, Any], reason: str
) -> None:
    one = load_result(one_system(tmp_path / "a", "alpha", {"SpecGen": "11111"}))
    two = load_result(one_system(tmp_path / "b", "beta", {"SpecGen": "11111"}, **changes))
    with pytest.raises(InputError, match=reason):
        merge_results([one, two])


def test_one_name_for_two_systems_is_refused(tmp_path: Path) -> None:
    one = load_result(one_system(tmp_path / "a", "alpha", {"SpecGen": "11111"}))
    two = load_result(
        one_system(tmp_path / "b", "alpha", {"SpecGen": "11111"}, manifest={"model": "other"})
    )
    with pytest.raises(InputError, match="different submissions of the name 'alpha'"):
        merge_results([one, two])


def test_shards_verified_by_different_builds_are_refused(tmp_path: Path) -> None:
    results = [
        load_result(
            one_system(
                tmp_path / build,
                "alpha",
                {"ProofGen": "1----"},
                environment=Environment(verus=build),
            )
        )
        for build in ("one", "two")
    ]
    with pytest.raises(InputError, match="different verifier builds"):
        merge_results(results)


def test_machines_may_differ_and_are_then_given_with_the_entries(tmp_path: Path) -> None:
    results = [
        load_result(
            one_system(
                tmp_path / name,
                name,
                {"SpecGen": "11111"},
                environment=Environment(os="Linux", cores=cores),
            )
        )
        for name, cores in (("alpha", 2), ("beta", 64))
    ]
    document = merge_results(results).document
    assert document["environment"]["os"] == "Linux"
    assert document["environment"]["cores"] is None
    assert [entry["environment"]["cores"] for entry in document["entries"]] == [2, 64]
    check_schema(document)


def test_figures_without_attempts_are_carried_over_but_not_joined(tmp_path: Path) -> None:
    bare = one_system(tmp_path / "a", "alpha", {"SpecGen": "11111"})
    (bare / "attempts.jsonl").unlink()
    other = load_result(one_system(tmp_path / "b", "beta", {"SpecGen": "10111"}))
    merged = merge_results([load_result(bare), other])
    assert [e["settings"]["SpecGen"]["passed"] for e in merged.document["entries"]] == [5, 4]
    shard = load_result(one_system(tmp_path / "c", "alpha", {"CodeGen-NL": "11111"}))
    with pytest.raises(InputError, match=r"no attempts\.jsonl beside it"):
        merge_results([load_result(bare), shard])


def test_attempts_of_another_result_are_refused(tmp_path: Path) -> None:
    one = one_system(tmp_path / "a", "alpha", {"SpecGen": "11111"})
    two = one_system(tmp_path / "b", "alpha", {"SpecGen": "11011"})
    (one / "attempts.jsonl").write_bytes((two / "attempts.jsonl").read_bytes())
    with pytest.raises(InputError, match="does not belong to"):
        load_result(one)
    three = one_system(tmp_path / "c", "gamma", {"SpecGen": "11011"})
    (one / "attempts.jsonl").write_bytes((three / "attempts.jsonl").read_bytes())
    with pytest.raises(InputError, match="which the document has not"):
        load_result(one)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not a JSON document"),
        (b"\xff", "not a JSON document"),
        (b"[" * 200_000, "not a JSON document"),
        (b"[]", "no schema_version"),
        (b"{}", "no schema_version"),
        (b'{"schema_version": 0}', "has schema version 0; this harness reads version 1"),
        (b'{"schema_version": true}', "has schema version True"),
        (b'{"schema_version": 1}', "is a required property"),
        (b'{"schema_version": NaN}', "NaN is not a JSON number"),
        (b'{"schema_version": ' + b"9" * 5000 + b"}", "not a JSON document"),
    ],
)
def test_files_that_are_no_leaderboards_are_refused(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    path = tmp_path / "leaderboard.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=reason) as fault:
        load_document(path)
    assert str(path) in str(fault.value)


def test_an_impossible_rate_is_refused_with_its_place(tmp_path: Path) -> None:
    place = one_system(tmp_path / "a", "alpha", {"SpecGen": "11111"})
    document = json.loads((place / "leaderboard.json").read_text())
    document["entries"][0]["settings"]["SpecGen"]["pass_rate"] = 1.5
    (place / "leaderboard.json").write_text(json.dumps(document))
    with pytest.raises(InputError, match=r"entries\[0\].settings.SpecGen.pass_rate: 1.5"):
        load_result(place)


def test_an_endless_number_of_samples_is_a_mistake_and_no_hang(tmp_path: Path) -> None:
    place = one_system(tmp_path / "a", "alpha", {"SpecGen": "11111"})
    text = (place / "attempts.jsonl").read_text()
    (place / "attempts.jsonl").write_text(text.replace('"sample":0', '"sample":999999999999', 1))
    with pytest.raises(InputError, match="the sample numbers must be wrong"):
        merge_results([load_result(place)])


def test_a_very_long_name_can_be_read_back(tmp_path: Path) -> None:
    name = "n\ud800" * 5000
    result = load_result(one_system(tmp_path / "a", name, {"SpecGen": "11111"}))
    assert merge_results([result]).verdicts == result.verdicts


@pytest.mark.parametrize(
    ("key", "change", "reason"),
    [
        ("problems", lambda listed: listed + listed[:1], "problem 'cf4A' occurs twice"),
        ("entries", lambda listed: listed + listed[:1], "submission 'alpha' occurs twice"),
        ("problems", lambda listed: listed[1:], "has 5 problems, but 4 are described"),
        ("subset", lambda subset: {**subset, "size": 4}, "has 4 problems, but 5 are"),
    ],
)
def test_documents_that_contradict_themselves_are_refused(
    tmp_path: Path, key: str, change: Any, reason: str
) -> None:
    place = one_system(tmp_path / "a", "alpha", {"SpecGen": "11111"})
    document = json.loads((place / "leaderboard.json").read_text())
    document[key] = change(document[key])
    (place / "leaderboard.json").write_text(json.dumps(document))
    with pytest.raises(InputError, match=reason):
        load_result(place)


def test_absent_results_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read .*leaderboard.json"):
        load_result(tmp_path)
    with pytest.raises(InputError, match="nothing to merge"):
        merge_results([])


def test_a_problem_that_no_shard_judged_stays_not_run(tmp_path: Path) -> None:
    run = context(IDS, {"CodeGen-NL": 1})
    verdicts = verdicts_of("alpha", {"CodeGen-NL": "11-11"})
    shards = [
        load_result(write_result(tmp_path / str(part), verdicts[part::2], run)) for part in range(2)
    ]
    entry = merge_results(shards).document["entries"][0]
    assert entry["incomplete_because"] == ["CodeGen-NL: 1 not_run"]
