"""What rustc wrote is read whatever it is: crashes, cut lines, errors inside macros."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.judge.diagnostics import first_error
from pytest_vlite.judge.program import SOURCE_NAME, Program

PROGRAM = Program("a\nb\nc\nd\n", answer_lines=3, signature="fn f()")


def diagnostic(level: str, message: str, *spans: dict[str, Any], code: str | None = None) -> bytes:
    record = {
        "level": level,
        "message": message,
        "spans": list(spans),
        "code": {"code": code} if code else None,
        "rendered": f"{level}: {message}\n",
    }
    return json.dumps(record).encode() + b"\n"


def span(line: int, name: str = SOURCE_NAME, **more: Any) -> dict[str, Any]:
    return {"file_name": name, "line_start": line, "is_primary": True, **more}


def test_warnings_are_passed_over_and_kept_in_the_log() -> None:
    stderr = diagnostic("warning", "w", span(1)) + diagnostic("error", "e", span(2), code="E0001")
    error = first_error(stderr, PROGRAM)
    assert (error.message, error.line) == ("error[E0001]: e", 2)
    assert error.log == "warning: w\nerror: e"


def test_an_error_inside_a_library_macro_is_where_the_macro_was_called() -> None:
    inner = span(9, "/rustc/x/macros.rs", expansion={"span": span(3)})
    assert first_error(diagnostic("error", "e", inner), PROGRAM).line == 3


def test_an_internal_error_is_said_to_be_the_compilers() -> None:
    stderr = diagnostic("error: internal compiler error", "oops", span(1))
    assert "crashed" in first_error(stderr, PROGRAM).message
    text = (
        b"thread 'rustc' panicked at x.rs:1:1:\nerror: internal compiler error: unexpected panic\n"
    )
    assert "crashed" in first_error(text, PROGRAM).message


def test_a_missing_linker_is_told_from_a_failing_one() -> None:
    missing = diagnostic("error", "linker `cc` not found")
    failing = diagnostic("error", "linking with `cc` failed: exit status: 1")
    assert first_error(missing, PROGRAM).is_missing_linker
    assert not first_error(failing, PROGRAM).is_missing_linker


@given(st.lists(st.one_of(st.binary(max_size=30), st.just(diagnostic("error", "e", span(1))),
                          st.just(b'{"level": "error", "spans": [{"file_name": 3}]}\n'),
                          st.just(b'{"level": "error", "spans": 7, "code": "x"}\n'),
                          st.just(b"[" * 3000 + b"\n"))).map(b"".join))  # fmt: skip
def test_nothing_that_rustc_may_write_is_too_odd(stderr: bytes) -> None:
    error = first_error(stderr, PROGRAM)
    assert "\n" not in error.message
