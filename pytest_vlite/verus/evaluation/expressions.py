"""Expressions of a specification as Rust over the runtime's values.

Every expression becomes a Rust expression of type `V` in a function that returns `R` and has the
state `k`. A construct without executable meaning becomes one that faults when it is reached, so
that the rest of its clause can still decide.
"""

from __future__ import annotations

import re

from pytest_vlite.verus import ast
from pytest_vlite.verus.evaluation.patterns import PatternError, bindings, condition
from pytest_vlite.verus.evaluation.scope import Names, Record, Scope, Untranslated, fault, line_of
from pytest_vlite.verus.evaluation.value_types import (
    LARGEST_VALUE,
    bound_text,
    element_type,
    fixed_bounds,
    i128_text,
    integer_bounds,
    type_name,
)
from pytest_vlite.verus.tokens import TokenStream

COMPARISONS = {
    "==": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=",
    "===": "==", "!==": "!=", "=~=": "==", "!~=": "!=", "=~~=": "==", "!~~=": "!=", "<==>": "==",
}  # fmt: skip
ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "rem"}

# Methods of the runtime by the number of arguments; "k" marks those that need the state.
METHODS = {
    ("len", 0): "len", ("drop_last", 0): "drop_last", ("drop_first", 0): "drop_first",
    ("first", 0): "first", ("last", 0): "last", ("reverse", 0): "reverse",
    ("subrange", 2): "subrange", ("take", 1): "take", ("skip", 1): "skip",
    ("push", 1): "k push", ("update", 2): "k update", ("contains", 1): "k contains",
    ("filter", 1): "k filter", ("fold_left", 2): "k fold_left", ("fold_right", 2): "k fold_right",
    ("to_multiset", 0): "k to_multiset", ("count", 1): "k count",
    ("no_duplicates", 0): "k no_duplicates", ("is_some", 0): "is_some", ("unwrap", 0): "unwrap",
    ("get_Some_0", 0): "unwrap", ("spec_index", 1): "index",
}  # fmt: skip
TRANSPARENT_METHODS = {"view", "deep_view"}


_INTEGER = re.compile(
    r"(0x[0-9a-fA-F_]+?|0b[01_]+|0o[0-7_]+|[0-9][0-9_]*)"
    r"(int|nat|[iu](?:8|16|32|64|128|size))?"
)


def _integer(text: str) -> tuple[int, str] | None:
    """The value and the suffix ("" for none) of an integer literal."""
    match = _INTEGER.fullmatch(text)
    if match is None:
        return None
    digits = match[1].replace("_", "")
    base = {"0x": 16, "0b": 2, "0o": 8}.get(digits[:2], 10)
    return int(digits[2:] if base != 10 else digits, base), match[2] or ""


