"""Preservation: is an answer the given program plus proof?

The comparison is of tokens. Every unit of the given program must be in the answer unchanged, but
for what the rules below allow by name; what the answer has beyond that must be of an allowed kind
under a fresh name. docs/verus-rules.md lists the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pytest_vlite.verus import ast
from pytest_vlite.verus.calls import FunctionKey, called_functions
from pytest_vlite.verus.compare_functions import FunctionComparison, attributes_differ
from pytest_vlite.verus.differences import Difference, Side, first_difference, side
from pytest_vlite.verus.executable import attribute_name, executable
from pytest_vlite.verus.findings import plain
from pytest_vlite.verus.functions import target_functions, type_name
from pytest_vlite.verus.gate_attributes import cfg_value
from pytest_vlite.verus.gate_names import PRELUDE_NAMES
from pytest_vlite.verus.gate_paths import is_canonical, library_path_problem
from pytest_vlite.verus.parser import parse
from pytest_vlite.verus.scope import names_imports_can_capture, names_relied_on
from pytest_vlite.verus.units import Unit, Units, split

_ADDABLE_CRATE_ATTRIBUTES = frozenset(
    {"allow", "warn", "doc", "verifier::loop_isolation", "verifier::rlimit"}
)


def check_preserved(reference: str, answer: str, target: str) -> list[Difference]:
    """How an answer differs from the given program in more than proof; empty if it does not.

    `reference` is the release's code_spec.rs, `target` the function whose contract is fixed.
    Raises VerusSyntaxError where a text cannot be parsed.
    """
    return Comparison(parse(reference), parse(answer), target).differences()


@dataclass(slots=True)
class Additions:
    """What an answer adds that assembly takes over."""

    imports: list[ast.UseLeaf] = field(default_factory=list)
    broadcasts: list[ast.BroadcastUse] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    crate_attributes: list[ast.Attribute] = field(default_factory=list)


class Comparison:
    """An answer against the given program."""

    def __init__(self, reference: ast.File, answer: ast.File, target: str) -> None:
        self.reference: Units = split(reference)
        self.answer: Units = split(answer)
        found = target_functions(reference, target)
        self.target = found[-1].fn if found else None
        self.additions = Additions()
        self.functions: dict[int, FunctionComparison] = {}  # by the given function's identity
        self._relied = names_relied_on(reference)
        self._capturable = names_imports_can_capture(reference)
        self._called: frozenset[FunctionKey] = (
            called_functions(reference, found[-1]) if found else frozenset()
        )
        self._added_names: set[tuple[str, str]] = set()
        self._found: list[Difference] = []
        self._compare()

    def differences(self) -> list[Difference]:
        """All differences, those of the answer's text in its order first."""
        return sorted(
            self._found,
            key=lambda difference: (
                difference.answer is None,
                (difference.answer.line, difference.answer.column) if difference.answer else (0, 0),
            ),
        )

    def _report(self, rule: str, message: str, reference: Side | None, answer: Side | None) -> None:
        self._found.append(Difference(rule, message, reference, answer))

    def _compare(self) -> None:
        self._conditional_code()
        self._crate_attributes()
        self._imports()
        self._broadcasts()
        own = frozenset(unit.key[3] for unit in self.reference.by_key.values())
        for key, unit in self.reference.by_key.items():
            other = self.answer.by_key.get(key)
            if other is None:
                self._missing(unit)
            elif isinstance(unit.item, ast.Fn) and isinstance(other.item, ast.Fn):
                self._function(unit, unit.item, other.item, own)
            else:
                self._fixed(unit, other)
        self._second_definitions()
        for key, unit in self.answer.by_key.items():
            if key not in self.reference.by_key:
                self._added(unit)
        self._impl_blocks()

    # ----------------------------------------------------------------------- whole file

    def _conditional_code(self) -> None:
        """`cfg` is evaluated, so that nothing hides, and then refused all the same."""
        stream = self.answer.stream
        if "cfg" not in stream.texts and "cfg_attr" not in stream.texts:
            return
        for attribute in ast.walk(self.answer.file):
            if not isinstance(attribute, ast.Attribute) or attribute.path not in _CONDITIONAL:
                continue
            value = cfg_value(stream, attribute) if attribute.path == "cfg" else None
            hidden = "hides code" if value is False else "may hide code from one of two compilers"
            shown = side(stream, attribute.start, attribute.end)
            self._report("cfg", f"conditional compilation {hidden}", None, shown)

    def _crate_attributes(self) -> None:
        given = Counter(
            self.reference.stream.source(attribute.start, attribute.end)
            for attribute in _inner_attributes(self.reference.file)
        )
        stream = self.answer.stream
        for attribute in _inner_attributes(self.answer.file):
            text = stream.source(attribute.start, attribute.end)
            if given[text] > 0:
                given[text] -= 1
            elif attribute_name(attribute, stream) in _ADDABLE_CRATE_ATTRIBUTES:
                self.additions.crate_attributes.append(attribute)
            else:
                shown = side(stream, attribute.start, attribute.end)
                self._report("attribute", "an attribute of the whole file was added", None, shown)

    def _imports(self) -> None:
        """Imports are compared by what they bring; library lemmas may be added."""
        given = {(leaf.path, leaf.alias) for item in self.reference.imports for leaf in item.leaves}
        aliases = {alias for _, alias in given if alias not in {"*", "_"}}
        stream = self.answer.stream
        seen = set(given)
        for item in self.answer.imports:
            for leaf in item.leaves:
                entry = (leaf.path, leaf.alias)
                if entry in seen:
                    continue
                seen.add(entry)
                shown = side(stream, leaf.start, leaf.end)
                path = tuple(plain(name) for name in leaf.path)
                alias = plain(leaf.alias)
                glob = alias == "*"
                problem = (
                    library_path_problem(path, glob=glob, verified=True)
                    if path[:1] == ("vstd",)
                    else "only parts of vstd may be imported for a proof"
                )
                if problem:
                    self._report("import", problem, None, shown)
                elif not (glob or is_canonical(path, alias)) and (
                    alias in aliases
                    or alias in (self._capturable if alias == path[-1] else self._relied)
                    or alias in PRELUDE_NAMES
                ):
                    message = f"an import captures `{alias}`, a name of the given program"
                    self._report("shadowed-name", message, None, shown)
                else:
                    aliases.add(alias)
                    self.additions.imports.append(leaf)

    def _broadcasts(self) -> None:
        given = {_texts(self.reference, item.start, item.end) for item in self.reference.broadcasts}
        for item in self.answer.broadcasts:
            if _texts(self.answer, item.start, item.end) not in given:
                self.additions.broadcasts.append(item)

    # ---------------------------------------------------------------------- given units

    def _missing(self, unit: Unit) -> None:
        kind, verified, header, name = unit.key
        moved = self.answer.by_key.get((kind, not verified, header, name))
        given = side(self.reference.stream, unit.item.start, unit.item.end)
        if moved is not None:
            where = "out of" if verified else "into"
            self._report(
                "moved",
                f"{unit.described} was moved {where} verus!",
                given,
                side(self.answer.stream, moved.item.start, moved.item.end),
            )
        else:
            self._report(
                "missing", f"{unit.described} of the given program is missing", given, None
            )

    def _fixed(self, unit: Unit, other: Unit) -> None:
        """A unit that must be the same token for token."""
        sides = first_difference(
            self.reference.stream,
            executable(self.reference.stream, unit.item).indices,
            self.answer.stream,
            executable(self.answer.stream, other.item).indices,
        )
        if sides:
            self._report(unit.key[0], f"{unit.described} was changed", *sides)

    def _function(self, unit: Unit, given: ast.Fn, answer: ast.Fn, own: frozenset[str]) -> None:
        comparison = FunctionComparison(
            self.reference.stream,
            given,
            self.answer.stream,
            answer,
            is_target=given is self.target,
            is_called=(type_name(unit.impl.type) if unit.impl else "", given.name) in self._called,
            own=own,
            described=unit.described,
        )
        self._found += comparison.differences
        self.functions[id(given)] = comparison

    def _second_definitions(self) -> None:
        for unit in self.answer.second:
            self._report(
                "second-definition",
                f"a second {unit.described}",
                None,
                side(self.answer.stream, unit.item.start, unit.item.end),
            )

    # ------------------------------------------------------------------------ additions

    def _added(self, unit: Unit) -> None:
        """An item beyond the given ones: proof, spec function or group, under a fresh name."""
        kind, verified, header, name = unit.key
        if (kind, not verified, header, name) in self.reference.by_key:
            return  # reported as moved
        shown = side(self.answer.stream, unit.item.start, unit.item.end)
        item = unit.item
        ghost = (isinstance(item, ast.Fn) and item.mode in _ADDABLE_MODES) or isinstance(
            item, ast.BroadcastGroup
        )
        if not ghost or not verified:
            self._report("added", f"{unit.described} was added", None, shown)
        elif header and (verified, header) not in self.reference.impls:
            self._report("added", f"{unit.described}: an impl block was added", None, shown)
        elif plain(name) in self._relied or plain(name) in PRELUDE_NAMES:
            self._report(
                "shadowed-name",
                f"the added {unit.described} has a name that the given program uses",
                None,
                shown,
            )
        elif (header, name) in self._added_names:
            self._report("second-definition", f"a second {unit.described}", None, shown)
        else:
            self._added_names.add((header, name))
            self.additions.units.append(unit)

    def _impl_blocks(self) -> None:
        """Attributes of impl blocks, and blocks that are new or gone."""
        for key, impls in self.answer.impls.items():
            given = self.reference.impls.get(key)
            for impl in impls:
                message = attributes_differ(
                    self.reference.stream,
                    given[0].attributes if given else [],
                    self.answer.stream,
                    impl.attributes,
                )
                if message:
                    shown = side(self.answer.stream, impl.start, impl.end)
                    self._report("attribute", f"`{key[1]}`: {message}", None, shown)
                if impl.inner_attributes:
                    shown = side(self.answer.stream, impl.start, impl.end)
                    self._report("attribute", f"`{key[1]}`: an inner attribute", None, shown)
                if given is None and (not impl.items or impl.trait is not None):
                    shown = side(self.answer.stream, impl.start, impl.end)
                    self._report("added", f"`{key[1]}` was added", None, shown)
        for key, impls in self.reference.impls.items():
            if key not in self.answer.impls:
                shown = side(self.reference.stream, impls[0].start, impls[0].end)
                self._report("missing", f"`{key[1]}` of the given program is missing", shown, None)


_CONDITIONAL = frozenset({"cfg", "cfg_attr"})
_ADDABLE_MODES = frozenset({"proof", "spec", "spec(checked)"})


def _inner_attributes(file: ast.File) -> list[ast.Attribute]:
    found = list(file.attributes)
    for item in file.items:
        if isinstance(item, ast.VerusMacro):
            found += item.inner_attributes
    return found


def _texts(units: Units, start: int, end: int) -> Sequence[str]:
    return tuple(units.stream.texts[start:end])
