"""Line plots as SVG: the same bytes for the same numbers, readable without a style sheet."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

Point = tuple[float, float]
COLOURS = ("#1f5fa8", "#c2571a", "#3c7d3c", "#7a4a9e", "#666666")
_FONT = 'font-family="system-ui, sans-serif"'


@dataclass(frozen=True)
class Line:
    """A named polyline; `dashed` tells it apart without colour."""

    name: str
    points: Sequence[Point]
    colour: str
    dashed: bool = False


@dataclass(frozen=True)
class Axis:
    """An axis from the first to the last tick; `log` places values by log(1 + value)."""

    title: str
    ticks: Sequence[tuple[float, str]]
    log: bool = False

    def place(self, value: float) -> float:
        """Where a value lies, from 0 to 1."""
        scale: Callable[[float], float] = math.log1p if self.log else float
        low, high = scale(self.ticks[0][0]), scale(self.ticks[-1][0])
        return (scale(value) - low) / (high - low)


@dataclass(frozen=True)
class Panel:
    """One plot of a figure."""

    title: str
    x: Axis
    y: Axis
    lines: Sequence[Line]


_WIDTH, _HEIGHT = 420, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 16, 34, 48


def figure(title: str, description: str, panels: Sequence[Panel]) -> str:
    """The panels side by side, the legend of the first one's lines below."""
    width, height = _WIDTH * max(1, len(panels)), _HEIGHT + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(description)}</desc>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for index, panel in enumerate(panels):
        parts += _panel(panel, index * _WIDTH)
    if panels:
        parts += _legend(panels[0].lines, height - 14)
    return "\n".join([*parts, "</svg>"]) + "\n"


def steps(values: Sequence[float], first: float, last: float) -> list[Point]:
    """The empirical distribution function of the values as a staircase from `first` to `last`."""
    ordered = sorted(values)
    points: list[Point] = [(first, 0.0)]
    height = 0.0
    for index, value in enumerate(ordered, 1):
        if index < len(ordered) and ordered[index] == value:
            continue
        points.append((value, height))
        height = index / len(ordered)
        points.append((value, height))
    points.append((last, height))
    return points


def even_ticks(largest: float, form: str) -> list[tuple[float, str]]:
    """0 up to the first round number that is no smaller than the largest value, in five steps."""
    power = 10.0 ** math.floor(math.log10(largest)) if largest > 0 else 1.0
    top = next(power * factor for factor in (1, 1.5, 2, 3, 5, 10) if power * factor >= largest)
    return [(top * step / 5, form.format(top * step / 5)) for step in range(6)]


def log_ticks(largest: float) -> list[tuple[float, str]]:
    """0, 1, 3, 10, 30 ... up to the first tick that is no smaller than the largest value."""
    ticks = [0]
    while ticks[-1] < largest or len(ticks) < 2:
        exponent, odd = divmod(len(ticks) - 1, 2)
        ticks.append(10**exponent * (3 if odd else 1))
    return [(tick, str(tick)) for tick in ticks]


def _panel(panel: Panel, offset: float) -> list[str]:
    left, right = offset + _LEFT, offset + _WIDTH - _RIGHT
    top, bottom = float(_TOP), float(_HEIGHT - _BOTTOM)

    def x_of(value: float) -> float:
        return left + panel.x.place(value) * (right - left)

    def y_of(value: float) -> float:
        return bottom - panel.y.place(value) * (bottom - top)

    middle = (left + right) / 2
    parts = [_text(middle, top - 14, panel.title, 14, "middle")]
    for value, label in panel.x.ticks:
        parts.append(_rule(x_of(value), top, x_of(value), bottom))
        parts.append(_text(x_of(value), bottom + 16, label, 11, "middle"))
    for value, label in panel.y.ticks:
        parts.append(_rule(left, y_of(value), right, y_of(value)))
        parts.append(_text(left - 6, y_of(value) + 4, label, 11, "end"))
    parts.append(_text(middle, bottom + 36, panel.x.title, 12, "middle"))
    centre = (top + bottom) / 2
    parts.append(
        f'<text x="{_n(offset + 14)}" y="{_n(centre)}" font-size="12" {_FONT} fill="#222222" '
        f'text-anchor="middle" transform="rotate(-90 {_n(offset + 14)} {_n(centre)})">'
        f"{escape(panel.y.title)}</text>"
    )
    for line in panel.lines:
        placed = (f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in line.points)
        points = " ".join(dict.fromkeys(placed))
        dash = ' stroke-dasharray="6 3"' if line.dashed else ""
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{line.colour}" stroke-width="1.6"'
            f"{dash}><title>{escape(line.name)}</title></polyline>"
        )
    return parts


def _legend(lines: Sequence[Line], y: float) -> list[str]:
    parts = []
    x = float(_LEFT)
    for line in lines:
        dash = ' stroke-dasharray="6 3"' if line.dashed else ""
        parts.append(
            f'<line x1="{_n(x)}" y1="{_n(y - 4)}" x2="{_n(x + 26)}" y2="{_n(y - 4)}" '
            f'stroke="{line.colour}" stroke-width="2"{dash}/>'
        )
        parts.append(_text(x + 32, y, line.name, 12, "start"))
        x += 52 + 7 * len(line.name)
    return parts


def _rule(x1: float, y1: float, x2: float, y2: float) -> str:
    return (
        f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}" stroke="#dddddd" '
        'stroke-width="1"/>'
    )


def _text(x: float, y: float, text: str, size: int, anchor: str) -> str:
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{size}" {_FONT} fill="#222222" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
