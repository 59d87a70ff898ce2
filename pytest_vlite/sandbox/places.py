"""What of the system is seen inside, where the harness's Python lies, and what it needs to see."""

from __future__ import annotations

import functools
import site
import sys
from pathlib import Path

SYSTEM_FOLDERS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
# The linker's index of libraries, and where names such as /usr/bin/cc lead.
SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/alternatives")


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
    """Folders of installed packages inside that installation; nothing inside needs them."""
    folders = site.getsitepackages([str(prefix) for prefix in interpreter_folders()])
    system = ["/usr/lib/python3/dist-packages", "/usr/local/lib/python3/dist-packages"]
    return tuple(Path(folder) for folder in dict.fromkeys([*folders, *system]))
