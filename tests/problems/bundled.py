"""Where the bundled release is and what its folders are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.problems.generator.problems import PROBLEMS

REPOSITORY = Path(__file__).resolve().parents[2]
ROOT = REPOSITORY / "problems"
SUBMISSIONS = REPOSITORY / "submissions"
PROBLEM_DIRECTORIES = sorted(
    directory
    for source in ("leetcode", "codeforces")
    for directory in (ROOT / source).iterdir()
    if directory.is_dir()
)
CHECKED_IDS = {problem.id for problem in PROBLEMS.values() if problem.accepts is not None}


def read_cases(path: Path) -> list[dict[str, Any]]:
    """The records of a test file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
