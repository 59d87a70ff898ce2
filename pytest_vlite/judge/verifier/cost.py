"""How long a verification will take, roughly: to start long ones first and to cut even shards.

A straight line over the length of the proof, fitted with least absolute error to 1,005 reference
proofs run under Verus 0.2026.05.05 (two at a time on two busy cores); 90% of them are within a
factor of two. Length says little about the solver's work: thirteen references, at most one in
seventy-five, take more than three times what the line says, and those are named.
`benchmarks/fit_verifier_cost.py` refits everything here. No verdict depends on these figures.
"""

from __future__ import annotations

BASE_S = 1.83
PER_LINE_S = 0.0065

# Wall seconds of the reference proofs that the line does not describe.
_SLOW_REFERENCES_S = {
    "lc3349": 524.0,
    "lc3350": 522.0,
    "lc1574": 437.0,
    "lc2485": 90.0,
    "lc2729": 80.0,
    "lc667": 58.0,
    "lc1562": 28.0,
    "lc1679": 22.0,
    "lc1808": 18.0,
    "cf552C": 15.0,
    "lc3718": 14.0,
    "cf451B": 13.0,
    "lc3030": 11.0,
}


def expected_cost(proof_lines: int, problem_id: str | None = None) -> float:
    """Wall seconds that verifying a proof of that many lines is expected to take.

    `proof_lines` are the non-blank lines that the proof adds to code and specification (for an
    answer not yet read: the reference's). With `problem_id`, a reference known to be slow counts
    with its measured time.
    """
    from_length = BASE_S + PER_LINE_S * max(0, proof_lines)
    return max(from_length, _SLOW_REFERENCES_S.get(problem_id or "", 0.0))
