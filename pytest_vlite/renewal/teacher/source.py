"""A teacher as a source of proposals: files in a JSON object, checked, and repaired once."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Any, Protocol

from pytest_vlite.renewal.proposals import (
    MAX_FILE_BYTES,
    MAX_FILES,
    NoMoreProposals,
    Proposal,
    ProposalRequest,
    UnusableProposal,
)
from pytest_vlite.renewal.teacher.recording import ReplayedTeacher, request_sha256

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


class Teacher(Protocol):
    """Answers a chat request with text; `ChatTeacher` and `ReplayedTeacher` do."""

    def complete(self, body: dict[str, Any]) -> str: ...


@dataclass
class ResumedTeacher:
    """Takes from the recording what was already answered before an interruption, then asks."""

    recorded: ReplayedTeacher
    live: Teacher

    def complete(self, body: dict[str, Any]) -> str:
        """The recorded answer, else the live one."""
        try:
            return self.recorded.complete(body)
        except NoMoreProposals:
            return self.live.complete(body)


@dataclass
class TeacherProposals:
    """A `ProposalSource` that asks a teacher."""

    teacher: Teacher
    model: str

    def propose(self, request: ProposalRequest) -> Proposal:
        """The files of the answer; a malformed answer is sent back once with the reason."""
        prompt = files("pytest_vlite.renewal.teacher").joinpath("prompt.txt").read_text("utf-8")
        asked = json.dumps(asdict(request), sort_keys=True)
        messages = [
            {"role": "system", "content": prompt},
            {"role": "user", "content": asked},
        ]
        body = {"model": self.model, "messages": messages}
        text = self.teacher.complete(body)
        try:
            found = files_of(text)
        except UnusableProposal as fault:
            repair = f"That cannot be used: {fault}. Send the whole JSON object again."
            body = {
                "model": self.model,
                "messages": [
                    *messages,
                    {"role": "assistant", "content": text},
                    {"role": "user", "content": repair},
                ],
            }
            found = files_of(self.teacher.complete(body))
        return Proposal(
            found, {"source": "teacher", "model": self.model, "request": request_sha256(body)}
        )


def files_of(text: str) -> dict[str, str]:
    """The files of an answer, which may be in a fenced block.

    Raises:
        UnusableProposal: no JSON object of that shape, a bad name, too many or too large files.
    """
    fenced = re.fullmatch(r"\s*```(?:json)?\n(.*)\n```\s*", text, re.DOTALL)
    try:
        document = json.loads(fenced[1] if fenced else text)
    except (ValueError, RecursionError):
        raise UnusableProposal("the answer is not one JSON document") from None
    found = document.get("files") if isinstance(document, dict) else None
    if not isinstance(found, dict) or not 0 < len(found) <= MAX_FILES:
        raise UnusableProposal(f"expected an object `files` with 1 to {MAX_FILES} entries")
    for name, content in found.items():
        if not _NAME.fullmatch(name):
            raise UnusableProposal(f"{name[:100]!r} cannot be a file name")
        if not isinstance(content, str):
            raise UnusableProposal(f"{name}: the content is no text")
        # Lone surrogates can stand in JSON but in no file.
        if len(content.encode("utf-8", "replace")) > MAX_FILE_BYTES:
            raise UnusableProposal(f"{name}: larger than {MAX_FILE_BYTES // 1024} KiB")
        if any("\ud800" <= character <= "\udfff" for character in content):
            raise UnusableProposal(f"{name}: no Unicode text")
    return found
