"""Gate rules that read single tokens and their neighbours, so that nothing hides in a macro."""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus import gate_names as names
from pytest_vlite.verus.cursor import KEYWORDS, match_brackets, words
from pytest_vlite.verus.findings import Findings, plain
from pytest_vlite.verus.gate_attributes import AttributeRules
from pytest_vlite.verus.gate_paths import LIBRARY_ROOTS, library_path_problem
from pytest_vlite.verus.gate_termination import allowed_marks
from pytest_vlite.verus.tokens import IDENT

_BYPASSES = words(
    "assume assume_ admit assume_new assume_new_fallback inline_air_stmt no_method_body "
    "global_size_of unreachable_unchecked"
)
_REFUSED_WORDS = {
    "Tracked": ("tracked", "tracked values are not allowed"),
    "dyn": ("dyn", "dynamic dispatch hides calls from the termination check"),
    "unsafe": ("unsafe", "unsafe code is not allowed"),
    "extern": ("foreign", "foreign code is trusted without proof"),
    "async": ("async", "async code is not allowed"),
    "proof_fn": ("tracked", "proof closures are not allowed"),
    "pervasive": ("import", "vstd::pervasive holds an `assume` that proves anything"),
}
# Words after which `!(` is a negation and not a macro call.
_BEFORE_NEGATION = KEYWORDS | words(
    "requires recommends ensures default_ensures returns decreases invariant invariant_ensures "
    "invariant_except_break implies by when via is isnt has hasnt matches"
)
_AFTER_GHOST_WORDS = frozenset({"(", "<", "::", "|", "||", "[", "move"})
_WATCHED = frozenset(
    {*_BYPASSES, *_REFUSED_WORDS, *names.UNSOUND_METHODS, *LIBRARY_ROOTS, "#", "!"}
)


