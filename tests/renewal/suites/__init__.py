"""Tests of test synthesis."""
