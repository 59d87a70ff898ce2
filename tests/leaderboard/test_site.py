"""The web site's files: pages, links, escaping, replacing an earlier site, errors."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pytest_vlite.cli import main
from pytest_vlite.leaderboard import Harness, write_document
from pytest_vlite.leaderboard.published import published_document
from tests.leaderboard.making import context, facts, verdict
from tests.leaderboard.results import write_result
from tests.leaderboard.site_example import example_result, example_site
from tests.leaderboard.test_tables import PUBLISHED


class Page(HTMLParser):
    """Collects what matters of a page: scripts, links, event handlers, ids."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def values(self, tag: str, attribute: str) -> list[str]:
        return [str(a[attribute]) for name, a in self.tags if name == tag and attribute in a]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return example_site(tmp_path_factory.mktemp("site"))


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def test_every_link_leads_to_a_page_and_nothing_leads_out(site: Path) -> None:
    assert len(pages(site)) == 4 + 4 + 16
    for path in pages(site):
        page = Page(path)
        for link in page.values("a", "href"):
            if link == "https://example.com/alpha":
                continue
            assert ":" not in link.split("#")[0], link
            target = path.parent / link.split("#")[0] if link.split("#")[0] else path
            assert target.is_file(), f"{path}: {link}"
        for source in page.values("script", "src") + page.values("link", "href"):
            assert source == "data:," or (path.parent / source).is_file()


def test_hostile_texts_add_no_element_and_no_handler(site: Path) -> None:
    for path in pages(site):
        page = Page(path)
        assert not page.values("img", "src")
        assert not [a for _, attributes in page.tags for a in attributes if a.startswith("on")]
        scripts = [attributes for tag, attributes in page.tags if tag == "script"]
        assert all("src" in s or s.get("type") == "application/json" for s in scripts)
        text = path.read_text("utf-8")
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert "javascript:" not in text


def test_embedded_data_is_whole_json(site: Path) -> None:
    text = (site / "systems" / "1.html").read_text("utf-8")
    found = re.search(r'id="verdict-data">(.*?)</script>', text, re.DOTALL)
    assert found
    data = json.loads(found[1])
    assert len(data["verdicts"]) == 16 * 4 + 16
    assert data["several"] is True


def test_the_same_result_gives_the_same_site(tmp_path: Path) -> None:
    one, two = example_site(tmp_path / "a"), example_site(tmp_path / "b")
    for path in one.rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (two / path.relative_to(one)).read_bytes()


def test_plots_say_what_they_show(site: Path) -> None:
    text = (site / "systems" / "1.html").read_text("utf-8")
    assert 'aria-label="pass@k of Alpha in CodeGen-NL"' in text
    assert text.count("<svg") == text.count('role="img"') == 4
    index = (site / "index.html").read_text("utf-8")
    assert 'aria-label="Problem rating with 95% interval"' in index
    assert 'aria-label="Pass rate in ProofGen against cost"' in index


def test_report_replaces_its_own_site_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = str(example_result(tmp_path / "result"))
    place = tmp_path / "site"
    assert main(["report", result, "-o", str(place)]) == 0
    (place / "problems" / "stale.html").write_text("old")
    assert main(["report", result, "-o", str(place), "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["pages"] == 24
    assert not (place / "problems" / "stale.html").exists()
    other = tmp_path / "mine"
    other.mkdir()
    (other / "thesis.txt").write_text("dear")
    assert main(["report", result, "-o", str(other)]) == 2
    assert main(["report", result, "-o", str(other / "thesis.txt")]) == 2
    assert "holds other things" in capsys.readouterr().err
    assert (other / "thesis.txt").read_text() == "dear"
    names = {entry.name for entry in tmp_path.iterdir()}
    assert names == {"result", "site", "mine"}


def test_tables_are_printed_or_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = str(example_result(tmp_path / "result"))
    assert main(["report", result, "--format", "markdown", "--setting", "ProofGen"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("## VeriContest leaderboard")
    assert "CodeGen" not in printed
    target = tmp_path / "table.csv"
    assert main(["report", result, "--format", "csv", "-o", str(target)]) == 0
    assert target.read_text("utf-8").startswith("setting,grouping,group,place")
    assert main(["report", result, "--setting", "Nothing"]) == 2
    assert "there are: CodeGen-NL, ProofGen" in capsys.readouterr().err


def test_published_figures_alone_make_a_site(tmp_path: Path) -> None:
    document = published_document(
        PUBLISHED,
        release_id="published",
        problems=946,
        harness=Harness("pytest-vlite", "0.1.0"),
        generated_at="2026-11-01T00:00:00+00:00",
    )
    write_document(document, tmp_path / "leaderboard.json")
    assert main(["report", str(tmp_path / "leaderboard.json"), "-o", str(tmp_path / "site")]) == 0
    assert len(pages(tmp_path / "site")) == 4 + 10
    assert "Only figures are known" in (tmp_path / "site" / "systems" / "1.html").read_text("utf-8")


def test_ids_that_are_no_file_names_stay_inside_the_site(tmp_path: Path) -> None:
    ids = ("../../escaped", "lc1", "LC1", "a/b", "x" * 300, ".")
    run = context(ids, problems=tuple(facts(one) for one in ids))
    write_result(tmp_path / "result", [verdict(one) for one in ids], run)
    assert main(["report", str(tmp_path / "result"), "-o", str(tmp_path / "site")]) == 0
    assert len(list((tmp_path / "site" / "problems").iterdir())) == 6
    assert {entry.name for entry in tmp_path.iterdir()} == {"result", "site"}
