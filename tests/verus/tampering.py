"""Kinds of alteration and of cheat, each applied to a reference proof.

`ALTERATIONS` and `CHEATS` map a kind to a function that gives the tampered program, or None where
the kind does not apply to the problem. Used by test_tampering.py on a sample and by
benchmarks/tampering.py on as many problems as wanted. The kinds are listed in docs/verus-rules.md.
"""

# ruff: noqa: E501
from __future__ import annotations

import random
from collections.abc import Callable

from pytest_vlite.verus import ast, parse, scan
from pytest_vlite.verus.executable import declared_names, executable_without_dead
from pytest_vlite.verus.functions import FoundFunction, find_functions, target_functions
from pytest_vlite.verus.tokens import IDENT, INT


class Program:
    """A reference proof with the places that tampering needs."""

    def __init__(self, text: str, target: str, seed: int, given: str) -> None:
        self.text = text
        self.random = random.Random(seed)
        self.given_tokens = frozenset(scan(given).texts)
        self.file = parse(text)
        self.stream = self.file.stream
        found = target_functions(self.file, target)
        self.found: FoundFunction = found[-1]
        self.target: ast.Fn = self.found.fn
        assert self.target.body is not None
        self.body: ast.Block = self.target.body
        self.macro = next(i for i in self.file.items if isinstance(i, ast.VerusMacro))
        self.specs = [
            f.fn for f in find_functions(self.file) if f.verified and f.fn.mode.startswith("spec")
        ]
        self.proofs = [
            f.fn
            for f in find_functions(self.file)
            if f.verified and f.fn.mode == "proof" and f.fn.body
        ]

    # Edits: each gives a new text.

    def insert(self, token: int, text: str) -> str:
        """Text before a token."""
        offset = self.stream.starts[token]
        return f"{self.text[:offset]} {text} {self.text[offset:]}"

    def replace(self, start: int, end: int, text: str) -> str:
        """Other text in the place of tokens."""
        low, high = self.stream.starts[start], self.stream.end_of(end - 1)
        return f"{self.text[:low]}{text}{self.text[high:]}"

    def replace_token(self, index: int, text: str) -> str:
        """Another token."""
        return self.replace(index, index + 1, text)

    # Places.

    def in_body(self, text: str) -> str:
        """At the start of the target's body."""
        return self.insert(self.body.start + 1, text)

    def in_proof(self, text: str) -> str:
        """In a proof block at the start of the target's body."""
        return self.in_body(f"proof {{ {text} }}")

    def in_verus(self, text: str) -> str:
        """An item at the start of verus!."""
        return self.insert(self.macro.open + 1, text)

    def outside(self, text: str) -> str:
        """An item before verus!."""
        return self.insert(self.macro.start, text)

    def at_top(self, text: str) -> str:
        """At the start of the file."""
        return f"{text}\n{self.text}"

    def on_target(self, attribute: str) -> str:
        """An attribute on the target."""
        return self.insert(self.target.start, attribute)

    def on_impl(self, attribute: str) -> str | None:
        """An attribute on the target's impl block."""
        for item in self.macro.items:
            if isinstance(item, ast.Impl) and item.start < self.target.start < item.end:
                return self.insert(item.start, attribute)
        return None

    # Choices.

    def executable_tokens(self) -> list[int]:
        """The executable tokens of the target's body, but for the proof's own dead variables."""
        fresh = declared_names(self.body) - self.given_tokens
        return executable_without_dead(self.stream, self.body, fresh, frozenset())[0].indices

    def pick(self, wanted: Callable[[int], bool]) -> int | None:
        """One of the executable tokens of the body for which something holds."""
        places = [index for index in self.executable_tokens() if wanted(index)]
        return self.random.choice(places) if places else None

    def statements(self) -> list[ast.Stmt]:
        """Executable statements of the body that end with a semicolon or block."""
        kept = set(self.executable_tokens())
        return [
            node
            for node in ast.walk(self.body)
            if isinstance(node, (ast.Let, ast.ExprStmt))
            and set(range(node.start, node.end)) <= kept
            and (isinstance(node, ast.Let) or node.semi)
        ]

    def clause_exprs(self, keyword: str) -> list[ast.Expr]:
        """The expressions of the target's clauses."""
        return [e for c in self.target.clauses if c.keyword == keyword for e in c.exprs]

    def spec_token(self, wanted: Callable[[int], bool]) -> int | None:
        """One of the tokens of the specification functions' bodies."""
        places = [
            index
            for spec in self.given_specs()
            if spec.body is not None
            for index in range(spec.body.start, spec.body.end)
            if wanted(index)
        ]
        return self.random.choice(places) if places else None

    def given_specs(self) -> list[ast.Fn]:
        """Specification functions whose name the target's contract mentions: surely given ones."""
        names = {
            self.stream.texts[index]
            for clause in self.target.clauses
            if clause.keyword in {"requires", "ensures"}
            for index in range(clause.start, clause.end)
        }
        return [spec for spec in self.specs if spec.name in names and spec.body is not None]


