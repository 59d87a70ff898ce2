"""Test cases of programs are texts; a specification speaks of a function's arguments and result.

This package finds the calls behind a text case: the release's own `main` is run on the input, with
the target recorded or replaced, so what a text means is never read off by other means than the
program that prints it.
"""
