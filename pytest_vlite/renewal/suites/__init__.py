"""Test suites for problems without a trusted solution."""
