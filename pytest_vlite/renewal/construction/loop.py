"""Propose, validate, feed back: at most 20 proposals and five variants a seed.

The state of a seed is one file, replaced atomically after every proposal, so that an interrupted
construction goes on where it stopped and ends with the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

from pytest_vlite.errors import InputError
from pytest_vlite.leaderboard.write import write_atomically
from pytest_vlite.printable import file_name
from pytest_vlite.renewal.proposals import (
    EarlierProposal,
    Failure,
    NoMoreProposals,
    ProposalRequest,
    ProposalSource,
    UnusableProposal,
)

MAX_PROPOSALS = 20
MAX_VARIANTS = 5


class Validator(Protocol):
    """Runs the gates over the files of a proposal; executes nothing outside the sandbox."""

    def validate(self, files: Mapping[str, str]) -> tuple[Failure, ...]: ...


def build_seed(
    kind: str,
    seed_id: str,
    seed_text: str,
    *,
    source: ProposalSource,
    validator: Validator,
    out: Path,
) -> dict[str, Any]:
    """The state of a finished seed, also in `<out>/<seed id>.json`.

    `variants` are accepted proposals; `fallback` is true, and `variants` empty, where none was.

    Raises:
        InputError: the file of the state belongs to another seed or is broken.
    """
    if file_name(seed_id) != seed_id:
        raise InputError(f"seed id {seed_id!r} cannot name a file")
    path = out / f"{seed_id}.json"
    state = _read(path, kind, seed_id, seed_text)
    proposals: list[dict[str, Any]] = state["proposals"]
    while not state["done"]:
        accepted = sum(not entry["failures"] for entry in proposals)
        if len(proposals) >= MAX_PROPOSALS or accepted >= MAX_VARIANTS:
            state["done"] = True
        else:
            request = ProposalRequest(
                kind, seed_id, seed_text, len(proposals) + 1, earlier=_failed(proposals)
            )
            try:
                proposals.append(_one(request, source, validator, proposals))
            except NoMoreProposals as reason:
                state["done"], state["ended_by"] = True, str(reason)
        variants = [n for n, entry in enumerate(proposals, 1) if not entry["failures"]]
        state["variants"] = variants
        state["fallback"] = bool(state["done"] and not variants)
        text = json.dumps(state, sort_keys=True, ensure_ascii=True, indent=1)
        write_atomically(path, text.encode() + b"\n")
    return state


def _one(
    request: ProposalRequest,
    source: ProposalSource,
    validator: Validator,
    before: list[dict[str, Any]],
) -> dict[str, Any]:
    try:
        proposal = source.propose(request)
    except UnusableProposal as fault:
        failure = asdict(Failure("proposal", str(fault)))
        return {"files": {}, "provenance": {}, "failures": [failure]}
    files = dict(proposal.files)
    if any(entry["files"] == files for entry in before):
        failures: tuple[Failure, ...] = (Failure("new", "the same files came before"),)
    else:
        failures = validator.validate(files)
    return {
        "files": files,
        "provenance": dict(proposal.provenance),
        "failures": [asdict(failure) for failure in failures],
    }


def _failed(proposals: list[dict[str, Any]]) -> tuple[EarlierProposal, ...]:
    return tuple(
        EarlierProposal(entry["files"], tuple(Failure(**one) for one in entry["failures"]))
        for entry in proposals
        if entry["failures"]
    )


def _read(path: Path, kind: str, seed_id: str, seed_text: str) -> dict[str, Any]:
    seed = {"kind": kind, "id": seed_id, "text": seed_text}
    if not path.exists():
        return {"seed": seed, "proposals": [], "done": False, "ended_by": ""}
    try:
        state: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        same = state["seed"] == seed and isinstance(state["proposals"], list)
    except (ValueError, KeyError, TypeError) as fault:
        raise InputError(f"{path}: no state of a construction ({fault}); remove it") from None
    if not same:
        raise InputError(f"{path}: made from another seed; use another output directory")
    return state
