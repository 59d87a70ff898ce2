"""Gathers a problem's valid inputs: random, adversarial, and written by others."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from pytest_vlite.release import JsonValue, Problem, example_cases
from pytest_vlite.renewal.suites.constraints import Constraints, read_constraints
from pytest_vlite.renewal.suites.constraints.from_specification import precondition_lines
from pytest_vlite.renewal.suites.constraints.plain_text import plain
from pytest_vlite.renewal.suites.generation.candidates import adversarial_inputs, random_inputs
from pytest_vlite.renewal.suites.generation.making import Maker, NotMakeable
from pytest_vlite.renewal.suites.generation.ranges import Ranges
from pytest_vlite.renewal.suites.generation.texts import Layout, find_layout
from pytest_vlite.renewal.suites.oracle import Oracle
from pytest_vlite.renewal.suites.validation import InputValidator, bound_values

KINDS = ("random", "adversarial", "written")
DEFAULT_COUNTS: Mapping[str, int] = {"random": 20, "adversarial": 20, "written": 10}
DEFAULT_MOST_ITEMS = 300
_MOST_ROUNDS = 6
_MOST_CALLS = 4
_SHOWN = 200

Calls = tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class SuiteInput:
    """A valid input: how it came about, and what found it valid. `calls` are the values by field
    names (of a program: of each call that lies behind the text)."""

    kind: str
    style: str
    value: JsonValue
    calls: Calls
    validated_by: tuple[str, ...]


@dataclass(frozen=True)
class Rejected:
    """Candidates of a kind that were not valid, by reason, with the first as an example."""

    kind: str
    reason: str
    count: int
    example: str


@dataclass
class Gathered:
    """All inputs, smallest first, and what was left out."""

    inputs: list[SuiteInput] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class Workshop:
    """Makes and validates the inputs of one problem."""

    def __init__(
        self, problem: Problem, oracle: Oracle | None, most_items: int = DEFAULT_MOST_ITEMS
    ) -> None:
        self.problem = problem
        self._oracle = oracle
        self._examples: list[Calls] = []
        self.layout: Layout | None = None
        self._read_examples()
        self.constraints = _constraints(
            problem, [call for calls in self._examples for call in calls]
        )
        self.ranges = Ranges(self.constraints)
        self._maker = Maker(problem.target.inputs, self.ranges, most_items)
        self._validator = InputValidator(problem, self.constraints, oracle)

    def gather(
        self,
        counts: Mapping[str, int],
        seed: str,
        written: Sequence[tuple[str, JsonValue]] = (),
    ) -> Gathered:
        """As many valid inputs of each kind as `counts` says, all different.

        Raises:
            HarnessError: the sandbox failed.
        """
        found = Gathered()
        seen: set[str] = set()
        for kind in KINDS:
            rng = random.Random(f"{seed}:{self.problem.id}:{kind}")
            stream = iter(written) if kind == "written" else self._stream(kind, rng, found)
            self._collect(kind, counts.get(kind, 0), stream, seen, found)
        found.inputs.sort(key=lambda one: len(json.dumps(one.value)))
        return found

    def _collect(
        self,
        kind: str,
        count: int,
        stream: Iterator[tuple[str, JsonValue]],
        seen: set[str],
        found: Gathered,
    ) -> None:
        kept = 0
        rejected: dict[str, tuple[int, JsonValue]] = {}
        for _ in range(_MOST_ROUNDS):
            batch = []
            for style, value in islice(stream, 2 * (count - kept) + 2 if kept < count else 0):
                key = json.dumps(value, sort_keys=True)
                if key not in seen:
                    seen.add(key)
                    batch.append((style, value))
            validated = self._validator.validate([value for _, value in batch])
            calls = self._calls([value for _, value in batch])
            for (style, value), said, behind in zip(batch, validated, calls, strict=True):
                if said.reason:
                    number, first = rejected.get(said.reason, (0, value))
                    rejected[said.reason] = (number + 1, first)
                elif kept < count:
                    kept += 1
                    found.inputs.append(SuiteInput(kind, style, value, behind, said.by))
        found.rejected += [
            Rejected(kind, reason, number, json.dumps(first)[:_SHOWN])
            for reason, (number, first) in rejected.items()
        ]
        told = any(note.startswith(f"no {kind} ") for note in found.notes)
        if kept < count and not told and (kind != "written" or rejected):
            found.notes.append(f"{kept} of {count} {kind} inputs: no more were valid and different")

    def _stream(
        self, kind: str, rng: random.Random, found: Gathered
    ) -> Iterator[tuple[str, JsonValue]]:
        """Endless candidates as test cases have them; ends with a note where none can be made."""
        if self.problem.style == "program" and self.layout is None:
            found.notes.append(
                f"no {kind} inputs: the layout of the texts could not be told from the examples; "
                "give generators"
            )
            return
        examples = [call for calls in self._examples for call in calls]
        values = (
            random_inputs(self._maker, examples, rng)
            if kind == "random"
            else adversarial_inputs(self._maker, rng)
        )
        try:
            while True:
                number = rng.randint(1, _MOST_CALLS) if self.layout and self.layout.counted else 1
                drawn = list(islice(values, number))
                yield drawn[0][0], self._case([call for _, call in drawn])
        except NotMakeable as fault:
            found.notes.append(f"no {kind} inputs: {fault}; give generators")

    def _case(self, calls: Sequence[Mapping[str, Any]]) -> JsonValue:
        if self.layout is not None:
            return self.layout.write(calls)
        return {one.keys[0]: calls[0][one.name] for one in self.problem.target.inputs}

    def _calls(self, inputs: Sequence[JsonValue]) -> list[Calls]:
        if self.problem.style == "program":
            if self._oracle is None or self._oracle.bridge is None:
                return [()] * len(inputs)
            texts = [value if isinstance(value, str) else "" for value in inputs]
            return [tuple(c.input for c in t.calls) for t in self._oracle.bridge.traces(texts)]
        return [self._bound(value) for value in inputs]

    def _bound(self, value: JsonValue) -> Calls:
        try:
            return (bound_values(self.problem, value),)
        except ValueError:
            return ()

    def _read_examples(self) -> None:
        """The examples' calls, and for a program the layout of its texts."""
        cases = example_cases(self.problem).cases
        self._examples = [c for c in self._calls([case.input for case in cases]) if c]
        if self.problem.style == "program" and self._examples:
            texts = [str(case.input) for case in cases]
            self.layout = find_layout(list(zip(texts, self._calls(list(texts)), strict=True)))


def _constraints(problem: Problem, examples: Sequence[Mapping[str, Any]]) -> Constraints:
    description = problem.description
    hints = [*precondition_lines(problem.artifact("spec.rs"), problem.target.function)]
    lines: Sequence[str] = description.constraints
    if problem.style == "program":
        # Their constraints stand inside the prose, in formulas; they say where to look for inputs.
        hints += [plain(part) for part in description.statement.split("$$$")[1::2]]
        lines = ()
    return read_constraints(
        lines, description.statement, problem.target.inputs, examples, tuple(hints)
    )
