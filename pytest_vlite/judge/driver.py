"""Builds the complete program around an answer.

For a function the added part reads one JSON object of parameters from standard input, calls the
function and prints one JSON value; for a program without a `main` of its own it is what the starter
code has and the answer has not. docs/rust-programs.md says what an answer may hold.
"""

from __future__ import annotations

import hashlib

from pytest_vlite.judge.answer_shape import AnswerShape, read_shape
from pytest_vlite.judge.function_driver import function_driver, signature_text
from pytest_vlite.judge.program import LIBRARY_NAME, Program
from pytest_vlite.judge.starter_driver import starter_remainder
from pytest_vlite.release import Problem, Signature, Target
from pytest_vlite.release.rust_scan import scan_items
from pytest_vlite.release.rust_types import parse_type

# The methods that Verus's standard library adds to standard types, and the traits of the support
# library that have them. A trait is imported only where its method is called and no trait of the
# answer declares one of that name, so that nothing can become ambiguous.
SHIM_TRAITS = {"unicode_len": "StrAsChars", "get_char": "StrAsChars", "set": "VecSet"}
_OWNERS_TO_SUPPLY = ("Solution",)


def build_program(problem: Problem, code: str) -> Program:
    """The program that runs `code` on test cases of `problem`.

    Raises:
        InputError: the problem's artifacts do not tell the function to write.
        HarnessError: a type of the problem's signature has no JSON form known here.
    """
    if problem.style == "program":
        return build_stdin_program(
            code,
            problem.description.starter_code,
            problem.target.function,
            reference=problem.artifact("main.rs") if problem.has("main.rs") else "",
        )
    return build_function_program(code, problem.target)


def build_stdin_program(
    code: str, starter_code: str, function: str, *, reference: str = ""
) -> Program:
    """A program from standard input to standard output.

    With a `main` of its own the answer is the program. Without one, or with an empty one beside the
    function asked for (as specifications have it), the starter code's driver is used; `reference`
    is the complete program of the benchmark's authors, for its `main`.
    """
    shape = read_shape(code)
    text = _Text(shape)
    own_main = shape.main
    if own_main is not None and own_main.has_empty_body and _defines_function(shape, function):
        text.set_main_aside()
        text.note("the answer's empty main was set aside")
        own_main = None
    if own_main is None:
        text.add(starter_remainder(shape, read_shape(starter_code), read_shape(reference)))
        text.note("run by the starter code's main")
    elif shape.implements("Solution"):
        text.supply_type("Solution")
    text.add_shim()
    return text.program(signature="")


def build_function_program(code: str, target: Target) -> Program:
    """A program from one JSON object of parameters to one JSON value."""
    shape = read_shape(code)
    text = _Text(shape)
    text.set_main_aside()
    for owner in _OWNERS_TO_SUPPLY:
        if target.owner == owner:
            text.supply_type(owner)
    for struct in target.judge_structs:
        if not shape.defines_type(struct.name):
            text.add(struct.source)
    text.add_shim()
    signature = _called_signature(target, code)
    text.add(function_driver(target, signature, text.module_name))
    return text.program(signature=signature_text(signature), needs_library=True)


class _Text:
    """The growing program text."""

    def __init__(self, shape: AnswerShape) -> None:
        self._shape = shape
        # What stands in the answer's text in place of what, by offset; never a line break.
        self._replaced: dict[int, tuple[str, str]] = {}
        self._added: list[str] = []
        self._notes: list[str] = []
        self._needs_library = False
        # No answer can hold the digest of itself.
        digest = hashlib.sha256(shape.text.encode("utf-8", "surrogatepass")).hexdigest()
        self.module_name = f"vlite_{digest}"

    def note(self, text: str) -> None:
        self._notes.append(text)

    def add(self, text: str) -> None:
        if text:
            self._added.append(text.rstrip("\n") + "\n")

    def supply_type(self, name: str) -> None:
        """Declare the type that answers leave to the judge, unless this one has it."""
        if self._shape.defines_type(name):
            return
        if not self._shape.implements(name) and self._shape.declares_anywhere(name):
            # Declared in a module or by a macro, and reached from the root in some other way.
            return
        self.add(f"pub struct {name};")

    def set_main_aside(self) -> None:
        """Give every identifier `main` another name, so that whatever refers to the answer's own
        `main` still does."""
        for token in self._shape.tokens:
            if token.kind == "word" and token.text in ("main", "r#main"):
                self._replaced[token.start] = (token.text, f"{self.module_name}_main")

    def _relax_lints(self) -> None:
        """Make lints that the author turned into errors warnings again: what is added may break
        them, and what only a set-aside `main` used is unused."""
        tokens = self._shape.tokens
        for place, token in enumerate(tokens[:-1]):
            if token.text in ("deny", "forbid") and tokens[place + 1].text == "(":
                before = [t.text for t in tokens[max(0, place - 3) : place]]
                if before[-2:] == ["#", "["] or before[-3:] == ["#", "!", "["]:
                    self._replaced[token.start] = (token.text, "warn")

    def _edited_answer(self) -> str:
        parts, position = [], 0
        for start in sorted(self._replaced):
            old, new = self._replaced[start]
            parts += [self._shape.text[position:start], new]
            position = start + len(old)
        text = "".join([*parts, self._shape.text[position:]])
        return text if text.endswith("\n") else text + "\n"

    def add_shim(self) -> None:
        declared = self._shape.trait_methods()
        wanted: dict[str, list[str]] = {}
        for method, trait in SHIM_TRAITS.items():
            wanted.setdefault(trait, []).append(method)
        for trait, methods in wanted.items():
            if declared.isdisjoint(methods) and any(map(self._shape.calls_method, methods)):
                self._needs_library = True
                self.add(f"use ::{LIBRARY_NAME}::{trait} as _;")
                self.note(f"offered {', '.join(methods)} of Verus's standard library")

    def program(self, *, signature: str, needs_library: bool = False) -> Program:
        if self._added:
            self._relax_lints()
        answer = self._edited_answer()
        return Program(
            source="".join([answer, *self._added]),
            answer_lines=answer.count("\n"),
            signature=signature,
            needs_library=needs_library or self._needs_library,
            notes=tuple(self._notes),
        )


def _defines_function(shape: AnswerShape, name: str) -> bool:
    tokens = shape.tokens
    return any(
        tokens[place].text == "fn" and tokens[place + 1].text == name
        for place in range(len(tokens) - 1)
    )


def _called_signature(target: Target, code: str) -> Signature:
    """The tests' signature, or the starter code's where the answer was written to that one."""
    tests, shown = target.signature, target.starter
    if _types(tests) == _types(shown):
        return tests
    for function in scan_items(code).functions:
        if function.name != tests.name or function.owner != tests.owner:
            continue
        try:
            written = tuple(str(parse_type(p.type_text)) for p in function.parameters)
            returned = str(parse_type(function.return_text))
        except ValueError:
            continue
        if (*written, returned) == _types(shown):
            return shown
    return tests


def _types(signature: Signature) -> tuple[str, ...]:
    return (*(str(p.type) for p in signature.parameters), str(signature.return_type))
