"""Fits the cost model of `pytest_vlite/judge/verifier/cost.py` to recorded reference runs.

    python benchmarks/fit_verifier_cost.py RUNS.csv RELEASE

RUNS.csv has the columns problem_id, set (the folder), exit, wall_s. The model is a straight line
over the proof's lines (non-blank lines of verified.rs less those of code_spec.rs) that minimises
the sum of absolute errors: a few proofs take a hundred times as long as their length suggests and
would bend a least-squares line. Those few are printed; the package names them.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import numpy as np

SLOW_FACTOR = 3.0
SLOW_SECONDS = 10.0


def nonblank_lines(path: Path) -> int:
    return sum(1 for line in path.read_text(encoding="utf-8").split("\n") if line.strip())


def read_runs(runs: Path, release: Path) -> list[tuple[str, int, float]]:
    """Problem, lines of proof and wall seconds of every run that has its files."""
    root = release / "benchmark" if (release / "benchmark").is_dir() else release
    rows = []
    with runs.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            folder = root / row["set"] / row["problem_id"]
            proof = nonblank_lines(folder / "verified.rs") - nonblank_lines(folder / "code_spec.rs")
            rows.append((row["problem_id"], proof, float(row["wall_s"])))
    return rows


def least_absolute_line(x: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    """Base and slope of least absolute error, by iteratively reweighted least squares."""
    columns = np.stack([np.ones_like(x), x], axis=1)
    solution = np.linalg.lstsq(columns, y, rcond=None)[0]
    for _ in range(500):
        weights = 1 / np.sqrt(np.maximum(np.abs(y - columns @ solution), 1e-4))
        solution = np.linalg.lstsq(columns * weights[:, None], y * weights, rcond=None)[0]
    return float(solution[0]), float(solution[1])


def rank_correlation(a: np.ndarray, b: np.ndarray) -> float:
    ranks = [np.argsort(np.argsort(values, kind="stable"), kind="stable") for values in (a, b)]
    return float(np.corrcoef(ranks[0], ranks[1])[0, 1])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("runs", type=Path)
    parser.add_argument("release", type=Path)
    options = parser.parse_args()
    rows = read_runs(options.runs, options.release)
    lines = np.array([float(row[1]) for row in rows])
    seconds = np.array([row[2] for row in rows])
    base, slope = least_absolute_line(lines, seconds)
    model = base + slope * lines
    slow = (seconds > SLOW_FACTOR * model) & (seconds > SLOW_SECONDS)
    print(f"runs {len(rows)}, in all {seconds.sum():.0f} s")
    print(f"BASE_S = {base:.2f}\nPER_LINE_S = {slope:.4f}")
    print(f"median absolute error {np.median(np.abs(seconds - model)):.2f} s")
    inside = np.mean((model / seconds < 2) & (seconds / model < 2))
    print(f"within a factor of two: {inside:.1%}")
    print(f"rank correlation of model and time {rank_correlation(model, seconds):.2f}")
    print(f"model's sum without the slow ones {model[~slow].sum():.0f} s", end=", ")
    print(f"measured {seconds[~slow].sum():.0f} s")
    for index in sorted(np.flatnonzero(slow), key=lambda i: -seconds[i]):
        print(f'    "{rows[index][0]}": {seconds[index]:.0f},  # {rows[index][1]} lines')


if __name__ == "__main__":
    main()
