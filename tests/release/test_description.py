"""Titles, limits, constraints, starter code and raw examples in all their forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.release.description import parse_description
from pytest_vlite.release.raw_examples import find_examples


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("# Two Sum", "Two Sum"),
        ("#   Count Symmetric Integers", "Count Symmetric Integers"),
        ("# 118. Pascal's Triangle", "Pascal's Triangle"),
        ("# C. Two Arrays", "Two Arrays"),
        ("# C1. Two Arrays", "Two Arrays"),
        ("# Team (231A)", "Team"),
        ("# 451B - Sort the Array", "Sort the Array"),
        ("680. Valid Palindrome II", "Valid Palindrome II"),
        ("# 132 Pattern", "132 Pattern"),
        ("# 1-bit and 2-bit Characters", "1-bit and 2-bit Characters"),
        ("# A+B Again?", "A+B Again?"),
        ("# I_love_\\%username\\%", "I_love_%username%"),
    ],
)
def test_titles(line: str, title: str) -> None:
    assert parse_description(f"\n{line}\n\nText").title == title


@pytest.mark.parametrize(
    ("line", "seconds", "mebibytes"),
    [
        ("Time limit: 2 seconds | Memory limit: 512 megabytes", 2.0, 512),
        ("Time limit: 0.4 seconds | Memory limit: 64 megabytes", 0.4, 64),
        ("Time limit: 1000 ms | Memory limit: 256 MiB", 1.0, 256),
        ("Time limit: 1500 ms | Memory limit: 256 MB", 1.5, 256),
        ("**Time limit:** 2 seconds · **Memory limit:** 128 megabytes", 2.0, 128),
        ("- Time limit: 1 second\n- Memory limit: 256 MB", 1.0, 256),
        ("Time limit per test: 3 seconds\nMemory limit per test: 1 GB", 3.0, 1024),
        ("Nothing is said.", 1.0, 256),
    ],
)
def test_limits(line: str, seconds: float, mebibytes: int) -> None:
    found = parse_description(f"# T\n\n{line}\n")
    assert found.time_limit_s == seconds
    assert found.memory_limit_bytes == mebibytes * 2**20


@pytest.mark.parametrize(
    "heading", ["## Constraints:", "## Constraints", "**Constraints:**", "Constraints:"]
)
@pytest.mark.parametrize("end", ["## Follow up:\nIs it?", "**Follow up:** Is it?", ""])
def test_constraints(heading: str, end: str) -> None:
    section = f"{heading}\n\n- `1 <= n`\n* x\n\n> - y\n\n{end}"
    text = f"# T\n\n{section}\n\n## Starter Code\n\n```rust\nz\n```\n"
    found = parse_description(text)
    assert found.constraints == ("`1 <= n`", "x", "y")
    assert found.starter_code == "z\n"
    assert "Starter" not in found.statement


def test_mixed_line_ends_and_a_byte_order_mark() -> None:
    found = parse_description("\ufeff# T\r\n\r\n## Starter Code\r\n\r\n```rust\r\na\r\rb\n```\r\n")
    assert found.title == "T"
    assert found.starter_code == "a\n\nb\n"


def test_no_starter_code() -> None:
    assert parse_description("# T\n").starter_code == ""
    assert parse_description("# T\n## Starter Code\nnone").starter_code == ""


@pytest.mark.parametrize(
    "text",
    [
        "> **Input:** n = 1\n> **Output:** 2\n> **Explanation:** x",
        "```\n**Input:** n = 1\n**Output:** 2\n```",
        "```\nInput: n = 1\nOutput: 2\nExplanation: x\n y\n```",
        "**Input:** n = 1\n\n**Output:** 2\n",
        "- **Input:** n = 1\n- **Output:** 2",
        "Input: n = 1\nOutput: 2\nExplanation: x",
        "> Input: n = 1\n> Output: 2",
        "- Input: n = 1\n- Output: 2",
        "> **Input:** n = 1\n> **Output:** 2\n> ```\n> Explanation:\n> x",
        "*Input:* n = 1\n*Output*: 2",
    ],
)
def test_labelled_lines(text: str) -> None:
    (example,) = find_examples(f"# T\n\n## Example 1:\n\n{text}\n\n## Example 2\n")
    assert (example.input, example.output, example.line) == (
        "n = 1",
        "2",
        5 if not text.startswith("```") else 6,
    )
    assert not example.fenced


@pytest.mark.parametrize("label", ["**{}:**", "**{}**", "{}:", "### x\n\n{}:\n"])
@pytest.mark.parametrize("fence", ["```", "```text", "~~~"])
def test_fenced_blocks_are_taken_to_the_letter(label: str, fence: str) -> None:
    text = "".join(
        f"{label.format(name)}\n{fence}\n{body}\n{fence[:3]}\n\n"
        for name, body in (("Input", "1 2\n\n **x**"), ("Output", "3 ")) * 2
    )
    examples = find_examples(f"## Input\n\nn\n\n## Output\n\nm\n\n## Examples\n\n{text}## Note\n")
    assert [(e.input, e.output, e.fenced) for e in examples] == [
        ("1 2\n\n **x**\n", "3 \n", True)
    ] * 2


def test_an_input_without_an_output_is_no_example() -> None:
    assert find_examples("Input: n = 1\n\nInput: n = 2\nOutput: 3") == find_examples(
        "\n\nInput: n = 2\nOutput: 3"
    )
    assert find_examples("Output: 3\n") == ()


@given(st.text(alphabet="# InputOutput:*`>-\n1~Example", max_size=200))
def test_any_text_is_a_description(text: str) -> None:
    found = parse_description(text)
    assert found.time_limit_s > 0
    assert all(e.line >= 1 for e in found.examples)
