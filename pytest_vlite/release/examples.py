"""Turns the examples of a description into positive test cases.

For a program, the fenced texts as they stand. For a function, `name = value` pairs by the target's
parameters, in the form that test cases have. Where an in-place function returns nothing, the
expected output is the value of its first `&mut` parameter after the call. An example that says no
single expected value gives no case; the reason says why.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pytest_vlite.release.cases import TestCase
from pytest_vlite.release.json_values import DECODER
from pytest_vlite.release.raw_examples import RawExample
from pytest_vlite.release.rust_types import UNIT, RustType, without_reference
from pytest_vlite.release.target import InputField, Target
from pytest_vlite.release.typed_values import ValueMismatch, encode_value

if TYPE_CHECKING:
    from pytest_vlite.release.problem import Problem

_NAME = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]*)\s*=\s*")
_SEPARATOR = re.compile(r"\s*(?:,|;|\band\b)?\s*")
# Text in double quotes, or the marks that a description sets around code outside of it.
_MARKUP = re.compile(r'("(?:[^"\\]|\\.)*")|[*`$]|(?<=\[)\s*\\(?=\])|\\(?=[\[\]_])')
# `5, nums = [0,1,_,_]`: how a judge that looks at a part of the array writes its answer.
_JUDGE_ONLY = re.compile(r"-?\d+\s*,\s*[A-Za-z_]\w*\s*=\s*\[")
_CALLS = re.compile(r"\s+with\s+|\s*\n\s*")


class ExampleError(ValueError):
    """An example gives no test case; the message is the reason, for a person."""


@dataclass(frozen=True, slots=True)
class ExampleCases:
    """The cases, and if there is none or fewer than the examples, why. `skipped` counts those."""

    cases: tuple[TestCase, ...]
    reason: str = ""
    skipped: int = 0


def example_cases(problem: Problem) -> ExampleCases:
    """The usable examples of a problem's description.

    Raises:
        InputError: the description, or for a function its target, cannot be read.
    """
    examples = problem.description.examples
    if problem.style == "program":
        fenced = [e for e in examples if e.fenced]
        cases = tuple(TestCase(i, e.input, _program_output(e)) for i, e in enumerate(fenced))
        reason = "" if cases else "the description has no fenced example"
        return ExampleCases(cases, reason)
    if not examples:
        return ExampleCases((), "the description has no example")
    target = problem.target
    collected: list[TestCase] = []
    reasons: dict[str, None] = {}
    skipped = 0
    for example in examples:
        try:
            found = function_cases(example, target)
        except ExampleError as fault:
            reasons[str(fault)] = None
            skipped += 1
            continue
        collected += [
            TestCase(len(collected) + offset, case_input, output)
            for offset, (case_input, output) in enumerate(found)
        ]
    return ExampleCases(tuple(collected), "; ".join(reasons), skipped)


def _program_output(example: RawExample) -> str:
    return example.output if example.output.endswith("\n") else example.output + "\n"


def function_cases(example: RawExample, target: Target) -> list[tuple[dict[str, Any], Any]]:
    """The (input object, output) pairs of one example of a function.

    One pair; more where the example of a class lists several calls.

    Raises:
        ExampleError: the example says no single expected value, or does not fit the target.
    """
    if target.constructor is not None and example.input.lstrip(" `*").startswith("["):
        return _class_calls(example, target)
    values = parse_assignments(example.input)
    try:
        bound = target.bind(values)
        case_input = {
            field.name: encode_value(bound[field.name], field.type) for field in target.inputs
        }
    except ValueMismatch as fault:
        raise ExampleError(f"the example's input does not fit the signature: {fault}") from None
    except ValueError as fault:
        raise ExampleError(f"the example's input is not the function's: {fault}") from None
    if target.in_place and clean(example.output).lstrip().startswith("{"):
        return [(case_input, _call_object(example.output, target))]
    return [(case_input, _output(example.output, _output_type(target)))]


def _call_object(text: str, target: Target) -> dict[str, Any]:
    """`{"nums": [...], "return": 2}`: the arguments after the call, and what was returned."""
    types = {p.name: without_reference(p.type) for p in target.in_place}
    if target.return_type != UNIT:
        types["return"] = target.return_type
    try:
        values, end = DECODER.raw_decode(clean(text).strip())
    except (ValueError, RecursionError):
        raise ExampleError(f"the example's output is no value: {text[:60]!r}") from None
    if clean(text).strip()[end:] or values.keys() != types.keys():
        raise ExampleError(f"the example's output is not {', '.join(types)}: {text[:60]!r}")
    try:
        return {name: encode_value(values[name], types[name]) for name in types}
    except ValueMismatch as fault:
        raise ExampleError(
            f"the example's output is not that of the tested function: {fault}"
        ) from None


def _output_type(target: Target) -> RustType:
    if target.return_type == UNIT and target.in_place:
        # Of several (`nums1`, `nums2`), descriptions show the first.
        return without_reference(target.in_place[0].type)
    return target.return_type


def _output(text: str, rust_type: RustType) -> Any:
    cleaned = clean(text).strip().rstrip("\\").strip()
    if _JUDGE_ONLY.match(cleaned):
        raise ExampleError(
            "the example's output is a prefix of the modified array that only a checker can judge"
        )
    try:
        value, end = DECODER.raw_decode(cleaned)
    except (ValueError, RecursionError):
        raise ExampleError(f"the example's output is no value: {cleaned[:60]!r}") from None
    if cleaned[end:].strip(" .\\"):
        raise ExampleError(f"the example's output is no single value: {cleaned[:60]!r}")
    try:
        return encode_value(value, rust_type)
    except ValueMismatch as fault:
        raise ExampleError(
            f"the example's output is not that of the tested function: {fault}"
        ) from None


def clean(text: str) -> str:
    """`text` without the marks of Markdown and HTML outside of quoted strings."""
    text = text.replace("&quot;", '"').replace("\u00a0", " ")
    return _MARKUP.sub(lambda match: match[1] or "", text)


def parse_assignments(text: str) -> dict[str, Any]:
    """The values of `name = value, name = value`, each value being JSON.

    Raises:
        ExampleError: the text has another form, or a name occurs twice.
    """
    cleaned = clean(text)
    values: dict[str, Any] = {}
    position = 0
    while position < len(cleaned.rstrip()):
        name = _NAME.match(cleaned, position)
        if name is None:
            raise ExampleError(f"the example's input has no `name = value`: {text[:60]!r}")
        if name[1] in values:
            raise ExampleError(f"the example's input has {name[1]!r} twice")
        try:
            values[name[1]], position = DECODER.raw_decode(cleaned, name.end())
        except (ValueError, RecursionError):
            raise ExampleError(
                f"the example's value of {name[1]!r} is none: {cleaned[name.end() :][:60]!r}"
            ) from None
        separator = _SEPARATOR.match(cleaned, position)
        assert separator is not None
        position = separator.end()
    return values


def _class_calls(example: RawExample, target: Target) -> list[tuple[dict[str, Any], Any]]:
    """`["Class", "method", ...] with [[constructor's], [call's], ...]`, one case a call."""
    text = clean(example.input).strip()
    try:
        names, end = DECODER.raw_decode(text)
        separator = _CALLS.match(text, end)
        arguments = json.loads(text[separator.end() if separator else end :])
        outputs = json.loads(clean(example.output).strip().rstrip("\\"))
    except (ValueError, RecursionError):
        raise ExampleError("the example's list of calls cannot be read") from None
    lists = (names, arguments, outputs)
    if not all(isinstance(part, list) and len(part) == len(names) for part in lists) or not names:
        raise ExampleError("the example's lists of calls, arguments and results differ in length")
    constructor = [f for f in target.inputs if f.of_constructor]
    method = [f for f in target.inputs if not f.of_constructor]
    cases: list[tuple[dict[str, Any], Any]] = []
    for values, output in zip(arguments[1:], outputs[1:], strict=True):
        try:
            case_input = _positional(constructor, arguments[0]) | _positional(method, values)
            cases.append((case_input, encode_value(output, target.return_type)))
        except ValueMismatch as fault:
            raise ExampleError(f"a call of the example does not fit: {fault}") from None
    return cases


def _positional(fields: list[InputField], values: Any) -> dict[str, Any]:
    if not isinstance(values, list) or len(values) != len(fields):
        raise ValueMismatch(f"{len(fields)} arguments expected")
    pairs = zip(fields, values, strict=True)
    return {field.name: encode_value(value, field.type) for field, value in pairs}
