"""Layouts, manifests and every kind of file that an answer should not be."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pytest_vlite.errors import HarnessError, InputError
from pytest_vlite.submission import MAX_ANSWER_BYTES, Submission, load_submission
from pytest_vlite.vocabulary import Setting

IDS = ("lc1", "lc2", "lc121", "cf4A")
NL = Setting.CODEGEN_NL
CODE = "impl Solution { pub fn f() -> i32 { 1 } }\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    directory = tmp_path / "mine"
    (directory / "CodeGen-NL").mkdir(parents=True)
    return directory


def write(path: Path, content: str | bytes = CODE) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def lines(path: Path, *records: object) -> Path:
    return write(path, "".join(json.dumps(record) + "\n" for record in records))


def load(root: Path) -> Submission:
    return load_submission(root, IDS)


def notes(submission: Submission) -> str:
    return "\n".join(map(str, submission.notes))


def malformed(root: Path, problem_id: str = "lc1", sample: int = 0) -> str:
    answer = load(root).answer(NL, problem_id, sample)
    assert answer.status == "malformed"
    assert answer.text is None
    return answer.detail


def test_the_three_layouts_together(root: Path) -> None:
    write(root / "CodeGen-NL/lc1.rs")
    write(root / "CodeGen-NL/lc2/0.rs")
    write(root / "CodeGen-NL/lc2/1.rs")
    lines(
        root / "CodeGen-NL.jsonl",
        {"problem_id": "lc121", "sample": 0, "output": "text"},
        {"problem_id": "lc1", "sample": 1, "output": "naïve"},
        {"output": "z", "problem_id": "cf4A"},
    )
    submission = load(root)
    assert submission.name == "mine"
    assert submission.settings == (NL,)
    assert [submission.samples(NL, i) for i in IDS] == [2, 2, 1, 1]
    first = submission.answer(NL, "lc1", 0)
    assert (first.status, first.text, first.raw, first.line) == ("ok", CODE, False, None)
    second = submission.answer(NL, "lc1", 1)
    assert (second.text, second.raw, second.line) == ("naïve", True, 2)
    assert submission.answer(NL, "cf4A", 0).text == "z"
    assert submission.answer(NL, "cf4A", 1).status == "missing"
    assert submission.answer(Setting.PROOFGEN, "lc1", 0).status == "missing"
    assert submission.samples(Setting.PROOFGEN, "lc1") == 0
    assert submission.notes == ()


def test_only_the_settings_asked_for(root: Path) -> None:
    write(root / "CodeGen-NL/lc1.rs")
    write(root / "ProofGen.jsonl", "broken")
    assert load_submission(root, IDS, [NL]).settings == (NL,)
    with pytest.raises(InputError, match=r"no answers.*SpecGen"):
        load_submission(root, IDS, [Setting.SPECGEN])


@pytest.mark.parametrize("name", ["none", "file"])
def test_no_such_directory(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match=r"does not exist|is not a directory"):
        load_submission(tmp_path / name, IDS)


def test_an_empty_directory_holds_no_answers(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no answers; expected"):
        load(tmp_path)


def test_an_empty_setting_is_one_without_answers(root: Path) -> None:
    submission = load(root)
    assert submission.settings == (NL,)
    assert submission.answer(NL, "lc1", 0).status == "missing"


def test_what_does_not_exist_is_reported_by_name(root: Path) -> None:
    write(root / "CodeGen-NL/lc12.rs")
    write(root / "CodeGen-NL/LC121.rs")
    write(root / "CodeGen-NL/nothing/0.rs")
    write(root / "codegen-nl/lc1.rs")
    write(root / "Proofs.jsonl", "{}")
    lines(root / "CodeGen-NL.jsonl", {"problem_id": "zz9", "output": ""})
    text = notes(load(root))
    assert "no problem 'lc12' (near: lc1" in text
    assert "no problem 'LC121' (near: lc121)" in text
    assert "no problem 'nothing'" in text
    assert "no setting of that name (near: CodeGen-NL)" in text
    assert "Proofs.jsonl: ignored: no setting" in text
    assert "CodeGen-NL.jsonl:1: ignored: the release has no problem 'zz9'" in text


def test_files_that_pytest_would_pick_up_are_ignored_by_name(root: Path) -> None:
    for name in ("conftest.py", "test_x.py", "pytest.ini", "CodeGen-NL/conftest.py"):
        write(root / name, "raise SystemExit(99)\n")
    text = notes(load(root))
    for name in ("mine/conftest.py", "test_x.py", "pytest.ini", "CodeGen-NL/conftest.py"):
        assert f"{name}: ignored" in text


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("CodeGen-NL/lc1.rs", "CodeGen-NL/lc1/0.rs"),
        ("CodeGen-NL/lc1/1.rs", "CodeGen-NL/lc1/01.rs"),
    ],
)
def test_an_answer_given_twice_in_files(root: Path, first: str, second: str) -> None:
    write(root / first)
    write(root / second)
    with pytest.raises(InputError) as caught:
        load(root)
    assert str(root / first) in str(caught.value)
    assert str(root / second) in str(caught.value)


def test_an_answer_given_twice_in_lines(root: Path) -> None:
    record = {"problem_id": "lc1", "sample": 0, "output": "x"}
    lines(root / "CodeGen-NL.jsonl", record, {**record, "sample": 1}, record)
    with pytest.raises(InputError, match=r"CodeGen-NL\.jsonl:1 and .*CodeGen-NL\.jsonl:3"):
        load(root)
    write(root / "CodeGen-NL/lc1.rs")
    with pytest.raises(InputError, match=r"lc1\.rs"):
        load(root)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"problem_id": "lc1", ', ":2: broken line"),
        ("[1]", ":2: not an object"),
        ('{"problem_id": "lc1"}', ":2: no 'output'"),
        ('{"problem_id": 1, "output": ""}', ":2: 'problem_id' must"),
        ('{"problem_id": "lc1", "sample": -1, "output": ""}', ":2: 'sample' must"),
        ('{"problem_id": "lc1", "sample": true, "output": ""}', ":2: 'sample' must"),
        ('{"problem_id": "lc1", "sample": "0", "output": ""}', ":2: 'sample' must"),
        ('{"problem_id": "lc1", "sample": 1000, "output": ""}', ":2: sample 1000"),
        ('{"problem_id": "lc1", "output": 5}', ":2: 'output' must"),
        ('{"problem_id": "lc1", "problem_id": "lc2", "output": ""}', ":2: .*twice"),
        ('{"problem_id": "lc1", "sample": ' + "9" * 5000 + "}", ":2: .*5000 digits"),
        ("[" * 100_000, ":2: .*nested too deeply"),
        ('{"output": "' + "x" * (9 * 2**20) + '"}', ":2: line longer than 8 MiB"),
    ],
)
def test_broken_lines_name_file_and_line(root: Path, line: str, message: str) -> None:
    good = json.dumps({"problem_id": "lc2", "output": ""})
    path = write(root / "CodeGen-NL.jsonl", f"{good}\n{line}\n{good}\n")
    with pytest.raises(InputError, match=message) as caught:
        load(root)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_one_line_too_long_costs_one_answer_only(root: Path) -> None:
    huge = {"problem_id": "lc1", "sample": 0, "output": "x" * (20 * 2**20)}
    lines(root / "CodeGen-NL.jsonl", huge, {"problem_id": "lc2", "output": "y"})
    assert "size cap" in malformed(root)
    assert load(root).answer(NL, "lc2", 0).text == "y"


def test_line_outputs_that_are_no_text(root: Path) -> None:
    path = lines(
        root / "CodeGen-NL.jsonl",
        {"problem_id": "lc1", "sample": 0, "output": "\ud800"},
        {"problem_id": "lc1", "sample": 1, "output": "a\0b"},
        {"problem_id": "lc1", "sample": 2, "output": None},
        {"problem_id": "lc1", "sample": 3, "output": "x" * (MAX_ANSWER_BYTES + 1)},
    )
    with path.open("ab") as file:
        file.write(b'\n \r\n{"problem_id": "lc1", "sample": 4, "output": "\xff"}')
    assert "Unicode" in malformed(root, sample=0)
    assert "NUL" in malformed(root, sample=1)
    assert load(root).answer(NL, "lc1", 2).status == "missing"
    assert "size cap" in malformed(root, sample=3)
    assert "Unicode" in malformed(root, sample=4)


def test_lines_changed_after_loading_are_an_error_of_the_machine(root: Path) -> None:
    path = lines(root / "CodeGen-NL.jsonl", {"problem_id": "lc1", "output": "x"})
    submission = load(root)
    path.write_text("{}")
    with pytest.raises(HarnessError, match="changed"):
        submission.answer(NL, "lc1", 0)
    path.unlink()
    with pytest.raises(HarnessError):
        submission.answer(NL, "lc1", 0)


def test_files_that_are_no_text(root: Path) -> None:
    write(root / "CodeGen-NL/lc1.rs", b"fn main() { \xff }")
    assert malformed(root) == "not UTF-8 at byte 12"
    write(root / "CodeGen-NL/lc1.rs", "a\0b")
    assert "NUL" in malformed(root)
    write(root / "CodeGen-NL/lc1.rs", b"\xef\xbb\xbf" + CODE.encode())
    assert load(root).answer(NL, "lc1", 0).text == CODE


def test_a_file_of_100_mb_is_not_read_whole(root: Path) -> None:
    path = root / "CodeGen-NL/lc1.rs"
    with path.open("wb") as file:
        file.truncate(100 * 10**6)
    assert "size cap of 1 MiB" in malformed(root)


def test_links_are_never_followed(root: Path, tmp_path: Path) -> None:
    secret = write(tmp_path / "secret.rs", CODE)
    (tmp_path / "outside").mkdir()
    write(tmp_path / "outside/0.rs")
    (root / "CodeGen-NL/lc1.rs").symlink_to(secret)
    (root / "CodeGen-NL/lc2").symlink_to(tmp_path / "outside")
    (root / "CodeGen-NL/lc121.rs").symlink_to(tmp_path / "nowhere")
    (root / "ProofGen").symlink_to(tmp_path / "outside")
    (root / "SpecGen.jsonl").symlink_to(secret)
    assert "symbolic link" in malformed(root)
    assert "symbolic link" in malformed(root, "lc2")
    assert "symbolic link" in malformed(root, "lc121")
    submission = load(root)
    assert submission.settings == (NL, Setting.SPECGEN, Setting.PROOFGEN)
    assert submission.samples(Setting.PROOFGEN, "lc1") == 0
    assert notes(submission).count("symbolic link") == 2


def test_a_folder_swapped_for_a_link_after_loading_is_not_followed(
    root: Path, tmp_path: Path
) -> None:
    write(root / "CodeGen-NL/lc1/0.rs")
    write(tmp_path / "outside/0.rs")
    submission = load(root)
    (root / "CodeGen-NL/lc1").rename(tmp_path / "moved")
    (root / "CodeGen-NL/lc1").symlink_to(tmp_path / "outside")
    assert submission.answer(NL, "lc1", 0).status == "malformed"


def test_what_is_no_regular_file(root: Path) -> None:
    (root / "CodeGen-NL/lc1.rs").mkdir()
    assert "directory" in malformed(root)
    os.mkfifo(root / "CodeGen-NL/lc2.rs")
    assert "FIFO" in malformed(root, "lc2")
    os.mkfifo(root / "ProofGen.jsonl")
    (root / "SpecGen").write_text("x")
    text = notes(load(root))
    assert "ProofGen.jsonl: ignored: a FIFO" in text
    assert "SpecGen: ignored" in text


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
def test_a_file_without_read_permission(root: Path) -> None:
    write(root / "CodeGen-NL/lc1.rs").chmod(0)
    assert "Permission denied" in malformed(root)


def test_sample_names_and_gaps(root: Path) -> None:
    for name in ("1.rs", "3.rs", "x.rs", "-1.rs", "2.txt", "٤.rs"):
        write(root / "CodeGen-NL/lc1" / name)
    submission = load(root)
    assert submission.samples(NL, "lc1") == 4
    statuses = [submission.answer(NL, "lc1", k).status for k in range(4)]
    assert statuses == ["missing", "ok", "missing", "ok"]
    assert notes(submission).count("not a sample") == 4
    assert "samples are counted from 0: 0, 2 of 4 missing" in notes(submission)


def test_a_sample_number_beyond_all_bounds(root: Path) -> None:
    write(root / "CodeGen-NL/lc1/999999999.rs")
    with pytest.raises(InputError, match=r"999999999\.rs: sample 999999999"):
        load(root)


def test_names_are_shown_without_control_characters(root: Path) -> None:
    write(root / "CodeGen-NL/\x1b[31mlc1\u202e.rs")
    write(root / "\x1b]0;evil\x07.txt", "")
    (root / os.fsdecode(b"bad\xff")).mkdir()
    text = notes(load(root))
    assert all(line.isprintable() for line in text.split("\n"))


def test_many_unknown_answers_give_a_bounded_list(root: Path) -> None:
    records = ({"problem_id": f"zz{i}", "output": ""} for i in range(3000))
    lines(root / "CodeGen-NL.jsonl", *records)
    submission = load(root)
    assert len(submission.notes) == 1001
    assert "2000 more notes" in notes(submission)


def test_a_rust_file_with_fences_is_model_text(root: Path) -> None:
    write(root / "CodeGen-NL/lc1.rs", f"Sure!\n```rust\n{CODE}```\n")
    assert load(root).answer(NL, "lc1", 0).raw
