"""Draws: the same everywhere, and nothing that a family does leads out of the sandbox."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_vlite.cli import main
from pytest_vlite.renewal.families.draws import draw
from pytest_vlite.renewal.families.execution import run_family
from pytest_vlite.renewal.families.format import load_family
from pytest_vlite.renewal.families.inside.draw_source import DrawSource, draw_key
from pytest_vlite.renewal.families.inside.relations import Relations
from pytest_vlite.sandbox import choose_sandbox
from tests.renewal.families.making import PROGRAM, make_family


def test_the_random_source_is_pinned() -> None:
    source = DrawSource(draw_key("seed", "generator/1", 7))
    assert [source.integer(0, 999) for _ in range(5)] == [123, 451, 548, 631, 660]
    assert source.integer(-(2**100), 2**100) == -306683135955829218382451043027
    assert source.shuffled("abcdef") == list("adcfeb")


@given(st.integers(), st.integers(0, 10**30), st.binary())
def test_whole_numbers_lie_in_their_range(low: int, width: int, key: bytes) -> None:
    assert low <= DrawSource(key).integer(low, low + width) <= low + width


def test_all_values_are_equally_likely() -> None:
    source = DrawSource(b"x")
    counts = Counter(source.integer(1, 6) for _ in range(6000))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    # Each count has a standard deviation of 29.
    assert all(abs(count - 1000) < 150 for count in counts.values())
    orders = Counter(tuple(source.shuffled("abc")) for _ in range(6000))
    assert len(orders) == 6
    assert all(abs(count - 1000) < 150 for count in orders.values())
    assert 800 < sum(source.chance(1, 3) for _ in range(3000)) < 1200


@given(st.integers(-50, 50), st.integers(-50, 50), st.lists(st.integers(-9, 9), max_size=5))
def test_relations_mean_what_python_means(a: int, b: int, xs: list[int]) -> None:
    slots = {
        "a": {"type": "integer"},
        "b": {"type": "integer"},
        "xs": {"type": "list", "of": {"type": "integer"}},
    }
    texts = {
        "a > b": a > b,
        "0 < a <= b + 3": 0 < a <= b + 3,
        "a % b == 0": b != 0 and a % b == 0,
        "len(xs) > 2 and sum(xs) != a": len(xs) > 2 and sum(xs) != a,
        "max(a, b) - min(a, b) == abs(a - b)": True,
        "not a in xs": a not in xs,
        "max(xs) > a": bool(xs) and max(xs) > a,
    }
    for text, holds in texts.items():
        broken = Relations([text], slots).broken({"a": a, "b": b, "xs": xs})
        assert (broken is None) == holds, text
    assert Relations(["a // 2 < b"], slots).broken({"a": Fraction(1), "b": 1, "xs": []}) is None


def test_questions_and_answers_are_written_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place, out = make_family(tmp_path), tmp_path / "out"
    command = ["family", "draw", str(place), "--out", str(out)]
    assert main([*command, "--indices", "3:6"]) == 0
    assert "3 items" in capsys.readouterr().out
    questions = [json.loads(line) for line in (out / "questions.jsonl").read_text().splitlines()]
    answers = [json.loads(line) for line in (out / "answers.jsonl").read_text().splitlines()]
    assert [question["id"] for question in questions] == [f"doubled@{n}" for n in (3, 4, 5)]
    assert [answer["id"] for answer in answers] == [f"doubled@{n}" for n in (3, 4, 5)]
    assert "answer" not in questions[0]
    values = answers[0]["assignment"]
    assert answers[0]["answer"] == 2 * values["a"] + values["b"]
    assert questions[1]["question"] == "What is twice {a} and {b} more?".format(
        **answers[1]["assignment"]
    )
    before = (out / "questions.jsonl").read_bytes()
    assert main([*command, "--indices", "3:6"]) == 0
    assert (out / "questions.jsonl").read_bytes() == before
    assert main([*command, "--held-out", "0:2"]) == 0
    assert '"doubled@1000000"' in (out / "questions.jsonl").read_text()


def test_a_draw_does_not_depend_on_the_others(tmp_path: Path) -> None:
    family, sandbox = load_family(make_family(tmp_path)), choose_sandbox("auto")
    together, _ = draw(family, range(20), sandbox)
    alone, _ = draw(family, [17], sandbox)
    assert alone == [together[17]]


def _draw_one(tmp_path: Path, generate: str, verify: str = "return 1") -> tuple[str, object]:
    program = f"def generate(rng):\n    {generate}\n\n\ndef verify(assignment):\n    {verify}\n"
    family = load_family(make_family(tmp_path, program=program))
    (drawn,) = run_family(family, choose_sandbox("auto"), indices=[0], limit_s=3).draws
    return drawn.fault or "; ".join(drawn.refused[:1]), drawn.answer


VALID = "return {'a': 9, 'b': 1}"


@pytest.mark.parametrize(
    ("generate", "verify", "said"),
    [
        ("while True: pass", "return 1", "time limit"),
        ("import time; time.sleep(60)", "return 1", "time limit"),
        ("return 5", "return 1", "an assignment must be a dict"),
        ("return {'a': True, 'b': 1}", "return 1", "slot a: no whole number but bool"),
        ("return {'a': 9.0, 'b': 1}", "return 1", "slot a: no whole number but float"),
        ("return {'a': 9, 'b': 1, 'c': 1}", "return 1", "there is no slot 'c'"),
        ("return {'a': 1, 'b': 9}", "return 1", "relation a > b"),
        (VALID, "return float('inf')", "ValueError"),
        (VALID, "return True", "answer: no whole number"),
        (VALID, "return 1.0", "answer: no whole number"),
        (VALID, "return 10 ** 100000", "ValueError"),
        (VALID, "return 10 ** 4100", "digits"),
        (VALID, "raise KeyError('x')", "KeyError in line 6: 'x'"),
        (VALID, "raise ValueError('no such thing')", "no such thing"),
        (VALID, "import os; os.kill(os.getpid(), 9)", "signal 9"),
        (VALID, "import os\n    while True: os.write(3, b'x' * 9999)", ""),
        (VALID, 'import os; os.write(3, b\'{"draw": 0, "answer": 1}\\n\'); return 1', "none: an"),
        (VALID, "import os\n    for _ in range(99): os.fork()\n    return 1", ""),
    ],
)
def test_what_a_program_does_wrong_is_named(
    tmp_path: Path, generate: str, verify: str, said: str
) -> None:
    fault, answer = _draw_one(tmp_path, generate, verify)
    assert answer is None
    assert said in fault
    assert fault


@pytest.mark.parametrize(
    "verify",
    [
        "return len(open({secret!r}).read())",
        "import os; return len(os.listdir({folder!r}))",
        "import socket; socket.create_connection(('127.0.0.1', 22)); return 1",
        "import pytest_vlite; return 1",
        "open('/usr/vlite-probe', 'w'); return 1",
    ],
)
def test_nothing_outside_is_reached(tmp_path: Path, verify: str) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    text = verify.format(secret=str(secret), folder=str(tmp_path))
    fault, answer = _draw_one(tmp_path, VALID, text)
    assert answer is None
    assert "Error" in fault


def test_what_a_program_prints_is_no_answer(tmp_path: Path) -> None:
    family = load_family(make_family(tmp_path, program="print('{}')\n" + PROGRAM))
    draws, without = draw(family, range(3), choose_sandbox("auto"))
    assert len(draws) == 3
    assert without == []


def test_the_command_line_names_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = make_family(tmp_path, ("answer: 11", "answer: 12"))
    assert main(["family", "check", str(place)]) == 1
    assert "anchoring: {'a': 4, 'b': 3} has the answer 12, not 11" in capsys.readouterr().out
    assert main(["family", "check", str(place), "--json"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert record["passed"] is False
    assert main(["family", "check", str(tmp_path / "none")]) == 2
    assert "family.yaml: " in capsys.readouterr().err
    arguments = ["family", "draw", str(place), "--indices", "0:1", "--out", str(tmp_path / "o")]
    assert main([*arguments, "--language", "fr"]) == 2
    assert "has no language 'fr', only en" in capsys.readouterr().err
