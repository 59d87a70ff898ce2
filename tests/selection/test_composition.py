"""Tables and plots of compositions."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pytest_vlite.cli import main
from pytest_vlite.selection.composition import compose
from pytest_vlite.selection.sampling import Ranked, RankedGroup
from tests.selection.making import make_release
from tests.snapshot import REPOSITORY

PACKAGED = REPOSITORY / "pytest_vlite/data/selections/vericontest-2026-07-snapshot.yaml"


def test_counts_quantiles_and_distance() -> None:
    problems = tuple(Ranked(f"p{n}", n, removed=n == 3) for n in range(20))
    composition = compose([RankedGroup("aoc/x", problems)], ["p0", "p10", "p19"])
    (group,) = composition.groups
    assert (group.full, group.remaining, group.subset) == (20, 19, 3)
    (sizes,) = composition.sources
    assert sizes.full_quantiles == (9.5, 14.25, 17.1)
    assert sizes.subset_quantiles == (10, 14.5, 17.2)
    assert sizes.distance == pytest.approx(1 / 3 - 1 / 20)
    assert (composition.largest, composition.largest_in_subset) == (2, 1)


def test_an_empty_source_has_no_quantiles() -> None:
    composition = compose([RankedGroup("aoc/x", ()), RankedGroup("b/y", (Ranked("p", 1),))], [])
    assert [sizes.subset_quantiles for sizes in composition.sources] == [None, None]
    assert [sizes.distance for sizes in composition.sources] == [None, None]


def test_the_packaged_lite_beside_the_published_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plot = tmp_path / "plot.svg"
    assert main(["composition", str(PACKAGED), "--json", "--plot", str(plot)]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["problems"], record["size"]) == (1006, 300)
    assert record["published"]["remaining"] == 914
    assert [group["subset"] for group in record["groups"]] == [107, 90, 18, 35, 12, 15, 12, 11]
    assert all(sizes["distance"] < 0.05 for sizes in record["proof_lines"])
    panels = ElementTree.parse(plot).getroot().iter("{http://www.w3.org/2000/svg}polyline")
    assert len(list(panels)) == 4
    assert main(["composition", str(PACKAGED), "--markdown"]) == 0
    assert "| leetcode/Easy | 359 | 353 | 107 |" in capsys.readouterr().out


def test_a_list_of_ids_needs_a_release(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_release(tmp_path / "r")
    listed = tmp_path / "ids.txt"
    listed.write_text("lc1\nlc20\n")
    assert main(["composition", str(listed)]) == 2
    assert "--release" in capsys.readouterr().err
    assert main(["composition", str(listed), "--release", str(tmp_path / "r")]) == 0
    assert "published" not in capsys.readouterr().out
    listed.write_text("lc999\n")
    assert main(["composition", str(listed), "--release", str(tmp_path / "r")]) == 2
    assert "lc999" in capsys.readouterr().err
    assert main(["composition", str(PACKAGED), "--release", str(tmp_path / "r")]) == 2
    assert "another release" in capsys.readouterr().err


def test_proof_size_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    release = make_release(tmp_path / "r")
    verified = release.problem("lc7").directory / "verified.rs"
    reference = release.problem("lc7").directory / "code_spec.rs"
    assert main(["proof-size", str(verified), "--reference", str(reference)]) == 0
    assert capsys.readouterr().out == "7\n"
    arguments = ["proof-size", str(verified), "--problem", "lc7"]
    assert main([*arguments, "--release", str(release.root), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["proof_lines"] == 7
    assert main(["proof-size", str(tmp_path / "none.rs"), "--reference", str(reference)]) == 2
    assert "cannot read" in capsys.readouterr().err
