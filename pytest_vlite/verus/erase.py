"""Ghost erasure: the plain Rust that remains of a Verus program.

What goes: `verus!` itself, specification and proof functions, clauses, ghost statements and
variables, `Ghost` and `Tracked` parameters, fields and arguments, types made of specification
types, Verus's attributes, imports from vstd, comments. What stays keeps its lines. The result needs
nothing of vstd but, where the program calls them, its executable helpers on strings and vectors
(`unicode_len`, `get_char`, `set`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pytest_vlite.verus import ast
from pytest_vlite.verus.cursor import words
from pytest_vlite.verus.executable import GHOST_STATEMENT_MACROS, attribute_name
from pytest_vlite.verus.parser import parse
from pytest_vlite.verus.tokens import TokenStream

_GHOST_TYPES = words("int nat real Seq Set Map Multiset ISet IMap spec_fn proof_fn FnSpec")
_GHOST_WRAPPERS = words("Ghost Tracked")
_GHOST_TRAITS = words("View DeepView Structural StructuralEq")
_GHOST_ATTRIBUTES = words("trigger auto all_triggers via_fn")
_GHOST_EXPRESSIONS = (ast.Assert, ast.AssertForall, ast.Assume, ast.Reveal)
_TIGHT = frozenset({")", "]", ",", ";", ".", "?"})
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")


def erase(text: str) -> str:
    """The program without its ghost code; text without `verus!` loses comments and vstd imports.

    Raises VerusSyntaxError where the text cannot be parsed.
    """
    return erase_file(parse(text))


def erase_file(file: ast.File) -> str:
    """As `erase`, for a parsed file."""
    eraser = _Eraser(file)
    eraser.items(file.items)
    eraser.attributes(file.attributes)
    return eraser.text()


class _Eraser:
    """Marks tokens that go, and text that comes in their place."""

    def __init__(self, file: ast.File) -> None:
        self.file = file
        self.stream: TokenStream = file.stream
        self.gone = bytearray(self.stream.count + 1)
        self.before: dict[int, str] = {}
        self.ghost_types = _ghost_type_names(file)

    # -------------------------------------------------------------------------- writing

    def drop(self, start: int, end: int) -> None:
        """Take tokens out."""
        self.gone[start:end] = b"\x01" * (end - start)

    def drop_word(self, node: ast.Node, word: str, end: int) -> None:
        """Take out the first token of a node that is `word`, before token `end`."""
        for index in range(node.start, end):
            if self.stream.texts[index] == word:
                self.gone[index] = 1
                return

    def drop_element(self, node: ast.Node) -> None:
        """Take out an element of a list with the comma that belongs to it."""
        self.drop(node.start, node.end)
        texts = self.stream.texts
        if texts[node.end] == ",":
            self.gone[node.end] = 1
            return
        before = node.start - 1
        while self.gone[before]:
            before -= 1
        if texts[before] == ",":
            self.gone[before] = 1

    def text(self) -> str:
        """What is left, with line breaks and indentation as they were."""
        stream, gone = self.stream, self.gone
        parts: list[str] = []
        last = -1
        for index in range(stream.count):
            inserted = self.before.get(index)
            if inserted:
                parts.append(inserted)
            if gone[index]:
                continue
            parts.append(self._gap(last, index))
            parts.append(stream.texts[index])
            last = index
        tail = self.before.get(stream.count)
        if tail:
            parts.append(tail)
        return _BLANK_LINES.sub("\n\n", "".join(parts).strip("\n")) + "\n"

    def _gap(self, last: int, index: int) -> str:
        """The white space between two tokens that stay."""
        stream = self.stream
        start = stream.end_of(last) if last >= 0 else 0
        end = stream.starts[index]
        if start == end:
            return ""
        skipped = stream.text[start:end]
        if "\n" not in skipped:
            tight = last + 1 != index and stream.texts[index] in _TIGHT
            return "" if tight else " "
        line = skipped[skipped.rfind("\n") + 1 :]
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        feeds = 2 if last + 1 == index and skipped.count("\n") > 1 else 1
        return "\n" * feeds + indent

    # ---------------------------------------------------------------------------- items

    def items(self, items: Iterable[ast.Item]) -> None:
        """A list of items."""
        for item in items:
            self.item(item)

    def item(self, item: ast.Item) -> None:
        """One item: as a whole, or what of it is ghost."""
        if self._item_goes(item):
            self.drop(item.start, item.end)
            return
        self.attributes(item.attributes)
        match item:
            case ast.VerusMacro():
                self.drop(item.start, item.open + 1)
                self.drop(item.close, item.end)
                self.items(item.items)
            case ast.Fn():
                self._function(item)
            case ast.Impl():
                self.attributes(item.inner_attributes)
                self.items(item.items)
            case ast.Trait():
                self.items(item.items)
            case ast.Mod():
                self.items(item.items or [])
            case ast.Struct():
                self._fields(item.fields)
            case ast.Enum():
                for variant in item.variants:
                    self.attributes(variant.attributes)
                    self._fields(variant.fields)
            case ast.Const():
                self._const(item)
            case ast.Use():
                self._use(item)

    def _item_goes(self, item: ast.Item) -> bool:
        match item:
            case ast.Fn():
                return item.is_ghost
            case ast.Const():
                return item.mode not in {"", "exec"} or _mentions(item.type, self.ghost_types)
            case ast.Struct() | ast.Enum() | ast.TypeAlias():
                return item.name in self.ghost_types
            case ast.Impl():
                trait = item.trait.segments[-1].name if item.trait else ""
                return (
                    trait in _GHOST_TRAITS
                    or trait.endswith("SpecImpl")
                    or _mentions(item.type, self.ghost_types)
                )
            case ast.Use():
                return bool(item.leaves) and all(_from_vstd(leaf) for leaf in item.leaves)
            case ast.ExternCrate():
                return item.name in {"vstd", "verus_builtin", "verus_builtin_macros"}
        return isinstance(
            item,
            (ast.BroadcastUse, ast.BroadcastGroup, ast.Global, ast.AssumeSpecification),
        )

    def _use(self, item: ast.Use) -> None:
        """An import of which only a part is from vstd: only the rest is written again."""
        kept = [leaf for leaf in item.leaves if not _from_vstd(leaf)]
        if len(kept) == len(item.leaves):
            return
        self.drop(item.start, item.end)
        lines = []
        for leaf in kept:
            path = "::".join(leaf.path)
            if leaf.alias == "*":
                path += "::*"
            elif leaf.alias != leaf.path[-1]:
                path += f" as {leaf.alias}"
            lines.append(f"\nuse {path};")
        self.before[item.start] = "".join(lines)

    def _const(self, item: ast.Const) -> None:
        self.drop_word(item, "exec", item.type.start)
        if item.clauses and isinstance(item.value, ast.Block):
            self.drop(item.clauses[0].start, item.value.start)
            self.before[item.value.start] = " ="
            self.before[item.end] = ";" + self.before.get(item.end, "")
        if item.value is not None:
            self._body(item.value, set())

    def _fields(self, fields: list[ast.StructField]) -> None:
        for field in fields:
            if field.mode or _wraps_ghost(field.type):
                self.drop_element(field)
            else:
                self.attributes(field.attributes)

    def attributes(self, attributes: list[ast.Attribute]) -> None:
        """Verus's attributes go, and of derives what only Verus knows."""
        texts = self.stream.texts
        for attribute in attributes:
            name = attribute_name(attribute, self.stream)
            if name.startswith(("verifier", "verus")) or name in _GHOST_ATTRIBUTES:
                self.drop(attribute.start, attribute.end)
            elif name == "derive":
                group = range(attribute.start + 4, attribute.end - 2)
                derived = {texts[index] for index in group} - {","}
                if derived <= _GHOST_TRAITS:
                    self.drop(attribute.start, attribute.end)
                    continue
                for index in group:
                    if texts[index] in _GHOST_TRAITS:
                        self.drop_element(ast.Node(index, index + 1))

    # ------------------------------------------------------------------------ functions

    def _function(self, fn: ast.Fn) -> None:
        if fn.mode:
            self.drop_word(fn, "exec", fn.name_index)
        for param in fn.params:
            if param.tracked or (param.type is not None and _wraps_ghost(param.type)):
                self.drop_element(param)
            else:
                self.attributes(param.attributes)
        if fn.result is not None and fn.result_pattern is not None:
            self._unname_result(fn.result_pattern, fn.result)
        self.drop(fn.header_end, fn.clauses_end)
        if fn.body is not None:
            self._body(fn.body, _ghost_names(fn))

    def _unname_result(self, pattern: ast.Pattern, result: ast.Type) -> None:
        """`-> (name: T)` becomes `-> T`."""
        start = pattern.start - 1
        while self.stream.texts[start] != "(":
            start -= 1
        self.drop(start, result.start)
        self.gone[result.end] = 1

    def _body(self, body: ast.Node, ghost: set[str]) -> None:
        """Everything below a body; `ghost` are the variables that hold ghost values."""
        stack: list[ast.Node] = [body]
        while stack:
            node = stack.pop()
            match node:
                case ast.Block():
                    self.attributes(node.attributes)
                    for statement in node.statements:
                        if _statement_goes(statement, ghost):
                            self.drop(statement.start, statement.end)
                        else:
                            stack.append(statement)
                    continue
                case ast.ItemStmt():
                    self.item(node.item)
                    continue
                case ast.Let() | ast.ExprStmt() | ast.Attributed():
                    self.attributes(node.attributes)
                case ast.While() | ast.Loop():
                    self._clauses(node.clauses)
                case ast.For():
                    self._clauses(node.clauses)
                    if node.ghost_name:
                        self.drop(node.iterable.start - 2, node.iterable.start)
                case ast.Closure():
                    self._clauses(node.clauses)
                    if node.result is not None and node.result_name is not None:
                        self._unname_result(node.result_name, node.result)
                case ast.Arm():
                    self.attributes(node.attributes)
                    if isinstance(node.body, (*_GHOST_EXPRESSIONS, ast.ProofBlock)):
                        self.drop(node.body.start, node.body.end)
                        self.before[node.body.start] = " {}"
                        continue
                case ast.Call() | ast.MethodCall():
                    self._arguments(node.args, ghost)
                case ast.StructLiteral():
                    self._struct_literal(node, ghost)
            stack.extend(ast.children(node))

    def _clauses(self, clauses: list[ast.Clause]) -> None:
        for clause in clauses:
            self.drop(clause.start, clause.end)

    def _arguments(self, args: list[ast.Expr], ghost: set[str]) -> None:
        for arg in args:
            if _is_ghost_value(arg, ghost):
                self.drop_element(arg)

    def _struct_literal(self, node: ast.StructLiteral, ghost: set[str]) -> None:
        for value in node.values:
            if _is_ghost_value(value, ghost):
                shorthand = self.stream.texts[value.start - 1] != ":"
                start = value.start if shorthand else value.start - 2
                self.drop_element(ast.Node(start, value.end))


