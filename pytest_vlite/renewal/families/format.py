"""Reads a family's folder: `family.yaml`, strictly, and the text of `family.py`, unexecuted."""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pytest_vlite.errors import InputError
from pytest_vlite.renewal.answers.canonical import (
    AnswerType,
    JsonValue,
    canonical_json,
    parse_answer,
    parse_answer_type,
)
from pytest_vlite.renewal.families.inside.relations import Relations
from pytest_vlite.renewal.families.inside.slot_values import checked_assignment, python_values
from pytest_vlite.renewal.families.slots import parse_slot, slot_value
from pytest_vlite.renewal.families.templates import Template
from pytest_vlite.strict_yaml import parse_yaml
from pytest_vlite.submission.files import UnusableFile, open_file

FORMAT = "1"
DESCRIPTION = "family.yaml"
PROGRAM = "family.py"
MODES = ("E", "H")
MODIFICATIONS = ("tightened", "composition", "regime", "generalised")
_MAX_BYTES = 256 * 2**10
_MAX_SLOTS = 50
_MAX_TEMPLATES = 50
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_REQUIRED = ("format", "id", "version", "mode", "seed", "answer", "slots", "templates", "base")
_OPTIONAL = (
    "generator",
    "constant_answer",
    "relations",
    "modification",
    "rationale",
    "provenance",
    "fallback",
    "examples",
)


@dataclass(frozen=True)
class Seed:
    """The item that a family was made from; `answer` in canonical form."""

    id: str
    question: str
    answer: JsonValue


@dataclass(frozen=True)
class Example:
    """An assignment (JSON values) whose answer is known from elsewhere."""

    assignment: Mapping[str, JsonValue]
    answer: JsonValue


@dataclass(frozen=True)
class Family:
    """A family as read: a description, and a program that only the sandbox may run.

    `slots` are schemas in JSON (`inside.slot_values`), `base` is an assignment in JSON;
    `templates` has the paraphrases of each language. `fallback`: the seed itself stands here, as no
    variant was accepted.
    """

    id: str
    version: int
    mode: str
    generator: str
    seed: Seed
    answer_type: AnswerType
    slots: Mapping[str, Any]
    relations: tuple[str, ...]
    templates: Mapping[str, tuple[Template, ...]]
    base: Mapping[str, JsonValue]
    program: str
    constant_answer: bool = False
    modification: str | None = None
    rationale: str = ""
    provenance: Mapping[str, str] = field(default_factory=dict)
    fallback: bool = False
    examples: tuple[Example, ...] = ()

    @property
    def sha256(self) -> str:
        """Checksum of the program, which is what a draw's values come from."""
        return hashlib.sha256(self.program.encode()).hexdigest()

    def problem_with(self, assignment: object) -> str | None:
        """Why an assignment (JSON values) is none of this family's, by slots and relations."""
        try:
            checked = checked_assignment(assignment, self.slots)
        except ValueError as fault:
            return str(fault)
        broken = self.rules.broken(python_values(checked, self.slots))
        return None if broken is None else f"relation {broken}"

    @functools.cached_property
    def rules(self) -> Relations:
        """The relations, ready to be evaluated."""
        return Relations(list(self.relations), self.slots)


def load_family(directory: Path) -> Family:
    """The family in a folder.

    Raises:
        InputError: something is missing, unknown or wrong; says what, and in which field.
    """
    files = {}
    for name in (DESCRIPTION, PROGRAM):
        try:
            with open_file(directory, (name,)) as file:
                files[name] = file.read(_MAX_BYTES + 1)
        except (UnusableFile, OSError) as fault:
            reason = fault.strerror if isinstance(fault, OSError) else str(fault)
            raise InputError(f"{directory / name}: {reason}") from None
    return read_family(files, directory)


def read_family(files: Mapping[str, bytes], directory: Path) -> Family:
    """The family in the files of a folder, whose name must be the family's id.

    Raises:
        InputError: as `load_family`.
    """
    texts = {}
    for name in (DESCRIPTION, PROGRAM):
        if name not in files:
            raise InputError(f"{directory / name}: missing")
        if len(files[name]) > _MAX_BYTES:
            raise InputError(f"{directory / name}: larger than {_MAX_BYTES // 1024} KiB")
        try:
            texts[name] = files[name].decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            raise InputError(f"{directory / name}: not UTF-8 at byte {fault.start}") from None
    path = directory / DESCRIPTION
    document = parse_yaml(texts[DESCRIPTION], path)
    try:
        family = _family(document, texts[PROGRAM])
    except InputError as fault:
        raise InputError(f"{path}: {fault}") from None
    if family.id != directory.name:
        raise InputError(f"{path}: its id is {family.id!r}, but the folder's name is another")
    return family


