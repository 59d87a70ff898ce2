"""How an input is drawn: its size, and what its lists and numbers look like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Scale = Literal["small", "large"]
Size = Literal["any", "least", "most"]
Fill = Literal[
    "any",
    "least",
    "most",
    "equal",
    "sorted",
    "reversed",
    "alternating",
    "duplicates",
    "zero",
    "extremes",
    "permutation",
]
Scalar = Literal["any", "least", "most", "extremes"]


@dataclass(frozen=True)
class Style:
    """`scale` bounds sizes and values; `size` is that of lists, `fill` their items, `scalar` single
    numbers."""

    name: str
    scale: Scale
    size: Size = "any"
    fill: Fill = "any"
    scalar: Scalar = "any"


RANDOM = (Style("random", "small"), Style("random", "large"))

_EDGES: tuple[tuple[str, Size, Fill, Scalar], ...] = (
    ("shortest", "least", "any", "any"),
    ("longest", "most", "any", "any"),
    ("all least", "any", "least", "least"),
    ("all greatest", "any", "most", "most"),
    ("all equal", "any", "equal", "any"),
    ("sorted", "any", "sorted", "any"),
    ("reversed", "any", "reversed", "any"),
    ("alternating", "any", "alternating", "any"),
    ("duplicates", "any", "duplicates", "any"),
    ("zeros", "any", "zero", "any"),
    ("extremes", "any", "extremes", "extremes"),
    ("permutation", "any", "permutation", "any"),
    ("least numbers", "any", "any", "least"),
    ("greatest numbers", "any", "any", "most"),
    ("longest and greatest", "most", "most", "most"),
)
# For inputs without a list only what single numbers are differs.
_SCALAR_EDGES: tuple[tuple[str, Scalar], ...] = (
    ("all least", "least"),
    ("all greatest", "most"),
    ("extremes", "extremes"),
    ("random", "any"),
)


_SCALES: tuple[Scale, Scale] = ("small", "large")


def adversarial(*, lists: bool) -> tuple[Style, ...]:
    """The styles that look for the edges: each at one scale, then each at the other, so that the
    first half has every style and both scales."""
    edges = _EDGES if lists else tuple((n, "any", "any", s) for n, s in _SCALAR_EDGES)
    return tuple(
        Style(name, _SCALES[(number + turn) % 2], size, fill, scalar)
        for turn in range(2)
        for number, (name, size, fill, scalar) in enumerate(edges)
    )