def _statement_goes(statement: ast.Stmt, ghost: set[str]) -> bool:
    match statement:
        case ast.Let():
            if statement.mode:
                return True
            if statement.type is not None and _wraps_ghost(statement.type):
                return True
            return (
                isinstance(statement.pattern, ast.TupleStructPattern)
                and statement.pattern.path.text in _GHOST_WRAPPERS
            ) or (statement.value is not None and _is_ghost_value(statement.value, ghost))
        case ast.ItemStmt():
            return isinstance(statement.item, ast.BroadcastUse)
        case ast.ExprStmt(expr=expr):
            if isinstance(expr, (*_GHOST_EXPRESSIONS, ast.ProofBlock)):
                return True
            if isinstance(expr, ast.MacroCall):
                return expr.path.segments[-1].name in GHOST_STATEMENT_MACROS
            return (
                isinstance(expr, ast.Assign)
                and isinstance(expr.target, ast.PathExpr)
                and expr.target.path.text in ghost
            )
    return False


def _is_ghost_value(expr: ast.Expr, ghost: set[str]) -> bool:
    """`Ghost(..)`, `Tracked(..)`, or a variable that holds one."""
    match expr:
        case ast.Call(function=ast.PathExpr(path=path)):
            return path.text in _GHOST_WRAPPERS
        case ast.PathExpr(path=path):
            return path.text in ghost
        case ast.Unary() if expr.op == "&mut":
            return _is_ghost_value(expr.operand, ghost)
    return False