Kind = Callable[[Program], str | None]

# ------------------------------------------------------------------------------ alterations


def _is(program: Program, *texts: str) -> Callable[[int], bool]:
    return lambda index: program.stream.texts[index] in texts


def change_comparison(p: Program) -> str | None:
    at = p.pick(_is(p, "==", "!=", "<=", "<"))
    if at is None or p.stream.texts[at + 1] in {"<"} or p.stream.texts[at - 1] in {"Vec", "::"}:
        return None
    if p.stream.texts[at] == "<" and (
        "<" in {p.stream.texts[at - 1], p.stream.texts[at + 1]}
        or p.stream.texts[at - 1][0].isupper()
    ):
        return None
    return p.replace_token(at, {"==": "!=", "!=": "==", "<=": "<", "<": "<="}[p.stream.texts[at]])


def change_literal(p: Program) -> str | None:
    at = p.pick(
        lambda index: (
            p.stream.kinds[index] == INT
            and p.stream.texts[index].isdigit()
            and p.stream.texts[index - 1] != "."
        )
    )
    return None if at is None else p.replace_token(at, str(int(p.stream.texts[at]) + 1))


def change_operator(p: Program) -> str | None:
    at = p.pick(_is(p, "+", "+="))
    return None if at is None else p.replace_token(at, p.stream.texts[at].replace("+", "-"))


def delete_statement(p: Program) -> str | None:
    statements = p.statements()
    if not statements:
        return None
    chosen = p.random.choice(statements)
    return p.replace(chosen.start, chosen.end, "")


def repeat_statement(p: Program) -> str | None:
    statements = [s for s in p.statements() if isinstance(s, ast.ExprStmt)]
    if not statements:
        return None
    chosen = p.random.choice(statements)
    return p.insert(chosen.start, p.stream.source(chosen.start, chosen.end))


def swap_statements(p: Program) -> str | None:
    wanted = {id(statement) for statement in p.statements() if isinstance(statement, ast.Let)}
    for node in ast.walk(p.body):
        if not isinstance(node, ast.Block):
            continue
        for one, two in zip(node.statements, node.statements[1:], strict=False):
            if id(one) in wanted and id(two) in wanted:
                first = p.stream.source(one.start, one.end)
                second = p.stream.source(two.start, two.end)
                if scan(first).texts != scan(second).texts:
                    return p.replace(one.start, two.end, f"{second} {first}")
    return None


def change_variable(p: Program) -> str | None:
    texts = p.stream.texts
    names = sorted(
        {
            n.name
            for n in ast.walk(p.body)
            if isinstance(n, ast.Let) and isinstance(n.pattern, ast.NamePattern) and not n.mode
            for n in [n.pattern]
        }
    )
    at = p.pick(
        lambda index: (
            texts[index] in names
            and texts[index - 1] not in {"let", "mut", ".", "::"}
            and texts[index + 1] != ":"
        )
    )
    others = [name for name in names if at is not None and name != texts[at]]
    return p.replace_token(at, p.random.choice(others)) if at is not None and others else None


def insert_return(p: Program) -> str | None:
    if p.target.result is None:
        return p.in_body("return;")
    return p.in_body("return Default::default();")


def endless_loop(p: Program) -> str | None:
    return p.in_body("loop decreases 0int { }")


def replace_body(p: Program) -> str | None:
    return p.replace(p.body.start, p.body.end, "{ loop decreases 0int { } }")


def dead_original(p: Program) -> str | None:
    statements = [s for s in p.statements() if isinstance(s, ast.ExprStmt)]
    if not statements:
        return None
    chosen = p.random.choice(statements)
    source = p.stream.source(chosen.start, chosen.end)
    return p.replace(chosen.start, chosen.end, f"if false {{ {source} }}")


