"""attempts.jsonl: whole lines, torn ends, broken lines, the same bytes in any order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.errors import InputError
from pytest_vlite.leaderboard import AttemptsWriter, read_attempts, write_attempts
from pytest_vlite.leaderboard.attempts import line_of
from pytest_vlite.vocabulary import CaseEvidence, Status, Verdict
from tests.leaderboard.making import verdict


def test_lines_are_on_disk_as_soon_as_written(tmp_path: Path) -> None:
    path = tmp_path / "new" / "attempts.jsonl"
    with AttemptsWriter(path) as writer:
        for number in range(3):
            writer.write(verdict(f"lc{number}"))
            assert len(read_attempts(path)) == number + 1


def test_appending_keeps_whole_lines_and_drops_a_torn_one(tmp_path: Path) -> None:
    path = tmp_path / "attempts.jsonl"
    whole = line_of(verdict("lc1"))
    path.write_bytes(whole + line_of(verdict("lc2"))[:40])
    assert [v.problem_id for v in read_attempts(path)] == ["lc1"]
    with AttemptsWriter(path, append=True) as writer:
        writer.write(verdict("lc3"))
    assert [v.problem_id for v in read_attempts(path)] == ["lc1", "lc3"]
    assert path.read_bytes() == whole + line_of(verdict("lc3"))


@given(st.data())
def test_any_cut_of_a_file_loses_at_most_its_last_line(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("cut") / "attempts.jsonl"
    lines = [line_of(verdict(f"lc{i}", detail="é\u2028" * i)) for i in range(3)]
    content = b"".join(lines)
    cut = data.draw(st.integers(0, len(content)))
    path.write_bytes(content[:cut])
    whole = content[:cut].count(b"\n")
    read = read_attempts(path)
    assert len(read) in (whole, whole + 1)
    assert [v.problem_id for v in read] == [f"lc{i}" for i in range(len(read))]
    with AttemptsWriter(path, append=True) as writer:
        writer.write(verdict("lc9"))
    assert len(read_attempts(path)) == whole + 1


def test_a_torn_file_longer_than_one_block_is_mended(tmp_path: Path) -> None:
    path = tmp_path / "attempts.jsonl"
    path.write_bytes(line_of(verdict("lc1")) + b'{"detail": "' + b"x" * 200_000)
    AttemptsWriter(path, append=True).close()
    assert path.read_bytes() == line_of(verdict("lc1"))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"nonsense", "Expecting value"),
        (b"[]", "not a JSON object"),
        (b"\xff\xfe", "utf-8"),
        (b"{}", "'submission'"),
        (b"[" * 100_000, "line 2"),
        (b'{"a":' * 5000 + b"1" + b"}" * 5000, "line 2"),
        (line_of(verdict("lc1")).replace(b"passed", b"perfect").strip(), "perfect"),
        (line_of(verdict("lc1")).replace(b'"sample":0', b'"sample":-1').strip(), "negative"),
        (line_of(verdict("lc1")).replace(b'"cpu_s":0.0', b'"cpu_s":"9"').strip(), "cpu_s"),
        (line_of(verdict("lc1")).replace(b'"cpu_s":0.0', b'"cpu_s":NaN').strip(), "cpu_s"),
        (line_of(verdict("lc1")).replace(b'"cpu_s":0.0', b'"cpu_s":1e999').strip(), "cpu_s"),
        (line_of(verdict("lc1")).replace(b'"case":null', b'"case":7').strip(), "case"),
        (line_of(verdict("lc1")).replace(b'"case":null', b'"case":{"x":1}').strip(), "case"),
        (
            line_of(verdict("lc1"))
            .replace(b'"case":null', b'"case":{"index":0,"input":5}')
            .strip(),
            "case",
        ),
        (
            line_of(verdict("lc1")).replace(b'"tool_versions":{}', b'"tool_versions":3').strip(),
            "to",
        ),
        (line_of(verdict("lc1")).replace(b"{", b'{"new":1,', 1).strip(), "unknown field 'new'"),
    ],
)
def test_a_broken_line_names_file_and_line(tmp_path: Path, line: bytes, reason: str) -> None:
    path = tmp_path / "attempts.jsonl"
    path.write_bytes(line_of(verdict("lc1")) + line + b"\n" + line_of(verdict("lc2")))
    with pytest.raises(InputError, match=reason) as fault:
        read_attempts(path)
    assert f"{path}, line 2: " in str(fault.value)


def test_a_line_without_end_is_refused_without_reading_it_all(tmp_path: Path) -> None:
    path = tmp_path / "attempts.jsonl"
    path.write_bytes(b" " * (9 * 1024 * 1024))
    with pytest.raises(InputError, match="line 1: longer than"):
        read_attempts(path)


def test_an_absent_file_is_the_users_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read .*No such file"):
        read_attempts(tmp_path / "none.jsonl")
    with pytest.raises(InputError, match="cannot read"):
        read_attempts(tmp_path)
    with pytest.raises(InputError, match="cannot write"):
        AttemptsWriter(tmp_path)


def test_final_file_is_sorted_naturally_and_does_not_depend_on_arrival(tmp_path: Path) -> None:
    verdicts = [
        verdict(i, setting=s, sample=k)
        for i in ("lc10", "lc9", "cf4A")
        for s in ("ProofGen", "CodeGen-NL")
        for k in (10, 2)
    ]
    write_attempts(verdicts, tmp_path / "one.jsonl")
    write_attempts(reversed(verdicts), tmp_path / "two.jsonl")
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    order = [(v.setting, v.problem_id, v.sample) for v in read_attempts(tmp_path / "one.jsonl")]
    assert order[:4] == [
        ("CodeGen-NL", "cf4A", 2),
        ("CodeGen-NL", "cf4A", 10),
        ("CodeGen-NL", "lc9", 2),
        ("CodeGen-NL", "lc9", 10),
    ]


@given(
    st.text(st.characters()),
    st.sampled_from(Status),
    st.none() | st.builds(CaseEvidence, st.integers(), st.text(), st.none() | st.text()),
    st.floats(allow_nan=False, allow_infinity=False),
)
def test_any_verdict_survives_the_file(
    detail: str, status: Status, case: CaseEvidence | None, seconds: float
) -> None:
    original = verdict("lc1", status, detail=detail, case=case, cpu_s=seconds)
    line = line_of(original)
    assert line.isascii()
    assert line.count(b"\n") == 1
    assert Verdict.from_json(json.loads(line)) == original


def test_measurements_that_are_no_numbers_do_not_lose_the_verdict() -> None:
    line = line_of(verdict("lc1", measurements={"slowest_s": float("nan"), "x": [float("inf")]}))
    assert json.loads(line)["measurements"] == {"slowest_s": None, "x": [None]}
