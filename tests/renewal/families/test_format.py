"""What a family's files may hold, and what is said of those that hold something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_vlite.errors import InputError
from pytest_vlite.renewal.families.format import load_family
from pytest_vlite.renewal.families.templates import Template
from tests.renewal.families.making import DESCRIPTION, make_family

BOMB = "a: &a [x, x]\nb: &b [*a, *a]\n"
WRONG = {
    "format": ("format: 1", "format: 2", "this version reads 1"),
    "id": ("id: doubled\n", "id: ../up\n", "id: small letters"),
    "folder": ("id: doubled\n", "id: other\n", "the folder's name is another"),
    "version": ("version: 1", "version: x", "version: must be a whole number"),
    "mode": ("mode: E", "mode: X", "mode: must be one of E, H"),
    "rationale": ("mode: E", "mode: H\nmodification: regime", "needs a 'rationale'"),
    "modification": ("mode: E", "mode: H\nrationale: x", "modification"),
    "unknown": ("mode: E", "mode: E\ncolour: red", "unknown field 'colour'"),
    "twice": ("mode: E", "mode: E\nmode: E", "given twice"),
    "missing": ("mode: E\n", "", "no 'mode'"),
    "slot type": ("{type: integer, min: 0, max: 50}", "{type: float}", "slot b: type must be one"),
    "slot range": ("min: 0, max: 50", "min: 50, max: 0", "slot b: min is above max"),
    "slot field": ("min: 0, max: 50", "min: 0, max: 50, step: 2", "and nothing else"),
    "huge bound": ("max: 50", "max: " + "9" * 5000, "more than 4000 digits"),
    "unknown slot": ("Double {a}", "Double {c}", "there is no slot 'c'"),
    "code": ("Double {a}", "Double {a.__class__}", "belongs to no slot"),
    "format string": ("Double {a}", "Double {a!r:>99999999999}", "belongs to no slot"),
    "lone brace": ("Double {a}", "Double {a} }", "belongs to no slot"),
    "base": ("base: {a: 4, b: 3}", "base: {a: 4}", "base: slot b is not assigned"),
    "base value": ("base: {a: 4, b: 3}", "base: {a: 4, b: 51}", "base: slot b: not between"),
    "answer type": ("answer: {type: integer}", "answer: {type: int}", "must be one of integer"),
    "seed answer": ("  answer: 11", "  answer: eleven", "seed: answer: no whole number"),
    "relation code": ('"a > b"', "\"__import__('os')\"", "relation"),
    "relation attribute": ('"a > b"', '"a.real > b"', "relation"),
    "relation number": ('"a > b"', '"a + b"', "it is no comparison"),
    "relation power": ('"a > b"', '"a ** b > 1"', "relation"),
    "relation bomb": ('"a > b"', "\"a > len('x' * a)\"", "relation"),
    "relation depth": ('"a > b"', '"' + "(" * 250 + "a" + ")" * 200 + '"', "no expression"),
    "relation slot": ('"a > b"', '"a > c"', "there is no slot 'c'"),
    "aliases": ("format: 1", BOMB + "format: 1", "anchors and aliases are not allowed"),
    "tag": ("version: 1", "version: !!python/object/apply:os.system [id]", "version: must be"),
    "depth": ("version: 1", "version: " + "[" * 30 + "]" * 30, "nested too deeply"),
    "language": ("en: [", '"../x": [', "is no language tag"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_description_is_an_input_error(tmp_path: Path, name: str) -> None:
    old, new, message = WRONG[name]
    place = make_family(tmp_path, (old, new))
    with pytest.raises(InputError, match=r"family\.yaml") as caught:
        load_family(place)
    assert message in str(caught.value)


def test_files_must_be_there_and_be_files(tmp_path: Path) -> None:
    place = make_family(tmp_path)
    (place / "family.py").unlink()
    with pytest.raises(InputError, match=r"family\.py: "):
        load_family(place)
    (place / "family.py").symlink_to("/etc/passwd")
    with pytest.raises(InputError, match="symbolic link"):
        load_family(place)


def test_texts_must_be_utf_8(tmp_path: Path) -> None:
    place = make_family(tmp_path)
    (place / "family.yaml").write_bytes(DESCRIPTION.encode() + b"\xff")
    with pytest.raises(InputError, match="not UTF-8 at byte"):
        load_family(place)


def test_a_template_renders_values_and_braces() -> None:
    slots = {"x": {}, "ys": {}, "p": {}}
    template = Template("{{{x}}} of {ys}, {p}: {x}", slots)
    assert template.slots == ("x", "ys", "p")
    rendered = template.render({"x": -1, "ys": [1, [2, 3]], "p": "3/4"})
    assert rendered == "{-1} of 1, (2, 3), 3/4: -1"
