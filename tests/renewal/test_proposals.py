"""Proposals from files: the order of attempts, the end, and folders that are not to be followed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_vlite.errors import InputError
from pytest_vlite.renewal.proposals import (
    MAX_FILE_BYTES,
    FileProposals,
    NoMoreProposals,
    ProposalRequest,
    UnusableProposal,
)


def _request(attempt: int, seed_id: str = "s1") -> ProposalRequest:
    return ProposalRequest("family-H", seed_id, "text", attempt)


def _write(root: Path, number: str, name: str, text: bytes) -> None:
    folder = root / "family-H" / "s1" / number
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(text)


def test_attempts_take_the_numbered_folders_in_order(tmp_path: Path) -> None:
    for number in ("10", "2", "notes"):
        _write(tmp_path, number, "a.txt", number.encode())
    source = FileProposals(tmp_path)
    assert source.propose(_request(1)).files == {"a.txt": "2"}
    assert source.propose(_request(2)).files == {"a.txt": "10"}
    with pytest.raises(NoMoreProposals, match="2 proposals"):
        source.propose(_request(3))
    with pytest.raises(NoMoreProposals):
        source.propose(_request(1, "other"))


def test_a_missing_root_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such directory"):
        FileProposals(tmp_path / "none")


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.txt", b"\xff", "UTF-8"),
        ("a.txt", b" " * (MAX_FILE_BYTES + 1), "larger"),
        (".hidden", b"", "file name"),
    ],
)
def test_files_that_cannot_be_read_are_named(
    tmp_path: Path, name: str, text: bytes, reason: str
) -> None:
    _write(tmp_path, "1", name, text)
    with pytest.raises(UnusableProposal, match=reason):
        FileProposals(tmp_path).propose(_request(1))


def test_links_and_names_that_leave_the_folder_are_refused(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    _write(tmp_path / "proposals", "1", "a.txt", b"")
    (tmp_path / "proposals/family-H/s1/1/b.txt").symlink_to(secret)
    source = FileProposals(tmp_path / "proposals")
    with pytest.raises(UnusableProposal, match="symbolic link"):
        source.propose(_request(1))
    with pytest.raises(UnusableProposal, match="cannot be a file name"):
        source.propose(_request(1, "../s1"))
