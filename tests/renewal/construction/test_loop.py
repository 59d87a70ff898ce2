"""The loop with proposals from files: limits, feedback, fallback, resuming."""

import pytest

from pytest_vlite.errors import InputError
from pytest_vlite.renewal.construction.loop import build_seed
from pytest_vlite.renewal.proposals import Failure, FileProposals


class OnlyEven:
    """Accepts a file that holds an even number."""

    def validate(self, files):
        return () if int(files["n"]) % 2 == 0 else (Failure("even", "odd"),)


def proposals(root, numbers):
    (root / "k").mkdir(parents=True)
    for place, number in enumerate(numbers, 1):
        folder = root / "k" / "s" / str(place)
        folder.mkdir(parents=True)
        (folder / "n").write_text(str(number))
    return FileProposals(root)


def build(source, out):
    out.mkdir(exist_ok=True)
    return build_seed("k", "s", "text", source=source, validator=OnlyEven(), out=out)


@pytest.mark.parametrize(
    ("numbers", "asked", "variants"),
    [
        (range(1, 60, 2), 20, []),
        (range(0, 60, 2), 5, [1, 2, 3, 4, 5]),
        ([1, 2, 2, 4], 4, [2, 4]),
        ([], 0, []),
    ],
)
def test_limits_and_fallback(tmp_path, numbers, asked, variants):
    state = build(proposals(tmp_path / "p", numbers), tmp_path / "out")
    assert len(state["proposals"]) == asked
    assert state["variants"] == variants
    assert state["fallback"] is (not variants)


def test_interrupted_and_resumed_gives_the_same_bytes(tmp_path):
    source = proposals(tmp_path / "p", [1, 3, 2, 5, 4])
    requests = []

    class Interrupted:
        def propose(self, request):
            requests.append(request)
            if request.attempt == 4 and len(requests) == 4:
                raise KeyboardInterrupt
            return source.propose(request)

    interrupted = Interrupted()
    with pytest.raises(KeyboardInterrupt):
        build(interrupted, tmp_path / "a")
    build(interrupted, tmp_path / "a")
    build(source, tmp_path / "b")
    assert (tmp_path / "a/s.json").read_bytes() == (tmp_path / "b/s.json").read_bytes()
    assert [request.attempt for request in requests] == [1, 2, 3, 4, 4, 5, 6]
    assert [dict(e.files) for e in requests[4].earlier] == [{"n": "1"}, {"n": "3"}]
    assert requests[4].earlier[0].failures[0].check == "even"


def test_a_broken_or_foreign_state_is_refused(tmp_path):
    source = proposals(tmp_path / "p", [2])
    build(source, tmp_path / "out")
    with pytest.raises(InputError, match="another seed"):
        build_seed("k", "s", "other", source=source, validator=OnlyEven(), out=tmp_path / "out")
    (tmp_path / "out/s.json").write_text("{")
    with pytest.raises(InputError, match="remove it"):
        build(source, tmp_path / "out")
