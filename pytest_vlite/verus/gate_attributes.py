"""Gate rules for attributes, wherever they stand, also inside macro calls."""

from __future__ import annotations

from pytest_vlite.verus import ast
from pytest_vlite.verus import gate_names as names
from pytest_vlite.verus.findings import Findings, plain
from pytest_vlite.verus.gate_termination import TERMINATION_ATTRIBUTE
from pytest_vlite.verus.tokens import IDENT, TokenStream

_TRUSTED = {
    "external": "hides code from the verifier",
    "external_body": "makes the verifier trust a body it has not checked",
    "external_fn_specification": "makes the verifier trust a specification",
    "external_type_specification": "makes the verifier trust a foreign type",
    "external_trait_specification": "makes the verifier trust a foreign trait",
    "external_trait_extension": "makes the verifier trust a foreign trait",
    "external_trait_blanket": "hides an implementation from the verifier",
    "external_derive": "hides derived code from the verifier",
    "assume_termination": "makes the verifier trust that code ends",
    TERMINATION_ATTRIBUTE: "allows code that never ends, for which any postcondition holds",
    "when_used_as_spec": "gives a function another meaning in specifications",
    "allow_in_spec": "lets a function without definition into specifications",
    "custom_err": "replaces the verifier's error text",
    "custom_req_err": "replaces the verifier's error text",
    "verify": "opts foreign items in",
    "type_invariant": "is not among the attributes known to be sound",
}


class AttributeRules:
    """The rules for attributes of one file.

    `allowed_termination` holds the `#` tokens of attributes that may free from termination.
    """

    def __init__(
        self,
        stream: TokenStream,
        closers: dict[int, int],
        findings: Findings,
        allowed_termination: frozenset[int],
    ) -> None:
        self.stream = stream
        self.closers = closers
        self.findings = findings
        self.allowed_termination = allowed_termination

    def check(self, start: int, *, verified: bool) -> None:
        """The attribute whose `#` is token `start`, inside verus! or not; no other `#`."""
        texts = self.stream.texts
        inner = texts[start + 1] == "!"
        bracket = start + 2 if inner else start + 1
        if texts[bracket] != "[":
            return
        close = self.closers[bracket]
        path = _path(self.stream, bracket + 1)
        known = names.PLAIN_ATTRIBUTES if verified else names.OUTSIDE_ATTRIBUTES
        if not path:
            self.findings.add(start, "attribute", "an attribute without a name")
        elif path[0] in {"cfg", "cfg_attr"}:
            message = _cfg_message(self.stream, path[0], bracket + 2, close)
            self.findings.add(start, "cfg", message)
        elif path == ("derive",):
            _check_derive(self.stream, bracket + 2, close, self.findings)
        elif path[0] in {"verifier", "verus"}:
            if path == ("verifier",):
                path = ("verifier", *self._only_argument(bracket + 2))
            self._verifier(start, close, path, inner or verified, verified)
        elif len(path) > 1 or path[0] not in known:
            shown = "::".join(path)
            self.findings.add(
                start,
                "attribute",
                f"`#[{shown}]` is not among the attributes known to be harmless",
            )

    def _only_argument(self, opening: int) -> tuple[str, ...]:
        """`x` of `#[verifier(x)]` and `#[verifier(x(..))]`; more than that names nothing known."""
        texts = self.stream.texts
        if texts[opening] != "(":
            return ()
        end = opening + 2
        if texts[end] == "(":
            end = self.closers[end] + 1
        return _path(self.stream, opening + 1) if end == self.closers[opening] else ()

    def _verifier(
        self, start: int, close: int, path: tuple[str, ...], placed: bool, verified: bool
    ) -> None:
        """An attribute of the verifier; `placed` where such may stand at all."""
        name = path[-1] if len(path) > 1 else ""
        if name == TERMINATION_ATTRIBUTE and start in self.allowed_termination:
            return
        known = names.VERIFIER_ATTRIBUTES if verified else names.CRATE_VERIFIER_ATTRIBUTES
        if path[0] != "verifier" or len(path) != 2 or name not in known or not placed:
            reason = _TRUSTED.get(name, "is not among the attributes known to be sound")
            rule = "termination" if name == TERMINATION_ATTRIBUTE else "trusted-attribute"
            self.findings.add(start, rule, f"`#[{'::'.join(path)}]` {reason}")
        elif name == "rlimit":
            numbers = [text for text in self.stream.texts[start:close] if text.isdigit()]
            if not any(int(text) > 0 for text in numbers if len(text) < 10):
                self.findings.add(
                    start, "rlimit", "`rlimit` without a finite number lifts the limit"
                )


def _path(stream: TokenStream, index: int) -> tuple[str, ...]:
    path: list[str] = []
    while stream.kinds[index] == IDENT:
        path.append(plain(stream.texts[index]))
        if stream.texts[index + 1] != "::":
            break
        index += 2
    return tuple(path)


def _check_derive(stream: TokenStream, index: int, close: int, findings: Findings) -> None:
    for at in range(index, close):
        name = plain(stream.texts[at])
        if stream.kinds[at] == IDENT and name not in names.DERIVES:
            findings.add(at, "attribute", f"`derive({name})` is not known to be harmless")
        elif stream.texts[at] == "::":
            findings.add(at, "attribute", "a derive by path may be another macro")


def cfg_value(stream: TokenStream, attribute: ast.Attribute) -> bool | None:
    """What `#[cfg(..)]` says, None where that depends on the compiler."""
    opening = attribute.start + (4 if attribute.inner else 3)
    return _evaluate(stream, opening + 1)[0]


def _cfg_message(stream: TokenStream, name: str, opening: int, close: int) -> str:
    text = "".join(stream.texts[opening + 1 : close - 1])
    if name == "cfg_attr":
        return f"`#[cfg_attr({text[:60]})]`: an attribute that only one of two compilers sees"
    value, _ = _evaluate(stream, opening + 1)
    if value is False:
        return f"`#[cfg({text[:60]})]` is never true: the code under it is hidden"
    return f"`#[cfg({text[:60]})]`: verified and compiled code may differ"


def _evaluate(stream: TokenStream, index: int) -> tuple[bool | None, int]:
    """The value of a cfg predicate, None where it depends on the compiler; and its end."""
    texts = stream.texts
    word = texts[index]
    if texts[index + 1] != "(":
        constant = {"true": True, "false": False, "FALSE": False}.get(word)
        if texts[index + 1] == "=":
            return None, index + 3
        return constant, index + 1
    values: list[bool | None] = []
    at = index + 2
    while texts[at] not in {")", "]", ""}:
        value, at = _evaluate(stream, at)
        values.append(value)
        if texts[at] == ",":
            at += 1
    if word == "not":
        inside = values[0] if len(values) == 1 else None
        return None if inside is None else not inside, at + 1
    decisive = word == "any"
    if decisive in values:
        return decisive, at + 1
    return (None if None in values else not decisive), at + 1
