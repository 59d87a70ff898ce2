"""Answers have one form, and compare exactly but where a tolerance is declared."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.errors import InputError
from pytest_vlite.renewal.answers.canonical import (
    canonical_json,
    parse_answer,
    parse_answer_type,
    same_answer,
)

INTEGER, RATIONAL, REAL, STRING = map(parse_answer_type, ("integer", "rational", "real", "string"))
PAIR = parse_answer_type({"type": "tuple", "of": ["integer", "string"]})
NUMBERS = parse_answer_type({"type": "set", "of": "rational"})
REALS = parse_answer_type(
    {"type": "set", "of": {"type": "real", "tolerance": {"absolute": "0.1", "relative": 0}}}
)


@given(st.integers(-(10**50), 10**50))
def test_whole_numbers_survive(number: int) -> None:
    assert parse_answer(str(number), INTEGER) == canonical_json(number, INTEGER) == number


@given(st.fractions())
def test_fractions_survive(number: Fraction) -> None:
    canonical = canonical_json(number, RATIONAL)
    assert (
        parse_answer(f" {3 * number.numerator} / {3 * number.denominator}", RATIONAL) == canonical
    )
    assert Fraction(canonical) == number


@given(st.lists(st.fractions(max_denominator=9), max_size=6), st.randoms())
def test_sets_do_not_depend_on_order_and_repeats(
    members: list[Fraction], source: random.Random
) -> None:
    mixed = members + members[:2]
    source.shuffle(mixed)
    canonical = canonical_json(set(members), NUMBERS)
    assert canonical_json(mixed, NUMBERS) == canonical
    text = "{" + ", ".join(map(str, mixed)) + "}"
    assert parse_answer(text, NUMBERS) == canonical
    assert same_answer(canonical, json.loads(json.dumps(canonical)), NUMBERS)


@given(st.text(max_size=40), st.sampled_from([INTEGER, RATIONAL, REAL, PAIR, NUMBERS, REALS]))
def test_any_text_is_read_or_refused(text: str, type_: Any) -> None:
    try:
        value = parse_answer(text, type_)
    except ValueError:
        return
    assert canonical_json(value, type_) == value
    assert same_answer(value, value, type_)


@pytest.mark.parametrize(
    ("text", "type_", "value"),
    [
        ("007", INTEGER, 7),
        ("+5", INTEGER, 5),
        ("0.75", RATIONAL, "3/4"),
        ("-6/4", RATIONAL, "-3/2"),
        ("8/4", RATIONAL, "2"),
        ("1e-3", REAL, 0.001),
        ("1/3", REAL, 1 / 3),
        ("-0.0", REAL, 0.0),
        ("  a \n b ", STRING, "a b"),
        ("e\u0301", STRING, "\u00e9"),
        ("(1, x y)", PAIR, [1, "x y"]),
        ("1, x", PAIR, [1, "x"]),
        ("{}", NUMBERS, []),
        ("[3, 1/2]", NUMBERS, ["1/2", "3"]),
    ],
)
def test_what_people_write(text: str, type_: Any, value: Any) -> None:
    assert parse_answer(text, type_) == value


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("1.0", INTEGER),
        ("1_000", INTEGER),
        ("\u0661", INTEGER),
        ("", INTEGER),
        ("9" * 5000, INTEGER),
        ("1/0", RATIONAL),
        ("1/-2", RATIONAL),
        ("1e9999", RATIONAL),
        ("nan", RATIONAL),
        ("inf", REAL),
        ("NaN", REAL),
        ("1e400", REAL),
        ("0x10", REAL),
        ("(1)", PAIR),
        ("(1, x, y)", PAIR),
        ("((1, x)", PAIR),
        ("1), (x", PAIR),
        ("{1, {2}}", NUMBERS),
        ("x" * 20_000, STRING),
        ("(" * 9000, PAIR),
    ],
)
def test_what_is_no_answer_of_the_type(text: str, type_: Any) -> None:
    with pytest.raises(ValueError, match=r".+") as caught:
        parse_answer(text, type_)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("value", "type_"),
    [
        (True, INTEGER),
        (1.0, INTEGER),
        ("1", INTEGER),
        (0.5, RATIONAL),
        (float("nan"), REAL),
        (float("inf"), REAL),
        (False, REAL),
        (5, STRING),
        ("\ud800", STRING),
        ({1, 2}, PAIR),
        ([1], PAIR),
        ("ab", NUMBERS),
        (None, NUMBERS),
    ],
)
def test_what_is_no_value_of_the_type(value: object, type_: Any) -> None:
    with pytest.raises(ValueError, match=r".+"):
        canonical_json(value, type_)


def test_huge_numbers_are_refused_without_being_written() -> None:
    for value, type_ in ((10**5000, INTEGER), (Fraction(1, 10**5000), RATIONAL), (10**400, REAL)):
        with pytest.raises(ValueError, match=r"digits|too large"):
            canonical_json(value, type_)


def test_a_tolerance_is_the_larger_of_the_two() -> None:
    type_ = parse_answer_type(
        {"type": "real", "tolerance": {"absolute": "0.01", "relative": "0.001"}}
    )
    assert same_answer(1.0, 1.0099, type_)
    assert not same_answer(1.0, 1.0101, type_)
    assert same_answer(1000.0, 1000.99, type_)
    assert not same_answer(1000.0, 1001.1, type_)


def test_sets_of_reals_are_paired_off() -> None:
    assert same_answer([0.0, 0.1], [0.08, 0.15], REALS)
    assert not same_answer([0.0, 0.1], [0.0, 0.3], REALS)
    # Both are near 0.1, but only one may take it.
    assert not same_answer([0.05, 0.15], [0.1, 0.9], REALS)


@pytest.mark.parametrize(
    "declaration",
    [
        "complex",
        {"type": "tuple"},
        {"type": "tuple", "of": []},
        {"type": "set"},
        {"type": "integer", "of": "x"},
        {"type": "real", "tolerance": {"absolute": "nan"}},
        {"type": "real", "tolerance": {"relative": "2"}},
        {"type": "real", "tolerance": 3},
        None,
        7,
    ],
)
def test_a_wrong_declaration_is_an_input_error(declaration: object) -> None:
    with pytest.raises(InputError):
        parse_answer_type(declaration)


def test_declarations_survive() -> None:
    for type_ in (INTEGER, RATIONAL, REAL, STRING, PAIR, NUMBERS, REALS):
        assert parse_answer_type(json.loads(json.dumps(type_.declaration()))) == type_


def test_a_deep_declaration_is_refused() -> None:
    declaration: Any = "integer"
    for _ in range(50):
        declaration = {"type": "set", "of": declaration}
    with pytest.raises(InputError):
        parse_answer_type(declaration)
