"""Inline SVG plots. They use the page's text colour, so that they fit light and dark alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from markupsafe import Markup, escape

from pytest_vlite.leaderboard.text import percent, plain

_WIDTH = 640
_LABEL_WIDTH = 190
_RIGHT = 60
_ROW = 24
_TOP = 8
_LABEL_LENGTH = 26


@dataclass(frozen=True)
class Bar:
    """A value with its interval; an end that is None is open."""

    label: str
    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Point:
    """A labelled point with an interval upwards and downwards."""

    label: str
    x: float
    y: float
    low: float
    high: float


def rate_bars(bars: Sequence[Bar], title: str) -> Markup:
    """Rates from 0 to 1 as dots with intervals, one row each."""
    return _bars(bars, title, 0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0), rates=True)


def rating_bars(bars: Sequence[Bar], title: str) -> Markup:
    """Ratings as dots with intervals; an arrow for an open end."""
    known = [x for bar in bars for x in (bar.value, bar.low, bar.high) if x is not None]
    first = floor(min(known, default=0) / 400) * 400.0
    last = max(ceil(max(known, default=400) / 400) * 400.0, first + 400.0)
    step = 400.0 * max(1, ceil((last - first) / 400 / 6))
    marks = [first + step * i for i in range(int((last - first) / step) + 1)]
    return _bars(bars, title, first, last, marks, rates=False)


def _bars(
    bars: Sequence[Bar],
    title: str,
    first: float,
    last: float,
    marks: Sequence[float],
    *,
    rates: bool,
) -> Markup:
    span = _WIDTH - _LABEL_WIDTH - _RIGHT
    height = _TOP + _ROW * len(bars) + 24

    def place(value: float) -> float:
        return round(_LABEL_WIDTH + span * (value - first) / (last - first), 1)

    def text(value: float) -> str:
        return percent(value) if rates else f"{value:.0f}"

    parts = [_open(title, height)]
    for mark in marks:
        x = place(mark)
        parts.append(
            f'<line class="grid" x1="{x}" y1="{_TOP}" x2="{x}" y2="{height - 22}"/>'
            f'<text class="axis" x="{x}" y="{height - 6}" text-anchor="middle">'
            f"{percent(mark, 0) if rates else f'{mark:.0f}'}</text>"
        )
    for row, bar in enumerate(bars):
        y = _TOP + _ROW * row + _ROW / 2
        low = first if bar.low is None else bar.low
        high = last if bar.high is None else bar.high
        open_end = " open" if bar.low is None or bar.high is None else ""
        parts.append(
            f'<text x="{_LABEL_WIDTH - 10}" y="{y + 4}" text-anchor="end">'
            f"{escape(plain(bar.label, _LABEL_LENGTH))}</text>"
            f'<line class="interval{open_end}" x1="{place(low)}" y1="{y}" x2="{place(high)}"'
            f' y2="{y}"/>'
        )
        if bar.value is not None:
            parts.append(f'<circle class="dot" cx="{place(bar.value)}" cy="{y}" r="4.5"/>')
        shown = bar.value if bar.value is not None else bar.low if bar.low is not None else bar.high
        sign = "" if bar.value is not None else "≥ " if bar.low is not None else "≤ "
        parts.append(
            f'<text class="axis" x="{_WIDTH - 4}" y="{y + 4}" text-anchor="end">'
            f"{sign}{text(shown or 0.0)}</text>"
        )
    return Markup("".join(parts) + "</svg>")


def curve(values: Sequence[Point], title: str, x_name: str) -> Markup:
    """Rates over whole numbers (pass@k over k), with a band of intervals."""
    height, left, bottom = 220, 50, 36
    last = max((point.x for point in values), default=1)

    def at(x: float, y: float) -> tuple[float, float]:
        span = _WIDTH - left - 20
        across = left + span * ((x - 1) / (last - 1) if last > 1 else 0.5)
        return round(across, 1), round(_TOP + (height - bottom - _TOP) * (1 - y), 1)

    parts = [_open(title, height), *_rate_axis(height, left, bottom)]
    upper = [at(point.x, point.high) for point in values]
    lower = [at(point.x, point.low) for point in reversed(values)]
    parts.append(f'<polygon class="band" points="{_points(upper + lower)}"/>')
    parts.append(f'<polyline class="curve" points="{_points([at(p.x, p.y) for p in values])}"/>')
    every = max(1, ceil(len(values) / 12))
    for number, point in enumerate(values):
        x, y = at(point.x, point.y)
        parts.append(f'<circle class="dot" cx="{x}" cy="{y}" r="3.5"/>')
        if number % every == 0:
            parts.append(
                f'<text class="axis" x="{x}" y="{height - 18}" text-anchor="middle">'
                f"{point.x:g}</text>"
            )
    parts.append(_x_name(x_name, height))
    return Markup("".join(parts) + "</svg>")


def cost_scatter(points: Sequence[Point], title: str) -> Markup:
    """Rates against cost in US dollars on a logarithmic scale.

    A label that would cover a dot or another label is left out; its dot still has it as title.
    """
    height, left, bottom = 320, 50, 40
    first = floor(log10(min(point.x for point in points)))
    last = max(ceil(log10(max(point.x for point in points))), first + 1)

    def at(x: float, y: float) -> tuple[float, float]:
        span = _WIDTH - left - 20
        across = left + span * (log10(x) - first) / (last - first)
        return round(across, 1), round(_TOP + (height - bottom - _TOP) * (1 - y), 1)

    parts = [_open(title, height), *_rate_axis(height, left, bottom)]
    for power in range(first, last + 1, max(1, ceil((last - first) / 8))):
        x, _ = at(10.0**power, 0)
        parts.append(
            f'<line class="grid" x1="{x}" y1="{_TOP}" x2="{x}" y2="{height - bottom}"/>'
            f'<text class="axis" x="{x}" y="{height - 22}" text-anchor="middle">'
            f"${10.0**power:g}</text>"
        )
    places = [at(point.x, point.y) for point in points]
    # Boxes already drawn on: the dots, then each label that found room.
    taken = [(x - 6, y - 6, x + 6, y + 6) for x, y in places]
    for point, (x, y) in zip(points, places, strict=True):
        _, high = at(point.x, point.high)
        _, low = at(point.x, point.low)
        label = plain(point.label, _LABEL_LENGTH)
        parts.append(
            f'<g><title>{escape(label)}</title><line class="interval" x1="{x}" y1="{low}"'
            f' x2="{x}" y2="{high}"/><circle class="dot" cx="{x}" cy="{y}" r="4.5"/></g>'
        )
        width = 7.0 * len(label)
        for start, anchor in ((x + 8, "start"), (x - 8 - width, "end")):
            box = (start, y - 7, start + width, y + 7)
            if left < start and box[2] < _WIDTH and not any(_overlap(box, one) for one in taken):
                taken.append(box)
                parts.append(
                    f'<text class="axis" x="{x + 8 if anchor == "start" else x - 8}" y="{y + 4}"'
                    f' text-anchor="{anchor}">{escape(label)}</text>'
                )
                break
    parts.append(_x_name("cost of the submission, US dollars", height))
    return Markup("".join(parts) + "</svg>")


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _open(title: str, height: float) -> str:
    return (
        f'<svg class="plot" viewBox="0 0 {_WIDTH} {height:g}" role="img"'
        f' aria-label="{escape(plain(title, 200))}">'
    )


def _rate_axis(height: float, left: float, bottom: float) -> list[str]:
    parts = []
    for mark in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = round(_TOP + (height - bottom - _TOP) * (1 - mark), 1)
        parts.append(
            f'<line class="grid" x1="{left}" y1="{y}" x2="{_WIDTH - 20}" y2="{y}"/>'
            f'<text class="axis" x="{left - 6}" y="{y + 4}" text-anchor="end">'
            f"{percent(mark, 0)}</text>"
        )
    return parts


def _x_name(name: str, height: float) -> str:
    return (
        f'<text class="axis" x="{_WIDTH / 2:g}" y="{height - 4:g}" text-anchor="middle">'
        f"{escape(name)}</text>"
    )


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in places)
