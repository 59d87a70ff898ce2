"""Building selections: what is written, from which releases, and which are refused."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_vlite.cli import main
from pytest_vlite.errors import InputError
from pytest_vlite.release import ids_sha256, load_release
from pytest_vlite.selection.building import Evidence, build_selection, check_problems
from pytest_vlite.selection.composition import compose
from pytest_vlite.selection.measurements import read_measurements
from pytest_vlite.selection.random_draw import RandomDraw
from pytest_vlite.selection.sampling import draw_sample
from pytest_vlite.selection.selection_file import read_selection, to_yaml
from tests.selection.making import add_problem, make_release, measure_file
from tests.snapshot import snapshot_root

SKIP = Evidence(skipped=frozenset({"time", "checker"}))
PLACES = [107, 90, 18, 35, 12, 15, 12, 11]


def test_snapshot_gives_the_published_counts_and_places() -> None:
    selection = build_selection(load_release(snapshot_root()), 300, 20261001, SKIP)
    counts = [len(group.ranked.problems) for group in selection.groups]
    assert counts == [359, 302, 61, 118, 40, 49, 40, 37]
    assert [group.places for group in selection.groups] == PLACES
    assert len(selection.ids) == 300
    assert selection.ids_sha256 == ids_sha256(selection.ids)
    assert selection.notes == ("cf306A is there twice and counted once: the copy in extended/",)
    assert len(selection.removed) == 19
    assert not selection.removed.intersection(selection.ids)
    # The bytes are the same on every platform and Python version: this is their sum.
    assert hashlib.sha256(to_yaml(selection).encode()).hexdigest() == FILE_SHA256


def test_lite_is_nearer_to_the_full_set_than_plain_random_samples() -> None:
    release = load_release(snapshot_root())
    groups = build_selection(release, 300, 1, SKIP).ranked_groups
    everything = [problem for group in groups for problem in group.problems]
    sources = compose(groups, ()).sources
    nearer = dict.fromkeys((sizes.source for sizes in sources), 0)
    seeds = range(200)
    for seed in seeds:
        ours = compose(groups, draw_sample(groups, 300, seed).ids).sources
        drawn = RandomDraw(seed).sample(len(everything), 300)
        plain = compose(groups, [everything[index].id for index in drawn]).sources
        for one, other in zip(ours, plain, strict=True):
            assert one.distance is not None
            assert other.distance is not None
            nearer[one.source] += one.distance < other.distance
    assert all(count >= 0.95 * len(seeds) for count in nearer.values()), nearer


def test_the_file_read_back_is_the_selection(tmp_path: Path) -> None:
    selection = build_selection(make_release(tmp_path / "r"), 7, 3, SKIP)
    path = tmp_path / "selection.yaml"
    path.write_text(to_yaml(selection))
    assert read_selection(path) == selection
    assert to_yaml(read_selection(path)) == to_yaml(selection)


def test_the_same_inputs_give_the_same_bytes_wherever_they_lie(tmp_path: Path) -> None:
    texts = {
        to_yaml(build_selection(make_release(tmp_path / name), 7, 3, SKIP))
        for name in ("a", "another name")
    }
    assert len(texts) == 1


def test_every_input_that_matters_is_in_the_file(tmp_path: Path) -> None:
    release = make_release(tmp_path / "r")
    path = measure_file(tmp_path / "m.jsonl", release, {"lc3": 0.9})
    selection = build_selection(release, 7, 3, Evidence(read_measurements(path)))
    assert selection.inputs["measurements_sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert selection.machine == {"cpu": "test"}
    assert selection.removed == {"lc3"}
    before = selection.inputs["problems_sha256"]
    description = tmp_path / "r" / "leetcode" / "lc5" / "description.md"
    description.write_text(description.read_text() + "\nmore\n")
    after = build_selection(load_release(tmp_path / "r"), 7, 3, Evidence(read_measurements(path)))
    assert after.inputs["problems_sha256"] != before


def test_filters_that_lack_what_they_need_refuse(tmp_path: Path) -> None:
    release = make_release(tmp_path / "r")
    with pytest.raises(InputError, match=r"--measurements FILE.*--skip-filter time"):
        build_selection(release, 5, 1, Evidence())
    add_problem(tmp_path / "r", "lc99", tests=False)
    bare = load_release(tmp_path / "r")
    with pytest.raises(InputError, match=r"checker.*1 have no folder of test cases \(lc99\)"):
        build_selection(bare, 5, 1, Evidence(skipped=frozenset({"time"})))
    told = Evidence(checkers=frozenset({"lc99"}), skipped=frozenset({"time"}))
    assert "lc99" in build_selection(bare, 5, 1, told).removed


def test_a_skipped_filter_is_written_into_the_selection(tmp_path: Path) -> None:
    selection = build_selection(make_release(tmp_path / "r"), 5, 1, SKIP)
    skipped = {entry.name: entry.note for entry in selection.filters if not entry.applied}
    assert set(skipped) == {"time", "checker"}
    assert all("--skip-filter" in note for note in skipped.values())
    assert "applied: false" in to_yaml(selection)


@pytest.mark.parametrize("size", [1, 2, 23, 24])
def test_any_size_works(tmp_path: Path, size: int) -> None:
    selection = build_selection(make_release(tmp_path / "r"), size, 1, SKIP)
    assert len(selection.ids) == size


def test_other_sources_and_empty_groups_work(tmp_path: Path) -> None:
    add_problem(tmp_path, "a1", source="aoc", level="Day 2")
    add_problem(tmp_path, "a2", source="aoc", level="Day 10")
    add_problem(tmp_path, "cf1A", source="codeforces", level="Rating: 1900")
    selection = build_selection(load_release(tmp_path), 3, 1, SKIP)
    names = [group.name for group in selection.groups if group.ranked.problems]
    assert names == ["codeforces/1500+", "aoc/Day 2", "aoc/Day 10"]
    assert [g.places for g in selection.groups] == [0, 0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize("lacking", ["tags", "verified.rs", "description.md"])
def test_problems_without_tags_or_proof_are_named(tmp_path: Path, lacking: str) -> None:
    make_release(tmp_path)
    add_problem(tmp_path, "lc77", leave_out=lacking)
    with pytest.raises(InputError, match=rf"leetcode/lc77 \(no {lacking}\)"):
        check_problems(load_release(tmp_path))


@pytest.mark.parametrize("level", ["Extreme", "Rating: 800", "easyish"])
def test_unknown_levels_are_named(tmp_path: Path, level: str) -> None:
    make_release(tmp_path)
    add_problem(tmp_path, "lc77", level=level)
    with pytest.raises(InputError, match="unknown level: lc77"):
        check_problems(load_release(tmp_path))


def test_an_id_in_two_sources_is_named(tmp_path: Path) -> None:
    make_release(tmp_path)
    add_problem(tmp_path, "lc1", source="codeforces", level="800")
    with pytest.raises(InputError, match=r"more than once: lc1 \(codeforces and leetcode\)"):
        check_problems(load_release(tmp_path))


def test_more_than_remain_and_wild_numbers_are_refused(tmp_path: Path) -> None:
    release = make_release(tmp_path)
    with pytest.raises(InputError, match="only 24 of 24 problems remain"):
        build_selection(release, 25, 1, SKIP)
    with pytest.raises(InputError, match="--size 0"):
        build_selection(release, 0, 1, SKIP)
    with pytest.raises(InputError, match="--seed -1"):
        build_selection(release, 1, -1, SKIP)
    with pytest.raises(InputError, match="--seed"):
        build_selection(release, 1, 2**63, SKIP)


def test_the_verb_writes_the_file_and_names_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_release(tmp_path / "r")
    output = tmp_path / "out" / "selection.yaml"
    arguments = ["select", str(tmp_path / "r"), "--seed", "4", "-o", str(output)]
    assert main([*arguments, "--size", "6"]) == 2
    assert "vlite measure" in capsys.readouterr().err
    assert not output.exists()
    assert main([*arguments, "--size", "6", "--skip-filter", "time"]) == 0
    assert "6 of 24" not in capsys.readouterr().err
    assert len(read_selection(output).ids) == 6
    assert main(["composition", str(output)]) == 0
    assert "leetcode, subset" in capsys.readouterr().out


def test_another_process_with_another_hash_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    make_release(tmp_path / "r")
    sums = set()
    for hash_seed in ("1", "2"):
        output = tmp_path / f"{hash_seed}.yaml"
        subprocess.run(
            [
                sys.executable, "-m", "pytest_vlite.cli", "select", str(tmp_path / "r"),
                "--size", "9", "--seed", "4", "--skip-filter", "time", "-o", str(output),
            ],
            env={"PYTHONHASHSEED": hash_seed, "PATH": ""},
            check=True,
            capture_output=True,
        )  # fmt: skip
        sums.add(output.read_bytes())
    assert len(sums) == 1


FILE_SHA256 = "46bb3d8bfb756cf9b2fb26b892782cd9110762cc89c3e7349c3a6b6f51883f9b"
