"""Where proposals come from: the one interface between construction and whoever has ideas.

A construction loop asks a `ProposalSource` for files and says what was wrong with the earlier ones.
Files that people wrote (`FileProposals`) and a teacher model are the same to it: whatever comes is
untrusted text, checked and executed by the loop's own gates.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from pytest_vlite.errors import InputError
from pytest_vlite.submission.files import UnusableFile, list_directory, open_file

# A proposal is a description and a program, not a data set.
MAX_FILE_BYTES = 256 * 2**10
MAX_FILES = 20
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


@dataclass(frozen=True)
class Failure:
    """Why an earlier proposal was not accepted, for the proposer to mend.

    `check` names the gate or step, `reason` is one line, `details` holds the evidence as JSON
    values (counterexamples, line numbers, counts).
    """

    check: str
    reason: str
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class EarlierProposal:
    """A proposal of the same request that failed, with all that was wrong with it.

    `files` are empty where nothing usable came.
    """

    files: Mapping[str, str]
    failures: tuple[Failure, ...]


@dataclass(frozen=True)
class ProposalRequest:
    """What is asked for.

    kind: what the files shall be (`family-E`, `family-H`, `problem`, `input-generator`, ...).
    seed_id: the item to start from; `seed_text` is what may be shown of it, `metadata` JSON values
        that the prompt of this kind needs.
    attempt: counts from 1 over all proposals for this kind and seed.
    earlier: those that failed, oldest first.
    """

    kind: str
    seed_id: str
    seed_text: str
    attempt: int = 1
    metadata: Mapping[str, Any] = field(default_factory=dict)
    earlier: tuple[EarlierProposal, ...] = ()


@dataclass(frozen=True)
class Proposal:
    """Files by name (no folders), and where they come from as JSON values (`source`, ...)."""

    files: Mapping[str, str]
    provenance: Mapping[str, Any]


class UnusableProposal(Exception):
    """Something came that is no set of files; counts as a proposal, and the loop goes on."""


class NoMoreProposals(Exception):
    """The source has nothing more for this request; the loop ends with what it has."""


class ProposalSource(Protocol):
    """Gives proposals one at a time.

    Raises `UnusableProposal`, `NoMoreProposals` (also for a spent budget), `InputError` for
    settings of the user's that cannot work, `HarnessError` for faults of the machine.
    """

    def propose(self, request: ProposalRequest) -> Proposal: ...


class FileProposals:
    """Proposals that people wrote: `<root>/<kind>/<seed id>/<attempt>/<file>`.

    Attempts are the folders with whole numbers as names, taken in the order of the numbers.
    """

    def __init__(self, root: Path) -> None:
        if not root.is_dir():
            raise InputError(f"proposals {root}: no such directory")
        self._root = root

    def propose(self, request: ProposalRequest) -> Proposal:
        """The files of the folder that is next for this attempt."""
        place = (_component(request.kind), _component(request.seed_id))
        if not self._root.joinpath(*place).is_dir():
            raise NoMoreProposals(f"{self._root.joinpath(*place)}: no such directory")
        try:
            entries = list_directory(self._root, place)
        except UnusableFile as fault:
            raise UnusableProposal(str(fault)) from None
        numbered = [entry.name for entry in entries if re.fullmatch(r"[0-9]{1,6}", entry.name)]
        if request.attempt > len(numbered):
            raise NoMoreProposals(f"{self._root.joinpath(*place)}: {len(numbered)} proposals")
        name = sorted(numbered, key=int)[request.attempt - 1]
        parts = (*place, name)
        return Proposal(
            read_files(self._root, parts), {"source": "files", "place": "/".join(parts)}
        )


def read_files(root: Path, parts: tuple[str, ...] = ()) -> dict[str, str]:
    """The files of one folder below `root` as text, by name.

    Raises:
        UnusableProposal: a link, a folder or a device, a file or name too long, no UTF-8, too many.
    """
    files: dict[str, str] = {}
    try:
        entries = list_directory(root, parts)
        if len(entries) > MAX_FILES:
            raise UnusableProposal(f"{len(entries)} files; at most {MAX_FILES} are read")
        for entry in entries:
            with open_file(root, (*parts, _component(entry.name))) as file:
                data = file.read(MAX_FILE_BYTES + 1)
            if len(data) > MAX_FILE_BYTES:
                raise UnusableProposal(f"{entry.name}: larger than {MAX_FILE_BYTES // 1024} KiB")
            files[entry.name] = data.decode("utf-8")
    except UnusableFile as fault:
        raise UnusableProposal(str(fault)) from None
    except UnicodeDecodeError as fault:
        raise UnusableProposal(f"not UTF-8 at byte {fault.start}") from None
    return files


def _component(name: str) -> str:
    """`name` as one component of a path."""
    if not _NAME.fullmatch(name):
        raise UnusableProposal(f"{name[:100]!r} cannot be a file name of a proposal")
    return name
