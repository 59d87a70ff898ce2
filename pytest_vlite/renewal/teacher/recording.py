"""What a teacher was asked and what it said, as JSON lines, and answers read from them again."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict, deque
from pathlib import Path
from typing import Any

from pytest_vlite.errors import InputError
from pytest_vlite.renewal.proposals import NoMoreProposals, UnusableProposal


def request_sha256(body: dict[str, Any]) -> str:
    """Checksum of a request's canonical JSON; never covers the key or the address."""
    return hashlib.sha256(_line(body).encode()).hexdigest()


class Recording:
    """Exchanges appended to a file. Half a last line, left by an interruption, is cut off."""

    def __init__(self, path: Path) -> None:
        self._path = path
        if path.exists():
            whole = path.read_bytes()
            kept = whole[: whole.rfind(b"\n") + 1]
            if kept != whole:
                path.write_bytes(kept)

    def append(
        self, body: dict[str, Any], text: str, usage: dict[str, int], fault: str = ""
    ) -> None:
        """Write one exchange; `fault` says why the answer was unusable, empty where it was not."""
        entry: dict[str, Any] = {"sha256": request_sha256(body), "request": body, "text": text}
        entry |= {"usage": usage, "fault": fault}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(_line(entry) + "\n")


class ReplayedTeacher:
    """Answers from a recording; equal requests get their answers in the recorded order."""

    def __init__(self, path: Path) -> None:
        self._answers: dict[str, deque[tuple[str, str]]] = defaultdict(deque)
        try:
            lines = path.read_text(encoding="utf-8").split("\n")[:-1]
        except (OSError, UnicodeDecodeError) as fault:
            raise InputError(f"recording {path}: {fault}") from None
        for number, line in enumerate(lines, 1):
            try:
                entry = json.loads(line)
                key = request_sha256(entry["request"])
                text, reason = entry["text"], entry["fault"]
                usable = (
                    key == entry["sha256"] and isinstance(text, str) and isinstance(reason, str)
                )
            except (ValueError, KeyError, TypeError, RecursionError):
                usable = False
            if not usable:
                raise InputError(f"recording {path}, line {number}: no exchange, or altered")
            self._answers[key].append((text, reason))

    def complete(self, body: dict[str, Any]) -> str:
        """The recorded answer to `body`; `NoMoreProposals` where there is none left."""
        answers = self._answers.get(request_sha256(body))
        if not answers:
            raise NoMoreProposals("the recording has no answer to this request")
        text, reason = answers.popleft()
        if reason:
            raise UnusableProposal(reason)
        return text


def _line(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
