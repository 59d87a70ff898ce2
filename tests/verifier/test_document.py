"""What Verus prints on standard output is read strictly."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.judge.verifier.document import DocumentError, read_build, read_result
from tests.verifier.making import BUILD, TARGET, front_end_failure, result, verus_words


def test_a_complete_result_is_read_field_by_field() -> None:
    document = read_result(json.dumps(result(verified=7)).encode() + b"\n")
    assert (document.verified, document.errors) == (7, 0)
    assert document.success is True
    assert document.entire_crate is True
    assert document.functions == {TARGET}
    assert document.build.version == BUILD.version
    assert document.build.platform == "linux_x86_64"


def test_counts_may_be_absent_only_after_a_front_end_error() -> None:
    document = read_result(json.dumps(front_end_failure()).encode())
    assert (document.verified, document.errors, document.entire_crate) == (None, None, None)
    for key in ("verified", "errors", "is_verifying_entire_crate"):
        with pytest.raises(DocumentError, match="has no"):
            read_result(json.dumps(result(**{key: None})).encode())


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("success", 1),
        ("success", "true"),
        ("encountered_error", 0),
        ("encountered_vir_error", ""),
        ("is_verifying_entire_crate", [True]),
        ("verified", True),
        ("verified", 3.0),
        ("verified", "3"),
        ("verified", -1),
        ("errors", False),
        ("errors", 0.0),
    ],
)
def test_a_field_of_another_type_is_refused(key: str, value: Any) -> None:
    with pytest.raises(DocumentError):
        read_result(json.dumps(result(**{key: value})).encode())


GOOD = json.dumps(result())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  \n",
        "null",
        "[]",
        "true",
        '"{}"',
        "{}",
        GOOD[:-1],
        GOOD[: len(GOOD) // 2],
        GOOD + GOOD,
        GOOD + "\n" + GOOD,
        GOOD + " x",
        "note\n" + GOOD,
        "\ufeff" + GOOD,
        GOOD.replace('"errors": 0', '"errors": 0, "errors": 0'),
        GOOD.replace('"errors": 0', '"errors": 1, "err\\u006frs": 0'),
        GOOD.replace('"verified": 3', '"verified": NaN'),
        GOOD.replace('"verified": 3', '"verified": Infinity'),
        GOOD.replace('"verified": 3', '"verified": 3e0'),
        GOOD.replace('"verified": 3', '"verified": ' + "9" * 10_000),
        GOOD.replace('"verus"', '"virus"'),
        GOOD.replace('"func-details": {', '"func-details": [], "other": {'),
        GOOD.replace('"func-details": {', '"func-details": {"f": 1, '),
        '{"a":' * 100_000,
        "[" * 1_000_000,
    ],
)
def test_anything_but_one_whole_document_is_refused(text: str) -> None:
    with pytest.raises(DocumentError):
        read_result(text.encode())


def test_bytes_that_are_no_utf_8_are_refused() -> None:
    with pytest.raises(DocumentError, match="UTF-8"):
        read_result(GOOD.replace("abs", "a\udcff").encode("utf-8", "surrogateescape"))


@given(st.binary(max_size=200))
def test_arbitrary_output_is_a_document_error_or_a_document(data: bytes) -> None:
    with pytest.raises(DocumentError):
        read_result(data)


@given(st.integers(0, len(GOOD) - 1))
def test_no_proper_prefix_of_a_result_is_a_result(length: int) -> None:
    with pytest.raises(DocumentError):
        read_result(GOOD[:length].encode())


@given(st.integers(0, len(GOOD)), st.sampled_from([GOOD, "{}", "x", "}", "0 verified", "\\"]))
def test_a_result_with_something_inside_or_beside_it_is_refused_or_unchanged(
    place: int, extra: str
) -> None:
    mixed = (GOOD[:place] + extra + GOOD[place:]).encode()
    try:
        document = read_result(mixed)
    except DocumentError:
        return
    # What remains readable fell into a string; at worst the key `success` is lost, never changed.
    assert (document.verified, document.errors) == (3, 0)
    assert document.success in (True, None)


def test_a_build_identifies_itself_without_results() -> None:
    build = read_build(json.dumps({"verus": verus_words()}).encode())
    assert (build.version, build.commit, build.toolchain) == (
        BUILD.version,
        BUILD.commit,
        BUILD.toolchain,
    )
    with pytest.raises(DocumentError, match="commit"):
        read_build(b'{"verus": {"version": "1", "toolchain": "1.99"}}')
    with pytest.raises(DocumentError):
        read_build(b"Verus\n  Version: 1\n")
