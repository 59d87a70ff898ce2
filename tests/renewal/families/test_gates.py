"""Each gate catches its kinds of fault, and rejects nothing that is right."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from pytest_vlite.renewal.answers.canonical import JsonValue, parse_answer_type, same_answer
from pytest_vlite.renewal.families.draws import Draw
from pytest_vlite.renewal.families.format import load_family
from pytest_vlite.renewal.families.gates import GateResult, check_family
from pytest_vlite.renewal.families.gates.answer_gates import with_noise
from pytest_vlite.renewal.families.inside.draw_source import DrawSource
from pytest_vlite.sandbox import choose_sandbox
from tests.renewal.families.making import DESCRIPTION, MODIFIED, PROGRAM, make_family

GENERATE, VERIFY = PROGRAM.split("\n\n\n")
_H = MODIFIED[0]
_OWN_WORDS = (
    '["What is twice {a} and {b} more?"',
    '["Somebody doubles {a}; {b} is added. Result?"',
)


def _failing(folder: Path, *changes: tuple[str, str], **options: str) -> list[GateResult]:
    family = load_family(make_family(folder, *changes, **options))
    results = check_family(family, choose_sandbox("auto"), scratch=folder, limit_s=5)
    return [result for result in results if not result.passed]


def _program(generate: str = "", verify: str = "", before: str = "") -> str:
    verify = (
        f"def verify(assignment):\n    a, b = assignment['a'], assignment['b']\n    {verify}\n"
        if verify
        else VERIFY
    )
    generate = f"def generate(rng):\n    {generate}\n" if generate else GENERATE
    return f"{before}\n{generate}\n\n{verify}"


def test_what_is_right_passes(tmp_path: Path) -> None:
    assert _failing(tmp_path / "E") == []
    assert _failing(tmp_path / "H", _H, _OWN_WORDS) == []


PROGRAMS = {
    "compilation": {
        "syntax": "def generate(rng) return",
        "no verify": GENERATE,
        "fails when loaded": _program(before="1 / 0"),
        "ends the process when loaded": _program(before="import os; os._exit(0)"),
    },
    "execution": {
        "wrong at a boundary": _program(verify="return 100 // b"),
        "wrong at the other boundary": _program(
            verify="return [1][a - 1 - 999 and 0] // (1000 - a)"
        ),
        "answer of another type": _program(verify="return str(a)"),
        "not a number": _program(verify="return float('nan')"),
        "huge": _program(verify="return 10 ** (10 ** 5)"),
        "no answer": _program(verify="pass"),
        "loops": _program(verify="\n    while True: pass"),
        "recursion": _program(verify="return verify(assignment)"),
        "ends the process": _program(verify="import os; os._exit(3)"),
        "raises SystemExit": _program(verify="raise SystemExit(0)"),
        "memory": _program(verify="return len(b'x' * 2**34)"),
        "refuses its base": _program(
            verify="\n    if a == 4: raise ValueError('no')\n    return 2 * a + b"
        ),
    },
    "yield": {
        "no draw": _program(generate="return {}"),
        "never valid": _program(generate="return {'a': 1, 'b': 2}"),
        "mostly invalid": _program(generate="return {'a': rng.integer(0, 10**6), 'b': 0}"),
        "degenerate regime": _program(verify="return 7 if a > 5 else 2 * a + b"),
        "always the same": _program(generate="return {'a': 5, 'b': 4}"),
        "a slot that never changes": _program(
            generate="return {'a': rng.integer(4, 1000), 'b': 3}"
        ),
    },
    "determinism": {
        "random": _program(
            verify="import random; return 11 if a == 4 else random.randrange(10**9)"
        ),
        "time": _program(verify="import time; return 11 if a == 4 else time.monotonic_ns()"),
        "order of hashes": _program(
            verify="return 11 if a == 4 else int(next(iter({str(a), str(a + 1), str(a + 2), '7'})))"
        ),
        "order of calls": _program(
            before="seen = []", verify="seen.append(1); return 2 * a + b if a == 4 else len(seen)"
        ),
        "its own random source": _program(
            generate="import random; return {'a': random.randint(60, 900), 'b': rng.integer(0, 50)}"
        ),
    },
    "leak": {
        "the answer is a slot": _program(verify="return 11 if a == 4 else a"),
        "the other slot": _program(verify="return 11 if a == 4 else b"),
        "nearly always": _program(verify="return 11 if a == 4 else a + (a % 50 == 0)"),
    },
    "anchoring": {
        "wrong": _program(verify="return 2 * a + b + 1"),
        "wrong below a bound": _program(verify="return 2 * a + b if a > 4 else 2 * a"),
        "refused where known": _program(verify="return -2 * a"),
    },
}


@pytest.mark.parametrize(
    ("gate", "fault"), [(gate, fault) for gate, faults in PROGRAMS.items() for fault in faults]
)
def test_a_planted_fault_of_the_program_is_caught(tmp_path: Path, gate: str, fault: str) -> None:
    failing = _failing(tmp_path, program=PROGRAMS[gate][fault])
    assert failing
    assert failing[0].gate == gate, failing
    assert "Traceback" not in failing[0].reason


DESCRIPTIONS = {
    "rendering": {
        "a slot is left out": ("Double {a}, then add {b}.", "Double {a}, then add some."),
        "the other slot is left out": ("Double {a}, then add {b}.", "Double it, then add {b}."),
        "slots run together": ('["What is twice {a} and {b} more?"', '["Twice {a}{b}?"'),
        "no slot at all": ("Double {a}, then add {b}.", "Double it, then add some."),
    },
    "anchoring": {
        "another seed's answer": ("answer: 11", "answer: 12"),
        "another base": ("base: {a: 4, b: 3}", "base: {a: 5, b: 3}"),
        "an example": (
            "base:",
            "examples: [{assignment: {a: 6, b: 1}, answer: 14}]\nbase:",
        ),
    },
}


@pytest.mark.parametrize(
    ("gate", "fault"), [(gate, fault) for gate, faults in DESCRIPTIONS.items() for fault in faults]
)
def test_a_planted_fault_of_the_description_is_caught(
    tmp_path: Path, gate: str, fault: str
) -> None:
    failing = _failing(tmp_path, DESCRIPTIONS[gate][fault])
    assert [result.gate for result in failing] == [gate]


@pytest.mark.parametrize(
    "wording",
    [
        "What is twice {a} and {b} more?",
        "what is twice {a} and {b}  more ?",
        "WHAT is TWICE {a} and {b} more?",
    ],
)
def test_a_modified_family_in_the_seeds_words_is_a_near_copy(tmp_path: Path, wording: str) -> None:
    seed = ("What is twice 4 and 3 more?", "What is twice 4 and 3 more? " * 5)
    changed = (_OWN_WORDS[0], f'["{wording * 5}"')
    failing = _failing(tmp_path, _H, changed, seed)
    assert [result.gate for result in failing] == ["near-copy"]


def test_a_question_that_repeats_the_seeds_is_a_copy(tmp_path: Path) -> None:
    template = ('["What is twice {a} and {b} more?"', '["What is twice 4 and 3 more?"')
    assert "near-copy" in [result.gate for result in _failing(tmp_path, template)]


class _Credulous:
    name = "credulous"

    def rule(self, trials: Sequence[tuple[Draw, JsonValue]]) -> list[bool]:
        return [True for _ in trials]


def test_noise_that_a_judge_cannot_tell_is_a_fault(tmp_path: Path) -> None:
    family = load_family(make_family(tmp_path, _H, _OWN_WORDS))
    results = check_family(family, choose_sandbox("auto"), judge=_Credulous())
    (result,) = (result for result in results if not result.passed)
    assert (result.gate, result.reason) == ("noise", "only 2 of 5 trials are judged right")
    assert sum(trial["right"] for trial in result.evidence["trials"]) == 2


@pytest.mark.parametrize(
    ("declaration", "answer"),
    [
        ("integer", 0),
        ("rational", "-3/4"),
        ("real", 0.0),
        ("real", 1e300),
        ("string", ""),
        ("string", "abc"),
        ({"type": "tuple", "of": ["integer", "string"]}, [1, "x"]),
        ({"type": "set", "of": "integer"}, []),
        ({"type": "set", "of": {"type": "tuple", "of": ["rational", "real"]}}, [["1/2", 0.5]]),
    ],
)
def test_noise_makes_another_answer_of_the_type(declaration: object, answer: JsonValue) -> None:
    type_ = parse_answer_type(declaration)
    for number in range(50):
        noisy = with_noise(answer, type_, DrawSource(str(number).encode()))
        assert not same_answer(answer, noisy, type_)


def test_evidence_is_the_same_each_time(tmp_path: Path) -> None:
    family = load_family(make_family(tmp_path, ("answer: 11", "answer: 12")))
    sandbox = choose_sandbox("auto")
    assert check_family(family, sandbox) == check_family(family, sandbox)
    assert DESCRIPTION
