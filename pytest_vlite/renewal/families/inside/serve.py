"""Runs a family's program over draws and assignments; the one script of ours in the sandbox.

Started as `python serve.py FAMILY`, in the sandbox, with a request (JSON) on stdin. Answers are
lines of JSON on stdout, one a draw or assignment, in the order asked, each of them one of

    {"draw": index, "assignment": {...}, "answer": ..., "tries": n}
    {"draw": index, "refused": ["why", ...]}          no try gave a valid assignment
    {"checked": place, "answer": ...}    {"checked": place, "refused": "why"}
    {"draw": index, "fault": "why"}      {"checked": place, "fault": "why"}

after a first line {"loaded": 1}, or, where the program cannot be loaded, after {"fault": "why"}
nothing at all.

Nothing here is trusted by the harness: the program shares this process.
"""

from __future__ import annotations

import json
import os
import sys
from fractions import Fraction
from functools import partial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, BinaryIO

# How often a draw may try for a valid assignment.
MOST_TRIES = 20
_MOST_REASON_CHARACTERS = 200


class _Program:
    """A family's program and what its assignments are checked by."""

    def __init__(self, place: str, request: Mapping[str, Any]) -> None:
        # Beside this script; in the harness these names do not exist.
        from draw_source import DrawSource
        from relations import Relations
        from slot_values import checked_assignment, python_values

        self._slots = request["slots"]
        self._relations = Relations(request["relations"], self._slots)
        self._source, self._check, self._python = DrawSource, checked_assignment, python_values
        with open(place, encoding="utf-8") as file:  # noqa: PTH123
            code = compile(file.read(), "family.py", "exec", dont_inherit=True)
        names: dict[str, Any] = {"__name__": "family"}
        exec(code, names)
        self._generate, self._verify = names.get("generate"), names.get("verify")
        for name in ("generate", "verify"):
            if not callable(names.get(name)):
                raise ValueError(f"it defines no function {name}")

    def draw(self, index: int, key: bytes) -> dict[str, Any]:
        """A draw: tries from one random source until an assignment is valid."""
        source, refused = self._source(key), []
        for tries in range(1, MOST_TRIES + 1):
            given = self._generate(source)  # type: ignore[misc]
            try:
                assignment = self._check(given, self._slots)
                answer = self._answer(assignment)
            except ValueError as fault:
                refused.append(_reason(fault))
                continue
            done = {"draw": index, "assignment": assignment, "tries": tries}
            return {**done, "answer": _as_json(answer)}
        return {"draw": index, "refused": refused}

    def check(self, place: int, assignment: dict[str, Any]) -> dict[str, Any]:
        """The answer to one assignment, or why it is refused."""
        try:
            answer = self._answer(self._check(assignment, self._slots))
        except ValueError as fault:
            return {"checked": place, "refused": _reason(fault)}
        return {"checked": place, "answer": _as_json(answer)}

    def _answer(self, assignment: dict[str, Any]) -> Any:
        broken = self._relations.broken(self._python(assignment, self._slots))
        if broken is not None:
            raise ValueError(f"relation {broken}")
        # Its own copy, so that nothing it changes is told as the assignment.
        return self._verify(self._python(assignment, self._slots))  # type: ignore[misc]


def _as_json(value: Any) -> Any:
    """An answer as JSON can hold it; what it means is decided outside."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        items = [_as_json(item) for item in value]
        # The order of a set differs between processes.
        return sorted(items, key=repr) if isinstance(value, (set, frozenset)) else items
    if value is None or isinstance(value, dict):
        raise TypeError(f"verify gave {type(value).__name__}, which is no answer")
    return value


def _reason(fault: BaseException) -> str:
    return str(fault)[:_MOST_REASON_CHARACTERS]


def _line(name: str, number: int, work: Callable[[], dict[str, Any]]) -> bytes:
    try:
        line = json.dumps(work(), allow_nan=False)
    except BaseException as fault:
        # SystemExit and KeyboardInterrupt are no way to end this process either.
        line = json.dumps({name: number, "fault": _fault(fault)})
    return line.encode("ascii") + b"\n"


def _fault(fault: BaseException) -> str:
    place = fault.__traceback__
    line = 0
    while place is not None:
        if place.tb_frame.f_code.co_filename == "family.py":
            line = place.tb_lineno
        place = place.tb_next
    where = f" in line {line}" if line else ""
    return f"{type(fault).__name__}{where}: {_reason(fault)}"


def serve(program_file: str, request: Mapping[str, Any], output: BinaryIO) -> None:
    """Answer a request."""
    try:
        program = _Program(program_file, request)
    except BaseException as fault:
        output.write(json.dumps({"fault": _fault(fault)}).encode("ascii") + b"\n")
        return
    output.write(b'{"loaded": 1}\n')
    for index, key in request["draws"]:
        output.write(_line("draw", index, partial(program.draw, index, bytes.fromhex(key))))
    for place, assignment in enumerate(request["assignments"]):
        output.write(_line("checked", place, partial(program.check, place, assignment)))


def main() -> None:
    """Serve with the program's own output out of the way."""
    request = json.load(sys.stdin)
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    own = os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    with os.fdopen(own, "wb", buffering=0) as output:
        serve(sys.argv[1], request, output)
        output.flush()
        # Threads and handlers of the program must not run on.
        os._exit(0)


if __name__ == "__main__":
    main()
