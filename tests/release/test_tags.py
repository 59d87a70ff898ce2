"""Every spelling of a tags file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.release.tags import Tags, parse_tags


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Easy\nArray, Math\nAcceptance rate: 55.5%\n", ("Easy", ("Array", "Math"), 0.555)),
        ("Easy \nArray\nMath\nAcceptance Rate: 5%", ("Easy", ("Array", "Math"), 0.05)),
        ("hard\n  Array\n  Math\n\n70%\n", ("Hard", ("Array", "Math"), 0.7)),
        ("Medium\nArray\nAcceptance rate: N/A\n", ("Medium", ("Array",), None)),
        ("Medium\nArray\nN/A (premium)\n", ("Medium", ("Array",), None)),
        ("Easy\nBit Manipulation\n", ("Easy", ("Bit Manipulation",), None)),
        ("Easy\nArray, Array,, \n1%", ("Easy", ("Array",), 0.01)),
    ],
)
def test_leetcode(text: str, expected: tuple[str, tuple[str, ...], float | None]) -> None:
    tags = parse_tags(text, "leetcode")
    assert (tags.level, tags.topics) == expected[:2]
    assert tags.acceptance == pytest.approx(expected[2])
    assert tags.stratum == f"leetcode/{tags.level}"


@pytest.mark.parametrize(
    ("rating", "stratum"),
    [
        (800, "800"), (900, "900-1000"), (1000, "900-1000"), (1100, "1100-1200"),
        (1200, "1100-1200"), (1300, "1300-1400"), (1400, "1300-1400"), (1500, "1500+"),
        (3500, "1500+"),
    ],
)  # fmt: skip
def test_codeforces_bands(rating: int, stratum: str) -> None:
    for line in (f"Rating: {rating}", str(rating), f" rating:{rating} "):
        tags = parse_tags(f"{line}\nmath\nSolved by: 5 users", "codeforces")
        assert (tags.level, tags.stratum) == (str(rating), f"codeforces/{stratum}")


@pytest.mark.parametrize(
    ("line", "solved_by"),
    [
        ("Solved by: 123 users", 123),
        ("123", 123),
        ("Solved by: 123", 123),
        ("Solved by: N/A users", None),
        ("unknown users", None),
        ("many users", None),
        ("14000+ users", None),
        ("-", None),
        ("(solved count from API 5)", None),
        ("", None),
    ],
)
def test_codeforces_solvers(line: str, solved_by: int | None) -> None:
    assert parse_tags(f"800\nmath,  two pointers\n{line}\n", "codeforces") == Tags(
        "800", "codeforces/800", ("math", "two pointers"), None, solved_by
    )


def test_other_sources_take_the_first_line_as_level() -> None:
    tags = parse_tags("B2\nx\n", "own")
    assert (tags.level, tags.stratum, tags.topics) == ("B2", "own/B2", ("x",))


@given(st.text(), st.sampled_from(["leetcode", "codeforces", "own"]))
def test_any_text_gives_tags(text: str, source: str) -> None:
    tags = parse_tags(text, source)
    assert tags.level
    assert tags.stratum.startswith(f"{source}/")
