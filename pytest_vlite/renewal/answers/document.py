"""`families.json`: what systems scored on a drawn set; its schema is families.schema.json.

The same verdicts give the same bytes but for `generated_at`.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any

from pytest_vlite import __version__
from pytest_vlite.renewal.answers.drawn_set import DrawnItem, DrawnSet
from pytest_vlite.renewal.answers.verdicts import FamilyVerdict
from pytest_vlite.scoring.families import (
    Difference,
    Item,
    average_at_k,
    panel_mean,
    seeds_and_variants,
)
from pytest_vlite.vocabulary import Status

SCHEMA_VERSION = 1


def families_document(
    drawn: DrawnSet,
    samples: Mapping[str, int],
    verdicts: Sequence[FamilyVerdict],
    generated_at: str | None = None,
) -> dict[str, Any]:
    """The document for systems with so many samples an item each.

    `verdicts` has one for every expected attempt. The sets are `seeds`, `E`, `H` (variants), and
    `fallbacks`, which are counted in none of the others.
    """
    entries = [
        _entry(drawn, name, samples[name], [v for v in verdicts if v.submission == name])
        for name in samples
    ]
    sets: dict[str, dict[str, float]] = {}
    for entry in entries:
        for name, figures in entry["sets"].items():
            sets.setdefault(name, {})[entry["submission"]] = figures["average"]
    return {
        "schema_version": SCHEMA_VERSION,
        "generated_at": generated_at
        or datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "harness": {"name": "pytest-vlite", "version": __version__},
        "set": {
            "items": len(drawn.items),
            "families": len({item.family for item in drawn.items if item.is_variant}),
            "seeds": len({item.seed_id for item in drawn.items}),
            "sha256": drawn.sha256,
            "perturbation": _perturbation(drawn.items),
        },
        "entries": entries,
        "panel": {name: panel_mean(averages) for name, averages in sets.items()},
    }


def set_of(item: DrawnItem) -> str:
    """The set that an item is scored in."""
    if item.fallback:
        return "fallbacks"
    return "seeds" if item.mode == "seed" else item.mode


def _entry(
    drawn: DrawnSet, name: str, samples: int, verdicts: Sequence[FamilyVerdict]
) -> dict[str, Any]:
    passed: Counter[str] = Counter()
    for verdict in verdicts:
        passed[verdict.item_id] += verdict.status is Status.PASSED
    shares = {item.id: passed[item.id] / samples for item in drawn.items}
    statuses = Counter(verdict.status.value for verdict in verdicts)
    sets = {}
    for kind in ("seeds", "E", "H", "fallbacks"):
        members = [item for item in drawn.items if set_of(item) == kind]
        average = average_at_k([shares[item.id] for item in members])
        if average is not None:
            sets[kind] = {"items": len(members), "average": average}
    difference = seeds_and_variants(
        [
            Item(item.seed_id, item.mode == "seed", shares[item.id])
            for item in drawn.items
            if item.is_variant or item.mode == "seed"
        ]
    )
    families = sorted({item.family for item in drawn.items if item.is_variant})
    unfinished = statuses[Status.ERROR.value] + statuses[Status.NOT_RUN.value]
    return {
        "submission": name,
        "complete": unfinished == 0,
        "samples": samples,
        "by_status": dict(sorted(statuses.items())),
        "sets": sets,
        "by_family": {
            family: average_at_k([shares[item.id] for item in drawn.items if item.family == family])
            for family in families
        },
        "seeds_and_variants": None if difference is None else _difference(difference),
    }


def _difference(difference: Difference) -> dict[str, Any]:
    return {
        "clusters": difference.clusters,
        "seeds": difference.seeds,
        "variants": difference.variants,
        "difference": difference.difference,
        "ci95": list(difference.ci95),
    }


def _perturbation(items: Sequence[DrawnItem]) -> dict[str, Any] | None:
    scores = sorted(item.perturbation for item in items if item.perturbation is not None)
    if not scores:
        return None
    return {
        "items": len(scores),
        "mean": fsum(scores) / len(scores),
        "median": scores[len(scores) // 2],
        "lowest": scores[0],
        "highest": scores[-1],
    }
