"""The rules of docs/extraction.md, case by case."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.submission.extraction import Extraction, extract_code, holds_fences
from pytest_vlite.vocabulary import Setting

CODE = "impl Solution {\n    pub fn two_sum(n: i32) -> i32 {\n        n\n    }\n}\n"
OTHER = CODE.replace("        n\n", "        n + 1\n")
MAIN = 'fn main() {\n    println!("{}", 1);\n}\n'
PROOF = (
    "use vstd::prelude::*;\n\nfn main() {}\n\nverus! {\n\npub struct Solution;\n\n"
    "impl Solution {\n    pub fn two_sum(n: i32) -> (r: i32)\n        ensures r == n,\n"
    "    {\n        n\n    }\n}\n\n}\n"
)


def fenced(code: str, info: str = "rust", mark: str = "```") -> str:
    return f"{mark}{info}\n{code}{mark}\n"


def extract(
    text: str, setting: Setting = Setting.CODEGEN_NL, *, program: bool = False
) -> Extraction:
    return extract_code(text, setting, "two_sum", program=program)


def test_one_block_in_prose() -> None:
    assert extract(f"Here it is:\n\n{fenced(CODE)}\nDone.\n") == Extraction(CODE, first_line=4)


def test_the_last_block_that_defines_the_function_wins() -> None:
    text = fenced(CODE) + "Better:\n" + fenced(OTHER) + "Try:\n" + fenced("let x = two_sum(1);\n")
    assert extract(text).code == OTHER


@pytest.mark.parametrize(
    "info", ["rust", "rs", "Rust", "rust,ignore", "rust no_run", "{.rust}", "verus", ""]
)
def test_what_counts_as_rust(info: str) -> None:
    assert extract(fenced(CODE, info)).code == CODE


@pytest.mark.parametrize("info", ["python", "text", "markdown", "c++", "toml"])
def test_blocks_of_other_languages_are_not_code(info: str) -> None:
    found = extract(fenced(CODE, info))
    assert found.code is None
    assert found.reason


@pytest.mark.parametrize("mark", ["```", "~~~", "````", "~~~~~"])
def test_any_kind_of_fence(mark: str) -> None:
    assert extract(fenced(CODE, "rust", mark)).code == CODE


def test_an_indented_block_loses_its_indentation() -> None:
    text = "1. Like so:\n\n" + "".join(f"   {line}\n" for line in fenced(CODE).splitlines())
    assert extract(text) == Extraction(CODE, first_line=4)


def test_crlf_becomes_lf() -> None:
    text = f"Hi\n{fenced(CODE)}".replace("\n", "\r\n")
    assert extract(text) == Extraction(CODE, first_line=3)


def test_text_without_any_fence_is_code_if_it_defines_the_function() -> None:
    assert extract(CODE) == Extraction(CODE)
    assert extract("I could not solve it.").code is None
    assert "`fn two_sum`" in extract("I could not solve it.").reason


def test_the_empty_starter_is_no_answer() -> None:
    starter = "impl Solution {\n    pub fn two_sum(n: i32) -> i32 {\n\n    }\n}\n"
    assert extract(fenced(CODE) + fenced(starter)).code == CODE
    assert extract(fenced(starter)).code is None


def test_a_name_in_a_comment_or_string_defines_nothing() -> None:
    decoy = '// fn two_sum(n: i32) { 1 }\nconst A: &str = "fn two_sum() { 1 }";\n'
    assert extract(fenced(CODE) + fenced(decoy)).code == CODE
    assert extract(fenced(decoy)).code is None


def test_a_page_of_markdown_around_the_block() -> None:
    assert extract("```markdown\n# Answer\n" + fenced(CODE) + "```\n").code == CODE
    assert extract("````markdown\n" + fenced(CODE) + "````\n").code == CODE
    assert extract("```\n" + fenced(CODE) + "```\n").code == CODE


def test_a_block_that_was_never_finished_gives_way_to_the_next() -> None:
    text = "```rust\nimpl Solution { pub fn two_sum(n: i32) -> i32 {\nWait.\n" + fenced(CODE)
    assert extract(text).code == CODE


def test_a_longer_fence_holds_shorter_ones() -> None:
    code = "/**\n```rust\nlet x = 1;\n```\n*/\n" + CODE
    assert extract(fenced(code, "rust", "````")).code == code


def test_an_unclosed_last_block_counts_only_when_its_brackets_match() -> None:
    assert extract("Text\n```rust\n" + CODE).code == CODE
    cut = extract("Text\n```rust\n" + CODE[:-8])
    assert cut.code is None
    assert "line 3 is cut off" in cut.reason
    assert extract(fenced(CODE) + "And:\n```rust\n" + OTHER).code == CODE


def test_thoughts_are_no_answer_and_lines_still_count() -> None:
    thought = "<think>\nMaybe\n" + fenced(OTHER) + "</think>\n"
    assert extract(thought + fenced(CODE)) == Extraction(CODE, first_line=thought.count("\n") + 2)
    assert extract(thought + "No.").code is None
    assert extract("Maybe\n" + fenced(OTHER) + "</think>\n" + fenced(CODE)).code == CODE
    assert extract(fenced(CODE) + "<think>\n" + fenced(OTHER)).code == CODE
    assert extract(f"{thought}{fenced(CODE)}{thought}").code == CODE
    assert extract("<thinking>x</thinking>\n" + fenced(CODE)).code == CODE


def test_a_program_may_define_main_or_the_function() -> None:
    assert extract(fenced(CODE), program=True).code == CODE
    assert extract(fenced(CODE) + fenced(MAIN), program=True).code == MAIN
    assert extract(fenced(CODE) + fenced(MAIN)).code == CODE
    assert extract(fenced(CODE) + fenced("fn main() {}\n"), program=True).code == CODE


def test_a_program_with_the_function_left_empty_is_the_starter_again() -> None:
    starter = CODE.replace("        n\n", "") + MAIN
    assert extract(fenced(CODE + MAIN) + fenced(starter), program=True).code == CODE + MAIN
    assert extract(fenced(starter), program=True).code is None


@pytest.mark.parametrize("setting", [Setting.SPECGEN, Setting.PROOFGEN, Setting.END2END])
def test_proofs_need_a_verus_block(setting: Setting) -> None:
    assert extract(fenced(PROOF) + fenced(CODE), setting).code == PROOF
    missing = extract(fenced(CODE), setting)
    assert missing.code is None
    assert "`verus!`" in missing.reason
    assert extract(PROOF, setting).code == PROOF


def test_a_ghost_function_of_that_name_is_not_the_target() -> None:
    ghost = "verus! {\nspec fn two_sum(n: int) -> int { n }\n}\n"
    assert extract(fenced(ghost), Setting.PROOFGEN).code is None


def test_inline_backticks_are_no_fence() -> None:
    text = "```let x = 1;``` is wrong.\n" + fenced(CODE)
    assert extract(text).code == CODE


def test_rust_files_with_and_without_fences() -> None:
    assert not holds_fences(CODE)
    assert not holds_fences("/**\n```\nlet x = 1;\n```\n*/\n" + CODE)
    assert not holds_fences('const A: &str = r#"\n```\n"#;\n' + CODE)
    assert not holds_fences("/// ```\n/// let x = 1;\n/// ```\n" + CODE)
    assert holds_fences(fenced(CODE))
    assert holds_fences("It's this:\r\n" + fenced(CODE).replace("\n", "\r\n"))


@pytest.mark.parametrize(
    "unit",
    ["```", "```\n", "```rust\n", "``` x", '"\\', "/*", "<think>\n", "fn two_sum(", "{", "~~~a\n"],
)
def test_hostile_repetition_ends(unit: str) -> None:
    text = unit * (50_000 // len(unit))
    for setting in (Setting.CODEGEN_NL, Setting.PROOFGEN):
        extract_code(text + " verus fn two_sum ", setting, "two_sum")
    holds_fences(text)


def test_a_line_of_blanks_in_an_info_string_ends() -> None:
    extract("```a" + " " * 500_000 + "b\n" + CODE)


@given(st.text(alphabet="`~<think>/ \n\rrusfn two_m(){}\"'\\*a!", max_size=200))
def test_any_text_gives_code_or_a_reason(text: str) -> None:
    for setting in (Setting.CODEGEN_NL, Setting.END2END):
        found = extract_code(text, setting, "two_sum", program=True)
        assert (found.code is None) == bool(found.reason)
        assert 1 <= found.first_line <= text.count("\n") + text.count("\r") + 1


@given(st.lists(st.text(alphabet="abc .,*\n", max_size=30), min_size=1, max_size=4))
def test_the_code_survives_any_prose(parts: list[str]) -> None:
    text = ("\n" + fenced(CODE)).join([*parts, ""])
    assert extract(text).code == CODE