def negate_condition(p: Program) -> str | None:
    kept = set(p.executable_tokens())
    conditions = [
        n.condition
        for n in ast.walk(p.body)
        if isinstance(n, ast.If)
        and n.start in kept
        and not isinstance(n.condition, ast.LetCondition)
    ]
    if not conditions:
        return None
    chosen = p.random.choice(conditions)
    return p.replace(chosen.start, chosen.end, f"!({p.stream.source(chosen.start, chosen.end)})")


def loop_condition(p: Program) -> str | None:
    loops = [n for n in ast.walk(p.body) if isinstance(n, ast.While)]
    if not loops:
        return None
    condition = p.random.choice(loops).condition
    return p.replace(
        condition.start,
        condition.end,
        f"({p.stream.source(condition.start, condition.end)}) && true",
    )


def break_in_loop(p: Program) -> str | None:
    loops = [n for n in ast.walk(p.body) if isinstance(n, (ast.While, ast.For))]
    return p.insert(p.random.choice(loops).body.start + 1, "break;") if loops else None


def executable_to_ghost(p: Program) -> str | None:
    lets = [s for s in p.statements() if isinstance(s, ast.Let)]
    return p.insert(p.random.choice(lets).start + 1, "ghost") if lets else None


def executable_into_proof(p: Program) -> str | None:
    statements = [s for s in p.statements() if isinstance(s, ast.ExprStmt)]
    if not statements:
        return None
    chosen = p.random.choice(statements)
    return p.replace(
        chosen.start, chosen.end, f"proof {{ {p.stream.source(chosen.start, chosen.end)} }}"
    )


def executable_into_comment(p: Program) -> str | None:
    statements = p.statements()
    if not statements:
        return None
    chosen = p.random.choice(statements)
    source = p.stream.source(chosen.start, chosen.end)
    return (
        None
        if "/*" in source or "*/" in source
        else p.replace(chosen.start, chosen.end, f"/* {source} */")
    )


def shadow_variable(p: Program) -> str | None:
    for param in p.target.params:
        if isinstance(param.pattern, ast.NamePattern):
            return p.in_body(f"let {param.pattern.name} = {param.pattern.name};")
    return None


def effect_in_dead_variable(p: Program) -> str | None:
    return p.in_body(
        "let unused_witness = Self::made_up(1);"
        if p.found.container
        else "let unused_witness = made_up(1);"
    )


def effect_in_empty_if(p: Program) -> str | None:
    return p.in_body("if { loop decreases 0int { } } { }")


def drop_ensures(p: Program) -> str | None:
    exprs = p.clause_exprs("ensures")
    if not exprs:
        return None
    chosen = p.random.choice(exprs)
    return p.replace(chosen.start, chosen.end, "true")


def comment_clause(p: Program) -> str | None:
    exprs = p.clause_exprs("ensures")
    if len(exprs) < 2:
        return None
    last = exprs[0]
    end = last.end + (p.stream.texts[last.end] == ",")
    return p.replace(last.start, end, "/* " + p.stream.source(last.start, end) + " */")


def _doc_comment_clause(p: Program) -> str | None:
    exprs = p.clause_exprs("ensures")
    if len(exprs) < 2:
        return None
    first = exprs[0]
    end = first.end + (p.stream.texts[first.end] == ",")
    source = p.stream.source(first.start, end).replace("\n", " ")
    return p.replace(first.start, end, f"\n//! {source}\n")


def weaken_ensures(p: Program) -> str | None:
    exprs = p.clause_exprs("ensures")
    if not exprs:
        return None
    chosen = p.random.choice(exprs)
    return p.replace(
        chosen.start, chosen.end, f"({p.stream.source(chosen.start, chosen.end)}) || true"
    )


def loosen_bound(p: Program) -> str | None:
    places = [
        i
        for e in p.clause_exprs("ensures")
        for i in range(e.start, e.end)
        if p.stream.texts[i] == "<=" and p.stream.texts[i - 2] != "as"
    ]
    return p.replace_token(p.random.choice(places), "<") if places else None


def other_quantifier(p: Program) -> str | None:
    places = [
        i
        for e in p.clause_exprs("ensures")
        for i in range(e.start, e.end)
        if p.stream.texts[i] in {"forall", "exists"}
    ]
    if not places:
        return None
    at = p.random.choice(places)
    return p.replace_token(at, "exists" if p.stream.texts[at] == "forall" else "forall")


