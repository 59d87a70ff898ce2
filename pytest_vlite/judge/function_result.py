"""What a function-style program printed, held against the output that a test case expects.

The program prints one record (RFC 7464): the byte 0x1E, a JSON text, a line feed. Whatever the
answer itself printed stands before the last such byte and does not count.

Where a function changes its arguments the record is `{"result": ..., "arguments": {...}}`. Test
cases state the expected output of such a function in one of two forms, and the record is brought
into the same: the value of the first `&mut` parameter after the call, alone; or an object that
holds the arguments after the call by name (flat or under one key) and the returned value under a
further key of any name. A case that leaves the changed argument unsaid cannot be judged.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

from pytest_vlite.judge.compare import EXCERPT, Difference, json_equal, value_difference
from pytest_vlite.release import JsonValue, Target, parse_json
from pytest_vlite.release.rust_types import UNIT, RustType, without_reference
from pytest_vlite.release.target import spellings
from pytest_vlite.release.typed_values import ValueMismatch, encode_value

RECORD_MARK = b"\x1e"
_BLOCK = 1 << 16


class UnusableCase(Exception):
    """A test case from which no verdict on any answer follows; the message says why."""


class NoResult(Exception):
    """The program ended without printing a result of the function's type."""


@dataclass(frozen=True)
class Comparison:
    """`difference` is None if the outputs are equal; `got` is the program's, in the case's form."""

    difference: Difference | None
    got: JsonValue


def compare_result(
    target: Target, case_input: Mapping[str, JsonValue], expected: JsonValue, output: BinaryIO
) -> Comparison:
    """Hold a program's output file against the expected value of a test case.

    Raises:
        NoResult: the output has no result.
        UnusableCase: the expected value has none of the forms above, or not the function's type.
    """
    record = last_record(output)
    if not target.in_place:
        if record == _compact(expected):
            return Comparison(None, expected)
        got = _typed(_parse(record), target.return_type)
        wanted = _expected(expected, target.return_type)
    else:
        wanted, got = _in_place(target, case_input, expected, _parse(record))
    difference = value_difference(wanted, got)
    if difference is not None:
        difference = Difference(difference.message, excerpt(wanted), excerpt(got))
    return Comparison(difference, got)


def read_result(target: Target, output: BinaryIO) -> JsonValue:
    """What a program printed, in the form that a test case of the function has.

    The returned value; of a function that returns nothing and changes one argument, that argument
    after the call; else an object of the changed arguments, with the returned value as `return`.

    Raises:
        NoResult: the output has no result of the function's type.
    """
    record = _parse(last_record(output))
    if not target.in_place:
        return _typed(record, target.return_type)
    result, arguments = _call_record(target, record)
    if target.return_type == UNIT and len(arguments) == 1:
        return next(iter(arguments.values()))
    return arguments if target.return_type == UNIT else {**arguments, "return": result}


def last_record(output: BinaryIO) -> bytes:
    """The text of the last record of a file.

    Raises:
        NoResult: there is none, or it is cut off.
    """
    end = output.seek(0, 2)
    position, tail = end, b""
    while position > 0:
        start = max(0, position - _BLOCK)
        output.seek(start)
        block = output.read(position - start)
        found = block.rfind(RECORD_MARK)
        if found >= 0:
            output.seek(start + found + 1)
            record = output.read()
            if not record.endswith(b"\n"):
                raise NoResult("its result is cut off")
            return record[:-1]
        tail, position = block, start
    del tail
    raise NoResult("it ended before the function returned")


