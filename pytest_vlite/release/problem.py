"""One problem: what its folder's name and tags say, and its artifacts read on demand."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

from pytest_vlite.errors import InputError
from pytest_vlite.release.description import Description, parse_description
from pytest_vlite.release.target import Target, TargetError, read_target

Style = Literal["function", "program"]

CHECKER_FILE = "checker.py"
# No artifact is near this; the cap keeps a wrong file from filling the memory.
MAX_ARTIFACT_BYTES = 64 * 2**20
_MAIN = re.compile(r"\bfn\s+main\s*\(")


@dataclass(frozen=True, eq=False)
class Problem:
    """A problem of a release. Artifacts are read when asked for; description and target are kept.

    `acceptance` is a fraction of 1 and `solved_by` a number of people, both None where the tags do
    not say. `test_directories` are the places where its tests may be, the preferred one first.
    """

    id: str
    source: str
    level: str
    stratum: str
    topics: tuple[str, ...]
    directory: Path
    test_directories: tuple[Path, ...]
    files: frozenset[str] = field(repr=False, default=frozenset())
    acceptance: float | None = None
    solved_by: int | None = None

    def has(self, name: str) -> bool:
        """Whether the problem's folder holds the file `name`."""
        return name in self.files

    def artifact(self, name: str) -> str:
        """The text of one of the problem's files, a byte order mark aside.

        Raises:
            InputError: the file is absent, unreadable, too large or not UTF-8.
        """
        path = self.directory / ("tag" if name == "tags" and not self.has("tags") else name)
        try:
            with path.open("rb") as file:
                data = file.read(MAX_ARTIFACT_BYTES + 1)
        except OSError as fault:
            raise InputError(f"{path}: cannot be read: {fault.strerror}") from None
        if len(data) > MAX_ARTIFACT_BYTES:
            raise InputError(f"{path}: larger than {MAX_ARTIFACT_BYTES // 2**20} MiB")
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            raise InputError(f"{path}: not UTF-8 at byte {fault.start}") from None

    @cached_property
    def description(self) -> Description:
        """The parsed description.md. Raises `InputError` as `artifact` does."""
        return parse_description(self.artifact("description.md"))

    @property
    def title(self) -> str:
        return self.description.title

    @cached_property
    def style(self) -> Style:
        """`program`: a complete program from stdin to stdout; `function`: an `impl` to call."""
        if self.has("main.rs") or _MAIN.search(self.description.starter_code):
            return "program"
        return "function"

    @cached_property
    def target(self) -> Target:
        """The function to write.

        Raises:
            InputError: an artifact cannot be read, or none tells the function.
        """
        try:
            return read_target(
                self.description.starter_code, self.artifact("code.rs"), self.artifact("spec.rs")
            )
        except TargetError as fault:
            raise InputError(f"{self.directory}: {fault}") from None

    @property
    def tests_directory(self) -> Path:
        """The folder of its test cases: the first that exists, else the preferred one."""
        existing = (path for path in self.test_directories if path.is_dir())
        return next(existing, self.test_directories[0])

    @property
    def checker(self) -> Path | None:
        """The program that judges outputs, in any of the places of its tests."""
        candidates = (path / CHECKER_FILE for path in self.test_directories)
        return next((path for path in candidates if path.is_file()), None)