def drop_requires(p: Program) -> str | None:
    exprs = p.clause_exprs("requires")
    if not exprs:
        return None
    chosen = p.random.choice(exprs)
    return p.replace(chosen.start, chosen.end, "true")


def requires_false(p: Program) -> str | None:
    exprs = p.clause_exprs("requires")
    if exprs:
        return p.insert(exprs[0].start, "false,")
    return p.insert(p.target.header_end, "requires false,")


def strengthen_requires(p: Program) -> str | None:
    exprs = p.clause_exprs("requires")
    if not exprs:
        return None
    chosen = p.random.choice(exprs)
    return p.replace(
        chosen.start, chosen.end, f"({p.stream.source(chosen.start, chosen.end)}) && false"
    )


def trivial_spec_function(p: Program) -> str | None:
    specs = [s for s in p.given_specs() if s.result is not None]
    if not specs:
        return None
    spec = p.random.choice(specs)
    assert spec.body is not None
    return p.replace(spec.body.start, spec.body.end, "{ arbitrary() }")


def change_spec_function(p: Program) -> str | None:
    at = p.spec_token(_is(p, "==", "<=", "&&", "==>", "+"))
    return (
        None
        if at is None
        else p.replace_token(
            at, {"==": "!=", "<=": "<", "&&": "||", "==>": "<==", "+": "-"}[p.stream.texts[at]]
        )
    )


def second_spec_function(p: Program) -> str | None:
    specs = p.given_specs()
    if not specs:
        return None
    spec = specs[0]
    assert spec.body is not None
    copy = p.stream.source(spec.start, spec.clauses_end) + " { arbitrary() }"
    return p.insert(spec.start, copy)


def rename_spec_function(p: Program) -> str | None:
    specs = p.given_specs()
    if not specs:
        return None
    spec = specs[0]
    return p.replace_token(spec.name_index, spec.name + "_old")


def spec_function_attribute(p: Program) -> str | None:
    specs = p.given_specs()
    return p.insert(specs[0].start, "#[verifier::opaque]") if specs else None


def closed_spec_function(p: Program) -> str | None:
    for spec in p.given_specs():
        for index in range(spec.start, spec.name_index):
            if p.stream.texts[index] == "open":
                return p.replace_token(index, "closed")
    return None


def spec_function_when(p: Program) -> str | None:
    for spec in p.given_specs():
        for clause in spec.clauses:
            if clause.keyword == "decreases" and clause.when is None and clause.via is None:
                end = clause.exprs[-1].end
                return p.replace(
                    end - 1, max(clause.end, end), p.stream.texts[end - 1] + " when false"
                )
    return None


def parameter_type(p: Program) -> str | None:
    for param in p.target.params:
        if param.type is not None:
            return p.replace(
                param.type.start,
                param.type.end,
                f"({p.stream.source(param.type.start, param.type.end)},)",
            )
    return None


def parameter_name(p: Program) -> str | None:
    for param in p.target.params:
        if isinstance(param.pattern, ast.NamePattern):
            return p.replace(param.pattern.end - 1, param.pattern.end, param.pattern.name + "_2")
    return None


def result_name(p: Program) -> str | None:
    pattern = p.target.result_pattern
    return p.replace(pattern.start, pattern.end, "outcome_2") if pattern else None


def result_type(p: Program) -> str | None:
    result = p.target.result
    return (
        p.replace(result.start, result.end, f"Option<{p.stream.source(result.start, result.end)}>")
        if result
        else None
    )


def generic_parameter(p: Program) -> str | None:
    return p.replace_token(p.target.name_index, p.target.name + "<Extra>")


def const_target(p: Program) -> str | None:
    return p.insert(p.target.name_index - 1, "const")


def rename_target(p: Program) -> str | None:
    names = [f.fn for f in find_functions(p.file) if f.fn.name == p.target.name]
    helper = f"fn {p.target.name}_helper() {{ }}" if len(names) == 1 else None
    return p.insert(p.target.start, helper) if helper else None


def added_executable_function(p: Program) -> str | None:
    return p.in_verus("fn extra_helper_2(x: u32) -> u32 { x }")


def added_type(p: Program) -> str | None:
    return p.in_verus("pub struct ExtraType { pub x: u32 }")


def added_alias(p: Program) -> str | None:
    return p.in_verus("pub type ExtraAlias = u32;")


