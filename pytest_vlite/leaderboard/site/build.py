"""Rendering the pages and putting them in place, all at once."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from importlib import resources
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_vlite.errors import InputError
from pytest_vlite.leaderboard.comparison import compare_systems, systems_of
from pytest_vlite.leaderboard.load import Result
from pytest_vlite.leaderboard.text import percent, plain
from pytest_vlite.vocabulary import Status

if TYPE_CHECKING:
    from jinja2 import Environment

    from pytest_vlite.leaderboard.site.model import Model

# Present in every site written, and the sign that a directory may be replaced by another.
MARKER = ".vlite-site"
_ASSETS = ("site.css", "site.js")


def write_site(result: Result, place: Path) -> int:
    """Write the site to `place` (replacing an earlier one there); returns the number of pages.

    Raises:
        InputError: jinja2 is not installed, or `place` is something else than a site of ours.
    """
    try:
        import jinja2  # noqa: F401
    except ImportError:
        raise InputError(
            "the web pages need the package jinja2: pip install 'pytest-vlite[report]'"
        ) from None
    place = place.resolve()
    if place.exists() and not place.is_dir():
        raise InputError(f"--output: {place} is a file; the site needs a directory")
    if place.is_dir() and any(place.iterdir()) and not (place / MARKER).is_file():
        raise InputError(f"--output: {place} holds other things; name a new or empty directory")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=f".{place.name}.", dir=place.parent))
    except OSError as fault:
        raise InputError(f"cannot write {place}: {fault.strerror or fault}") from fault
    try:
        pages = _write_pages(result, fresh)
        mask = os.umask(0)
        os.umask(mask)
        fresh.chmod(0o777 & ~mask)
        if place.is_dir():
            shutil.rmtree(place)
        fresh.rename(place)
    except OSError as fault:
        raise InputError(f"cannot write {place}: {fault.strerror or fault}") from fault
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return pages


def _write_pages(result: Result, place: Path) -> int:
    for folder in ("systems", "problems", "assets"):
        (place / folder).mkdir()
    (place / MARKER).write_text("made by vlite report; replaced as a whole\n", "utf-8")
    assets = resources.files("pytest_vlite.leaderboard.site") / "assets"
    for name in _ASSETS:
        (place / "assets" / name).write_bytes((assets / name).read_bytes())
    pages = 0
    for name, text in render_pages(result):
        (place / name).write_text(text, "utf-8", errors="backslashreplace")
        pages += 1
    return pages


def render_pages(result: Result) -> Iterator[tuple[str, str]]:
    """Every page as (file name, HTML)."""
    from pytest_vlite.leaderboard.site import data
    from pytest_vlite.leaderboard.site.model import Model

    model = Model(result)
    environment = _environment(model)

    def page(template: str, **values: Any) -> str:
        return environment.get_template(template).render(**values)

    yield "index.html", page("index.html", root="", ranking=data.ranking_data(model))
    yield "problems.html", page("problems.html", root="")
    yield "method.html", page("method.html", root="")
    yield (
        "compare.html",
        page("compare.html", root="", comparisons=data.comparison_data(model, _pairs(result))),
    )
    for system in model.systems:
        yield (
            system.file,
            page("system.html", root="../", system=system, data=data.verdict_data(model, system)),
        )
    cells = data.status_cells(model)
    for problem in model.problems.values():
        yield (
            problem.file,
            page("problem.html", root="../", problem=problem, cells=cells.get(problem.id, {})),
        )


def _pairs(result: Result) -> Mapping[tuple[str, str], Any]:
    """Comparisons of every two systems that have attempts, by their names."""
    with_attempts = {verdict.submission for verdict in result.verdicts}
    if len(with_attempts) < 2:
        return {}
    systems = systems_of([result], sorted(with_attempts))
    return {
        (one.label, other.label): compare_systems((one, other), force=True)
        for one, other in combinations(systems, 2)
    }


def _environment(model: Model) -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    from pytest_vlite.leaderboard.site import figures

    environment = Environment(
        loader=PackageLoader("pytest_vlite.leaderboard.site", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["plain"] = plain
    environment.filters["percent"] = percent
    environment.globals.update(
        model=model, document=model.document, figures=figures, statuses=list(Status)
    )
    return environment
