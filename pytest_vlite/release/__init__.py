"""Releases: problems with their descriptions, targets, test cases and checkers."""

from pytest_vlite.release.cases import (
    MAX_LINE_BYTES,
    TestCase,
    has_cases,
    negative_cases,
    positive_cases,
)
from pytest_vlite.release.description import Description
from pytest_vlite.release.examples import ExampleCases, example_cases
from pytest_vlite.release.json_values import JsonValue, parse_json
from pytest_vlite.release.layout import Note, natural_key
from pytest_vlite.release.loading import Release, ids_sha256, load_release
from pytest_vlite.release.problem import Problem
from pytest_vlite.release.raw_examples import RawExample
from pytest_vlite.release.release_file import VerifierPin
from pytest_vlite.release.target import (
    InputField,
    JudgeStruct,
    Parameter,
    Signature,
    Target,
)

__all__ = [
    "MAX_LINE_BYTES",
    "Description",
    "ExampleCases",
    "InputField",
    "JsonValue",
    "JudgeStruct",
    "Note",
    "Parameter",
    "Problem",
    "RawExample",
    "Release",
    "Signature",
    "Target",
    "TestCase",
    "VerifierPin",
    "example_cases",
    "has_cases",
    "ids_sha256",
    "load_release",
    "natural_key",
    "negative_cases",
    "parse_json",
    "positive_cases",
]