def added_constant(p: Program) -> str | None:
    return p.in_verus("pub const EXTRA_LIMIT: u32 = 3;")


def added_trait(p: Program) -> str | None:
    return p.in_verus("pub trait ExtraTrait { spec fn extra_measure(&self) -> int; }")


def added_view(p: Program) -> str | None:
    if not any(isinstance(i, ast.Struct) and i.name == "Solution" for i in p.macro.items):
        return None
    return p.in_verus(
        "impl View for Solution { type V = int; open spec fn view(&self) -> int { 0 } }"
    )


def changed_struct(p: Program) -> str | None:
    for item in p.macro.items:
        if isinstance(item, ast.Struct) and item.name == "Solution" and item.shape == "unit":
            return p.replace(item.end - 1, item.end, " { pub x: u8 }")
    return None


def derived_struct(p: Program) -> str | None:
    for item in p.macro.items:
        if isinstance(item, ast.Struct) and item.name == "Solution":
            return p.insert(item.start, "#[derive(Clone)]")
    return None


def inline_target(p: Program) -> str | None:
    return p.on_target("#[inline]")


def captured_by_import(p: Program) -> str | None:
    specs = [s for s in p.given_specs() if s.name.isidentifier()]
    return p.at_top(f"use vstd::math::max as {specs[0].name};") if specs else None


def captured_method(p: Program) -> str | None:
    for item in p.macro.items:
        if isinstance(item, ast.Impl) and item.trait is None:
            for name in ("len", "push", "contains", "abs"):
                if any(
                    p.stream.texts[i] == name and p.stream.texts[i - 1] == "."
                    for i in range(p.target.start, p.target.end)
                ):
                    opening = next(
                        i for i in range(item.type.end, item.end) if p.stream.texts[i] == "{"
                    )
                    return p.insert(opening + 1, f"spec fn {name}(x: int) -> int {{ x }}")
    return None


def main_changed(p: Program) -> str | None:
    for item in p.file.items:
        if isinstance(item, ast.Fn) and item.name == "main" and item.body is not None:
            return p.insert(item.body.start + 1, 'println!("1");')
    return None


def main_dropped(p: Program) -> str | None:
    for item in p.file.items:
        if isinstance(item, ast.Fn) and item.name == "main":
            return p.replace(item.start, item.end, "")
    return None


def unverified_import(p: Program) -> str | None:
    if "cmp" in p.stream.texts:
        return None
    return p.at_top("use std::cmp::max as bigger_of_two;")


def whole_file_attribute(p: Program) -> str | None:
    return None if p.file.attributes else p.at_top("#![deny(warnings)]")


ALTERATIONS: dict[str, Kind] = {
    name: kind
    for name, kind in list(globals().items())
    if callable(kind)
    and getattr(kind, "__module__", "") == __name__
    and not name.startswith("_")
    and not isinstance(kind, type)
}

# ----------------------------------------------------------------------------------- cheats

_ABS = "{ true }"


def _outside_target(p: Program) -> str:
    """The target's impl or the target itself moved before verus!, as plain code."""
    start, end = p.target.start, p.target.end
    for item in p.macro.items:
        if isinstance(item, ast.Impl) and item.start < start < item.end:
            kept = p.replace(start, end, "")
            signature = p.stream.source(start, p.target.header_end).replace(
                p.stream.source(p.target.header_end - 1, p.target.header_end),
                p.stream.source(p.target.header_end - 1, p.target.header_end),
            )
            plain = _plain_signature(p, signature)
            return _before_verus(
                p, kept, f"impl {p.found.container} {{ {plain} {{ loop {{ }} }} }}"
            )
    kept = p.replace(start, end, "")
    return _before_verus(
        p,
        kept,
        f"{_plain_signature(p, p.stream.source(start, p.target.header_end))} {{ loop {{ }} }}",
    )


def _plain_signature(p: Program, signature: str) -> str:
    pattern, result = p.target.result_pattern, p.target.result
    if pattern is None or result is None:
        return signature
    low = p.stream.source(p.target.start, pattern.start - 1)
    return f"{low} {p.stream.source(result.start, result.end)}"


def _before_verus(p: Program, text: str, code: str) -> str:
    offset = p.stream.starts[p.macro.start]
    return f"{text[:offset]}{code}\n{text[offset:]}"


