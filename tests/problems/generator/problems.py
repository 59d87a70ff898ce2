"""All problems of the bundled release."""

from __future__ import annotations

from tests.problems.generator.function_problems import SCANS
from tests.problems.generator.function_searches import SEARCHES
from tests.problems.generator.model import BundledProblem
from tests.problems.generator.program_problems import PROGRAM_PROBLEMS

_ALL: tuple[BundledProblem, ...] = (*SCANS, *SEARCHES, *PROGRAM_PROBLEMS)
PROBLEMS = {problem.id: problem for problem in _ALL}
