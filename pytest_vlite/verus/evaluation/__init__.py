"""Executable specifications: a specification becomes a Rust program that decides its clauses.

`translate` is pure: text in, program text out. `docs/executable-specifications.md` describes the
program's input and output and what has no executable meaning.
"""

from pytest_vlite.verus.evaluation.translate import Clause, Translation, runtime, translate

__all__ = ["Clause", "Translation", "runtime", "translate"]