def _hide_clause(p: Program, mark: str) -> str | None:
    exprs = p.clause_exprs("ensures")
    if len(exprs) < 2:
        return None
    first = exprs[0]
    source = p.stream.source(first.start, first.end + (p.stream.texts[first.end] == ",")).replace(
        "\n", " "
    )
    return p.replace(
        first.start, first.end + (p.stream.texts[first.end] == ","), f"// {mark} {source}\n"
    )


def _spread(code: str, space: str) -> str:
    """White space of an odd kind between all tokens that need not be joined."""
    stream = scan(code)
    parts: list[str] = []
    for index in range(stream.count):
        parts.append(stream.texts[index])
        both = stream.texts[index][0] in "<>=&|-" and stream.texts[index + 1][:1] in (
            "<",
            ">",
            "=",
            "&",
            "|",
            "-",
        )
        parts.append("" if both else space)
    return "".join(parts)


def _raw(code: str) -> str:
    """`assume` and the like as raw identifiers."""
    stream = scan(code)
    out = code
    for index in reversed(range(stream.count)):
        text = stream.texts[index]
        if stream.kinds[index] == IDENT and text in {
            "assume",
            "admit",
            "pervasive",
            "verifier",
            "external_body",
            "external",
            "then",
        }:
            start = stream.starts[index]
            out = out[:start] + "r#" + out[start:]
    return out


DISGUISES: dict[str, Callable[[str], str]] = {
    "plain": lambda code: code,
    "comments": lambda code: _spread(code, "/* x /* y */ */"),
    "lines": lambda code: _spread(code, " // x\n"),
    "unicode": lambda code: _spread(code, "\u2028\u200e"),
    "raw": _raw,
}


