"""Messages on standard error are found by their place in the first column."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.judge.verifier.diagnostics import one_line, read_diagnostics

TWO_ERRORS = b"""warning: unused variable: `a`
 --> submission.rs:3:9
  |
3 |     let a = 1;
  |         ^

error[E0308]: mismatched types
  --> submission.rs:17:9
   |
17 |         error: not a message
   |         ^

note: some note
 --> submission.rs:1:1

error: assertion failed
 --> /lib/vstd/seq.rs:5:1

error: aborting due to 2 previous errors; 1 warning emitted
"""


def test_errors_and_warnings_keep_their_code_and_place() -> None:
    found = read_diagnostics(TWO_ERRORS)
    first, second = found.errors
    assert (first.code, first.message, first.line, first.column) == (
        "E0308",
        "mismatched types",
        17,
        9,
    )
    assert (second.file, second.line) == ("/lib/vstd/seq.rs", 5)
    assert [w.message for w in found.warnings] == ["unused variable: `a`"]


def test_the_first_error_is_one_of_the_submitted_file_where_there_is_one() -> None:
    found = read_diagnostics(
        b"error: far\n --> /lib/vstd/seq.rs:1:1\n\nerror: near\n --> submission.rs:9:2\n"
    )
    near = found.first_error("submission.rs")
    assert near is not None
    assert (near.message, near.line) == ("near", 9)
    assert found.first_error("other.rs") == found.errors[0]


def test_further_lines_of_a_message_are_not_messages() -> None:
    # rustc indents every further line of a message, `compile_error!` with line ends included.
    found = read_diagnostics(
        b"error: first\n       error: second\n       thread 'x' panicked at y:\n --> s.rs:1:1\n"
    )
    assert [error.message for error in found.errors] == ["first"]
    assert found.errors[0].line == 1
    assert not found.panics


def test_other_line_separators_do_not_begin_a_line() -> None:
    for separator in ("\r", "\x0b", "\x0c", "\x85", "\u2028"):
        found = read_diagnostics(f"error: a{separator}error: b\n".encode())
        assert len(found.errors) == 1


def test_an_error_without_a_place_does_not_take_the_next_ones() -> None:
    found = read_diagnostics(b"error: Unrecognized option\n\nerror: b\n --> s.rs:2:1\n")
    assert [error.line for error in found.errors] == [None, 2]
    attribute = read_diagnostics(b"error: a\n --> <crate attribute>:1:1\n").errors[0]
    assert not attribute.has_place


def test_panics_are_found_in_the_old_and_the_new_form() -> None:
    found = read_diagnostics(
        b"\nthread 'rustc' (12) panicked at vir/src/a.rs:2:3:\nmissing loop label\n"
        b"thread '<unnamed>' panicked at 'oh', src/b.rs:1:2\n"
    )
    assert found.panics[0] == "vir/src/a.rs:2:3: missing loop label"
    assert len(found.panics) == 2


@given(st.binary(max_size=300))
def test_arbitrary_bytes_are_read(data: bytes) -> None:
    read_diagnostics(data)


@given(st.text(max_size=500), st.integers(10, 300))
def test_a_detail_is_one_short_line_without_control_characters(text: str, limit: int) -> None:
    line = one_line(text, limit)
    assert len(line) <= limit
    assert not any(unicodedata.category(c)[0] == "C" or c in "\u2028\u2029" for c in line)
    assert line == line.strip()


def test_colours_and_direction_marks_do_not_reach_a_report() -> None:
    assert one_line("\x1b[31mred\u202egnirts\n\n next\x00") == "?[31mred?gnirts next?"
