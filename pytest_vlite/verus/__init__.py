"""The Verus language: tokens, syntax tree, cheating gate, preservation, assembly, ghost erasure.

Pure Python on text; knows nothing of files, pytest or judging. The tree is described in
`pytest_vlite.verus.ast`, the rules of gate and preservation in docs/verus-rules.md.
"""

from pytest_vlite.verus.assembly import Assembly, assemble
from pytest_vlite.verus.differences import Difference, Side
from pytest_vlite.verus.erase import erase
from pytest_vlite.verus.errors import VerusSyntaxError
from pytest_vlite.verus.examination import ProofExamination, examine_proof
from pytest_vlite.verus.findings import Finding
from pytest_vlite.verus.gate import check_gate
from pytest_vlite.verus.parser import parse, parse_stream
from pytest_vlite.verus.preserve import check_preserved
from pytest_vlite.verus.tokens import Token, TokenStream, scan, tokenize

__all__ = [
    "Assembly",
    "Difference",
    "Finding",
    "ProofExamination",
    "Side",
    "Token",
    "TokenStream",
    "VerusSyntaxError",
    "assemble",
    "check_gate",
    "check_preserved",
    "erase",
    "examine_proof",
    "parse",
    "parse_stream",
    "scan",
    "tokenize",
]
