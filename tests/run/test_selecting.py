"""Node ids and the usual ways of pytest to choose among items."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import tiny
from tests.run.conftest import Bed

pytestmark = pytest.mark.usefixtures("without_rustc")


def _collected(bed: Bed, *arguments: str) -> list[str]:
    result = bed.pytester.runpytest_inprocess(
        *bed.arguments("--collect-only", "-q", "-p", "no:cacheprovider", *arguments)
    )
    return [line for line in result.outlines if "::" in line]


def test_node_ids_name_problem_and_setting(bed: Bed) -> None:
    assert _collected(bed) == [
        f"release/{source}/{problem}/description.md::{problem}[{setting}]"
        for source, problem in (
            ("codeforces", tiny.SUM),
            ("leetcode", tiny.DOUBLE),
            ("leetcode", tiny.REVERSE),
        )
        for setting in ("CodeGen-NL", "ProofGen")
    ]
    assert not bed.results.exists()


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["-k", "lc1 and CodeGen"], ["lc1[CodeGen-NL]", "lc10[CodeGen-NL]"]),
        (["-k", "cf1a and ProofGen"], ["cf1A[ProofGen]"]),
        (["-m", "codegen_nl and leetcode"], ["lc1[CodeGen-NL]", "lc10[CodeGen-NL]"]),
        (["-m", "vlite(problem='lc1')"], ["lc1[CodeGen-NL]", "lc1[ProofGen]"]),
        (["-m", "proofgen and rated_800"], ["cf1A[ProofGen]"]),
        (["-m", "codegen and medium"], ["lc10[CodeGen-NL]"]),
        (["release/leetcode/lc1"], ["lc1[CodeGen-NL]", "lc1[ProofGen]"]),
        (["release/leetcode/lc10/description.md::lc10[ProofGen]"], ["lc10[ProofGen]"]),
        (["--vlite-settings=proofgen", "-k", "not lc"], ["cf1A[ProofGen]"]),
    ],
)
def test_choosing(bed: Bed, arguments: list[str], names: list[str]) -> None:
    assert [line.rpartition("::")[2] for line in _collected(bed, *arguments)] == names


@pytest.mark.parametrize("named", [[], ["."]])
def test_a_release_beside_the_working_directory(
    bed: Bed, monkeypatch: pytest.MonkeyPatch, named: list[str]
) -> None:
    below = bed.pytester.mkdir("below")
    monkeypatch.chdir(below)
    beside = Bed(bed.pytester, Path("../release"), Path("../submission"))
    assert len(_collected(beside, *named)) == 6


def test_samples_and_submissions_stand_in_the_names(bed: Bed) -> None:
    other = tiny.make_submission(
        bed.pytester.path / "other",
        {"CodeGen-NL/lc1/0.rs": "no", "CodeGen-NL/lc1/1.rs": "no"},
        "Other: one",
    )
    names = [line.rpartition("::")[2] for line in _collected(bed, f"--vlite-submission={other}")]
    assert "lc1[tiny-CodeGen-NL]" in names
    of_other = [name for name in names if "tiny" not in name]
    assert len(of_other) == 4
    assert len(set(names)) == 10
    assert [name for name in of_other if name.startswith("lc1[")] == [
        name for name in of_other if name.endswith(("CodeGen-NL-0]", "CodeGen-NL-1]"))
    ]


def test_a_marker_that_does_not_exist_is_refused_under_strict_markers(bed: Bed) -> None:
    assert len(_collected(bed, "--strict-markers")) == 6


def test_shards_partition_the_expected_attempts(bed: Bed) -> None:
    first = _collected(bed, "--vlite-shard=1/2")
    second = _collected(bed, "--vlite-shard=2/2")
    assert first
    assert second
    assert sorted(first + second) == sorted(_collected(bed))


def test_ini_values_stand_for_options(bed: Bed) -> None:
    bed.pytester.makeini(
        f"""
        [pytest]
        vlite_submission = {bed.submission}
        vlite_release = {bed.release}
        vlite_settings = ProofGen
        vlite_subset = full
        """
    )
    result = bed.pytester.runpytest_inprocess("--collect-only", "-q")
    assert [line.rpartition("::")[2] for line in result.outlines if "::" in line] == [
        "cf1A[ProofGen]",
        "lc1[ProofGen]",
        "lc10[ProofGen]",
    ]


def test_other_tests_are_collected_only_when_they_are_named(bed: Bed) -> None:
    bed.pytester.makepyfile(test_other="def test_one(): pass")
    assert len(_collected(bed)) == 6
    names = _collected(bed, "test_other.py")
    assert names[0] == "test_other.py::test_one"
    assert len(names) == 7
