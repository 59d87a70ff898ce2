"""Tests of reading constraints."""
