"""Where the Python interpreter that runs the runner lies, and what it needs to see."""

from __future__ import annotations

import functools
import marshal
import site
import sys
from pathlib import Path

# Receives the runner's code, so that no file of the harness need be seen inside, and runs it.
_BOOTSTRAP = (
    "import _socket,marshal,sys;"
    "c=_socket.socket(fileno=int(sys.argv[1]));"
    "exec(marshal.loads(c.recv(1<<17)));"
    "serve(c)"
)


@functools.cache
def interpreter() -> Path:
    """The real interpreter, outside any virtual environment."""
    return Path(getattr(sys, "_base_executable", None) or sys.executable).resolve()


@functools.cache
def interpreter_folders() -> tuple[Path, ...]:
    """The folders of the installation."""
    prefixes = dict.fromkeys((sys.base_prefix, sys.base_exec_prefix))
    return tuple(Path(prefix).resolve() for prefix in prefixes)


@functools.cache
def installed_packages() -> tuple[Path, ...]:
    """Folders of installed packages inside that installation; the runner needs none of them."""
    folders = site.getsitepackages([str(prefix) for prefix in interpreter_folders()])
    system = ["/usr/lib/python3/dist-packages", "/usr/local/lib/python3/dist-packages"]
    return tuple(Path(folder) for folder in dict.fromkeys([*folders, *system]))


@functools.cache
def runner_code() -> bytes:
    """The runner's code for that interpreter, which is the one that runs the harness."""
    script = Path(__file__).with_name("inside.py")
    source = script.read_text("utf-8")
    return marshal.dumps(compile(source, str(script), "exec", optimize=2))


def runner_command(descriptor: int) -> list[str]:
    """The runner's command line: isolated from the user's Python settings and packages."""
    return [str(interpreter()), "-I", "-S", "-B", "-c", _BOOTSTRAP, str(descriptor)]
