"""Deliberately wrong variants of a Rust program, and variants that mean the same."""

from pytest_vlite.renewal.suites.mutation.mutants import Mutant, chosen, mutants
from pytest_vlite.renewal.suites.mutation.rewrites import Rewrite, rewrites

__all__ = ["Mutant", "Rewrite", "chosen", "mutants", "rewrites"]
