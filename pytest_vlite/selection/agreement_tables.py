"""The table and the plot of an agreement report."""

from __future__ import annotations

import numpy as np

from pytest_vlite.selection.agreement import Report
from pytest_vlite.selection.svg import COLOURS, Axis, Line, Panel, even_ticks, figure, steps
from pytest_vlite.selection.tables import Table

_COLUMNS = (
    ("tau_b", "Kendall tau-b", "{:.3f}", 1),
    ("spearman", "Spearman", "{:.3f}", 1),
    ("largest_error", "largest error, points", "{:.2f}", 100),
    ("mean_error", "mean error, points", "{:.2f}", 100),
    ("swapped", "swapped pairs", "{:.1f}", 1),
    ("swapped_significant", "of them significant", "{:.2f}", 1),
)
_SHARES = [(0.0, "0"), (0.25, "25%"), (0.5, "50%"), (0.75, "75%"), (1.0, "100%")]


def table(report: Report) -> Table:
    """A row for this selection and three for each other kind of subset.

    The rows of a kind: median, 5th to 95th percentile, and the share of its subsets that this
    selection equals or betters.
    """
    head = ["subset", *(title for _, title, _, _ in _COLUMNS)]
    own = ["this selection"]
    for name, _, form, factor in _COLUMNS:
        value = report.own[name]
        own.append("-" if value is None else form.format(value * factor))
    rows = [own]
    for kind, spreads in report.others.items():
        middle, ends, good = [f"{kind}, median"], ["  5% to 95%"], ["  this at least as good"]
        for name, _, form, factor in _COLUMNS:
            spread = spreads.get(name)
            if spread is None:
                middle, ends, good = [*middle, "-"], [*ends, "-"], [*good, "-"]
                continue
            middle.append(form.format(spread.median * factor))
            ends.append(
                f"{form.format(spread.low * factor)} to {form.format(spread.high * factor)}"
            )
            good.append(f"{100 * report.at_least_as_good[kind][name]:.0f}%")
        rows += [middle, ends, good]
    title = f"{report.setting}: {report.systems} systems, subset against the full set"
    return Table(title, head, rows)


def plot(report: Report) -> str:
    """Distributions of mean error and of 1 - tau-b over the other subsets; this selection as a
    vertical line."""
    panels = []
    for name, title, factor, flip in (
        ("mean_error", "mean error of scores, percentage points", 100.0, False),
        ("tau_b", "1 - Kendall tau-b", 1.0, True),
    ):
        own = report.own[name]
        values = {
            kind: np.sort(factor * ((1 - samples[name]) if flip else samples[name]))
            for kind, samples in report.samples.items()
            if not np.isnan(samples[name]).any()
        }
        if own is None or not values:
            continue
        own = factor * ((1 - own) if flip else own)
        largest = max(own, *(float(found[-1]) for found in values.values()))
        ticks = even_ticks(largest, "{:g}")
        lines = [
            Line(kind, steps(found.tolist(), 0, ticks[-1][0]), COLOURS[index], dashed=index > 0)
            for index, (kind, found) in enumerate(values.items())
        ]
        lines.append(Line("this selection", [(own, 0.0), (own, 1.0)], COLOURS[3]))
        axis = Axis(title, ticks)
        panels.append(
            Panel(title[0].upper() + title[1:], axis, Axis("share of subsets", _SHARES), lines)
        )
    return figure(
        "Agreement of subsets with the full set",
        "Distribution functions over subsets of each kind; further left is better.",
        panels,
    )