def excerpt(value: JsonValue) -> str:
    """The JSON text of a value, short enough to show."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= EXCERPT else text[:EXCERPT] + "..."


def _compact(value: JsonValue) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _parse(record: bytes) -> Any:
    try:
        return parse_json(record.decode("utf-8"))
    except ValueError:
        # The driver prints JSON only; the answer must have printed this itself.
        raise NoResult("its result is no JSON") from None


def _typed(value: Any, rust_type: RustType) -> JsonValue:
    try:
        return encode_value(value, without_reference(rust_type))
    except ValueMismatch as fault:
        raise NoResult(f"its result has another type: {fault}") from None


def _expected(value: Any, rust_type: RustType) -> JsonValue:
    try:
        return encode_value(value, without_reference(rust_type))
    except ValueMismatch as fault:
        raise UnusableCase(f"the expected output is not of the function's type: {fault}") from None


def _in_place(
    target: Target, case_input: Mapping[str, JsonValue], expected: JsonValue, record: Any
) -> tuple[JsonValue, JsonValue]:
    """The expected value and the program's, both in the form of the expected one."""
    result, arguments = _call_record(target, record)
    if not isinstance(expected, dict):
        return _argument_alone(target, expected), arguments[target.in_place[0].name]
    return _object_form(target, case_input, expected, arguments, result)


def _call_record(target: Target, record: Any) -> tuple[JsonValue, dict[str, JsonValue]]:
    """The returned value and the changed arguments after the call."""
    if not isinstance(record, dict) or record.keys() != {"result", "arguments"}:
        raise NoResult("its result is no record of a call")
    printed = record["arguments"]
    names = [parameter.name for parameter in target.in_place]
    if not isinstance(printed, dict) or printed.keys() != set(names):
        raise NoResult("its result is no record of a call")
    types = {parameter.name: parameter.type for parameter in target.parameters}
    result = _typed(record["result"], target.return_type)
    return result, {name: _typed(printed[name], types[name]) for name in names}


def _argument_alone(target: Target, expected: JsonValue) -> JsonValue:
    argument_type = target.in_place[0].type
    if _fits(expected, argument_type):
        if target.return_type != UNIT and _fits(expected, target.return_type):
            raise UnusableCase("the expected output may be the argument or the returned value")
        return _expected(expected, argument_type)
    if _fits(expected, target.return_type):
        raise UnusableCase(
            "the expected output is the returned value alone and leaves the changed argument unsaid"
        )
    return _expected(expected, argument_type)


def _fits(value: JsonValue, rust_type: RustType) -> bool:
    try:
        encode_value(value, without_reference(rust_type))
    except ValueMismatch:
        return False
    return True


def _object_form(
    target: Target,
    case_input: Mapping[str, JsonValue],
    expected: Mapping[str, JsonValue],
    arguments: Mapping[str, JsonValue],
    result: JsonValue,
) -> tuple[JsonValue, JsonValue]:
    names: dict[str, str] = {}
    for parameter in target.parameters:
        for key in spellings(parameter.name):
            names.setdefault(key, parameter.name)
    types = {parameter.name: parameter.type for parameter in target.parameters}
    bound = target.bind(case_input)
    said: set[str] = set()

    def call(values: Mapping[str, JsonValue]) -> tuple[dict[str, Any], dict[str, Any], list[str]]:
        wanted: dict[str, Any] = {}
        got: dict[str, Any] = {}
        others: list[str] = []
        for key, value in values.items():
            name = names.get(key)
            if name is None:
                others.append(key)
                continue
            wanted[key] = _expected(value, types[name])
            said.add(name)
            if name in arguments:
                got[key] = arguments[name]
            else:
                got[key] = _expected(bound.get(name), types[name])
                if not json_equal(wanted[key], got[key]):
                    raise UnusableCase(f"the expected output changes {name!r}, which cannot change")
        return wanted, got, others

    wanted, got, others = call(expected)
    nested = [key for key in others if isinstance(expected[key], dict)]
    if nested and not wanted:
        inner = expected[nested[0]]
        assert isinstance(inner, dict)
        wanted[nested[0]], got[nested[0]], unknown = call(inner)
        others = [key for key in others if key != nested[0]] + unknown
    missing = [name for name in arguments if name not in said]
    if missing:
        raise UnusableCase(f"the expected output leaves {missing[0]!r} after the call unsaid")
    if len(others) > 1 or any(key not in expected for key in others):
        raise UnusableCase(f"the expected output has {others[0]!r}, which is no parameter's")
    if not others and target.return_type != UNIT:
        raise UnusableCase("the expected output leaves the returned value unsaid")
    for key in others:
        wanted[key] = _expected(expected[key], target.return_type)
        got[key] = result
    return wanted, got