def _ghost_names(fn: ast.Fn) -> set[str]:
    """Variables of a function that hold `Ghost` or `Tracked` values."""
    names = {
        param.pattern.name
        for param in fn.params
        if isinstance(param.pattern, ast.NamePattern)
        and param.type is not None
        and _wraps_ghost(param.type)
    }
    if fn.body is None:
        return names
    for node in ast.walk(fn.body):
        if (
            isinstance(node, ast.Let)
            and isinstance(node.pattern, ast.NamePattern)
            and not node.mode
            and (
                (node.type is not None and _wraps_ghost(node.type))
                or (isinstance(node.value, ast.Call) and _is_ghost_value(node.value, names))
            )
        ):
            names.add(node.pattern.name)
    return names


def _wraps_ghost(node: ast.Type) -> bool:
    """`Ghost<T>`, `Tracked<T>`, also behind a reference."""
    while isinstance(node, ast.RefType):
        node = node.inner
    return isinstance(node, ast.PathType) and node.path.segments[-1].name in _GHOST_WRAPPERS


def _ghost_type_names(file: ast.File) -> frozenset[str]:
    """The specification types of Verus and the program's own types made of them."""
    known = set(_GHOST_TYPES)
    items = [
        item
        for macro in file.items
        if isinstance(macro, ast.VerusMacro)
        for item in macro.items
        if isinstance(item, (ast.Struct, ast.Enum, ast.TypeAlias))
    ]
    while True:
        found = {item.name for item in items if item.name not in known and _is_ghost(item, known)}
        if not found:
            return frozenset(known)
        known |= found


def _is_ghost(item: ast.Struct | ast.Enum | ast.TypeAlias, known: set[str]) -> bool:
    if isinstance(item, ast.TypeAlias):
        return item.type is not None and _mentions(item.type, known)
    if item.mode in {"ghost", "tracked"}:
        return True
    groups = (
        [item.fields]
        if isinstance(item, ast.Struct)
        else [variant.fields for variant in item.variants]
    )
    return any(
        not field.mode and not _wraps_ghost(field.type) and _mentions(field.type, known)
        for fields in groups
        for field in fields
    )


def _mentions(node: ast.Type, names: Iterable[str]) -> bool:
    """Whether a type is made of one of the named types."""
    known = set(names)
    for inner in ast.walk(node):
        if isinstance(inner, ast.Segment) and inner.name in known:
            return True
        if isinstance(inner, ast.FnType) and inner.name in known:
            return True
    return False


def _from_vstd(leaf: ast.UseLeaf) -> bool:
    return bool(leaf.path) and leaf.path[0] in {"vstd", "verus_builtin", "verus_builtin_macros"}
