"""Comparison of one function of the given program with the answer's.

Signatures and, of specification functions, everything else must be equal. Of executable functions
the executable tokens of the body must be equal; of their contract nothing may go, and only what
makes it stronger may come: further `ensures`, `returns` and `decreases`, whose proof the verifier
checks. A further `requires` is a promise of the callers: it may come only on helpers that the
target calls, so that the verifier checks it there.
"""

from __future__ import annotations

from collections.abc import Sequence

from pytest_vlite.verus import ast
from pytest_vlite.verus.differences import Difference, Side, first_difference, side
from pytest_vlite.verus.executable import (
    Executable,
    attribute_name,
    declared_names,
    executable,
    executable_without_dead,
    is_ghost_attribute,
)
from pytest_vlite.verus.gate_termination import TERMINATION_ATTRIBUTE
from pytest_vlite.verus.tokens import TokenStream

_LISTS = ("requires", "ensures")


class FunctionComparison:
    """A given function against the answer's of the same name and place."""

    def __init__(
        self,
        reference: TokenStream,
        given: ast.Fn,
        answer: TokenStream,
        found: ast.Fn,
        *,
        is_target: bool,
        is_called: bool,
        own: frozenset[str],
        described: str,
    ) -> None:
        self.reference = reference
        self.given = given
        self.answer = answer
        self.found = found
        self.may_require_more = is_called and not is_target
        self.own = own
        self.described = described
        self.differences: list[Difference] = []
        self.extra: dict[str, list[ast.Expr]] = {keyword: [] for keyword in _LISTS}
        self._attributes()
        self._signature()
        if given.is_ghost:
            self._fixed_clauses(given.clauses, found.clauses)
            self._ghost_body()
        else:
            self._contract()
            self._body()

    def _report(self, rule: str, message: str, sides: tuple[Side | None, Side | None]) -> None:
        self.differences.append(Difference(rule, f"{self.described}: {message}", *sides))

    # ---------------------------------------------------------------- attributes, signature

    def _attributes(self) -> None:
        message = attributes_differ(
            self.reference, self.given.attributes, self.answer, self.found.attributes,
            guides_allowed=not self.given.is_ghost,
        )  # fmt: skip
        if message:
            shown = side(self.answer, self.found.start, self.found.name_index)
            self._report("attribute", message, (None, shown))

    def _signature(self) -> None:
        sides = first_difference(
            self.reference,
            self._signature_tokens(self.reference, self.given),
            self.answer,
            self._signature_tokens(self.answer, self.found),
        )
        if sides:
            self._report("signature", "the signature was changed", sides)

    @staticmethod
    def _signature_tokens(stream: TokenStream, fn: ast.Fn) -> Sequence[int]:
        """From the visibility to the first clause."""
        start = fn.attributes[-1].end if fn.attributes else fn.start
        return executable(stream, ast.Node(start, fn.header_end)).indices

    # ----------------------------------------------------------------------------- clauses

    def _contract(self) -> None:
        for keyword in _LISTS:
            self._clause_list(keyword)
        strengthening = {*_LISTS, "decreases"}
        if not any(clause.keyword == "returns" for clause in self.given.clauses):
            strengthening.add("returns")
        others = [c for c in self.given.clauses if c.keyword not in strengthening]
        found = [c for c in self.found.clauses if c.keyword not in strengthening]
        self._fixed_clauses(others, found)
        for clause in self.found.clauses:
            if clause.keyword == "decreases" and (clause.when or clause.via):
                shown = side(self.answer, clause.start, clause.end)
                self._report("clause", "a conditional decreases clause", (None, shown))

    def _clause_list(self, keyword: str) -> None:
        """Every given clause is there; what comes on top is allowed or not by its keyword."""
        given = _exprs(self.given, keyword)
        found = _exprs(self.found, keyword)
        left = [_tokens(self.reference, expr) for expr in given]
        right = [_tokens(self.answer, expr) for expr in found]
        unmatched = list(range(len(found)))
        missing: list[int] = []
        for at, tokens in enumerate(left):
            match = next((index for index in unmatched if right[index] == tokens), None)
            if match is None:
                missing.append(at)
            else:
                unmatched.remove(match)
        extra = [found[index] for index in unmatched]
        self.extra[keyword] = extra
        added = not missing and keyword == "requires" and bool(extra) and not self.may_require_more
        if not missing and not added:
            return
        if missing and extra:
            gone, new = given[missing[0]], extra[0]
            sides = first_difference(
                self.reference,
                range(gone.start, gone.end),
                self.answer,
                range(new.start, new.end),
            ) or (None, None)
            self._report("clause", f"a {keyword} clause was changed", sides)
        elif missing:
            gone = given[missing[0]]
            shown = side(self.reference, gone.start, gone.end)
            self._report("clause", f"a {keyword} clause is missing", (shown, None))
        else:
            new = extra[0]
            shown = side(self.answer, new.start, new.end)
            self._report("clause", f"a {keyword} clause was added", (None, shown))

    def _fixed_clauses(self, given: list[ast.Clause], found: list[ast.Clause]) -> None:
        """Clauses that must be the same ones in the same order."""
        left = [index for clause in given for index in _clause_tokens(self.reference, clause)]
        right = [index for clause in found for index in _clause_tokens(self.answer, clause)]
        sides = first_difference(self.reference, left, self.answer, right)
        if sides:
            self._report("clause", "a clause was changed", sides)

    # ------------------------------------------------------------------------------ bodies

    def _ghost_body(self) -> None:
        """Of a specification function: the same, but that proofs may stand in it."""
        left, right = self._bodies()
        if left is None or right is None:
            return
        sides = first_difference(
            self.reference,
            _without_proofs(self.reference, left),
            self.answer,
            _without_proofs(self.answer, right),
        )
        if sides:
            rule = "spec-function" if self.given.mode.startswith("spec") else "proof-function"
            self._report(rule, "the body was changed", sides)

    def _body(self) -> None:
        left, right = self._bodies()
        if left is None or right is None:
            return
        given = executable(self.reference, left)
        present = {self.reference.texts[index] for index in given.indices}
        fresh = declared_names(right) - present - parameter_names(self.given) - self.own
        found: Executable
        found, _ = executable_without_dead(self.answer, right, fresh, self.own)
        sides = first_difference(self.reference, given.indices, self.answer, found.indices)
        if sides:
            self._report("code", "executable code was changed", sides)

    def _bodies(self) -> tuple[ast.Block | None, ast.Block | None]:
        left, right = self.given.body, self.found.body
        if (left is None) != (right is None):
            shown = side(self.answer, self.found.name_index, self.found.end)
            given = side(self.reference, self.given.name_index, self.given.end)
            self._report("code", "the body was added or removed", (given, shown))
        return left, right