class TokenRules:
    """One pass over the tokens of a file."""

    def __init__(self, file: ast.File, findings: Findings, reference: ast.File | None) -> None:
        self.file = file
        self.findings = findings
        self.texts = file.stream.texts
        self.kinds = file.stream.kinds
        self.macros = [item for item in file.items if isinstance(item, ast.VerusMacro)]
        # The `!` of the verus! calls themselves.
        self.own_marks = {macro.open - 1 for macro in self.macros}
        self.attributes = AttributeRules(
            file.stream, match_brackets(file.stream), findings, allowed_marks(file, reference)
        )
        self._bound: frozenset[str] | None = None

    def check(self) -> None:
        """All tokens, those outside verus! by the rules for the test driver."""
        position = 0
        for macro in self.macros:
            self._scan(position, macro.open, False)
            self._scan(macro.open, macro.close, True)
            position = macro.close
        self._scan(position, self.file.stream.count, False)

    def _scan(self, start: int, end: int, verified: bool) -> None:
        texts, kinds = self.texts, self.kinds
        watched = _WATCHED
        for index in range(start, end):
            text = texts[index]
            if text not in watched:
                if not text.startswith("r#") or kinds[index] != IDENT:
                    continue
                if verified:
                    self.findings.add(index, "identifier", f"the raw identifier `{text}`")
                text = text[2:]
                if text not in watched:
                    continue
            self._watched(index, text, verified)

    def _watched(self, index: int, text: str, verified: bool) -> None:
        """A token that may break a rule."""
        before = self.texts[index - 1]
        if text == "#":
            self.attributes.check(index, verified=verified)
        elif text == "!":
            if index not in self.own_marks:
                self._macro(index, verified)
        elif text in _BYPASSES:
            self._bypass(index, text)
        elif text in names.UNSOUND_METHODS:
            if verified and self._may_be_library_method(index):
                self.findings.add(index, "unsound-method", names.UNSOUND_METHODS[text])
        elif text in _REFUSED_WORDS:
            if verified or text in {"unsafe", "extern", "pervasive"}:
                self._refused_word(index, text)
        elif before != ".":
            self._library_path(index, verified)

    def _may_be_library_method(self, index: int) -> bool:
        """Whether a method's name is called on a value, or named below other than an own type.

        `Self` may be a library type too, in an implementation of a trait.
        """
        texts = self.texts
        if texts[index - 1] == ".":
            return texts[index + 1] in {"(", "::"}
        return texts[index - 1] == "::" and texts[index - 2] not in self._own_types()

    def _own_types(self) -> set[str]:
        return {
            item.name
            for macro in self.macros
            for item in macro.items
            if isinstance(item, (ast.Struct, ast.Enum))
        }

    def _refused_word(self, index: int, text: str) -> None:
        texts = self.texts
        if text == "pervasive" and texts[index - 1] != "::" and texts[index + 1] != "::":
            return  # a variable of that name
        if text in {"Tracked", "proof_fn"} and texts[index + 1] not in _AFTER_GHOST_WORDS:
            return  # likewise, or a variant without fields
        rule, message = _REFUSED_WORDS[text]
        self.findings.add(index, rule, message)

    def _macro(self, index: int, verified: bool) -> None:
        """The macro call whose `!` is token `index`, if it is one."""
        texts = self.texts
        last = texts[index - 1]
        if (
            texts[index + 1] not in {"(", "[", "{"}
            or self.kinds[index - 1] != IDENT
            or last in _BEFORE_NEGATION
        ):
            return
        root_index = index - 1
        while texts[root_index - 1] == "::" and self.kinds[root_index - 2] == IDENT:
            root_index -= 2
        root = plain(texts[root_index])
        known = names.VERUS_MACROS if verified else names.OUTSIDE_MACROS
        if root_index != index - 1 and root not in {"vstd", "std", "core"}:
            self.findings.add(index - 1, "macro", f"`{root}::..::{last}!` may be any macro")
        elif plain(last) not in known:
            self.findings.add(
                index - 1, "macro", f"`{last}!` is not among the macros known to be sound here"
            )

    def _bypass(self, index: int, word: str) -> None:
        """`assume` and its kin, unless the word is plainly a variable or field."""
        if self._bound is None:
            self._bound = _bound_names(self.file)
        texts = self.texts
        before, after = texts[index - 1], texts[index + 1]
        called = after in {"(", "!", "::"} or (after == ")" and texts[index + 2] == "(")
        if word in self._bound and not called and before not in {"::", "fn", "as"}:
            return
        self.findings.add(
            index, "assume", f"`{word}` takes a claim for granted instead of proving it"
        )

    def _library_path(self, index: int, verified: bool) -> None:
        """A path that starts with a library's name at token `index`."""
        texts, kinds = self.texts, self.kinds
        if texts[index + 1] != "::":
            return  # `use` of a bare crate name is judged with imports
        if (
            texts[index - 1] == "::"
            and kinds[index - 2] == IDENT
            and texts[index - 2] not in KEYWORDS
        ):
            return  # the middle of a path
        path = [plain(texts[index])]
        at = index + 1
        while texts[at] == "::" and kinds[at + 1] == IDENT:
            path.append(plain(texts[at + 1]))
            at += 2
        if self._in_use(index) or (path[-1] == "verus" and texts[at] == "!"):
            return
        if texts[at] == "::" and texts[at + 1] != "<":
            path.append("?")
        if problem := library_path_problem(tuple(path), glob=False, verified=verified):
            self.findings.add(index, "path", problem)

    def _in_use(self, index: int) -> bool:
        """Whether a path starts right behind `use`, so that the import rules judge it."""
        before = index - 1
        if self.texts[before] == "::":
            before -= 1
        return self.texts[before] == "use" and self.texts[before - 1] != "broadcast"


def _bound_names(file: ast.File) -> frozenset[str]:
    """Those of the bypassing words that the program itself uses as variables or fields."""
    return frozenset(
        node.name
        for node in ast.walk(file)
        if isinstance(node, (ast.NamePattern, ast.StructField)) and node.name in _BYPASSES
    )
