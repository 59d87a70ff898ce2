"""The two rules over descriptions, on sentences made for the test."""

from __future__ import annotations

import pytest

from pytest_vlite.selection.description_rules import image_or_link, other_problem


@pytest.mark.parametrize(
    "text",
    [
        "See ![a tree](tree.png) for it.",
        "![tree][1]\n\n[1]: tree.png",
        'Look: <img src="x.png" width=3>.',
        "A board <svg viewBox='0 0 1 1'></svg>",
        r"\includegraphics{tree}",
        "as [Wikipedia](https://example.org/x) says",
        "as [said](http://example.org)",
        "in [the notes](notes.html) below",
        "in [this](/problems/two-sum) one",
        "see [below](#notes)",
        "write [us](mailto:a@example.org)",
        "see https://example.org/a",
        "see (http://example.org).",
        "at www.example.org",
        '<a class="x" href="y">y</a>',
        "**[in-place](https://example.org/In-place) **so that",
    ],
)
def test_images_and_links_are_found(text: str) -> None:
    assert image_or_link(f"# Title\n\n{text}\n") is not None


@pytest.mark.parametrize(
    "text",
    [
        "`grid[i][j]` and `matrix[0](1)`",
        "[0, 0] to get [0, 1] (1 operation)",
        "[1, 2, 3](2) is a call",
        "A[0] > A[1] < A[2] and a <b and a< a",
        "The figure above shows the image of a picture.",
        "Return the `image` after flipping it.",
        "The address `https://example.org` is data.",
        '```\nurl = "https://example.org"\n```',
        "> ```\n> see www.example.org\n> ```",
        "Wow! [1, 2] (nice)",
        "Print [Yes](or No) at 12:30, ratio 1://2",
    ],
)
def test_harmless_marks_are_no_images_and_links(text: str) -> None:
    assert image_or_link(f"# Title\n\n{text}\n") is None


@pytest.mark.parametrize(
    "text",
    [
        "You can use this as a subroutine of the next problem.",
        "This is the easy version of this problem.",
        "This is the **easy** version. The only difference between the versions is the limit on n.",
        "It is the same as problem B, but n is larger.",
        "This problem is the same as problem 1234C.",
        "**Note:** This question is the same as 724: Find Pivot Index.",
        "This is the same problem as LeetCode 2582.",
        "**Follow up:** This problem is similar to Find Minimum, but with duplicates.",
        "His friend won the game from the previous problem.",
        "This is a follow up of problem Two Sum.",
        'Follow up for "Unique Paths": now consider obstacles.',
        "See problem D for the general case.",
        "See also LeetCode 15.",
        "Unlike in problem A, the array is sorted.",
        "This problem is a harder variant.",
        "In this version of the problem, n does not exceed 100.",
        "You can make hacks only if you solve both versions.",
        "The statement differs from the other problem in one word.",
        "This problem is equivalent to problem 55.",
        "Solve problem C first.",
        "the only difference from the\n> *hard* problem is the constraint",
    ],
)
def test_references_to_other_problems_are_found(text: str) -> None:
    assert other_problem(f"# Title\n\n{text}\n", "lc9001") is not None


@pytest.mark.parametrize(
    "text",
    [
        "**Follow up:** Could you solve it in one pass?",
        "## Follow up\n\nFor larger inputs, can you do it in O(n)?",
        "Follow-up: can you solve the problem in O(log n)?",
        "The previous one is the same as the previous operation.",
        "The second case is similar to the first.",
        "It is the same as in example 1.",
        "Constraints on b are similar to those on a.",
        "Now you are to solve the following problem: find the sum.",
        "He faced a hard problem and another variant of the cut.",
        "Bob has the same problem as Alice: no money.",
        "As soon as the previous task is done, the next task begins.",
        "After each problem the student moves on to the next problem.",
        "This problem is interactive.",
        "This problem is equivalent to counting paths.",
        "There are n problems; problem i is worth a points. Each problem I solve counts.",
        "The contest has problems A, B and C.",
        "In this problem, 0 is a multiple of 10.",
        "Compare the two versions of the file.",
        "The previous version of the document is kept.",
        "the first bad version",
        "Print the answer to the problem.",
        "To make the problem harder, he removed one.",
        "Problem source: Codeforces 1584C, rating 900.",
        "Case is ignored by Codeforces.",
        "He joined Codeforces Round 784 (Div. 4).",
        "It is the original array; the answer to question 4 is wrong.",
        "Every task is similar to some other task.",
    ],
)
def test_harmless_uses_of_the_words_are_no_references(text: str) -> None:
    assert other_problem(f"# Title\n\n{text}\n", "cf1584C") is None


def test_the_line_of_a_reason_is_that_of_the_description() -> None:
    text = "# T\n\n`code\nspan` **a**\n\n> From the **previous**\n> problem.\n"
    assert other_problem(text, "lc1") == (
        'refers to another problem ("previous problem") in line 6'
    )
    assert image_or_link("# T\n\nsee\nwww.example.org\n") == "web address in line 4"


def test_a_problems_own_number_is_not_another_problem() -> None:
    text = "Problem source: Codeforces 1584C."
    assert other_problem(text, "cf1584C") is None
    assert other_problem(text, "cf1584D") is not None
