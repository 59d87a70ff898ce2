"""The scratch folder of a run: held while anybody works in it, removed when nobody does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pytest_vlite.errors import HarnessError
from pytest_vlite.run.scratch import RunScratch, join, remove_abandoned


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_it_is_there_until_it_is_removed(base: Path) -> None:
    scratch = RunScratch.create()
    assert scratch.path.parent == base
    (scratch.path / "deep" / "er").mkdir(parents=True)
    remove_abandoned(base)
    assert (scratch.path / "deep" / "er").is_dir()
    scratch.remove()
    assert not list(base.iterdir())


def test_a_worker_that_still_works_keeps_it(base: Path) -> None:
    scratch = RunScratch.create()
    hold = join(scratch.path)
    os.close(scratch._lock)
    remove_abandoned(base)
    assert scratch.path.is_dir()
    os.close(hold)
    scratch._guardian.wait(60)
    assert not scratch.path.exists()
    with pytest.raises(HarnessError, match="scratch folder"):
        join(scratch.path)


def test_without_its_guardian_the_next_run_removes_it(base: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path\n"
        "from pytest_vlite.run.scratch import RunScratch\n"
        "scratch = RunScratch.create()\n"
        "scratch._guardian.kill()\n"
        "scratch._guardian.wait()\n"
        "print(scratch.path, flush=True)\n"
        f"os.kill(os.getpid(), {int(signal.SIGKILL)})\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "TMPDIR": str(base)},
        stdout=subprocess.PIPE,
        check=False,
    )
    left = Path(run.stdout.decode().strip())
    assert left.is_dir()
    scratch = RunScratch.create()
    assert not left.exists()
    scratch.remove()


def test_what_is_not_ours_is_left_alone(base: Path) -> None:
    (base / "vlite-run-half").mkdir()
    (base / "vlite-other").mkdir()
    remove_abandoned(base)
    assert {path.name for path in base.iterdir()} == {"vlite-run-half", "vlite-other"}
    old = time.time() - 86400
    os.utime(base / "vlite-run-half", (old, old))
    remove_abandoned(base)
    assert {path.name for path in base.iterdir()} == {"vlite-other"}
