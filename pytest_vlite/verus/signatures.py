"""Whether an answer's target function has the header that the task fixes.

Compared are the types, in order, of the receiver, the parameters and the result, and the absence or
sameness of generics. Names of parameters and of the result are the answer's own affair: inputs are
passed by position, and the starter code's names differ from the specification's in places.
"""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus.differences import Difference, Side
from pytest_vlite.verus.functions import FoundFunction, target_functions
from pytest_vlite.verus.parser import parse

_RULE = "signature"


def signature_difference(reference: str, answer: str, target: str) -> Difference | None:
    """The first way in which the header of `target` is not the given one; None if it is.

    `reference` is the release's spec.rs. Raises VerusSyntaxError where a text cannot be parsed.
    """
    given_file, file = parse(reference), parse(answer)
    given = target_functions(given_file, target)
    found = target_functions(file, target)
    if len(found) != 1:
        count = "no" if not found else f"{len(found)}"
        return Difference(
            _RULE, f"the answer has {count} functions `{target}` inside verus!", None, None
        )
    ours, theirs = _types(given_file, given[-1]), _types(file, found[0])
    if ours == theirs:
        return None
    return Difference(
        _RULE,
        f"the signature of `{target}` is not the given one",
        _side(given_file, given[-1].fn, ours),
        _side(file, found[0].fn, theirs),
    )


def _types(file: ast.File, found: FoundFunction) -> str:
    fn = found.fn
    texts = file.stream.texts

    def text(node: ast.Node | None) -> str:
        return "" if node is None else " ".join(texts[node.start : node.end])

    parameters = [_parameter(file, parameter) for parameter in fn.params]
    generics = ", ".join(text(parameter) for parameter in fn.generics)
    where = ", ".join(text(predicate) for predicate in fn.where)
    result = text(fn.result) or "( )"
    owner = f"{found.container} :: " if found.container else ""
    return f"{owner}< {generics} > ( {', '.join(parameters)} ) -> {result} {where}".rstrip()


def _parameter(file: ast.File, parameter: ast.Param) -> str:
    """The type of a parameter, or a receiver without its `mut` binding."""
    if parameter.receiver or parameter.type is None:
        return parameter.receiver.removeprefix("mut ")
    return " ".join(file.stream.texts[parameter.type.start : parameter.type.end])


def _side(file: ast.File, fn: ast.Fn, text: str) -> Side:
    line, column = file.stream.position(fn.name_index)
    return Side(text, line, column)
