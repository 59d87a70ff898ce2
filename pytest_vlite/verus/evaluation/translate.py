"""From a specification to the program that decides its clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pytest_vlite.verus import ast
from pytest_vlite.verus.evaluation.expressions import ExpressionWriter
from pytest_vlite.verus.evaluation.scope import Names, Record, Scope, fault, line_of
from pytest_vlite.verus.evaluation.value_types import descriptor, stripped, type_name
from pytest_vlite.verus.parser import parse
from pytest_vlite.verus.tokens import TokenStream

RUNTIME_FILES = ("values.rs", "logic.rs", "sequences.rs", "cases.rs")
JUDGED = frozenset({"requires", "ensures", "returns"})

HARMLESS_ATTRIBUTES = frozenset(
    {
        "verifier::opaque",
        "verifier::inline",
        "verifier::decreases_by",
        "via_fn",
        "verifier::memoize",
        "verifier::spinoff_prover",
        "verifier::rlimit",
        "allow",
        "doc",
    }
)
"""Attributes of a specification function that leave its value alone."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One expression of a requires, ensures or returns clause (`kind`), in the order written.

    `undecidable_reason` names the constructs and lines, in the clause or in what it uses, that have
    no executable meaning; None when there is none. The program still answers for such a clause: it
    faults where a construct is reached, and says true or false where the rest decides.
    """

    kind: str
    text: str
    line: int
    undecidable_reason: str | None


@dataclass(frozen=True, slots=True)
class Translation:
    """The checker's Rust text, or None with the `reason`; `clauses` in the order it answers.

    `checker` uses the items of the runtime; `program` is complete. `parameters` are the names, in
    order, under which it reads a case's inputs.
    """

    checker: str | None
    clauses: tuple[Clause, ...]
    reason: str = ""
    parameters: tuple[str, ...] = ()

    @property
    def program(self) -> str | None:
        """The checker with the runtime before it: it needs only the standard library."""
        return None if self.checker is None else f"{runtime()}\n{self.checker}"


@dataclass(frozen=True, slots=True)
class _Piece:
    """A translated function, constant or clause."""

    text: str
    record: Record


@cache
def runtime() -> str:
    """The runtime, a library crate, that a translated specification uses."""
    folder = files("pytest_vlite.verus.evaluation") / "runtime"
    return "\n".join((folder / name).read_text("utf-8") for name in RUNTIME_FILES)


def translate(spec_text: str, target: str) -> Translation:
    """The checker of the specification of function `target` in `spec_text`.

    Raises:
        VerusSyntaxError: the text is not Rust or Verus as the parser knows it.
    """
    file = parse(spec_text)
    found = [i for i in _items(file.items) if isinstance(i, ast.Fn) and not i.is_ghost]
    named = [function for function in found if function.name == target]
    if len(named) != 1:
        return Translation(None, (), f"{len(named)} functions named {target}")
    return _Translator(file.stream, _names(file.items), named[0]).translation()


def _items(items: list[ast.Item]) -> Iterator[ast.Item]:
    for item in items:
        yield item
        if isinstance(item, ast.VerusMacro | ast.Impl):
            yield from _items(item.items)


def _names(items: list[ast.Item]) -> Names:
    names = Names()
    for item in _items(items):
        if isinstance(item, ast.Use):
            for leaf in item.leaves:
                if leaf.alias == "*":
                    names.globs.add(leaf.path)
                else:
                    names.imports[leaf.alias] = leaf.path
        if isinstance(item, ast.Impl):
            names.owners.add(type_name(item.type))
        if isinstance(item, ast.Fn) and item.mode.startswith("spec"):
            known, table = item.name in names.functions, names.functions
            table[item.name] = item
        elif isinstance(item, ast.Const):
            known = item.name in names.constants
            names.constants[item.name] = item
        else:
            continue
        if known:
            names.ambiguous.add(item.name)
    return names


def _param_name(param: ast.Param) -> str | None:
    return param.pattern.name if isinstance(param.pattern, ast.NamePattern) else None


def _is_mutable(param: ast.Param) -> bool:
    return isinstance(param.type, ast.RefType) and param.type.mutable


class _Translator:
    def __init__(self, stream: TokenStream, names: Names, target: ast.Fn) -> None:
        self._stream = stream
        self._names = names
        self._target = target
        self._functions: dict[str, _Piece] = {}
        self._constants: dict[str, _Piece] = {}

    def translation(self) -> Translation:
        """The whole program with its clauses."""
        params = [(_param_name(p), p) for p in self._target.params]
        inputs: list[str] = []
        for name, param in params:
            known = descriptor(param.type) if name is not None else None
            if known is None:
                line = line_of(self._stream, param)
                return Translation(None, self._undecided(), f"parameter of line {line}: its type")
            inputs.append(f'("{name}", {known})')
        result = self._result_descriptor()
        if result is None:
            line = line_of(self._stream, self._target)
            return Translation(None, self._undecided(), f"result of line {line}: its type")
        pieces: list[tuple[ast.Expr, str, _Piece]] = []
        for clause in self._target.clauses:
            if clause.keyword in JUDGED:
                pieces += [
                    (e, clause.keyword, self._clause(clause.keyword, e)) for e in clause.exprs
                ]
        for _, _, piece in pieces:
            self._require(piece.record)
        texts = [piece.text for piece in self._constants.values()]
        texts += [self._definition(number, name) for number, name in enumerate(self._functions)]
        for number, (_, _, piece) in enumerate(pieces):
            texts.append(f"fn clause_{number}(k: &mut K, i: &[V], o: &V) -> R {{ {piece.text} }}")
        clauses = ", ".join(f"clause_{number}" for number in range(len(pieces)))
        texts.append(
            f"fn main() {{ run(vec![{', '.join(inputs)}], {result}, vec![{clauses}]); }}\n"
        )
        listed = tuple(
            Clause(kind, self._text(e), line_of(self._stream, e), self._reason(piece.record))
            for e, kind, piece in pieces
        )
        names = tuple(name for name, _ in params if name is not None)
        return Translation("\n".join(texts), listed, parameters=names)

    def _text(self, expr: ast.Expr) -> str:
        return self._stream.source(expr.start, expr.end).strip()

    def _undecided(self) -> tuple[Clause, ...]:
        """The clauses of a target whose inputs or result no case can hold."""
        return tuple(
            Clause(c.keyword, self._text(e), line_of(self._stream, e), "types of the signature")
            for c in self._target.clauses
            if c.keyword in JUDGED
            for e in c.exprs
        )

    def _in_place(self) -> ast.Param | None:
        """The one parameter whose value after the call is a case's output, if any."""
        bare = stripped(self._target.result)
        unit = bare is None or (isinstance(bare, ast.TupleType) and not bare.items)
        mutable = [p for p in self._target.params if _is_mutable(p)]
        return mutable[0] if unit and len(mutable) == 1 else None

    def _result_descriptor(self) -> str | None:
        in_place = self._in_place()
        return descriptor(self._target.result if in_place is None else in_place.type)

    # ------------------------------------------------------------------------------- pieces

    def _clause(self, keyword: str, expr: ast.Expr) -> _Piece:
        lets: list[str] = []
        variables: dict[str, ast.Type | None] = {}
        before: dict[str, str] = {}
        in_place = self._in_place()
        for number, param in enumerate(self._target.params):
            name = _param_name(param)
            if name is None:
                continue
            if _is_mutable(param):
                before[name] = f"i[{number}]"
                if keyword != "requires":
                    if param is in_place:
                        variables[name] = param.type
                        lets.append(f"let v_{name} = o.clone();")
                    continue  # else: what it holds after the call is in no case
            variables[name] = param.type
            lets.append(f"let v_{name} = i[{number}].clone();")
        result = self._target.result_pattern
        if keyword != "requires" and isinstance(result, ast.NamePattern) and in_place is None:
            variables[result.name] = self._target.result
            lets.append(f"let v_{result.name} = o.clone();")
        writer = ExpressionWriter(self._stream, self._names)
        value = writer.write(expr, Scope(variables, before))
        if keyword == "returns":
            value = f'same("==", o.clone(), {value})?'
        return _Piece(f"{' '.join(lets)} Ok({value})", writer.record)

    def _require(self, record: Record) -> None:
        """Translates the functions and constants that a piece uses, and what those use."""
        waiting = [record]
        while waiting:
            current = waiting.pop()
            for name in sorted(current.functions - self._functions.keys()):
                self._functions[name] = self._function(self._names.functions[name])
                waiting.append(self._functions[name].record)
            for name in sorted(current.constants - self._constants.keys()):
                self._constants[name] = self._constant(self._names.constants[name])
                waiting.append(self._constants[name].record)

    def _constant(self, const: ast.Const) -> _Piece:
        writer = ExpressionWriter(self._stream, self._names)
        if const.value is None:
            value = writer.untranslated(f"constant {const.name} without value", const)
        else:
            value = writer.write(const.value, Scope({}, {}))
        return _Piece(f"fn c_{const.name}(k: &mut K) -> R {{ Ok({value}) }}", writer.record)

    def _function(self, function: ast.Fn) -> _Piece:
        writer = ExpressionWriter(self._stream, self._names)
        strange = [a for a in function.attributes if a.path not in HARMLESS_ATTRIBUTES]
        if strange:
            # It may replace the body by another meaning, or by none.
            construct = f"function {function.name} with attribute {strange[0].path}"
            return _Piece(f"Ok({writer.untranslated(construct, function)})", writer.record)
        names = [_param_name(p) for p in function.params]
        if function.body is None or None in names:
            construct = f"function {function.name} without a body or with patterns"
            return _Piece(f"Ok({writer.untranslated(construct, function)})", writer.record)
        variables = {
            n: p.type for n, p in zip(names, function.params, strict=True) if n is not None
        }
        scope = Scope(variables, {})
        lets = [f"let v_{name} = given[{number}].clone();" for number, name in enumerate(variables)]
        if len(variables) != len(function.params):
            return _Piece(f"Ok({writer.untranslated('parameters', function)})", writer.record)
        for clause in function.clauses:
            if clause.keyword == "decreases" and clause.when is not None:
                # Outside of `when` the function's value is not specified.
                domain = writer.write(clause.when, scope)
                outside = fault(
                    f"{function.name} outside its domain", line_of(self._stream, function)
                )
                lets.append(f"if !truth({domain})? {{ {outside}; }}")
        value = writer.write(function.body, scope)
        return _Piece(f"{' '.join(lets)} Ok({value})", writer.record)

    def _definition(self, number: int, name: str) -> str:
        body = self._functions[name].text
        if name in self._reach(self._functions[name].record):
            call = f"remember(k, {number}, given, b_{name})"
        else:
            call = f"{{ k.enter()?; b_{name}(k, given) }}"
        return (
            f"fn f_{name}(k: &mut K, given: Vec<V>) -> R {{ {call} }}\n"
            f"fn b_{name}(k: &mut K, given: Vec<V>) -> R {{ {body} }}"
        )

    def _reach(self, record: Record) -> set[str]:
        """The functions that a piece may come to call."""
        return self._used(record)[0]

    def _used(self, record: Record) -> tuple[set[str], set[str]]:
        """The functions and the constants that a piece may come to use."""
        functions: set[str] = set()
        constants: set[str] = set()
        waiting = [record]
        while waiting:
            current = waiting.pop()
            waiting += [self._functions[name].record for name in current.functions - functions]
            waiting += [self._constants[name].record for name in current.constants - constants]
            functions |= current.functions
            constants |= current.constants
        return functions, constants

    def _reason(self, record: Record) -> str | None:
        functions, constants = self._used(record)
        records = [record, *(self._functions[name].record for name in functions)]
        records += [self._constants[name].record for name in constants]
        reasons = sorted({(u.line, str(u)) for r in records for u in r.untranslated})
        return "; ".join(text for _, text in reasons) or None
