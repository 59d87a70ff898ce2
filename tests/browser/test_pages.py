"""The web pages in a real browser: sorting, filtering, drill-down, comparison, accessibility."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

PAGES = (
    "index.html",
    "problems.html",
    "compare.html",
    "method.html",
    "systems/1.html",
    "systems/4.html",
    "problems/lc1.html",
)


def open_page(browser: Any, site: Path, page: str) -> None:
    # A change of the fragment alone would not load the page anew.
    browser.get("about:blank")
    browser.get(f"file://{site / page}" if "#" not in page else f"file://{site}/{page}")


def column(browser: Any, table: str, number: int) -> list[str]:
    script = (
        "return Array.from(document.querySelectorAll(arguments[0] + ' tbody tr'))"
        ".filter((row) => !row.hidden).map((row) => row.cells[arguments[1]].textContent.trim())"
    )
    return list(browser.execute_script(script, table, number))


def choose(browser: Any, select: str, text: str) -> None:
    from selenium.webdriver.support.ui import Select

    Select(browser.find_element("id", select)).select_by_visible_text(text)


def names(browser: Any) -> list[str]:
    links = browser.find_elements("css selector", "#ranking tbody a")
    return [link.text.split()[0] for link in links]


def click_header(browser: Any, table: str, text: str) -> None:
    for button in browser.find_elements("css selector", f"{table} thead button"):
        if button.text.startswith(text):
            button.click()
            return
    raise AssertionError(f"no header {text}")


def test_ranking_has_places_and_none_for_the_incomplete(chromium: Any, example: Path) -> None:
    open_page(chromium, example, "index.html")
    assert names(chromium) == ["Beta", "Alpha", "Mallory", "Gamma"]
    assert column(chromium, "#ranking", 0) == ["1", "2", "3", "–"]
    assert "incomplete: ProofGen: 16 unavailable" in column(chromium, "#ranking", 1)[3]


def test_ranking_follows_setting_problems_and_organisation(chromium: Any, example: Path) -> None:
    open_page(chromium, example, "index.html")
    choose(chromium, "setting", "ProofGen")
    assert column(chromium, "#ranking", 0)[:2] == ["1", "1"]
    assert column(chromium, "#ranking", 3)[0] == "25.0%"
    choose(chromium, "group", "Easy")
    assert names(chromium)[0] == "Alpha"
    assert column(chromium, "#ranking", 5)[0] == "4 / 4"
    choose(chromium, "group", "codeforces")
    assert column(chromium, "#ranking", 5)[0] == "0 / 8"
    choose(chromium, "organisation", "Two")
    assert names(chromium) == ["Beta", "Gamma"]
    assert chromium.find_element("id", "ranking-count").text == "2 systems"


def test_tables_sort_both_ways_and_say_so(chromium: Any, example: Path) -> None:
    open_page(chromium, example, "index.html")
    click_header(chromium, "#ranking", "System")
    assert names(chromium) == ["Alpha", "Beta", "Gamma", "Mallory"]
    header = chromium.find_element("css selector", "#ranking th[aria-sort]")
    assert header.get_attribute("aria-sort") == "ascending"
    click_header(chromium, "#ranking", "System")
    assert names(chromium) == ["Mallory", "Gamma", "Beta", "Alpha"]
    click_header(chromium, "#ranking", "Pass rate")
    assert column(chromium, "#ranking", 3) == ["93.8%", "65.6%", "50.0%", "0.0%"]
    choose(chromium, "setting", "ProofGen")
    rates = [float(text[:-1]) for text in column(chromium, "#ranking", 3)]
    assert rates == sorted(rates, reverse=True)
    click_header(chromium, "#ranking", "Place")
    assert column(chromium, "#ranking", 0) == ["1", "1", "3", "–"]


def test_sorting_works_by_keyboard(chromium: Any, example: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    open_page(chromium, example, "problems.html")
    button = chromium.find_element("css selector", "#problems thead button")
    button.send_keys(Keys.ENTER)
    assert column(chromium, "#problems", 0)[:2] == ["cf1A", "cf2A"]
    chromium.switch_to.active_element.send_keys(Keys.SPACE)
    assert column(chromium, "#problems", 0)[0] == "lc8"
    chromium.find_element("id", "problem-text").send_keys("title cf3")
    assert column(chromium, "#problems", 0) == ["cf3A"]


def test_drill_down_from_ranking_to_a_failing_case(chromium: Any, example: Path) -> None:
    open_page(chromium, example, "index.html")
    chromium.find_element("partial link text", "Mallory").click()
    choose(chromium, "verdict-setting", "ProofGen")
    choose(chromium, "verdict-status", "wrong answer")
    choose(chromium, "verdict-source", "codeforces")
    assert chromium.find_element("id", "verdict-count").text == "8 attempts, 8 shown"
    chromium.find_element("id", "verdict-text").send_keys("cf3A")
    assert len(column(chromium, "#verdict-table", 0)) == 1
    chromium.find_element("css selector", "#verdict-table summary").click()
    shown = chromium.find_element("css selector", "#verdict-table details")
    assert shown.find_element("css selector", "summary").text == "negative case 7"
    blocks = [block.text for block in shown.find_elements("css selector", "pre")]
    assert blocks[0].startswith("[1, 2]\n</script><script>window.attacked=1</script>")
    assert len(blocks) == 2


def test_long_lists_of_verdicts_are_shown_in_parts(chromium: Any, example: Path) -> None:
    open_page(chromium, example, "systems/1.html")
    assert chromium.find_element("id", "verdict-count").text == "80 attempts, 80 shown"
    assert not chromium.find_element("id", "verdict-more").is_displayed()
    chromium.execute_script(
        "const d = document.getElementById('verdict-data'); const j = JSON.parse(d.textContent);"
        "j.verdicts = [...j.verdicts, ...j.verdicts]; d.textContent = JSON.stringify(j);"
        "document.querySelectorAll('#verdict-controls select').forEach((s) => s.replaceChildren());"
        "verdicts();"
    )
    assert chromium.find_element("id", "verdict-count").text == "160 attempts, 100 shown"
    chromium.find_element("id", "verdict-more").click()
    assert chromium.find_element("id", "verdict-count").text == "160 attempts, 160 shown"


def test_a_problem_leads_to_a_systems_verdicts_of_it(chromium: Any, example: Path) -> None:
    open_page(chromium, example, "problems/lc3.html")
    assert column(chromium, "table", 1) == [
        "passed 3 of 4",
        "passed",
        "wrong answer",
        "wrong answer",
    ]
    chromium.find_element("link text", "Alpha").click()
    shown = {text.split()[0] for text in column(chromium, "#verdict-table", 0)}
    assert shown == {"lc3"}


def test_comparison_names_the_problems(chromium: Any, example: Path) -> None:
    open_page(chromium, example, "compare.html")
    choose(chromium, "compare-first", "Beta")
    assert "different systems" in chromium.find_element("id", "compare-status").text
    choose(chromium, "compare-second", "Alpha")
    assert column(chromium, "#compare-table", 0) == ["CodeGen-NL", "ProofGen"]
    assert column(chromium, "#compare-table", 3)[1] == "+0.0"
    summaries = chromium.find_elements("css selector", "#compare-problems summary")
    assert summaries[2].text == "Only or more often the first: 2"
    summaries[2].click()
    links = chromium.find_elements("css selector", "#compare-problems details[open] a")
    assert [link.text for link in links] == ["lc5", "lc6"]
    choose(chromium, "compare-second", "Gamma")
    assert "16 attempts not judged" in chromium.find_element("id", "compare-notes").text
    assert column(chromium, "#compare-table", 0) == ["CodeGen-NL"]


@pytest.mark.parametrize("page", PAGES)
def test_pages_run_no_foreign_script_and_ask_no_network(
    chromium: Any, example: Path, page: str
) -> None:
    chromium.get_log("browser")
    chromium.get_log("performance")
    open_page(chromium, example, page)
    assert chromium.execute_script("return window.attacked") is None
    assert not chromium.get_log("browser")
    messages = [json.loads(one["message"])["message"] for one in chromium.get_log("performance")]
    requests = [
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    ]
    assert requests
    assert all(url.startswith(("file:", "data:", "about:")) for url in requests)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("width", [360, 1200])
def test_pages_fit_the_window(chromium: Any, example: Path, page: str, width: int) -> None:
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        open_page(chromium, example, page)
        assert chromium.execute_script("return document.documentElement.scrollWidth") <= width
    finally:
        chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(
    chromium: Any, example: Path, axe: str, page: str, scheme: str
) -> None:
    features = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", features)
    open_page(chromium, example, page)
    summaries = chromium.find_elements("css selector", "summary")
    for summary in [one for one in summaries if one.is_displayed()][:2]:
        summary.click()
    # Through the debugger: the page's own policy allows no script but its file.
    chromium.execute_cdp_cmd("Runtime.evaluate", {"expression": axe})
    found = chromium.execute_cdp_cmd(
        "Runtime.evaluate",
        {
            "expression": "axe.run().then((r) => JSON.stringify([r.passes.length, r.violations]))",
            "awaitPromise": True,
            "returnByValue": True,
        },
    )
    passes, violations = json.loads(found["result"]["value"])
    assert passes > 10
    told = [
        (one["id"], one["impact"], [node["html"][:120] for node in one["nodes"][:3]])
        for one in violations
    ]
    assert not told
