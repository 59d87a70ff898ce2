"""Selection files that were edited, and the YAML they are written in."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.errors import InputError
from pytest_vlite.selection.building import Evidence, build_selection
from pytest_vlite.selection.selection_file import read_selection, to_yaml
from pytest_vlite.selection.yaml_text import Row, parse_yaml, yaml_text
from tests.selection.making import make_release

SKIP = Evidence(skipped=frozenset({"time", "checker"}))


@pytest.fixture
def selection_file(tmp_path: Path) -> Path:
    path = tmp_path / "selection.yaml"
    path.write_text(to_yaml(build_selection(make_release(tmp_path / "r"), 6, 3, SKIP)))
    return path


def replace_id(path: Path) -> tuple[str, str]:
    """Put another problem of the release into the list of ids; gives both ids."""
    selection = read_selection(path)
    others = [f"lc{n}" for n in range(1, 25) if f"lc{n}" not in selection.ids]
    old, new = selection.ids[0], others[0]
    head, _, tail = path.read_text().rpartition("\nids:\n")
    path.write_text(f"{head}\nids:\n{tail.replace(f'- {old}' + chr(10), f'- {new}' + chr(10))}")
    return old, new


def test_one_changed_id_is_found_with_both_sums(selection_file: Path) -> None:
    stated = read_selection(selection_file).ids_sha256
    old, new = replace_id(selection_file)
    with pytest.raises(InputError) as caught:
        read_selection(selection_file)
    message = str(caught.value)
    assert stated in message
    assert f"not of the draws: {new}" in message
    assert f"of the draws and not there: {old}" in message


def test_a_changed_id_with_a_matching_sum_is_still_found(selection_file: Path) -> None:
    from pytest_vlite.release import ids_sha256

    before = read_selection(selection_file)
    old, new = replace_id(selection_file)
    ids = [new if problem == old else problem for problem in before.ids]
    text = selection_file.read_text().replace(before.ids_sha256, ids_sha256(ids))
    selection_file.write_text(text)
    with pytest.raises(InputError, match=f"not of the draws: {new}"):
        read_selection(selection_file)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("format: vlite-selection-1", "format: vlite-selection-9", "'format'"),
        ("size: 6", "size: 7", "'size' is 7"),
        ("seed: 3", "seed: three", "'seed' must be a whole number"),
        ("seed: 3", "seed: true", "'seed' must be a whole number"),
        ("seed: 3", "seed: 4", "seed 4 gives"),
        ("[lc9, 9]", "[lc9, -9]", "proof size"),
        ("[lc1, 1]", "[lc1]", "'ranking'"),
        ("[lc1, 1]", "[lc999, 1]", "ranked problems have sha256|no group ranks"),
        ("[lc1, 1]", "[lc2, 1]", "ranked more than once"),
        ("method: vlite-lite-1", "method: vlite-lite-1\nmethod: x", "'method' is repeated"),
        ("notes: []", "notes: &a [x, *a]", "no YAML|aliases"),
        ("filters:", "filtres:", "'filters' must be a list"),
    ],
)
def test_edits_by_hand_are_named(selection_file: Path, old: str, new: str, message: str) -> None:
    text = selection_file.read_text()
    assert old in text
    selection_file.write_text(text.replace(old, new, 1))
    with pytest.raises(InputError, match=message):
        read_selection(selection_file)


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"\xff", b"a: [", b"[" * 5000, b"a: b: c", b"? [a]\n: b", b"\x00"]
)
def test_what_is_no_selection_file_is_named(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "selection.yaml"
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"selection\.yaml"):
        read_selection(path)


SCALARS = (
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"]))
)
KEYS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    SCALARS | st.lists(SCALARS, max_size=3).map(Row),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)


def plain(value: object) -> object:
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value


@given(st.dictionaries(KEYS, VALUES, max_size=4))
def test_written_yaml_reads_back_as_it_was(document: dict[str, object]) -> None:
    text = yaml_text(document, "a comment")
    assert (yaml.safe_load(text) or {}) == plain(document)
    assert (parse_yaml(text.encode(), "x") or {}) == plain(document)


def test_words_that_yaml_reads_as_something_else_are_quoted() -> None:
    document = {"on": "no", "a": ["1", "1.5", "null", "~", "2026-10-01", "0x1", "1e3", "lc1", ".5"]}
    assert yaml.safe_load(yaml_text(document)) == document
