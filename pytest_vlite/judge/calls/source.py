"""The bridge of a problem: its reference program with `main` and target under other names.

The program's own `main` stays as it is, but reads and prints through `bridge.rs`, and its calls of
the target arrive there. What the replacement does not know (a `main` that takes its input in
another way) does not compile or does not run, and is then said to be undecided.
"""

from __future__ import annotations

from importlib.resources import files

from pytest_vlite.judge.program import LIBRARY_NAME, Program
from pytest_vlite.release import Problem
from pytest_vlite.release.rust_scan import Scan, ScannedFunction, scan_items
from pytest_vlite.release.rust_tokens import Token, scan

_BRIDGE = "vlite_bridge"
_ORIGINAL = "vlite_original_target"
_MAIN = "vlite_original_main"
_MACROS = """\
macro_rules! print { ($($given:tt)*) => { crate::vlite_bridge::emit(format_args!($($given)*)) } }
macro_rules! println {
    () => { crate::vlite_bridge::emit(format_args!("\\n")) };
    ($($given:tt)*) => {{
        crate::vlite_bridge::emit(format_args!($($given)*));
        crate::vlite_bridge::emit(format_args!("\\n"));
    }};
}
"""


class NoBridge(Exception):
    """No bridge can be made for a problem; the message is the reason."""


def bridge_program(problem: Problem) -> Program:
    """The bridge's program.

    Raises:
        NoBridge: the release has no complete program of this problem, or one of another form.
        InputError: an artifact cannot be read.
    """
    if not problem.has("main.rs"):
        raise NoBridge("the release has no main.rs, whose main tells what a text means")
    text = problem.artifact("main.rs")
    found = scan_items(text)
    target = _only(found, problem.target.function)
    main = _only(found, "main")
    if target.receiver is not None or target.owner is None:
        raise NoBridge(f"main.rs: {target.name} is no associated function")
    wanted = [(p.name, str(p.type)) for p in problem.target.parameters]
    if len(wanted) != len(target.parameters):
        raise NoBridge(f"main.rs: {target.name} has another number of parameters than code.rs")
    moved = _moved(text, found, target, main)
    parts = (_MACROS, moved, _target(target, [name for name, _ in wanted]), _module())
    return Program(source="\n".join(parts), answer_lines=0, needs_library=True)


def _only(found: Scan, name: str) -> ScannedFunction:
    named = [function for function in found.functions if function.name == name]
    if len(named) != 1 or named[0].body is None:
        raise NoBridge(f"main.rs: {len(named)} functions named {name}")
    return named[0]


def _moved(text: str, found: Scan, target: ScannedFunction, main: ScannedFunction) -> str:
    """The text with target and `main` renamed, and `std::io` and `std::process::exit` replaced.

    Inside the `impl` blocks the target's name means the real function: a call that it makes of
    itself is no call of `main`'s.
    """
    impls = [(item.start, item.end) for item in found.items if item.kind == "impl"]
    tokens = list(scan(text))
    pieces: list[str] = []
    position = 0

    def replace(first: Token, last: Token, by: str) -> None:
        nonlocal position
        pieces.append(text[position : first.start])
        pieces.append(by)
        position = last.end

    index = 0
    while index < len(tokens):
        token = tokens[index]
        words = [t.text for t in tokens[index : index + 5]]
        inside = any(start <= token.start < end for start, end in impls)
        if words[:3] == ["std", "::", "io"]:
            replace(token, tokens[index + 2], f"crate::{_BRIDGE}::io")
            index += 3
            continue
        if words == ["std", "::", "process", "::", "exit"]:
            replace(token, tokens[index + 4], f"crate::{_BRIDGE}::exit")
            index += 5
            continue
        if token.text == target.name and inside:
            replace(token, token, _ORIGINAL)
        elif token.text == "main" and main.start <= token.start < (main.body or (0, 0))[0]:
            replace(token, token, _MAIN)
        index += 1
    pieces.append(text[position:])
    return "".join(pieces)


def _target(target: ScannedFunction, keys: list[str]) -> str:
    """The function that `main` calls, which hands the call to the bridge."""
    names = [f"given_{number}" for number in range(len(keys))]
    header = ", ".join(
        f"{name}: {parameter.type_text}"
        for name, parameter in zip(names, target.parameters, strict=True)
    )
    writes = []
    for number, (key, name) in enumerate(zip(keys, names, strict=True)):
        opening = "{" if number == 0 else ","
        writes.append(f'input.extend_from_slice(b"{opening}\\"{key}\\":");')
        writes.append(f"::{LIBRARY_NAME}::ToJson::write(&{name}, &mut input);")
    writes.append('input.extend_from_slice(b"}");' if keys else 'input.extend_from_slice(b"{}");')
    lines = [
        f"impl {target.owner} {{",
        f"    pub fn {target.name}({header}) -> {target.return_text or '()'} {{",
        "        let mut input: Vec<u8> = Vec::new();",
        *(f"        {line}" for line in writes),
        f"        {_BRIDGE}::call(input, move || Self::{_ORIGINAL}({', '.join(names)}))",
        "    }",
        "}",
        f"fn main() {{ {_BRIDGE}::serve(|| {{ let _ = {_MAIN}(); }}) }}",
    ]
    return "\n".join(lines) + "\n"


def _module() -> str:
    text = (files("pytest_vlite.judge.calls") / "bridge.rs").read_text("utf-8")
    return f"mod {_BRIDGE} {{\n{text}}}\n"
