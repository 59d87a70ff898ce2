"""How an installed verifier can be started: program, what it reads, environment.

A Verus release is a folder with a launcher `verus`, the verifier proper `rust_verify`, `z3`, and
the compiled library. The launcher asks rustup for the Rust toolchain that the build needs. Here
`rust_verify` is started directly where its toolchain can be found: that needs no rustup inside the
isolation and saves two processes a run.
"""

from __future__ import annotations

import mmap
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pytest_vlite.judge.verifier.command import STACK_BYTES

_DRIVER_LIBRARY = re.compile(rb"librustc_driver-[0-9a-f]{8,32}\.so")


@dataclass(frozen=True, slots=True)
class Installation:
    """One way to start a verifier. `kind` is `direct`, `launcher` or `program` (anything else)."""

    program: Path
    kind: str
    read_only: tuple[Path, ...]
    environment: Mapping[str, str]
    z3: Path | None


def is_program(path: Path) -> bool:
    """Whether the path is a file that may be executed."""
    try:
        return path.is_file() and os.access(path, os.X_OK)
    except OSError:
        return False


def installations(path: Path, environment: Mapping[str, str]) -> Iterator[Installation]:
    """The ways to start the verifier at `path`, a program or a release folder; best one first."""
    programs = [path / "verus", path / "rust_verify"] if path.is_dir() else [path]
    for program in filter(is_program, programs):
        real = program.resolve()
        rust_verify = real.parent / "rust_verify"
        if real.name in ("verus", "rust_verify") and is_program(rust_verify):
            for sysroot in _sysroots(rust_verify, environment):
                yield _direct(rust_verify, sysroot)
        if real.name != "rust_verify":
            launcher = real.name == "verus" and is_program(rust_verify)
            yield _indirect(real, "launcher" if launcher else "program", environment)


def _direct(rust_verify: Path, sysroot: Path) -> Installation:
    variables = {
        "LD_LIBRARY_PATH": str(sysroot / "lib"),
        "VSTD_KIND": "Imported",
        **_common_variables(rust_verify.parent),
    }
    z3 = rust_verify.parent / "z3"
    return Installation(
        rust_verify,
        "direct",
        (rust_verify.parent, sysroot),
        variables,
        z3 if is_program(z3) else None,
    )


def _indirect(program: Path, kind: str, environment: Mapping[str, str]) -> Installation:
    """Through the launcher and rustup, or a program of unknown making: it gets rustup's folders."""
    read_only = [program.parent]
    variables = _common_variables(program.parent)
    search = ["/usr/local/bin", "/usr/bin", "/bin"]
    rustup_home, cargo_home = _rust_homes(environment)
    for name, folder in (("RUSTUP_HOME", rustup_home), ("CARGO_HOME", cargo_home)):
        if folder is not None:
            read_only.append(folder)
            variables[name] = str(folder)
    if rustup := shutil.which("rustup", path=environment.get("PATH")):
        # Not resolved: rustup decides by the name it is called by.
        search.insert(0, str(Path(rustup).absolute().parent))
        read_only.append(Path(rustup).absolute().parent)
    variables["PATH"] = ":".join(dict.fromkeys(search))
    z3 = program.parent / "z3"
    return Installation(
        program, kind, tuple(dict.fromkeys(read_only)), variables, z3 if is_program(z3) else None
    )


def _common_variables(root: Path) -> dict[str, str]:
    variables = {"RUST_MIN_STACK": str(STACK_BYTES), "RUST_BACKTRACE": "0"}
    if is_program(root / "z3"):
        variables["VERUS_Z3_PATH"] = str(root / "z3")
    return variables


def _rust_homes(environment: Mapping[str, str]) -> tuple[Path | None, Path | None]:
    home = environment.get("HOME")
    folders = []
    for name, default in (("RUSTUP_HOME", ".rustup"), ("CARGO_HOME", ".cargo")):
        text = environment.get(name) or (f"{home}/{default}" if home else "")
        folder = Path(text).resolve() if text else None
        folders.append(folder if folder is not None and folder.is_dir() else None)
    # Of cargo's folder only the programs: it also keeps registry credentials.
    cargo_programs = folders[1] / "bin" if folders[1] is not None else None
    if cargo_programs is not None and not cargo_programs.is_dir():
        cargo_programs = None
    return folders[0], cargo_programs


def _sysroots(rust_verify: Path, environment: Mapping[str, str]) -> list[Path]:
    """Toolchain folders that hold the very compiler library the program is linked with."""
    library = _driver_library(rust_verify)
    if library is None:
        return []
    candidates: list[Path] = []
    rustup_home, _ = _rust_homes(environment)
    if rustup_home is not None and (rustup_home / "toolchains").is_dir():
        candidates += sorted((rustup_home / "toolchains").iterdir())
    if rustc := shutil.which("rustc", path=environment.get("PATH")):
        candidates.append(Path(rustc).resolve().parent.parent)
    for folder in environment.get("LD_LIBRARY_PATH", "").split(":"):
        if folder:
            candidates.append(Path(folder).resolve().parent)
    found = [c.resolve() for c in candidates if (c / "lib" / library).is_file()]
    return list(dict.fromkeys(found))


def _driver_library(rust_verify: Path) -> str | None:
    try:
        with (
            rust_verify.open("rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
        ):
            match = _DRIVER_LIBRARY.search(data)
            return match[0].decode("ascii") if match else None
    except (OSError, ValueError):  # unreadable, or empty
        return None
