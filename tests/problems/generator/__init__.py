"""Makes the test cases of the bundled release: `python -m tests.problems.generator`.

Inputs come from seeded generators, expected outputs from a brute force written in Python for each
problem and from the problem's Rust reference; both must agree. Wrong outputs are edits of right
ones that the brute force rejects.
"""
