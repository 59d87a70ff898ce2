"""Gate rules for items: which kinds may stand where, and which names they may take."""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus import gate_names as names
from pytest_vlite.verus.findings import Findings, plain
from pytest_vlite.verus.functions import type_name
from pytest_vlite.verus.gate_paths import check_use

_KIND_MESSAGES: dict[type[ast.Item], tuple[str, str]] = {
    ast.Mod: ("module", "a module may hide code or give names another meaning"),
    ast.ExternCrate: ("import", "an `extern crate` gives a library another name"),
    ast.ForeignMod: ("foreign", "foreign functions are trusted without proof"),
    ast.Global: ("global", "`global` sets facts about the machine without proof"),
    ast.AssumeSpecification: ("assume", "`assume_specification` is trusted without proof"),
    ast.MacroRules: ("macro", "a macro of its own may hide anything from the gate"),
    ast.MacroItem: ("macro", "a macro call in the place of an item may hide anything"),
}


class ItemRules:
    """Walks the items of a file."""

    def __init__(self, file: ast.File, findings: Findings, reference: ast.File | None) -> None:
        self.file = file
        self.findings = findings
        self.given = _outside_texts(reference) if reference else frozenset()
        self.macros = [item for item in file.items if isinstance(item, ast.VerusMacro)]
        self.verified: list[ast.Item] = []
        self.outside: list[ast.Item] = []
        for item in file.items:
            if isinstance(item, ast.VerusMacro):
                self.verified += item.items
            else:
                self.outside.append(item)
        self.enums = {
            plain(item.name): [plain(variant.name) for variant in item.variants]
            for item in self.verified
            if isinstance(item, ast.Enum)
        }
        self.local_traits = {
            plain(item.name) for item in self.verified if isinstance(item, ast.Trait)
        }

    def check(self) -> None:
        """All items, inside and outside verus!."""
        for macro in self.macros:
            if macro.path.text not in {"verus", "vstd::prelude::verus"}:
                self.findings.add(macro.path.start, "macro", "not the `verus!` of vstd")
        for item in self.verified:
            self._verified_item(item)
        self._check_outside()
        self._check_clones()

    # ------------------------------------------------------------------------ outside verus!

    def _check_outside(self) -> None:
        functions = [item for item in self.outside if isinstance(item, ast.Fn)]
        reached = self._reached_from_main(functions)
        for item in self.outside:
            if isinstance(item, ast.Use):
                check_use(item, self.findings, self.enums)
            elif self.given and _item_texts(self.file, item) in self.given:
                continue  # the task's own
            elif isinstance(item, ast.Fn):
                self._outside_fn(item, item.name in reached)
            elif type(item) in _KIND_MESSAGES:
                rule, message = _KIND_MESSAGES[type(item)]
                self.findings.add(item.start, rule, f"{message} (outside verus!)")
            elif isinstance(item, ast.Impl) and item.trait is not None:
                self.findings.add(
                    item.start,
                    "outside-verus",
                    f"an implementation of `{item.trait.text}` outside verus! is trusted, "
                    "not verified",
                )
            else:
                self.findings.add(
                    item.start, "outside-verus", "code outside verus! is not verified"
                )

    def _outside_fn(self, item: ast.Fn, reached: bool) -> None:
        if not reached:
            self.findings.add(
                item.name_index,
                "outside-verus",
                f"function `{item.name}` stands outside verus!, where nothing is verified, and "
                "`main` does not use it",
            )
        if item.qualifiers and item.qualifiers != ["const"]:
            self.findings.add(item.start, "qualifier", f"`{item.qualifiers[0]}` function")
        self._name(item.name, item.name_index)
        self._generics(item.generics)

    @staticmethod
    def _reached_from_main(functions: list[ast.Fn]) -> set[str]:
        """Names of functions that `main` calls, directly or through others."""
        by_name = {item.name: item for item in functions}
        reached: set[str] = set()
        todo = ["main"]
        while todo:
            name = todo.pop()
            item = by_name.get(name)
            if item is None or name in reached:
                continue
            reached.add(name)
            if item.body is not None:
                todo += [
                    node.path.segments[-1].name
                    for node in ast.walk(item.body)
                    if isinstance(node, ast.PathExpr) and len(node.path.segments) == 1
                ]
        return reached

    # ------------------------------------------------------------------------- inside verus!

    def _verified_item(self, item: ast.Item) -> None:
        match item:
            case ast.Fn():
                self._fn(item)
                self._name(item.name, item.name_index)
            case ast.Struct() | ast.Enum():
                self._data(item)
            case ast.Const():
                self._const(item)
            case ast.Impl():
                self._impl(item)
            case ast.Trait():
                self._trait(item)
            case ast.TypeAlias():
                self._name(item.name, item.start)
                self._generics(item.generics)
            case ast.Use():
                check_use(item, self.findings, self.enums)
            case ast.BroadcastUse() | ast.BroadcastGroup():
                pass  # the paths are checked with all others
            case _ if type(item) in _KIND_MESSAGES:
                rule, message = _KIND_MESSAGES[type(item)]
                self.findings.add(item.start, rule, message)
            case _:
                self.findings.add(
                    item.start, "item", "an item of a kind that is not known to be sound"
                )

    def _name(self, name: str, index: int) -> None:
        if plain(name) in names.PRELUDE_NAMES:
            self.findings.add(
                index, "shadowed-name", f"`{plain(name)}` already has a meaning in statements"
            )

    def _generics(self, generics: list[ast.GenericParam]) -> None:
        for param in generics:
            self._name(param.name, param.start)

    def _fn(self, item: ast.Fn, *, in_trait: bool = False) -> None:
        for qualifier in item.qualifiers:
            if qualifier not in {"const", "broadcast"}:
                self.findings.add(item.start, "qualifier", f"`{qualifier}` function")
        if item.mode == "axiom":
            self.findings.add(item.start, "axiom", "an axiom is trusted without proof")
        if item.publish == "uninterp" or (item.body is None and not in_trait):
            self.findings.add(
                item.start, "axiom", f"`{item.name}` has no definition: nothing about it is proved"
            )
        self._generics(item.generics)
        for param in item.params:
            if param.tracked:
                self.findings.add(param.start, "tracked", "tracked parameters are not allowed")
        if item.result_tracked:
            self.findings.add(item.start, "tracked", "tracked results are not allowed")

    def _data(self, item: ast.Struct | ast.Enum) -> None:
        self._name(item.name, item.start)
        self._generics(item.generics)
        if item.mode not in {"", "exec"}:
            self.findings.add(item.start, "tracked", f"`{item.mode}` types are not allowed")
        if isinstance(item, ast.Struct):
            groups = [item.fields]
            if item.keyword != "struct":
                self.findings.add(item.start, "item", "unions are not allowed")
        else:
            groups = [variant.fields for variant in item.variants]
            if not groups:
                self.findings.add(item.start, "empty-type", "a type without values proves anything")
        for fields in groups:
            for field in fields:
                if field.mode:
                    self.findings.add(
                        field.start, "tracked", f"`{field.mode}` fields are not allowed"
                    )

    def _const(self, item: ast.Const) -> None:
        if item.keyword == "static":
            self.findings.add(item.start, "item", "statics are not allowed")
        self._name(item.name, item.start)

    def _impl(self, item: ast.Impl) -> None:
        self._generics(item.generics)
        if item.unsafe or item.negative:
            self.findings.add(
                item.start, "trait", "unsafe and negative implementations are trusted"
            )
        if item.trait is not None:
            self._implemented_trait(item, item.trait)
        for member in item.items:
            if isinstance(member, ast.Fn):
                self._fn(member)
            elif isinstance(member, ast.Const):
                if member.keyword == "static":
                    self.findings.add(member.start, "item", "statics are not allowed")
            elif isinstance(member, ast.TypeAlias):
                if item.trait is None:
                    self._name(member.name, member.start)
            elif not isinstance(member, ast.BroadcastGroup):
                self._verified_item(member)

    def _implemented_trait(self, item: ast.Impl, trait: ast.Path) -> None:
        name = plain(trait.segments[-1].name)
        if len(trait.segments) == 1 and name in self.local_traits:
            return
        if name.endswith("SpecImpl"):
            self.findings.add(
                item.start,
                "trait",
                f"`{name}` states what an operator does without any check of derived or foreign "
                "code",
            )
        elif name not in names.IMPLEMENTABLE_TRAITS:
            self.findings.add(
                item.start, "trait", f"`{name}` is not among the traits known to be sound"
            )

    def _trait(self, item: ast.Trait) -> None:
        self._name(item.name, item.start)
        self._generics(item.generics)
        if item.unsafe:
            self.findings.add(item.start, "trait", "unsafe traits are trusted")
        foreign = self._is_on_foreign_types(item)
        for member in item.items:
            if isinstance(member, ast.Fn):
                self._fn(member, in_trait=True)
                if foreign and plain(member.name) in names.STATEMENT_METHODS:
                    self.findings.add(
                        member.name_index,
                        "shadowed-name",
                        f"a trait method `{member.name}` may give statements another meaning",
                    )
            elif not isinstance(member, (ast.TypeAlias, ast.Const)):
                self._verified_item(member)

    def _is_on_foreign_types(self, trait: ast.Trait) -> bool:
        """Whether a trait gives its methods to types that are not the program's own."""
        own = {item.name for item in self.verified if isinstance(item, (ast.Struct, ast.Enum))}
        return any(
            type_name(item.type) not in own
            for item in self.verified
            if isinstance(item, ast.Impl)
            and item.trait is not None
            and item.trait.segments[-1].name == trait.name
        )

    def _check_clones(self) -> None:
        """vstd promises that a cloned HashMap has equal values, which an own Clone can break."""
        texts = self.file.stream.texts
        if "HashMap" not in texts and "HashSet" not in texts:
            return
        for item in self.verified:
            if isinstance(item, ast.Impl) and item.trait is not None:
                name = plain(item.trait.segments[-1].name)
                if name == "Clone":
                    self.findings.add(
                        item.start,
                        "unsound-method",
                        "vstd's specification of HashMap::clone is wrong for an own Clone",
                    )


def _item_texts(file: ast.File, item: ast.Item) -> tuple[str, ...]:
    return tuple(file.stream.texts[item.start : item.end])


def _outside_texts(file: ast.File) -> frozenset[tuple[str, ...]]:
    """The tokens of each item that a program has outside verus!."""
    return frozenset(
        _item_texts(file, item) for item in file.items if not isinstance(item, ast.VerusMacro)
    )
