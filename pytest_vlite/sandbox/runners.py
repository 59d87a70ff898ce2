"""The two forms of the runner, the one process of ours inside an isolation.

`inside.py` runs in the interpreter that runs the harness, so it works wherever the harness does.
The program in `runner/` does the same and starts in a tenth of the time; it needs a rustc to be
compiled with, once in a run (`judge.rustc`).
"""

from __future__ import annotations

import functools
import marshal
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from pytest_vlite.sandbox import places

# Receives the runner's code, so that no file of the harness need be seen inside, and runs it.
_BOOTSTRAP = (
    "import _socket,marshal,sys;"
    "c=_socket.socket(fileno=int(sys.argv[1]));"
    "exec(marshal.loads(c.recv(1<<17)));"
    "serve(c)"
)
SOURCE_MAIN = "main.rs"


@dataclass(frozen=True)
class Runner:
    """A form of the runner: `program` is the compiled one's file, None the interpreter's form.

    `code` is what the harness sends before the plan; `folders` must be seen inside.
    """

    program: Path | None = None
    code: bytes = b""
    folders: tuple[Path, ...] = ()

    @property
    def description(self) -> str:
        return "runner in Python" if self.program is None else "compiled runner"

    def command(self, descriptor: int, place: str | None = None) -> list[str]:
        """Its command line. `place`: where the program is seen, if not at its own path."""
        if self.program is not None:
            return [place or str(self.program), str(descriptor)]
        # Isolated from the user's Python settings and packages.
        words = [str(places.interpreter()), "-I", "-S", "-B", "-c", _BOOTSTRAP]
        return [*words, str(descriptor)]


@functools.cache
def interpreted() -> Runner:
    """The runner in the interpreter, which is the one that runs the harness."""
    script = Path(__file__).with_name("inside.py")
    source = script.read_text("utf-8")
    code = marshal.dumps(compile(source, str(script), "exec", optimize=2))
    return Runner(code=code, folders=places.interpreter_folders())


def compiled(program: Path) -> Runner:
    """The runner as the program that was compiled of `runner_source`."""
    return Runner(program=program)


def runner_source() -> Mapping[str, str]:
    """The source files of the compiled runner, by name; `SOURCE_MAIN` is the crate's root."""
    folder = resources.files(__package__) / "runner"
    files = (file for file in folder.iterdir() if file.name.endswith(".rs"))
    return {
        file.name: file.read_text("utf-8") for file in sorted(files, key=lambda file: file.name)
    }
