r"""Which answer a model's text gives."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.renewal.answers.canonical import parse_answer_type
from pytest_vlite.renewal.answers.extraction import NoAnswer, read_answer_text

PAIR = {"type": "tuple", "of": ["integer", "integer"]}
SET = {"type": "set", "of": "integer"}


@pytest.mark.parametrize(
    ("text", "declaration", "value"),
    [
        (r"So it is $\boxed{468}$.", "integer", 468),
        (r"\boxed{1} no, wait: \boxed{2}", "integer", 2),
        (r"\boxed{3} and then \boxed{4", "integer", 3),
        (r"} { \boxed{5} \{", "integer", 5),
        (r"\boxed{\boxed{6} + 1", "integer", 6),
        (r"\boxed{ 1{,}234 }", "integer", 1234),
        (r"\boxed{1,234,567}", "integer", 1234567),
        (r"\boxed{1\,000}", "integer", 1000),
        (r"\boxed{-7.}", "integer", -7),
        (r"\boxed{\text{42}}", "integer", 42),
        ("\\boxed{\u22125}", "integer", -5),
        (r"\boxed{\frac{3}{4}}", "rational", "3/4"),
        (r"\boxed{\dfrac{-3}{6}}", "rational", "-1/2"),
        (r"\boxed{-\frac{3}{4}}", "rational", "-3/4"),
        (r"\boxed{\tfrac34}", "rational", "3/4"),
        (r"\boxed{(6, 4)}", PAIR, [6, 4]),
        (r"\boxed{\left(6,\, 4\right)}", PAIR, [6, 4]),
        (r"\boxed{\{7, 1, 3\}}", SET, [1, 3, 7]),
        (r"\boxed{\left\{1, 3\right\}}", SET, [1, 3]),
        (r"\boxed{\emptyset}", SET, []),
        (r"\boxed{\text{ab c}}", "string", "ab c"),
        ("Answer: 12", "integer", 12),
        ("**Answer:** 12", "integer", 12),
        ("Work.\n### Final answer: 3/9\n", "rational", "1/3"),
        ("Answer: 1\nOops.\nAnswer: 2", "integer", 2),
        ("12", "integer", 12),
        (r"<think>" + "\n" + r"\boxed{1}" + "\n</think>\nAnswer: 2", "integer", 2),
        (r"\[ \boxed{7.0710678118} \]", "real", 7.0710678118),
    ],
)
def test_an_answer_is_found(text: str, declaration: object, value: Any) -> None:
    assert read_answer_text(text, parse_answer_type(declaration)) == value


@pytest.mark.parametrize(
    ("text", "declaration"),
    [
        ("It is probably twelve, I think.\nOr 13.", "integer"),
        (r"\boxed{x = 5}", "integer"),
        (r"\boxed{5 \text{ apples}}", "integer"),
        (r"\boxed{12,34}", "integer"),
        (r"\boxed{}", "integer"),
        (r"\boxed{5} \boxed{six}", "integer"),
        ("<think>\n\\boxed{1}", "integer"),
        (r"\boxed{1/0}", "rational"),
        ("\\boxed{" * 1000, "integer"),
        ("", "integer"),
    ],
)
def test_where_there_is_none_it_is_said(text: str, declaration: object) -> None:
    with pytest.raises(NoAnswer):
        read_answer_text(text, parse_answer_type(declaration))


@given(st.text(alphabet="\\boxed{}$0123456789,/ \n", max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(NoAnswer):
        assert isinstance(read_answer_text(text, parse_answer_type("integer")), int)
