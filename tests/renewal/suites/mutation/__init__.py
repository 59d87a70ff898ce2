"""Tests of mutation."""
