"""Lost workers and interrupted runs: every expected attempt keeps or gets a verdict."""

from __future__ import annotations

import json
import signal
import subprocess
import time

import pytest

from tests import tiny
from tests.run.conftest import Bed

_KILLER = """
import os
import pytest

@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item):
    if item.name == {name!r}:
        with open({log!r}, "a") as log:
            log.write("x")
        if os.path.getsize({log!r}) <= {times}:
            os._exit(9)
"""


def _kill_worker_at(bed: Bed, name: str, times: int) -> None:
    log = str(bed.pytester.path / "started")
    bed.pytester.makeconftest(_KILLER.format(name=name, log=log, times=times))


@pytest.mark.usefixtures("without_rustc")
@pytest.mark.parametrize("arguments", [["-n2"], ["-n1"], ["-n2", "--dist=worksteal"]])
def test_an_item_whose_worker_is_lost_once_is_judged_again(bed: Bed, arguments: list[str]) -> None:
    _kill_worker_at(bed, "lc10[ProofGen]", 1)
    result = bed.run(*arguments)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert bed.statuses()["lc10[ProofGen]"] == "malformed"
    assert sorted(bed.statuses().values()) == ["malformed"] * 2 + ["missing"] * 4
    assert bed.document()["entries"][0]["complete"] is True


@pytest.mark.usefixtures("without_rustc")
@pytest.mark.parametrize("arguments", [["-n2"], ["-n2", "--max-worker-restart=0"]])
def test_an_item_that_always_takes_its_worker_along_is_an_error(
    bed: Bed, arguments: list[str]
) -> None:
    _kill_worker_at(bed, "lc10[ProofGen]", 1000)
    result = bed.run(*arguments)
    assert result.ret != pytest.ExitCode.OK
    statuses = bed.statuses()
    assert len(statuses) == 6
    assert statuses["lc10[ProofGen]"] == "error"
    assert bed.document()["entries"][0]["complete"] is False


@pytest.mark.parametrize(
    ("sent", "workers"), [(signal.SIGINT, "0"), (signal.SIGTERM, "0"), (signal.SIGINT, "2")]
)
def test_an_interrupted_run_keeps_what_was_judged(
    bed: Bed, sent: signal.Signals, workers: str
) -> None:
    endless = "impl Solution { pub fn double(x: i32) -> i32 { loop {} } }\n"
    answers = {f"CodeGen-NL/{tiny.DOUBLE}.rs": endless, "ProofGen/lc10.rs": "fn main() { ((( }"}
    submission = tiny.make_submission(bed.pytester.path / "endless", answers)
    arguments = bed.arguments("-n", workers, "--vlite-time-limit=600", submission=submission)
    process = bed.pytester.popen(
        [*map(str, bed.pytester._getpytestargs()), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    attempts = bed.results / "attempts.jsonl"
    give_up = time.monotonic() + 120
    # A worker may hold the next item too, which then waits behind the endless one.
    wanted = 2 if workers == "0" else 4
    while not attempts.is_file() or attempts.read_bytes().count(b"\n") < wanted:
        assert process.poll() is None
        assert time.monotonic() < give_up
        time.sleep(0.1)
    process.send_signal(sent)
    output, _ = process.communicate(timeout=120)
    assert process.returncode == pytest.ExitCode.INTERRUPTED, output
    assert b"Traceback" not in output
    assert b"INTERNALERROR" not in output
    statuses = bed.statuses()
    assert len(statuses) == 6
    assert statuses["lc1[CodeGen-NL]"] == "not_run"
    assert 1 <= list(statuses.values()).count("not_run") <= 6 - wanted
    assert (
        json.loads((bed.results / "leaderboard.json").read_text())["entries"][0]["complete"]
        is False
    )
