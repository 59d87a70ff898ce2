"""The Verus language: tokens, syntax tree, ghost erasure, comparison, cheating gate.

Pure Python on text; knows nothing of files, pytest or judging. The tree is described in
`pytest_vlite.verus.ast`.
"""

from pytest_vlite.verus.errors import VerusSyntaxError
from pytest_vlite.verus.findings import Finding
from pytest_vlite.verus.gate import check_gate
from pytest_vlite.verus.parser import parse, parse_stream
from pytest_vlite.verus.tokens import Token, TokenStream, scan, tokenize

__all__ = [
    "Finding",
    "Token",
    "TokenStream",
    "VerusSyntaxError",
    "check_gate",
    "parse",
    "parse_stream",
    "scan",
    "tokenize",
]