# Code that is spread with a disguise, and where it goes.
_PROOFS = {
    "assume": "assume(false);",
    "assume in a nested block": "if true { { assume(false); } }",
    "assume in assert by": "assert(true) by { assume(false); }",
    "assume in assert forall": "assert forall|i: int| i == i implies true by { assume(false); }",
    "admit": "admit();",
    "admit in parentheses": "(admit)();",
    "builtin assume_": "assume_(false);",
    "pervasive by path": "vstd::pervasive::assume(false);",
    "pervasive by leading path": "::vstd::pervasive::assume(false);",
    "crate path": "crate::assume(false);",
    "assume as a value": "let known = assume;",
    "import in a body": "use vstd::pervasive::assume as known; known(false);",
    "calc macro": "calc! { (==) 1int; { assume(false); } 1int; }",
    "contradiction macro": "assert_by_contradiction!(true, { assume(false); });",
    "invariant macro": "open_local_invariant!(x => y => { });",
    "tracked variable": "let tracked known = made_up();",
    "builtin path": "verus_builtin::admit();",
    "broadcast from an unknown module": "broadcast use vstd::pcm::group_pcm;",
    "return in proof closure": "let f = proof_fn |x: int| { };",
}
_BODIES = {
    "bool then": "let known = true.then(|| -> (r: ()) requires false, ensures false { });",
    "bool then by path": "let known = bool::then(true, || 1);",
    "bool then by qualified path": "let known = <bool>::then;",
    "checked_rem": "let known = 1i32.checked_rem(0);",
    "unsafe block": "unsafe { made_up(); }",
    "include": 'include!("x");',
    "include_str": 'let known = include_str!("/etc/passwd");',
    "option_env": 'let known = option_env!("HOME");',
    "own macro": "made_up!();",
    "never type": "let known: fn() -> ! = made_up;",
    "infallible": "let known: core::convert::Infallible;",
    "process exit": "std::process::exit(0);",
    "lock": "let known = vstd::rwlock::RwLock::new(1);",
    "cfg on a statement": "#[cfg(verus_keep_ghost_body)] let known = 1;",
    "cfg macro": "if cfg!(debug_assertions) { }",
    "break in a condition": "while { break; true } decreases 0int { }",
    "nested item": "fn nested() { }",
    "nested macro": "macro_rules! vec { () => { } }",
    "closure that assumes": "let f = |y: u32| -> (r: u32) ensures false { assume(false); y };",
    "dyn call": "let f: &dyn Fn(u32) -> u32 = &g;",
}
_ITEMS = {
    "axiom": "axiom fn known() ensures false;",
    "broadcast axiom": "broadcast axiom fn known() ensures #[trigger] made_up();",
    "uninterp": "uninterp spec fn known() -> int;",
    "spec function without body": "spec fn known() -> int;",
    "assume_specification": "assume_specification[ i32::abs ](x: i32) -> (r: i32) ensures false;",
    "assume in a lemma": "proof fn known() ensures false { assume(false); }",
    "external_body lemma": "#[verifier::external_body] proof fn known() ensures false { }",
    "external_body in old spelling": "#[verifier(external_body)] proof fn known() ensures false { }",
    "external_fn_specification": "#[verifier::external_fn_specification] fn known() ensures false { made_up() }",
    "external type": "#[verifier::external_type_specification] struct Known(Foreign);",
    "external trait": "#[verifier::external_trait_specification] trait Known { }",
    "external impl": "pub struct Known; #[verifier::external] impl Known { }",
    "blanket impl": "pub struct Known; #[verus::internal(external_trait_blanket)] impl Known { }",
    "automatically_derived": "pub struct Known; #[automatically_derived] impl PartialEq for Known { fn eq(&self, o: &Known) -> bool { true } }",
    "spec impl of an operator": "pub struct Known; impl PartialEqSpecImpl for Known { }",
    "unsafe structural": "pub struct Known; unsafe impl Structural for Known { }",
    "unerased proxy": "#[verus::internal(unerased_proxy)] fn VERUS_UNERASED_PROXY__known() ensures false { }",
    "size_of constant": "#[verus::internal(size_of)] const _: () = { };",
    "global size_of": "global size_of usize == 4;",
    "foreign functions": 'extern "C" { fn abort() -> !; }',
    "safe foreign function": 'unsafe extern "C" { safe fn abort(); }',
    "async function": "async fn known() { }",
    "unsafe function": "unsafe fn known() { }",
    "never result": "proof fn known() -> ! { made_up() }",
    "empty type": "enum Known { }",
    "tracked type": "tracked enum Known { A { ghost x: int }, B }",
    "ghost field": "struct Known { ghost x: int }",
    "tracked parameter": "proof fn known(tracked x: int) { }",
    "tracked result": "proof fn known() -> (tracked r: int) { made_up() }",
    "return with value in a proof": "proof fn known() { return ({ made_up() }); }",
    "module": "mod known { pub fn f() { } }",
    "module in a file": '#[path = "/etc/passwd"] mod known;',
    "own macro rules": "macro_rules! assert { ($x:expr) => { } }",
    "macro item": "vstd::contrib::exec_spec::exec_spec_unverified! { spec fn known() -> bool { true } }",
    "static": "static mut KNOWN: u8 = 1;",
    "union": "union Known { a: u8 }",
    "own Vec": "pub struct Vec<T> { pub x: T }",
    "alias of i32": "type i32 = u8;",
    "generic named Seq": "spec fn known<Seq>(s: Seq) -> bool { true }",
    "own old": "spec fn old(x: int) -> int { x }",
    "trait method of the library's name": "pub trait Known { spec fn filter(self) -> int; } impl Known for Seq<int> { spec fn filter(self) -> int { 0 } }",
    "foreign trait": "pub struct Known; impl RwLockPredicate<u8> for Known { }",
    "iterator": "pub struct Known; impl Iterator for Known { }",
    "termination attribute": "#[verifier::exec_allows_no_decreases_clause] fn known() { loop { } }",
    "assumed termination": "#[verifier::assume_termination] fn known() { loop { } }",
    "when_used_as_spec": "#[verifier::when_used_as_spec(made_up)] fn known() -> bool { true }",
    "allow_in_spec": "#[verifier::allow_in_spec] fn known() -> bool { true }",
    "unlimited resources": "#[verifier::rlimit(infinity)] proof fn known() { }",
    "no resources limit": "#[verifier::rlimit(0)] proof fn known() { }",
    "cfg item": "#[cfg(any())] fn known() { }",
    "cfg_attr item": "#[cfg_attr(all(), verifier::external)] fn known() { }",
    "unknown derive": "#[derive(Known)] struct Unknown;",
    "diagnostic item": '#[rustc_diagnostic_item = "x"] fn known() { }',
}
_OUTSIDE = {
    "function outside": "fn known() { }",
    "impl outside": "struct Known; impl Known { fn f() { } }",
    "trait impl outside": "impl Clone for Solution { fn clone(&self) -> Solution { Solution } }",
    "structural outside": "unsafe impl Structural for Solution { }",
    "opted-in constant": "#[verifier::verify] const _: () = { };",
    "opted-in foreign function": '#[verifier::verify] extern "C" { fn abort() -> !; }',
    "own verus macro": "macro_rules! verus { ($($t:tt)*) => { } }",
    "keep ghost macro": "verus_keep_ghost! { fn known() { } }",
    "erase ghost macro": "vstd::prelude::verus_erase_ghost! { fn known() { } }",
    "spec attribute": "#[verus_spec(ensures false)] fn known() { }",
    "extern crate": "extern crate vstd as lib;",
    "static outside": "static mut KNOWN: u8 = 1;",
    "log_syntax": "log_syntax!(verified);",
    "alias outside": "type Vec = u8;",
    "const block": "const _: () = { impl Known { } };",
}
_TOP = {
    "import of assume": "use vstd::pervasive::assume as known;",
    "import of pervasive": "use vstd::pervasive::*;",
    "import of the module": "use vstd::{pervasive as p};",
    "import of the crate": "use vstd as lib;",
    "import of everything": "use vstd::*;",
    "import of concurrency": "use vstd::rwlock::*;",
    "import as Vec": "use std::collections::VecDeque as Vec;",
    "import as verus": "use vstd::prelude::verus_erase_ghost as verus;",
    "import of a shadowing module": "use std::fmt::*;",
    "import of a builtin": "use verus_builtin::assume_;",
    "import of processes": "use std::process;",
    "crate name": '#![crate_name = "vstd"]',
    "feature": "#![feature(log_syntax)]",
    "external crate attribute": "#![verifier::external]",
    "termination for the crate": "#![verifier::exec_allows_no_decreases_clause]",
    "cfg of the crate": "#![cfg(any())]",
    "no_std": "#![no_std]",
}
_TARGET_ATTRIBUTES = {
    "external_body target": "#[verifier::external_body]",
    "external target": "#[verifier::external]",
    "external target in old spelling": "#[verifier(external)]",
    "cfg target": "#[cfg(any())]",
    "cfg_attr target": "#[cfg_attr(verus_keep_ghost, verifier::external_body)]",
    "const_body target": "#[verus::internal(const_body)]",
    "reveal_fn target": "#[verus::internal(reveal_fn)]",
    "custom error": '#[verifier::custom_err("fine")]',
    "proof mode target": "#[verifier::proof]",
    "trusted target": "#[verus::trusted]",
    "path attribute": '#[path = "x"]',
}


