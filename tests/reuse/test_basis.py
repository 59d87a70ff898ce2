"""The basis changes with everything that a verdict follows from, and with nothing else."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_vlite.errors import InputError
from pytest_vlite.judge.attempt import Limits
from pytest_vlite.release import load_release
from pytest_vlite.reuse import digests
from pytest_vlite.reuse.basis import Bases, judging_sha256
from pytest_vlite.reuse.digests import FileDigests
from pytest_vlite.vocabulary import Setting
from tests import tiny
from tests.reuse.making import RUSTC, attempt, bench, release


def _basis(root: Path, given: object = None, **changes: object) -> str:
    made = attempt(load_release(root)) if given is None else given
    return Bases(bench(root, **changes), FileDigests()).of(made)  # type: ignore[arg-type]


def test_the_same_work_has_the_same_basis(tmp_path: Path) -> None:
    one, other = release(tmp_path / "one"), release(tmp_path / "elsewhere")
    first = _basis(tmp_path, attempt(one))
    assert first == _basis(tmp_path, attempt(other))
    assert first == _basis(tmp_path, replace(attempt(one), submission="other", sample=3))


def test_answer_setting_and_problem_are_in_it(tmp_path: Path) -> None:
    found = release(tmp_path)
    bases = [
        _basis(tmp_path, made)
        for made in (
            attempt(found),
            attempt(found, tiny.DOUBLE_CODE + " "),
            attempt(found, raw=True),
            attempt(found, None),
            attempt(found, "\ud800"),
            attempt(found, problem=tiny.REVERSE),
            attempt(found, setting=Setting.CODEGEN_SPEC),
            attempt(found, setting=Setting.PROOFGEN),
        )
    ]
    assert len(set(bases)) == len(bases)


def test_tools_limits_and_isolation_are_in_it(tmp_path: Path) -> None:
    release(tmp_path)
    other = bench(tmp_path).sandbox
    other.name = "bwrap"  # type: ignore[misc]
    bases = [
        _basis(tmp_path),
        _basis(tmp_path, rustc=None),
        _basis(tmp_path, rustc=replace(RUSTC, version="1.99.1")),
        _basis(tmp_path, sandbox=other),
        _basis(tmp_path, limits=Limits(time_limit_s=2.0)),
        _basis(tmp_path, limits=Limits(memory_limit_bytes=2**20)),
        _basis(tmp_path, limits=Limits(verify_timeout_s=1.0)),
        _basis(tmp_path, examples_as_tests=True),
    ]
    assert len(set(bases)) == len(bases)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("description.md", set(Setting)),
        ("code.rs", set(Setting)),
        ("spec.rs", set(Setting)),
        ("code_spec.rs", set(Setting)),
        ("tests/testcases.jsonl", set(Setting) - {Setting.PROOFGEN}),
        ("tests/mutated_testcases.jsonl", {Setting.SPECGEN, Setting.END2END}),
        ("tests/checker.py", set(Setting) - {Setting.PROOFGEN}),
    ],
)
def test_each_file_that_a_setting_reads_is_in_it(
    tmp_path: Path, name: str, settings: set[Setting]
) -> None:
    release(tmp_path)

    def bases() -> dict[Setting, str]:
        found = load_release(tmp_path)
        return {one: _basis(tmp_path, attempt(found, setting=one)) for one in Setting}

    before = bases()
    path = tmp_path / "leetcode" / tiny.DOUBLE / name
    path.write_text((path.read_text() if path.exists() else "") + "\n")
    after = bases()
    assert {one for one in Setting if before[one] != after[one]} == settings


def test_the_harness_itself_is_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "pytest_vlite"
    for name in ("judge", "sandbox", "verus", "release", "submission", "run"):
        (package / name).mkdir(parents=True)
    for name in ("errors.py", "printable.py", "vocabulary.py", "judge/rules.py", "run/plan.py"):
        (package / name).write_text("")
    monkeypatch.setattr("pytest_vlite.__file__", str(package / "__init__.py"))
    compute = judging_sha256.__wrapped__
    first = compute()
    (package / "run" / "plan.py").write_text("# no matter")
    assert compute() == first
    (package / "judge" / "rules.py").write_text("# a rule")
    assert compute() != first


def test_a_checksum_is_remembered_while_the_file_stays_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digests, "_settled", lambda identity: True)
    monkeypatch.setattr(digests, "_WORTH_KEEPING_BYTES", 1)
    path, memory = tmp_path / "file", tmp_path / "memory"
    path.write_bytes(b"a" * 1000)
    digest = FileDigests(memory).of(path)
    [note] = [one for one in memory.rglob("*") if one.is_file()]
    note.write_text(note.read_text().replace(str(digest), "ab" * 32))
    assert FileDigests(memory).of(path) == "ab" * 32
    for torn in ("", "{", "[]", '{"identity": 1, "sha256": "x"}'):
        note.write_text(torn)
        assert FileDigests(memory).of(path) == digest
    path.write_bytes(b"b" * 1000)
    assert FileDigests(memory).of(path) not in (digest, "ab" * 32)


def test_a_file_that_changed_just_now_is_not_remembered(tmp_path: Path) -> None:
    path = tmp_path / "file"
    known = FileDigests(tmp_path / "memory")
    path.write_bytes(b"a" * 2**20)
    first = known.of(path)
    identity = path.stat()
    path.write_bytes(b"b" * 2**20)
    # The worst case: no time of the file tells that it changed.
    os.utime(path, ns=(identity.st_atime_ns, identity.st_mtime_ns))
    assert known.of(path) != first
    assert not (tmp_path / "memory").exists()


def test_what_is_not_there_and_what_cannot_be_read(tmp_path: Path) -> None:
    known = FileDigests()
    assert known.of(tmp_path / "none") is None
    (tmp_path / "file").write_text("")
    assert known.of(tmp_path / "file" / "below") is None
    with pytest.raises(InputError, match="cannot be read"):
        known.of(tmp_path)
