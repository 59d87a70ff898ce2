"""Executable families: a seed item with a template, a generator and a verifier."""
