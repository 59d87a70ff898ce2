"""The plots of each page, from a model."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from pytest_vlite.leaderboard.site.model import Model, SystemView
from pytest_vlite.leaderboard.site.plots import (
    Bar,
    Point,
    cost_scatter,
    curve,
    rate_bars,
    rating_bars,
)


def settings_plot(system: SystemView) -> Markup:
    """Pass rate with interval in every setting of a system."""
    bars = [
        Bar(setting, result["pass_rate"], *result["ci95"])
        for setting, result in system.entry["settings"].items()
    ]
    return rate_bars(bars, f"Pass rate of {system.name} with 95% interval, by setting")


def groups_plot(system: SystemView, setting: str, grouping: str) -> Markup | None:
    """Pass rate with interval by a grouping of problems."""
    groups = system.entry["settings"][setting].get(f"by_{grouping}", {})
    bars = [
        Bar(f"{name} ({group['problems']})", group["pass_rate"], *group["ci95"])
        for name, group in groups.items()
        if "ci95" in group
    ]
    title = f"Pass rate of {system.name} in {setting} with 95% interval, by {grouping}"
    return rate_bars(bars, title) if bars else None


def pass_at_k_plot(system: SystemView, setting: str) -> Markup | None:
    """pass@k over k, where there are several samples."""
    result: dict[str, Any] = system.entry["settings"][setting]
    values, intervals = result["pass_at_k"], result.get("pass_at_k_ci95", {})
    if len(values) < 2:
        return None
    points = [
        Point("", float(k), value, *intervals.get(k, (value, value)))
        for k, value in sorted(values.items(), key=lambda pair: int(pair[0]))
    ]
    return curve(points, f"pass@k of {system.name} in {setting}", "k, samples")


def cost_plot(model: Model, setting: str) -> Markup | None:
    """Pass rate against the cost of the submission, where some give it."""
    points = []
    for system in model.systems:
        cost = system.entry["submission"].get("cost_usd", 0)
        result = system.entry["settings"].get(setting)
        if cost > 0 and result is not None:
            points.append(Point(system.name, cost, result["pass_rate"], *result["ci95"]))
    return cost_scatter(points, f"Pass rate in {setting} against cost") if points else None


def ratings_plot(model: Model) -> Markup | None:
    """Problem ratings with intervals, best first."""
    bars = [Bar(system.name, r.rating, r.low, r.high) for system, r in model.ratings]
    return rating_bars(bars, "Problem rating with 95% interval") if bars else None
