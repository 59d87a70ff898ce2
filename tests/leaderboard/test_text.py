"""Hostile text made visible, for terminals and pages."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.leaderboard.text import percent, plain, plain_block


def test_controls_directions_and_surrogates_are_written_out() -> None:
    assert plain("a\x1b[2Jb\u202ec\ud800\u200bd") == ("a<U+001B>[2Jb<U+202E>c<U+D800><U+200B>d")
    assert plain("a\r\nb\tc\u2028") == "a  b c<U+2028>"


def test_long_text_and_stacked_marks_are_cut() -> None:
    assert plain("x" * 300, 10) == "x" * 10 + "…"
    assert "<U+0301>" in plain("e" + "\u0301" * 50)
    assert plain("é ü 漢字 עברית") == "é ü 漢字 עברית"


def test_blocks_keep_their_lines() -> None:
    assert plain_block("a\n\tb\x07") == "a\n\tb<U+0007>"
    assert plain_block("x\n" * 10, 5) == "x\nx\nx…"


@given(st.text(st.characters()))
def test_nothing_invisible_is_left(text: str) -> None:
    for shown in (plain(text), plain_block(text).replace("\n", "").replace("\t", "")):
        assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs") for c in shown)


def test_percent() -> None:
    assert percent(0.4731) == "47.3%"
    assert percent(1.0) == "100.0%"
