"""What the gates look at: draws, assignments at the edges of the slots, known examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_vlite.renewal.answers.canonical import JsonValue
from pytest_vlite.renewal.families.execution import Checked, Drawn, FamilyRun, run_family
from pytest_vlite.renewal.families.format import Example, Family
from pytest_vlite.sandbox import Sandbox

DRAWS = 60
_MOST_EDGES = 60
Assignment = Mapping[str, JsonValue]


@dataclass(frozen=True)
class Bench:
    """A family and what its program is run with."""

    family: Family
    sandbox: Sandbox
    scratch: Path | None
    limit_s: float

    def run(
        self,
        indices: Sequence[int] = (),
        assignments: Sequence[Assignment] = (),
        *,
        hash_seed: int = 0,
    ) -> FamilyRun:
        """Draws and checks in a process of their own. Raises `HarnessError`."""
        return run_family(
            self.family,
            self.sandbox,
            indices=indices,
            assignments=assignments,
            scratch=self.scratch,
            limit_s=self.limit_s,
            hash_seed=hash_seed,
        )


@dataclass(frozen=True)
class Sample:
    """One run of the program. `known` are the examples (for mode E the seed comes first), `edges`
    valid assignments at the ends of the slots' ranges; each with what `verify` said."""

    family: Family
    run: FamilyRun
    known: tuple[tuple[Example, Checked], ...]
    base: Checked
    edges: tuple[tuple[Assignment, Checked], ...]

    @property
    def drawn(self) -> list[Drawn]:
        """The draws that gave an assignment."""
        return [draw for draw in self.run.draws if draw.assignment is not None]


def take_sample(bench: Bench) -> Sample:
    """Run the program once over everything. Raises `HarnessError`."""
    family = bench.family
    known = list(family.examples)
    if family.mode == "E":
        known.insert(0, Example(family.base, family.seed.answer))
    edges = list(edge_assignments(family))
    asked = [*(example.assignment for example in known), family.base, *edges]
    run = bench.run(range(DRAWS), asked)
    checks = iter(run.checks)
    return Sample(
        family,
        run,
        known=tuple((example, next(checks)) for example in known),
        base=next(checks),
        edges=tuple(zip(edges, checks, strict=True)),
    )


def edge_assignments(family: Family) -> Iterator[Assignment]:
    """The base with slots at their ends: each slot alone, then all together; those that fit the
    relations."""
    found = 0
    for changes in _edges(family.slots):
        assignment = {**family.base, **changes}
        if found < _MOST_EDGES and family.problem_with(assignment) is None:
            found += 1
            yield assignment


def _edges(slots: Mapping[str, Any]) -> Iterator[dict[str, JsonValue]]:
    for name, schema in slots.items():
        for value in _ends(schema):
            yield {name: value}
    for place in (0, -1):
        yield {name: _ends(schema)[place] for name, schema in slots.items()}


def _ends(schema: Mapping[str, Any]) -> list[JsonValue]:
    match schema["type"]:
        case "choice":
            return list(schema["values"])[:10]
        case "list":
            ends = _ends(schema["of"])
            lengths = dict.fromkeys((schema["min_length"], schema["max_length"]))
            return [[end] * length for end in (ends[0], ends[-1]) for length in lengths]
        case "integer":
            low, high = schema["min"], schema["max"]
            return list(dict.fromkeys((low, min(low + 1, high), max(high - 1, low), high)))
    return [schema["min"], schema["max"]]