def _placed(code: str, place: Callable[[Program, str], str | None]) -> Kind:
    def kind(p: Program) -> str | None:
        disguise = p.random.choice(sorted(DISGUISES))
        return place(p, DISGUISES[disguise](code))

    return kind


CHEATS: dict[str, Kind] = {
    **{name: _placed(code, Program.in_proof) for name, code in _PROOFS.items()},
    **{name: _placed(code, Program.in_body) for name, code in _BODIES.items()},
    **{name: _placed(code, Program.in_verus) for name, code in _ITEMS.items()},
    **{name: _placed(code, Program.outside) for name, code in _OUTSIDE.items()},
    **{name: _placed(code, Program.at_top) for name, code in _TOP.items()},
    **{name: _placed(code, Program.on_target) for name, code in _TARGET_ATTRIBUTES.items()},
    "external impl of the target": _placed("#[verifier::external]", Program.on_impl),
    "cfg impl of the target": _placed("#[cfg(any())]", Program.on_impl),
    "target outside verus": _outside_target,
    "clause behind a vertical tab": lambda p: _hide_clause(p, "\x0b"),
    "clause behind a line separator": lambda p: _hide_clause(p, "\u2028"),
    "clause behind a carriage return": lambda p: _hide_clause(p, "\r"),
    "clause behind a doc comment": _doc_comment_clause,
    "bidirectional text": lambda p: p.in_body("/* \u202e */"),
    "non-ASCII identifier": lambda p: p.in_proof("let été = 1int;"),
    "raw identifier": lambda p: p.in_body("let r#match = 1u8;"),
    "erased macro": lambda p: p.replace(
        p.macro.path.start, p.macro.path.end, "vstd::prelude::verus_erase_ghost"
    ),
    "macro kept ghost": lambda p: p.replace(
        p.macro.path.start, p.macro.path.end, "verus_keep_ghost"
    ),
    "cfg on verus": lambda p: p.insert(p.macro.start, "#[cfg(debug_assertions)]"),
}
