"""Figures of the selection on a release: `python -m benchmarks.selection_figures RELEASE`.

Prints how the filters do against the hand labels, the published figures beside those found, the
distances to the full set over 200 seeds beside those of plain random samples, and the time that
`select` and `composition` take.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from pytest_vlite.cli import main
from pytest_vlite.release import Problem, Release, load_release
from pytest_vlite.selection.building import Evidence, build_selection, proof_sizes, rank_groups
from pytest_vlite.selection.composition import compose
from pytest_vlite.selection.filters import image_or_link, other_problem
from pytest_vlite.selection.random_draw import RandomDraw
from pytest_vlite.selection.sampling import RankedGroup, draw_sample
from pytest_vlite.selection.yaml_text import read_yaml

LABELS = Path(__file__).resolve().parent.parent / "tests" / "selection" / "labels.yaml"
SEEDS = 200
SIZE = 300


def filter_figures(release: Release) -> None:
    """Precision and recall of each rule on the labelled problems, without overrides."""
    labels = read_yaml(LABELS)
    rules: tuple[tuple[str, Callable[[Problem], str | None], set[str]], ...] = (
        ("image_or_link", image_or_link, {"image", "link"}),
        ("other_problem", other_problem, {"other_problem"}),
    )
    print(f"filters against {len(labels)} labelled problems, raw rules, no overrides:")
    for name, rule, words in rules:
        found = {entry["id"] for entry in labels if rule(release.problem(entry["id"]))}
        right = {entry["id"] for entry in labels if words & set(entry["labels"])}
        hits = len(found & right)
        print(
            f"  {name}: precision {hits}/{len(found)}, recall {hits}/{len(right)}, "
            f"wrong {sorted(found ^ right)}"
        )


def distance_figures(groups: Sequence[RankedGroup]) -> None:
    """Distances of selections and of plain random samples of the full set, seed by seed."""
    everything = [problem.id for group in groups for problem in group.problems]
    rows: dict[str, list[tuple[float, float]]] = {}
    for seed in range(SEEDS):
        ours = compose(groups, draw_sample(groups, SIZE, seed).ids).sources
        drawn = RandomDraw(seed).sample(len(everything), SIZE)
        plain = compose(groups, [everything[index] for index in drawn]).sources
        for one, other in zip(ours, plain, strict=True):
            rows.setdefault(one.source, []).append((one.distance or 0.0, other.distance or 0.0))
    print(f"distance to the full set over {SEEDS} seeds, selection and plain random:")
    for source, pairs in rows.items():
        smaller = sum(ours < plain for ours, plain in pairs)
        print(
            f"  {source}: medians {statistics.median(o for o, _ in pairs):.4f} and "
            f"{statistics.median(p for _, p in pairs):.4f}, largest "
            f"{max(o for o, _ in pairs):.4f} and {max(p for _, p in pairs):.4f}; "
            f"smaller in {smaller}/{SEEDS} = {100 * smaller / SEEDS:.1f}%"
        )


def timings(release: Path) -> None:
    """Wall time of the two verbs, the interpreter's start aside."""
    with tempfile.TemporaryDirectory() as folder:
        output = str(Path(folder) / "selection.yaml")
        skips = ["--skip-filter", "time", "--skip-filter", "checker"]
        for arguments in (
            ["select", str(release), "--seed", "1", "-o", output, *skips],
            ["composition", output],
        ):
            start = time.perf_counter()
            with redirect_stdout(StringIO()):
                main(arguments)
            print(f"{arguments[0]}: {time.perf_counter() - start:.2f} s")


def run() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("release", type=Path)
    options = parser.parse_args()
    release = load_release(options.release)
    filter_figures(release)
    skipped = Evidence(skipped=frozenset({"time", "checker"}))
    removed = build_selection(release, SIZE, 1, skipped).removed
    distance_figures(rank_groups(release.problems, removed, proof_sizes(release.problems)))
    timings(options.release)


if __name__ == "__main__":
    run()
