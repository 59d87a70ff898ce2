"""How far a variant is from its seed, as a number from 0 (the seed itself) to 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pytest_vlite.scoring.distance import token_distance


def perturbation_score(
    slots: Mapping[str, Any],
    base: Mapping[str, Any],
    question: Sequence[str],
    seed_question: Sequence[str],
) -> float:
    """The mean of the change of the slots and the change of the text.

    The first is the mean over slots of the relative change, at most 1 each; the second the edit
    distance of the tokens over the seed's number of tokens, at most 1. (After VeRA, arXiv
    2602.13217.) Slots have JSON values: numbers, rational numbers as text, texts, lists.
    """
    changes = [slot_change(value, base[name]) for name, value in slots.items()]
    of_slots = sum(changes) / len(changes) if changes else 0.0
    of_text = min(1.0, token_distance(question, seed_question) / max(1, len(seed_question)))
    return (of_slots + of_text) / 2


def slot_change(value: Any, base: Any) -> float:
    """The change of a slot: of numbers |x - x0| / |x0| (over 1 where x0 is 0), of texts 0 or 1, of
    lists the mean over places, where a place that only one has counts 1; at most 1."""
    if isinstance(value, list) and isinstance(base, list):
        longer = max(len(value), len(base), 1)
        alike = [slot_change(one, other) for one, other in zip(value, base, strict=False)]
        return (sum(alike) + abs(len(value) - len(base))) / longer
    try:
        now, before = Fraction(value), Fraction(base)
    except (ValueError, TypeError):
        return float(value != base)
    return float(min(Fraction(1), abs(now - before) / (abs(before) or 1)))
