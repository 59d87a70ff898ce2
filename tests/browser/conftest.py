"""Chromium for the tests of the web pages; absent parts skip a test with the reason.

`VLITE_TEST_CHROMIUM` and `VLITE_TEST_CHROMEDRIVER` name the programs if they are not on PATH;
`VLITE_TEST_AXE` names axe-core's `axe.min.js`, which is else taken from the npm registry.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.leaderboard.site_example import example_site

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example site's directory."""
    return example_site(tmp_path_factory.mktemp("example"))


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A running browser that logs its console and every request."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    binary = os.environ.get("VLITE_TEST_CHROMIUM") or shutil.which("chromium")
    driver = os.environ.get("VLITE_TEST_CHROMEDRIVER") or shutil.which("chromedriver")
    if not binary or not driver:
        pytest.skip("Chromium or its driver is not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for flag in FLAGS:
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('chromium')}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield browser
    browser.quit()


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of axe-core's script."""
    named = os.environ.get("VLITE_TEST_AXE")
    if named:
        return Path(named).read_text("utf-8")
    place = tmp_path_factory.mktemp("axe")
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("axe-core is not there: set VLITE_TEST_AXE, or install npm")
    try:
        subprocess.run(
            [npm, "pack", "--silent", "axe-core@4"],
            cwd=place,
            check=True,
            capture_output=True,
            timeout=60,
        )
    except (subprocess.SubprocessError, OSError) as fault:
        pytest.skip(f"axe-core could not be fetched: {type(fault).__name__}")
    (archive,) = place.glob("*.tgz")
    with tarfile.open(archive) as packed:
        member = packed.extractfile("package/axe.min.js")
        assert member is not None
        return member.read().decode("utf-8")
