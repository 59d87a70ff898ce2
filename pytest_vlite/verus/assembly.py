"""Assembly: the program that the verifier gets for a proof answer.

Its fixed parts are written from the given program: imports, types, constants, specification
functions, signatures, clauses. From the answer come the bodies, the clauses that may be added, the
added proof and specification functions and the imports they need. Comments are left out and white
space is plain, so that what the verifier reads is the compared tokens and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from pytest_vlite.errors import HarnessError
from pytest_vlite.verus import ast
from pytest_vlite.verus.compare_functions import FunctionComparison
from pytest_vlite.verus.errors import VerusSyntaxError
from pytest_vlite.verus.executable import attribute_name, is_ghost_attribute
from pytest_vlite.verus.gate_attributes import cfg_value
from pytest_vlite.verus.gate_termination import TERMINATION_ATTRIBUTE
from pytest_vlite.verus.parser import parse
from pytest_vlite.verus.preserve import Comparison
from pytest_vlite.verus.tokens import TokenStream
from pytest_vlite.verus.units import Unit, header_of

_CLAUSE_ORDER = ("requires", "recommends", "ensures", "returns", "decreases")


@dataclass(frozen=True, slots=True)
class Assembly:
    """The program, and for each of its lines (from 1) the answer's line it was taken from."""

    text: str
    answer_lines: dict[int, int]


def assemble(reference: str, answer: str, target: str) -> str:
    """The program to verify; for an answer without differences only (else ValueError).

    Raises VerusSyntaxError where a text cannot be parsed, HarnessError where the assembled program
    is not what it should be.
    """
    comparison = Comparison(parse(reference), parse(answer), target)
    differences = comparison.differences()
    if differences:
        raise ValueError(f"the answer alters the given program: {differences[0]}")
    return assemble_compared(comparison, target).text


def assemble_compared(comparison: Comparison, target: str) -> Assembly:
    """As `assemble`, from a comparison without differences."""
    assembly = _Assembler(comparison).program()
    try:
        again = Comparison(comparison.reference.file, parse(assembly.text), target)
    except VerusSyntaxError as error:
        raise HarnessError(f"the assembled program cannot be parsed: {error}") from error
    if differences := again.differences():
        raise HarnessError(f"the assembled program differs from the given one: {differences[0]}")
    return assembly


class _Writer:
    """Text made of tokens, with plain white space."""

    def __init__(self, answer: TokenStream) -> None:
        self._answer = answer
        self._parts: list[str] = []
        self._line = 1
        self.answer_lines: dict[int, int] = {}

    def put(self, text: str) -> None:
        """Text of our own."""
        self._parts.append(text)
        self._line += text.count("\n")

    def tokens(self, stream: TokenStream, start: int, end: int) -> None:
        """Tokens of a program, with line breaks, indentation and adjacency as they were."""
        if stream is self._answer and start < end:
            self.answer_lines.setdefault(self._line, stream.position(start)[0])
        for index in range(start, end):
            if index > start:
                self._gap(stream, index)
            self._parts.append(stream.texts[index])
            self._line += stream.texts[index].count("\n")

    def _gap(self, stream: TokenStream, index: int) -> None:
        before, after = stream.end_of(index - 1), stream.starts[index]
        if before == after:
            return
        gap = stream.text[before:after]
        feed = gap.rfind("\n")
        if feed < 0:
            self._parts.append(" ")
            return
        self._parts.append("\n" + " " * min(len(gap) - feed - 1, 80))
        self._line += 1
        if stream is self._answer:
            self.answer_lines.setdefault(self._line, stream.position(index)[0])

    def text(self) -> str:
        """Everything written."""
        return "".join(self._parts)


