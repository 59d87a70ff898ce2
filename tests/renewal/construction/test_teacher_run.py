"""Twenty seeds from a teacher: interrupted, resumed, and replayed with identical bytes."""

import json

import pytest

from pytest_vlite.renewal.construction.loop import build_seed
from pytest_vlite.renewal.proposals import Failure, NoMoreProposals, UnusableProposal
from pytest_vlite.renewal.teacher.recording import Recording, ReplayedTeacher
from pytest_vlite.renewal.teacher.source import ResumedTeacher, TeacherProposals, files_of
from tests.renewal.teacher.test_client import good, serve

__all__ = ["serve"]


class NotTheFirst:
    """Refuses what names attempt 0."""

    def validate(self, files):
        return (Failure("first", "refused"),) if files["n"].endswith(" 0") else ()


def build(teacher, out):
    out.mkdir(exist_ok=True)
    for number in range(20):
        build_seed(
            "k",
            f"s{number}",
            "t",
            source=TeacherProposals(teacher, "m"),
            validator=NotTheFirst(),
            out=out,
        )


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_interrupted_resumed_replayed(serve, tmp_path):
    script = []
    for seed in range(20):
        script.append((200, good("prose, no JSON"), {}))
        for n in range(6):
            script.append((200, good(json.dumps({"files": {"n": f"{seed} {n}"}})), {}))
    path = tmp_path / "r.jsonl"
    live = serve(*script, recording=Recording(path))

    class Interrupting:
        left = 60

        def complete(self, body):
            text = live.complete(body)
            self.left -= 1
            if not self.left:
                raise KeyboardInterrupt
            return text

    with pytest.raises(KeyboardInterrupt):
        build(Interrupting(), tmp_path / "a")
    build(ResumedTeacher(ReplayedTeacher(path), live), tmp_path / "a")
    build(ReplayedTeacher(path), tmp_path / "b")
    first = contents(tmp_path / "a")
    assert first == contents(tmp_path / "b")
    assert len(first) == 20
    assert all(json.loads(text)["variants"] == [2, 3, 4, 5, 6] for text in first.values())
    assert len(path.read_bytes().splitlines()) == 140
    with pytest.raises(NoMoreProposals):
        ReplayedTeacher(path).complete({"model": "other"})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"files": {}}',
        '{"files": {"../x": ""}}',
        '{"files": {"a": 1}}',
        '{"files": {"a": "\\ud800"}}',
        "[" * 10**5,
        '{"files": {"a": "' + "x" * 300_000 + '"}}',
    ],
)
def test_answers_of_another_shape(text):
    with pytest.raises(UnusableProposal):
        files_of(text)
    assert files_of('```json\n{"files": {"a": "x"}}\n```') == {"a": "x"}
