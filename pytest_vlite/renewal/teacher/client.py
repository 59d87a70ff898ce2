"""A client of OpenAI-compatible chat endpoints.

Uses the standard library's HTTP client on purpose: it follows no redirect (which could carry the
key to another host), needs no further package, and lets the size and time of an answer be bounded.
"""

from __future__ import annotations

import http.client
import json
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from pytest_vlite.errors import HarnessError, InputError
from pytest_vlite.printable import printable
from pytest_vlite.renewal.proposals import NoMoreProposals, UnusableProposal
from pytest_vlite.renewal.teacher.recording import Recording

_RETRIED = {408, 429, 500, 502, 503, 504}


@dataclass
class ChatTeacher:
    """Asks `<url>/chat/completions`. `url` ends before that, as in `http://host:8000/v1`.

    token_budget: tokens (by the endpoint's count) after which nothing more is asked.
    """

    url: str
    key: str = field(default="", repr=False)
    recording: Recording | None = None
    timeout_s: float = 300.0
    attempts: int = 5
    first_wait_s: float = 1.0
    longest_wait_s: float = 60.0
    max_answer_bytes: int = 4 * 2**20
    token_budget: int | None = None
    tokens: int = 0

    def __post_init__(self) -> None:
        """Raises InputError for a key that no HTTP header can carry, without showing it."""
        if not all("!" <= character <= "~" for character in self.key):
            raise InputError("teacher key: holds a space, a line end or a character beyond ASCII")

    def complete(self, body: dict[str, Any]) -> str:
        """The text of the answer to a chat request.

        Raises:
            NoMoreProposals: the token budget is spent.
            UnusableProposal: an answer came that is no chat completion, or is too large.
            InputError: the endpoint refuses the request or the address is none.
            HarnessError: no answer after all attempts.
        """
        if self.token_budget is not None and self.tokens >= self.token_budget:
            raise NoMoreProposals(f"token budget of {self.token_budget} spent")
        try:
            text, usage = _completion(self._answer(json.dumps(body).encode()))
        except UnusableProposal as fault:
            if self.recording is not None:
                self.recording.append(body, "", {}, str(fault))
            raise
        if self.key:
            text = text.replace(self.key, "[key]")
        self.tokens += sum(usage.values())
        if self.recording is not None:
            self.recording.append(body, text, usage)
        return text

    def _answer(self, payload: bytes) -> bytes:
        wait_s, fault = self.first_wait_s, ""
        for attempt in range(self.attempts):
            if attempt:
                time.sleep(min(wait_s, self.longest_wait_s))
                wait_s = self.first_wait_s * 2**attempt
            try:
                status, data, retry_after = self._post(payload)
            except (OSError, http.client.HTTPException) as error:
                fault = str(error) or type(error).__name__
                continue
            if status == 200:
                return data
            said = data[:300].decode("utf-8", "replace")
            fault = f"status {status}: {said.replace(self.key, '[key]') if self.key else said}"
            if status not in _RETRIED:
                raise InputError(f"teacher {printable(self.url)}: {printable(fault)}")
            if retry_after.isdecimal() and len(retry_after) < 7:
                wait_s = float(retry_after)
        raise HarnessError(f"teacher: no answer in {self.attempts} attempts: {printable(fault)}")

    def _post(self, payload: bytes) -> tuple[int, bytes, str]:
        connection = self._connection()
        deadline = time.monotonic() + self.timeout_s
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        try:
            path = urlsplit(self.url).path.rstrip("/") + "/chat/completions"
            connection.request("POST", path, payload, headers)
            response = connection.getresponse()
            data = bytearray()
            while chunk := response.read1(65536):
                data += chunk
                if len(data) > self.max_answer_bytes:
                    raise UnusableProposal(f"answer larger than {self.max_answer_bytes} bytes")
                if time.monotonic() > deadline:
                    raise TimeoutError("answer not complete in time")
            if response.length:
                raise http.client.IncompleteRead(bytes(data[:0]), response.length)
            return response.status, bytes(data), response.headers.get("Retry-After", "")
        finally:
            connection.close()

    def _connection(self) -> http.client.HTTPConnection:
        try:
            parts = urlsplit(self.url)
            host, port = parts.hostname, parts.port
        except ValueError:
            host = None
        if not host or parts.scheme not in ("http", "https"):
            raise InputError("teacher URL: expected http://HOST[:PORT]/... or https://...")
        kind = (
            http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        )
        return kind(host, port, timeout=self.timeout_s)


def _completion(data: bytes) -> tuple[str, dict[str, int]]:
    try:
        document = json.loads(data)
        text = document["choices"][0]["message"]["content"]
        usage = document.get("usage") or {}
        counts = {name: usage.get(name, 0) for name in ("prompt_tokens", "completion_tokens")}
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        raise UnusableProposal("the answer is no chat completion") from None
    if not isinstance(text, str) or any(type(n) is not int or n < 0 for n in counts.values()):
        raise UnusableProposal("the answer is no chat completion")
    return text, counts