class _Assembler:
    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison
        self.given = comparison.reference.stream
        self.answer = comparison.answer.stream
        self.additions = comparison.additions
        self.writer = _Writer(self.answer)
        self.pending: dict[str, list[Unit]] = {}
        for unit in comparison.additions.units:
            self.pending.setdefault(unit.key[2], []).append(unit)

    def program(self) -> Assembly:
        file = self.comparison.reference.file
        self._attributes(file.attributes)
        for attribute in self.additions.crate_attributes:
            self._answer_tokens(attribute)
        for leaf in self.additions.imports:
            self.writer.put(f"use {_leaf_text(leaf)};\n")
        macros = [item for item in file.items if isinstance(item, ast.VerusMacro)]
        for item in file.items:
            if self._hidden(item):
                continue
            if isinstance(item, ast.VerusMacro):
                self._verus(item, last=item is macros[-1])
            else:
                self._item(item, False)
        if self.pending:
            raise HarnessError(f"nowhere to put what belongs to {next(iter(self.pending))}")
        return Assembly(self.writer.text(), self.writer.answer_lines)

    def _hidden(self, item: ast.Item) -> bool:
        return any(
            attribute.path == "cfg" and cfg_value(self.given, attribute) is False
            for attribute in item.attributes
        )

    # ----------------------------------------------------------------------------- pieces

    def _given_tokens(self, start: int, end: int) -> None:
        self.writer.tokens(self.given, start, end)
        self.writer.put("\n")

    def _answer_tokens(self, node: ast.Node) -> None:
        self.writer.tokens(self.answer, node.start, node.end)
        self.writer.put("\n")

    def _attributes(self, attributes: list[ast.Attribute]) -> None:
        for attribute in attributes:
            self._given_tokens(attribute.start, attribute.end)

    def _verus(self, macro: ast.VerusMacro, *, last: bool) -> None:
        self._attributes(macro.attributes)
        self.writer.tokens(self.given, macro.path.start, macro.path.end)
        self.writer.put("! {\n")
        self._attributes(macro.inner_attributes)
        for item in macro.items:
            if not self._hidden(item):
                self._item(item, True)
        if last:
            for broadcast in self.additions.broadcasts:
                self._answer_tokens(broadcast)
            self._added("")
        self.writer.put("}\n")

    def _added(self, header: str) -> None:
        """The added functions and groups that belong under a header."""
        for unit in self.pending.pop(header, []):
            self.writer.put("\n")
            self._answer_tokens(unit.item)

    def _item(self, item: ast.Item, verified: bool) -> None:
        if isinstance(item, ast.Impl):
            self._impl(item, verified)
        elif isinstance(item, ast.Fn):
            self._function(item)
        else:
            self._given_tokens(item.start, item.end)

    def _impl(self, impl: ast.Impl, verified: bool) -> None:
        brace = impl.where[-1].end if impl.where else impl.type.end
        while self.given.texts[brace] != "{":
            brace += 1
        self._given_tokens(impl.start, brace + 1)
        self._attributes(impl.inner_attributes)
        for member in impl.items:
            if not self._hidden(member):
                self._item(member, verified)
        if verified:
            self._added(header_of(self.given, impl))
        self.writer.put("}\n")

    # -------------------------------------------------------------------------- functions

    def _function(self, fn: ast.Fn) -> None:
        compared = self.comparison.functions.get(id(fn))
        if compared is None or fn.body is None or compared.found.body is None:
            self._given_tokens(fn.start, fn.end)
            return
        start = fn.attributes[-1].end if fn.attributes else fn.start
        if fn.is_ghost:
            self._attributes(fn.attributes)
            self._given_tokens(start, fn.clauses_end)
        else:
            self._function_attributes(compared)
            self._given_tokens(start, fn.header_end)
            self._contract(compared)
        self._answer_tokens(compared.found.body)

    def _function_attributes(self, compared: FunctionComparison) -> None:
        """The given attributes; those that guide the proof are the answer's to choose."""
        chosen = {
            "".join(self.answer.texts[attribute.start : attribute.end])
            for attribute in compared.found.attributes
        }
        for attribute in compared.given.attributes:
            text = "".join(self.given.texts[attribute.start : attribute.end])
            termination = attribute_name(attribute, self.given).endswith(TERMINATION_ATTRIBUTE)
            if termination and text not in chosen:
                continue
            if not is_ghost_attribute(attribute, self.given):
                self._given_tokens(attribute.start, attribute.end)
        for attribute in compared.found.attributes:
            if is_ghost_attribute(attribute, self.answer):
                self._answer_tokens(attribute)

    def _contract(self, compared: FunctionComparison) -> None:
        """The given clauses, then what the answer adds to them."""
        given, found = compared.given.clauses, compared.found.clauses
        order = [*_CLAUSE_ORDER, *(c.keyword for c in given if c.keyword not in _CLAUSE_ORDER)]
        for keyword in dict.fromkeys(order):
            of_given = [clause for clause in given if clause.keyword == keyword]
            of_answer = [clause for clause in found if clause.keyword == keyword]
            if keyword in compared.extra:
                exprs = [(self.given, expr) for clause in of_given for expr in clause.exprs]
                exprs += [(self.answer, expr) for expr in compared.extra[keyword]]
                self._clause_list(keyword, exprs)
            elif of_answer and (keyword == "decreases" or (keyword == "returns" and not of_given)):
                exprs = [(self.answer, expr) for clause in of_answer for expr in clause.exprs]
                self._clause_list(keyword, exprs)
            else:
                for clause in of_given:
                    self._given_tokens(clause.start, clause.end)

    def _clause_list(self, keyword: str, exprs: list[tuple[TokenStream, ast.Expr]]) -> None:
        if not exprs:
            return
        self.writer.put(f"    {keyword}\n")
        for stream, expr in exprs:
            self.writer.put("        ")
            self.writer.tokens(stream, expr.start, expr.end)
            self.writer.put(",\n")


def _leaf_text(leaf: ast.UseLeaf) -> str:
    """An import of one path."""
    path = "::".join(leaf.path)
    if leaf.alias == "*":
        return f"{path}::*"
    return path if leaf.alias == leaf.path[-1] else f"{path} as {leaf.alias}"
