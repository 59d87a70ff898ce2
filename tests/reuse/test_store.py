"""Entries of the cache: whole or absent, the user's own, safe for many writers."""

from __future__ import annotations

import os
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.errors import InputError
from pytest_vlite.reuse.policy import is_lasting
from pytest_vlite.reuse.store import (
    CorruptEntry,
    VerdictCache,
    cache_key,
    fitted,
    open_cache,
    read_entry,
)
from pytest_vlite.sandbox import identity
from pytest_vlite.sandbox.rlimits import RlimitsSandbox
from pytest_vlite.submission import Answer
from pytest_vlite.vocabulary import Stage, Status, Verdict
from tests import tiny
from tests.leaderboard.making import verdict
from tests.reuse.making import attempt, release

BASIS = "0" * 64
KEY = cache_key(BASIS)
ANSWER = Answer("ok", "fn main() {}\nbad \ud800 é", raw=True)
VERDICT = verdict("lc1", Status.WRONG_ANSWER, basis_sha256=BASIS, detail="case 3: line 1 differs")


@pytest.fixture
def cache(tmp_path: Path) -> VerdictCache:
    return VerdictCache(tmp_path / "cache")


def _entry(cache: VerdictCache) -> Path:
    [path] = cache.files()
    return path


def test_what_was_put_is_found(cache: VerdictCache) -> None:
    assert cache.get(KEY) is None
    assert cache.put(KEY, VERDICT, ANSWER)
    assert cache.get(KEY) == VERDICT
    entry = read_entry(_entry(cache))
    assert (entry.answer, entry.raw, entry.verdict) == (ANSWER.text, True, VERDICT)
    assert VerdictCache(cache.directory).get(KEY) == VERDICT


def test_a_found_verdict_is_the_attempts_own(cache: VerdictCache, tmp_path: Path) -> None:
    wanted = replace(attempt(release(tmp_path / "release"), problem=tiny.SUM), sample=7)
    found = fitted(VERDICT, wanted)
    assert found.key == ("tiny", "CodeGen-NL", tiny.SUM, 7)
    assert (found.stratum, found.cached) == (wanted.problem.stratum, True)
    assert (found.status, found.detail) == (VERDICT.status, VERDICT.detail)


@given(st.data())
def test_a_damaged_entry_is_absent_and_replaced(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    cache = VerdictCache(tmp_path_factory.mktemp("damaged") / "cache")
    cache.put(KEY, VERDICT, ANSWER)
    path = _entry(cache)
    content = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        del content[place:]
    else:
        content[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)
    # Damage to the answer alone costs `verify` the entry, not a run: the basis tells the answer.
    assert cache.get(KEY) in (None, VERDICT)
    with pytest.raises(CorruptEntry):
        read_entry(path)
    cache.put(KEY, VERDICT, ANSWER)
    assert cache.get(KEY) == VERDICT
    cache.close()


def test_an_entry_under_another_name_is_absent(cache: VerdictCache) -> None:
    cache.put(KEY, VERDICT, ANSWER)
    other = cache_key("1" * 64)
    path = _entry(cache)
    moved = path.parent.parent / other[:2] / other
    moved.parent.mkdir(exist_ok=True)
    path.rename(moved)
    assert cache.get(other) is None


def test_only_the_users_own_files_count(cache: VerdictCache, tmp_path: Path) -> None:
    cache.put(KEY, VERDICT, ANSWER)
    path = _entry(cache)
    path.chmod(0o666)
    assert cache.get(KEY) is None
    path.chmod(0o600)
    elsewhere = tmp_path / "elsewhere"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    assert cache.get(KEY) is None
    path.unlink()
    os.mkfifo(path)
    assert cache.get(KEY) is None
    path.unlink()
    path.mkdir()
    assert cache.get(KEY) is None
    assert not cache.put(KEY, VERDICT, ANSWER)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_folder_of_somebody_else_is_refused(cache: VerdictCache) -> None:
    cache.put(KEY, VERDICT, ANSWER)
    os.chown(_entry(cache), 12345, 12345)
    assert cache.get(KEY) is None
    os.chown(cache.directory, 12345, 12345)
    with pytest.raises(InputError, match="belongs to another user"):
        VerdictCache(cache.directory)


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_folder_that_others_can_write_to_is_refused(tmp_path: Path, mode: int) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(mode)
    with pytest.raises(InputError, match="chmod go-w"):
        VerdictCache(tmp_path / "open")
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be used"):
        VerdictCache(tmp_path / "file")


def test_no_cache_where_programs_could_write_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity, "unprivileged_user", lambda: None)
    with pytest.raises(InputError, match="programs could write"):
        open_cache(tmp_path / "cache", RlimitsSandbox())
    assert not (tmp_path / "cache").exists()
    monkeypatch.setattr(identity, "unprivileged_user", lambda: 1_900_000_000)
    open_cache(tmp_path / "cache", RlimitsSandbox()).close()


def test_many_writers_and_readers(tmp_path: Path) -> None:
    directory = tmp_path / "cache"
    wrong: list[Verdict | None] = []

    def work(number: int) -> None:
        cache = VerdictCache(directory)
        for turn in range(50):
            key = cache_key(f"{turn % 5}")
            if (number + turn) % 2:
                cache.put(key, VERDICT, ANSWER)
            found = cache.get(key)
            if found not in (None, VERDICT):
                wrong.append(found)
        cache.close()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    cache = VerdictCache(directory)
    assert len(list(cache.files())) == 5
    assert all(cache.get(cache_key(f"{turn}")) == VERDICT for turn in range(5))


@pytest.mark.parametrize(
    ("made", "lasting"),
    [
        (verdict("lc1", Status.PASSED, basis_sha256=BASIS), True),
        (verdict("lc1", Status.CHEATING, stage=Stage.GATE, basis_sha256=BASIS), True),
        (verdict("lc1", Status.PASSED), False),
        *(
            (verdict("lc1", status, basis_sha256=BASIS), False)
            for status in (
                Status.ERROR,
                Status.UNAVAILABLE,
                Status.NOT_RUN,
                Status.MISSING,
                Status.TIME_LIMIT,
                Status.MEMORY_LIMIT,
                Status.VERIFIER_LIMIT,
                Status.UNDECIDED,
            )
        ),
    ],
)
def test_only_what_would_come_out_again_is_lasting(made: Verdict, lasting: bool) -> None:
    assert is_lasting(made) is lasting


@pytest.mark.parametrize(
    ("measured", "cpu_s", "lasting"),
    [
        ({"max_case_cpu_s": 0.79, "time_limit_s": 1.0}, 0.0, True),
        ({"max_case_cpu_s": 0.8, "time_limit_s": 1.0}, 0.0, False),
        ({"compile_cpu_s": 47.0, "compile_stopped_by": None}, 0.0, True),
        ({"compile_cpu_s": 48.0}, 0.0, False),
        ({"compile_stopped_by": "wall"}, 0.0, False),
        ({"stopped_by": "cpu"}, 0.0, False),
        ({"timeout_s": 600.0, "stopped_by": None}, 479.0, True),
        ({"timeout_s": 600.0, "stopped_by": None}, 480.0, False),
    ],
)
def test_nothing_near_a_limit_is_lasting(
    measured: dict[str, object], cpu_s: float, lasting: bool
) -> None:
    made = verdict("lc1", basis_sha256=BASIS, measurements=measured, cpu_s=cpu_s)
    assert is_lasting(made) is lasting
