"""submission.yaml: what is taken from it and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.errors import InputError
from pytest_vlite.submission import load_submission
from pytest_vlite.submission.manifest import parse_manifest

PATH = Path("submission.yaml")


def parse(text: str | bytes) -> dict[str, object]:
    return parse_manifest(text.encode() if isinstance(text, str) else text, PATH)[0]


def test_all_fields() -> None:
    text = """
name: My system
model: 4.5            # looks like a number
organisation: Ünïversity
date: 2026-07-31
url: https://example.org
notes: |
  Two lines
  of notes.
cost_usd: 12.5
tokens: {output: 1_000, input: 5}
"""
    assert parse(text) == {
        "name": "My system",
        "model": "4.5",
        "organisation": "Ünïversity",
        "date": "2026-07-31",
        "url": "https://example.org",
        "notes": "Two lines of notes.",
        "cost_usd": 12.5,
        "tokens": {"input": 5, "output": 1000},
    }
    assert parse("name: a\ntokens: 7\ncost_usd: 3\nmodel: ~\nurl:\n") == {
        "name": "a",
        "tokens": 7,
        "cost_usd": 3,
    }


def test_unknown_fields_are_reported(tmp_path: Path) -> None:
    (tmp_path / "SpecGen").mkdir()
    (tmp_path / "submission.yaml").write_text("name: A\nmodle: x\n")
    submission = load_submission(tmp_path, ["lc1"])
    assert submission.name == "A"
    assert [note.message for note in submission.notes] == ["ignored: unknown field 'modle'"]


def test_names_are_made_safe(tmp_path: Path) -> None:
    (tmp_path / "SpecGen").mkdir()
    (tmp_path / "submission.yaml").write_text('name: "../..//\\e[31m Ev\\u202eil\\n name"\n')
    submission = load_submission(tmp_path, ["lc1"])
    assert submission.name.isprintable()
    assert submission.slug == "x1b-31m-Ev-u202eil-name"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a mapping"),
        ("- a", "not a mapping"),
        ("model: x", "no 'name'"),
        ("name: ''", "no 'name'"),
        ("name: ' '", "'name' is blank"),
        ("name: [a]", "'name' must be a single value"),
        ("name: a\nname: b", ":2: field 'name' is given twice"),
        ("name: a\nb: [", ":2: not YAML|:3: not YAML"),
        ("name: a\n\tb: c", ":2: not YAML"),
        ("name: &x a\nmodel: *x", ":1: anchors and aliases"),
        ("name: *x", ":1: anchors and aliases"),
        ("name: a\n---\nname: b", "more than one YAML document"),
        ("name: a\n? [b]\n: c", ":2: a field's name"),
        ("name: a\nb: " + "[" * 50, "nested too deeply"),
        ("name: a\nb: " + "[" * 5000, "nest"),
        ("name: a\ncost_usd: much", "'cost_usd' must be a number"),
        ("name: a\ncost_usd: -1", "'cost_usd' must be a number"),
        ("name: a\ncost_usd: .inf", "'cost_usd' must be a number"),
        ("name: a\ntokens: 1.5", "'tokens' must be a whole number"),
        ("name: a\ntokens: " + "9" * 5000, "'tokens' must be a whole number"),
        ("name: a\nurl: javascript:alert(1)", "'url' must begin with"),
        ("name: " + "a" * 70_000, "larger than 64 KiB"),
        (b"name: \xff", "not UTF-8"),
    ],
)
def test_what_is_refused(text: str | bytes, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        parse(text)
    assert "\n" not in str(caught.value)


def test_tags_make_no_objects() -> None:
    assert (
        parse(
            "name: !!python/object/apply:os.system ['false']\nmodel: x".replace(
                "['false']", "'false'"
            )
        )["name"]
        == "false"
    )


def test_an_alias_bomb_is_refused_before_it_grows() -> None:
    levels = "\n".join(f"l{i}: &l{i} [{', '.join([f'*l{i - 1}'] * 9)}]" for i in range(1, 9))
    with pytest.raises(InputError, match="anchors and aliases"):
        parse(f"name: a\nl0: &l0 [x]\n{levels}\n")


@pytest.mark.parametrize("kind", ["link", "directory"])
def test_a_manifest_that_is_no_file(tmp_path: Path, kind: str) -> None:
    (tmp_path / "SpecGen").mkdir()
    if kind == "link":
        (tmp_path / "submission.yaml").symlink_to("/etc/hostname")
    else:
        (tmp_path / "submission.yaml").mkdir()
    with pytest.raises(InputError, match=r"submission\.yaml: a "):
        load_submission(tmp_path, ["lc1"])


@given(st.text(alphabet="name: ab\n-[]{},&*!'\"|>~?#\t1", max_size=80))
def test_any_text_gives_fields_or_an_input_error(text: str) -> None:
    try:
        fields = parse(text)
    except InputError:
        return
    assert isinstance(fields["name"], str)
    assert fields["name"].isprintable()
