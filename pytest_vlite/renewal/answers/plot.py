"""The distribution of perturbation scores as a figure."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_vlite.errors import InputError
from pytest_vlite.renewal.answers.drawn_set import DrawnItem
from pytest_vlite.selection.svg import COLOURS, Axis, Line, Panel, figure, steps

_TICKS = [(place / 5, f"{place / 5:.1f}") for place in range(6)]


def perturbation_figure(items: Sequence[DrawnItem]) -> str:
    """The share of variants with at most a perturbation score, by mode, as SVG.

    Raises:
        InputError: no variant has a score.
    """
    lines = []
    for number, mode in enumerate(("E", "H")):
        scores = [
            item.perturbation
            for item in items
            if item.mode == mode and item.is_variant and item.perturbation is not None
        ]
        if scores:
            name = f"mode {mode} ({len(scores)} items)"
            points = steps(scores, 0.0, 1.0)
            lines.append(Line(name, points, COLOURS[number], dashed=number > 0))
    if not lines:
        raise InputError("no variant of the set has a perturbation score")
    panel = Panel(
        "Distance from the seed",
        Axis("perturbation score", _TICKS),
        Axis("share of the variants", _TICKS),
        lines,
    )
    return figure(
        "Perturbation scores",
        "The share of variants whose score is at most the value below",
        [panel],
    )
