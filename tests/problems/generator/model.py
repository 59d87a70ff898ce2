"""What the generator has to know of a problem."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

Json = Any


@dataclass(frozen=True)
class FunctionProblem:
    """A problem whose answer is one function; a test input is an object of its parameters.

    `solve` is the brute force and gives one right output. `accepts` says of any output whether it
    is right, where several are; None means that only the output of `solve` is.
    """

    id: str
    function: str
    parameters: tuple[tuple[str, str], ...]
    returns: str
    inputs: Callable[[Random], Iterable[dict[str, Json]]]
    solve: Callable[[dict[str, Json]], Json]
    accepts: Callable[[dict[str, Json], Json], bool] | None = None

    def is_right(self, test_input: dict[str, Json], output: Json) -> bool:
        """Whether `output` is a right answer to `test_input`."""
        if self.accepts is not None:
            return self.accepts(test_input, output)
        return same_json(output, self.solve(test_input))

    def expected(self, test_input: dict[str, Json]) -> Json:
        """A right output, by the brute force."""
        return self.solve(test_input)


@dataclass(frozen=True)
class ProgramProblem:
    """A problem whose answer is a program; a test input is a list of cases, written after their
    number.

    `write` gives the lines of one case, `solve` the one line that answers it. `accepts` is asked
    about the line that answers one case, where several are right.
    """

    id: str
    inputs: Callable[[Random], Iterable[list[Any]]]
    write: Callable[[Any], str]
    solve: Callable[[Any], str]
    accepts: Callable[[Any, str], bool] | None = None

    def stdin(self, cases: list[Any]) -> str:
        """The whole input of a run."""
        return f"{len(cases)}\n" + "".join(self.write(case) for case in cases)

    def is_right(self, cases: list[Any], output: str) -> bool:
        """Whether `output` is a right answer to `cases`, trailing white space aside."""
        lines = [line.rstrip() for line in output.rstrip().split("\n")]
        if len(lines) != len(cases):
            return False
        if self.accepts is None:
            return all(line == self.solve(case) for case, line in zip(cases, lines, strict=True))
        return all(self.accepts(case, line) for case, line in zip(cases, lines, strict=True))

    def expected(self, cases: list[Any]) -> str:
        """A right output, by the brute force."""
        return "".join(self.solve(case) + "\n" for case in cases)


BundledProblem = FunctionProblem | ProgramProblem


def same_json(left: Json, right: Json) -> bool:
    """Equality of JSON values, where true is not 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same_json, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same_json(left[k], right[k]) for k in left)
    return type(left) is type(right) and bool(left == right)