class ExpressionWriter:
    """Translates the expressions of one clause, function or constant; see `record` after it."""

    def __init__(self, stream: TokenStream, names: Names) -> None:
        self.record = Record()
        self._stream = stream
        self._names = names
        self._labels = 0

    # ------------------------------------------------------------------------- the ways out

    def untranslated(self, construct: str, node: ast.Node) -> str:
        """A fault in place of the expression, recorded."""
        line = line_of(self._stream, node)
        self.record.untranslated.append(Untranslated(construct, line))
        return fault(construct, line)

    def closure(self, expr: ast.Expr, scope: Scope) -> str:
        """Rust closure that evaluates an expression later."""
        return f"|k: &mut K| -> R {{ Ok({self.write(expr, scope)}) }}"

    # ---------------------------------------------------------------------------- dispatch

    def write(self, expr: ast.Expr, scope: Scope) -> str:
        """Rust for an expression."""
        match expr:
            case ast.Paren():
                return self.write(expr.inner, scope)
            case ast.Attributed():
                return self.write(expr.inner, scope)
            case ast.View():
                return self.write(expr.operand, scope)
            case ast.Literal():
                return self._literal(expr)
            case ast.PathExpr():
                return self._path(expr, scope)
            case ast.Unary():
                return self._unary(expr, scope)
            case ast.Binary():
                return self._binary(expr, scope)
            case ast.Chain():
                return self._chain(expr, scope)
            case ast.Junction():
                return self._junction(expr.op == "|||", expr.operands, scope)
            case ast.Cast():
                return self._cast(expr, scope)
            case ast.Index():
                return (
                    f"index(&{self.write(expr.operand, scope)}, {self.write(expr.index, scope)})?"
                )
            case ast.Field() if expr.name.isdigit():
                return f"part_of(&{self.write(expr.operand, scope)}, {int(expr.name)})?"
            case ast.ArrowField() if expr.name in {"0", "Some_0"}:
                return f"unwrap(&{self.write(expr.operand, scope)})?"
            case ast.Is() if type_name(expr.variant) in {"Some", "None"}:
                wanted = (type_name(expr.variant) == "Some") != expr.negated
                found = f"is_some(&{self.write(expr.operand, scope)})?"
                return found if wanted else f"not({found})?"
            case ast.Has():
                held = self._call_k("contains", expr.operand, [expr.element], scope)
                return f"not({held})?" if expr.negated else held
            case ast.Tuple():
                return f"tuple(vec![{self._list(expr.items, scope)}])"
            case ast.Array():
                return f"list(vec![{self._list(expr.items, scope)}])?"
            case ast.If():
                return self._if(expr, scope)
            case ast.Block():
                return self._block(expr, scope)
            case ast.Match():
                return self._match(expr, scope)
            case ast.Closure():
                return self._function_value(expr, scope)
            case ast.Quantifier():
                return self._quantifier(expr, scope)
            case ast.MethodCall():
                return self._method(expr, scope)
            case ast.Call():
                return self._call(expr, scope)
            case ast.MacroCall() if expr.path.segments[-1].name == "seq" and not expr.repeat:
                if expr.args is not None:
                    return f"list(vec![{self._list(expr.args, scope)}])?"
        return self.untranslated(type(expr).__name__.lower(), expr)

    def _list(self, exprs: list[ast.Expr], scope: Scope) -> str:
        return ", ".join(self.write(e, scope) for e in exprs)

    # ---------------------------------------------------------------------- simple expressions

    def _literal(self, expr: ast.Literal) -> str:
        if expr.kind == "bool":
            return f"V::Bool({expr.text})"
        if expr.kind == "int":
            read = _integer(expr.text)
            if read is None or read[0] > LARGEST_VALUE:
                return self.untranslated("integer over 128 bits", expr)
            return f"V::Int({read[0]}i128)"
        if expr.kind == "char" and expr.text.startswith("'"):
            return f"V::Char({expr.text} as u32)"
        if expr.kind == "string" and expr.text.startswith('"') and "\\" not in expr.text:
            text = expr.text[1:-1]
            return f"seq(vec![{', '.join(f'V::Char({ord(c)})' for c in text)}])"
        return self.untranslated(f"{expr.kind} literal", expr)

    def _path(self, expr: ast.PathExpr, scope: Scope) -> str:
        path = [segment.name for segment in expr.path.segments]
        name = path[-1]
        if len(path) == 1 and name in scope.variables:
            return f"v_{name}.clone()"
        if path in (["None"], ["Option", "None"]):
            return "V::Opt(None)"
        if len(path) >= 2 and name in {"MAX", "MIN"}:
            low, high = integer_bounds(path[-2]) or (None, None)
            if low is not None and high is not None:
                return f"V::Int({i128_text(high if name == 'MAX' else low)})"
        own = self._names.own(path) and name not in self._names.ambiguous
        if own and name in self._names.constants:
            self.record.constants.add(name)
            return f"c_{name}(k)?"
        return self.untranslated(f"name {'::'.join(path)}", expr)

    def _unary(self, expr: ast.Unary, scope: Scope) -> str:
        value = self.write(expr.operand, scope)
        if expr.op in {"&", "&mut", "*"}:
            return value
        if expr.op == "-":
            return f"neg({value})?"
        if expr.op == "!":
            bounds = fixed_bounds(self.type_of(expr.operand, scope))
            if bounds is not None:
                return f"bit_not({value}, {i128_text(bounds[0])})?"
            return f"not({value})?"
        return self.untranslated(f"operator {expr.op}", expr)

    def _binary(self, expr: ast.Binary, scope: Scope) -> str:
        op = expr.op
        if op in {"&&", "||"}:
            return self._junction(op == "||", [expr.left, expr.right], scope)
        if op == "==>":
            return self._implies(expr.left, expr.right, scope)
        if op == "<==":
            return self._implies(expr.right, expr.left, scope)
        left, right = self.write(expr.left, scope), self.write(expr.right, scope)
        if op in COMPARISONS:
            return f'same("{COMPARISONS[op]}", {left}, {right})?'
        if op in ARITHMETIC:
            return f"{ARITHMETIC[op]}({left}, {right})?"
        if op in {"&", "|", "^"}:
            return f"bits('{op}', {left}, {right})?"
        if op in {"<<", ">>"}:
            bounds = fixed_bounds(self.type_of(expr.left, scope))
            if bounds is None:
                return self.untranslated(f"{op} of unknown width", expr)
            call = "shift_left" if op == "<<" else "shift_right"
            return f"{call}({left}, {right}, {i128_text(bounds[0])}, {i128_text(bounds[1])})?"
        return self.untranslated(f"operator {op}", expr)

    def _implies(self, left: ast.Expr, right: ast.Expr, scope: Scope) -> str:
        return f"implies(k, {self.closure(left, scope)}, {self.closure(right, scope)})?"

    def _junction(self, unit: bool, operands: list[ast.Expr], scope: Scope) -> str:
        written = self.write(operands[-1], scope)
        for operand in reversed(operands[:-1]):
            rest = f"|k: &mut K| -> R {{ Ok({written}) }}"
            written = f"join(k, {str(unit).lower()}, {self.closure(operand, scope)}, {rest})?"
        return written

    def _chain(self, expr: ast.Chain, scope: Scope) -> str:
        sides = [self.write(operand, scope) for operand in expr.operands]
        links = [
            f'same("{COMPARISONS[op]}", {left}, {right})?'
            for op, left, right in zip(expr.ops, sides, sides[1:], strict=False)
        ]
        written = links[-1]
        for link in reversed(links[:-1]):
            first, rest = (f"|k: &mut K| -> R {{ Ok({w}) }}" for w in (link, written))
            written = f"join(k, false, {first}, {rest})?"
        return written

    def _cast(self, expr: ast.Cast, scope: Scope) -> str:
        value = self.write(expr.operand, scope)
        name = type_name(expr.type)
        if name == "char":
            return f"as_char({value})?"
        bounds = integer_bounds(name)
        if bounds is None:
            return self.untranslated(f"cast to {name or 'this type'}", expr)
        return f"cast({value}, {bound_text(bounds[0])}, {bound_text(bounds[1])})?"

    # --------------------------------------------------------------------------- control flow

    def _if(self, expr: ast.If, scope: Scope) -> str:
        if isinstance(expr.condition, ast.LetCondition) or expr.orelse is None:
            return self.untranslated("if let" if expr.orelse else "if without else", expr)
        condition_ = self.write(expr.condition, scope)
        then, orelse = self.write(expr.then, scope), self.write(expr.orelse, scope)
        return f"if truth({condition_})? {{ {then} }} else {{ {orelse} }}"

    def _block(self, expr: ast.Block, scope: Scope) -> str:
        lines: list[str] = []
        for statement in expr.statements[:-1]:
            if isinstance(statement, ast.ExprStmt) and isinstance(
                statement.expr, ast.Assert | ast.AssertForall | ast.Reveal | ast.ProofBlock
            ):
                continue  # proof inside a specification function does not change its value
            if not isinstance(statement, ast.Let) or statement.value is None or statement.orelse:
                return self.untranslated("statement", statement)
            type_ = statement.type or self.type_of(statement.value, scope)
            value = self.write(statement.value, scope)
            try:
                bound = bindings(statement.pattern, "whole")
            except PatternError as error:
                return self.untranslated(str(error), statement)
            only = isinstance(statement.pattern, ast.NamePattern)
            scope = scope.with_names({name: type_ if only else None for name, _ in bound})
            lines.append(f"let whole = {value};")
            lines += [f"let v_{name} = {text};" for name, text in bound]
        last = expr.statements[-1] if expr.statements else None
        if not isinstance(last, ast.ExprStmt) or last.semi:
            return self.untranslated("block without a value", expr)
        value = self.write(last.expr, scope)
        return f"{{ {' '.join(lines)} {value} }}" if lines else value

    def _match(self, expr: ast.Match, scope: Scope) -> str:
        self._labels += 1
        name = f"matched{self._labels}"
        text = f"'{name}: {{ let {name} = {self.write(expr.scrutinee, scope)}; "
        for arm in expr.arms:
            try:
                tests, bound = condition(arm.pattern, name), bindings(arm.pattern, name)
            except PatternError as error:
                return self.untranslated(str(error), arm)
            inner = scope.with_names({n: None for n, _ in bound})
            body = "".join(f"let v_{n} = {value}; " for n, value in bound)
            result = f"break '{name} {self.write(arm.body, inner)};"
            if arm.guard is not None:
                result = f"if truth({self.write(arm.guard, inner)})? {{ {result} }}"
            text += f"if {' && '.join(tests) or 'true'} {{ {body}{result} }} "
        return text + f"{fault('match without an arm', line_of(self._stream, expr))} }}"

    # ------------------------------------------------------------------ functions and binders

    def _function_value(self, expr: ast.Closure, scope: Scope) -> str:
        params: dict[str, ast.Type | None] = {}
        for param in expr.params:
            if not isinstance(param.pattern, ast.NamePattern):
                return self.untranslated("closure over a pattern", expr)
            params[param.pattern.name] = param.type
        # A function value outlives this expression: it keeps its own copies.
        kept = "".join(f"let v_{name} = v_{name}.clone(); " for name in scope.variables)
        named = "".join(
            f"let v_{name} = given.get({i}).cloned().ok_or(TYPE)?; "
            for i, name in enumerate(params)
        )
        body = self.write(expr.body, scope.with_names(params))
        return f"{{ {kept}fun(move |k: &mut K, given: &[V]| -> R {{ {named}Ok({body}) }}) }}"

    def _quantifier(self, expr: ast.Quantifier, scope: Scope) -> str:
        heads: list[str] = []
        all_ = "true" if expr.kind == "forall" else "false"
        if expr.kind == "choose" and len(expr.binders) != 1:
            return self.untranslated("choose of several values", expr)
        for binder in expr.binders:
            name = type_name(binder.type)
            bounds = integer_bounds(name)
            if not isinstance(binder.pattern, ast.NamePattern):
                return self.untranslated(f"{expr.kind} over a pattern", expr)
            if bounds is None and (name != "bool" or expr.kind == "choose"):
                shown = self._stream.source(binder.start, binder.end).split(":", 1)[-1].strip()
                return self.untranslated(f"{expr.kind} over {shown}", expr)
            if bounds is None:
                head = f"quantify_bool(k, {all_}, "
            elif expr.kind == "choose":
                head = f"choose(k, {bound_text(bounds[0])}, {bound_text(bounds[1])}, "
            else:
                head = f"quantify(k, {all_}, {bound_text(bounds[0])}, {bound_text(bounds[1])}, "
            heads.append(f"{head}&mut |k: &mut K, v_{binder.pattern.name}: V| -> R {{ Ok(")
            scope = scope.with_names({binder.pattern.name: binder.type})
        return "".join(heads) + self.write(expr.body, scope) + ") })?" * len(heads)

    # --------------------------------------------------------------------------------- calls

    def _call_k(self, name: str, first: ast.Expr, rest: list[ast.Expr], scope: Scope) -> str:
        """A runtime function that needs the state: arguments first, then the call."""
        lets = f"let a0 = {self.write(first, scope)}; "
        for i, arg in enumerate(rest, 1):
            lets += f"let a{i} = {self.write(arg, scope)}; "
        args = "".join(f", a{i}" for i in range(1, len(rest) + 1))
        return f"{{ {lets}{name}(k, &a0{args})? }}"

    def _method(self, expr: ast.MethodCall, scope: Scope) -> str:
        name, args = expr.name, expr.args
        if name in TRANSPARENT_METHODS and not args:
            return self.write(expr.receiver, scope)
        if name == "is_none" and not args:
            return f"not(is_some(&{self.write(expr.receiver, scope)})?)?"
        if name == "add" and len(args) == 1:
            return f"add({self.write(expr.receiver, scope)}, {self.write(args[0], scope)})?"
        if name in {"map_values", "map"} and len(args) == 1:
            called = self._call_k("map", expr.receiver, args, scope)
            with_index = "true" if name == "map" else "false"
            return called.replace("map(k, &a0, a1)?", f"map(k, &a0, a1, {with_index})?")
        known = METHODS.get((name, len(args)))
        if known is None:
            return self.untranslated(f"method {name}", expr)
        if known.startswith("k "):
            return self._call_k(known[2:], expr.receiver, args, scope)
        given = "".join(f", {self.write(arg, scope)}" for arg in args)
        return f"{known}(&{self.write(expr.receiver, scope)}{given})?"

    def _call(self, expr: ast.Call, scope: Scope) -> str:
        called = expr.function
        while isinstance(called, ast.Paren):
            called = called.inner
        if not isinstance(called, ast.PathExpr):
            return self.untranslated("call of an expression", expr)
        path = [segment.name for segment in called.path.segments]
        name = path[-1]
        if path == ["old"] and len(expr.args) == 1:
            return self._old(expr, scope)
        if path in (["Some"], ["Option", "Some"]) and len(expr.args) == 1:
            return f"some({self.write(expr.args[0], scope)})"
        args = self._list(expr.args, scope)
        if len(path) == 1 and name in scope.variables:
            return f"{{ let given = vec![{args}]; apply(k, &v_{name}.clone(), &given)? }}"
        if name in self._names.ambiguous:
            return self.untranslated(f"{name}, which is defined twice", expr)
        if name in self._names.functions and self._names.own(path):
            if len(expr.args) != len(self._names.functions[name].params):
                return self.untranslated(f"call of {name} with other arguments", expr)
            self.record.functions.add(name)
            return f"{{ let given = vec![{args}]; f_{name}(k, given)? }}"
        if path[-2:] == ["Seq", "empty"] and not expr.args:
            return "seq(vec![])"
        if path[-2:] == ["Seq", "new"] and len(expr.args) == 2:
            return f"{{ let (a0, a1) = ({args}); seq_new(k, a0, a1)? }}"
        library = self._names.library(path) or ""
        known = {("pow", 2): "pow({})?", ("pow2", 1): "pow(V::Int(2), {})?", ("log", 2): "log({})?",
                 ("abs", 1): "abs({})?", ("max", 2): "extreme({}, true)?",
                 ("min", 2): "extreme({}, false)?"}.get((library, len(expr.args)))  # fmt: skip
        if known is None:
            return self.untranslated(f"function {'::'.join(path)}", expr)
        return known.format(args)

    def _old(self, expr: ast.Call, scope: Scope) -> str:
        inner = expr.args[0]
        if isinstance(inner, ast.PathExpr) and inner.path.text in scope.before:
            return f"{scope.before[inner.path.text]}.clone()"
        return self.untranslated("old of this expression", expr)

    # --------------------------------------------------------------------------------- types

    def type_of(self, expr: ast.Expr, scope: Scope) -> ast.Type | None:
        """The type of an expression where it is plain to see, else None."""
        match expr:
            case ast.Paren() | ast.Attributed():
                return self.type_of(expr.inner, scope)
            case ast.View():
                return self.type_of(expr.operand, scope)
            case ast.Cast():
                return expr.type
            case ast.Literal() if expr.kind == "int":
                suffix = (_integer(expr.text) or (0, ""))[1]
                segment = ast.Segment(expr.start, expr.end, suffix, None)
                path = ast.Path(expr.start, expr.end, [segment], False, None, 0)
                return ast.PathType(expr.start, expr.end, path) if suffix else None
            case ast.PathExpr() if len(expr.path.segments) == 1:
                return scope.variables.get(expr.path.text)
            case ast.Index():
                return element_type(self.type_of(expr.operand, scope))
            case ast.Binary() if expr.op in {"&", "|", "^", "<<", ">>"}:
                return self.type_of(expr.left, scope)
        return None