def _family(document: Any, program: str) -> Family:
    fields = _mapping(document, "the file")
    missing = [name for name in _REQUIRED if fields.get(name) is None]
    if missing:
        raise InputError(f"no {missing[0]!r}")
    unknown = [name for name in fields if name not in (*_REQUIRED, *_OPTIONAL)]
    if unknown:
        raise InputError(f"unknown field {unknown[0][:40]!r}")
    if fields["format"] != FORMAT:
        raise InputError(f"format {str(fields['format'])[:20]!r}: this version reads {FORMAT}")
    id_ = _text(fields["id"], "id")
    if not _ID.fullmatch(id_):
        raise InputError("id: small letters, digits and -, at most 60")
    mode = _one_of(fields["mode"], "mode", MODES)
    slots = _slots(fields["slots"])
    relations = _texts(fields.get("relations") or [], "relations")
    answer_type = parse_answer_type(fields["answer"])
    try:
        Relations(list(relations), slots)
    except ValueError as fault:
        raise InputError(str(fault)) from None
    modification = fields.get("modification")
    if mode != "E":
        _one_of(modification, "modification (of a family of mode H)", MODIFICATIONS)
        if not fields.get("rationale"):
            raise InputError("a family of mode H needs a 'rationale'")
    elif modification is not None:
        raise InputError("a family of mode E has no 'modification'")
    return Family(
        id=id_,
        version=_whole(fields["version"], "version"),
        mode=mode,
        generator=_text(fields.get("generator") or f"{id_}/1", "generator"),
        seed=_seed(fields["seed"], answer_type),
        answer_type=answer_type,
        slots=slots,
        relations=relations,
        templates=_templates(fields["templates"], slots),
        base=_assignment(fields["base"], slots, "base"),
        program=program,
        constant_answer=_truth(fields.get("constant_answer"), "constant_answer"),
        modification=modification,
        rationale=_text(fields.get("rationale") or "", "rationale"),
        provenance={
            name: _text(value, f"provenance: {name}")
            for name, value in _mapping(fields.get("provenance") or {}, "provenance").items()
        },
        fallback=_truth(fields.get("fallback"), "fallback"),
        examples=_examples(fields.get("examples") or [], slots, answer_type),
    )


def _seed(value: Any, answer_type: AnswerType) -> Seed:
    fields = _mapping(value, "seed")
    if set(fields) != {"id", "question", "answer"}:
        raise InputError("seed: must have 'id', 'question' and 'answer'")
    try:
        answer = _answer(fields["answer"], answer_type)
    except ValueError as fault:
        raise InputError(f"seed: answer: {fault}") from None
    return Seed(
        _text(fields["id"], "seed: id"), _text(fields["question"], "seed: question"), answer
    )


def _answer(value: Any, type_: AnswerType) -> JsonValue:
    """An answer as YAML gives it, where every scalar is text."""
    if isinstance(value, str):
        return parse_answer(value, type_)
    if isinstance(value, list) and type_.kind == "set":
        return canonical_json([_answer(item, type_.items[0]) for item in value], type_)
    if isinstance(value, list) and type_.kind == "tuple" and len(value) == len(type_.items):
        return [_answer(item, kind) for item, kind in zip(value, type_.items, strict=True)]
    raise ValueError(f"no {type_.kind}")


def _slots(value: Any) -> dict[str, Any]:
    fields = _mapping(value, "slots")
    if not 0 < len(fields) <= _MAX_SLOTS:
        raise InputError(f"slots: 1 to {_MAX_SLOTS} belong there")
    slots = {}
    for name, schema in fields.items():
        if not re.fullmatch(r"[a-zA-Z][a-zA-Z0-9_]{0,39}", name):
            raise InputError(f"slots: {name[:40]!r} is no name of a slot")
        try:
            slots[name] = parse_slot(schema)
        except ValueError as fault:
            raise InputError(f"slot {name}: {fault}") from None
    return slots


def _templates(value: Any, slots: Mapping[str, Any]) -> dict[str, tuple[Template, ...]]:
    languages = _mapping(value, "templates")
    if not languages:
        raise InputError("templates: no language")
    templates = {}
    for language, texts in languages.items():
        if not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*", language):
            raise InputError(f"templates: {language[:40]!r} is no language tag")
        paraphrases = _texts(texts, f"templates: {language}")
        if not 0 < len(paraphrases) <= _MAX_TEMPLATES:
            raise InputError(f"templates: {language}: 1 to {_MAX_TEMPLATES} belong there")
        templates[language] = tuple(Template(text, slots) for text in paraphrases)
    return templates


def _assignment(value: Any, slots: Mapping[str, Any], what: str) -> dict[str, JsonValue]:
    fields = _mapping(value, what)
    try:
        given = {
            name: slot_value(item, slots[name]) if name in slots else item
            for name, item in fields.items()
        }
        return checked_assignment(given, slots)
    except ValueError as fault:
        raise InputError(f"{what}: {fault}") from None


def _examples(value: Any, slots: Mapping[str, Any], answer_type: AnswerType) -> tuple[Example, ...]:
    if not isinstance(value, list):
        raise InputError("examples: must be a list")
    examples = []
    for number, entry in enumerate(value, 1):
        what = f"example {number}"
        fields = _mapping(entry, what)
        if set(fields) != {"assignment", "answer"}:
            raise InputError(f"{what}: must have 'assignment' and 'answer'")
        try:
            answer = _answer(fields["answer"], answer_type)
        except ValueError as fault:
            raise InputError(f"{what}: answer: {fault}") from None
        examples.append(Example(_assignment(fields["assignment"], slots, what), answer))
    return tuple(examples)


def _mapping(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError(f"{what}: must be a mapping")
    return value


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise InputError(f"{what}: must be text")
    return value.strip()


def _texts(value: Any, what: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise InputError(f"{what}: must be a list of texts")
    return tuple(_text(item, what) for item in value)


def _one_of(value: Any, what: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise InputError(f"{what}: must be one of {', '.join(allowed)}")
    return str(value)


def _whole(value: Any, what: str) -> int:
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{1,9}", value):
        raise InputError(f"{what}: must be a whole number")
    return int(value)


def _truth(value: Any, what: str) -> bool:
    if value not in (None, "true", "false"):
        raise InputError(f"{what}: must be true or false")
    return bool(value == "true")