def attributes_differ(
    reference: TokenStream,
    given: list[ast.Attribute],
    answer: TokenStream,
    found: list[ast.Attribute],
    *,
    guides_allowed: bool = True,
) -> str:
    """What is wrong with an item's attributes; "" if nothing.

    Those that guide the proof may come and go, one against the termination check may only go.
    """
    fixed_given: list[tuple[str, ...]] = []
    droppable: list[tuple[str, ...]] = []
    for attribute in given:
        tokens = tuple(reference.texts[attribute.start : attribute.end])
        if attribute_name(attribute, reference).endswith(TERMINATION_ATTRIBUTE):
            droppable.append(tokens)
        elif not (guides_allowed and is_ghost_attribute(attribute, reference)):
            fixed_given.append(tokens)
    for attribute in found:
        tokens = tuple(answer.texts[attribute.start : attribute.end])
        if tokens in fixed_given:
            fixed_given.remove(tokens)
        elif tokens in droppable:
            droppable.remove(tokens)
        elif not (guides_allowed and is_ghost_attribute(attribute, answer)):
            return f"the attribute `{''.join(tokens)}` was added"
    if fixed_given:
        return f"the attribute `{''.join(fixed_given[0])}` is missing"
    return ""


def parameter_names(fn: ast.Fn) -> frozenset[str]:
    """Names that the parameters and the result of a function bind."""
    names: set[str] = set()
    patterns: list[ast.Node] = [param.pattern for param in fn.params if param.pattern is not None]
    if fn.result_pattern is not None:
        patterns.append(fn.result_pattern)
    for pattern in patterns:
        names.update(node.name for node in ast.walk(pattern) if isinstance(node, ast.NamePattern))
    return frozenset(names)


def _exprs(fn: ast.Fn, keyword: str) -> list[ast.Expr]:
    return [expr for clause in fn.clauses if clause.keyword == keyword for expr in clause.exprs]


def _tokens(stream: TokenStream, node: ast.Node) -> list[str]:
    return stream.texts[node.start : node.end]


def _clause_tokens(stream: TokenStream, clause: ast.Clause) -> list[int]:
    """The tokens of a clause but for a comma at its end."""
    end = clause.end
    if stream.texts[end - 1] == ",":
        end -= 1
    return list(range(clause.start, end))


def _without_proofs(stream: TokenStream, body: ast.Block) -> list[int]:
    """The tokens of a specification's body but for its `proof { }` statements."""
    dropped: set[int] = set()
    for node in ast.walk(body):
        if isinstance(node, ast.ExprStmt) and isinstance(node.expr, ast.ProofBlock):
            dropped.update(range(node.start, node.end))
    return [index for index in range(body.start, body.end) if index not in dropped]
