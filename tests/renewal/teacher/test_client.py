"""The client against a scripted server on loopback that misbehaves."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from pytest_vlite.errors import HarnessError, InputError
from pytest_vlite.renewal.proposals import NoMoreProposals, UnusableProposal
from pytest_vlite.renewal.teacher.client import ChatTeacher
from pytest_vlite.renewal.teacher.recording import Recording, ReplayedTeacher

BODY = {"model": "m", "messages": [{"role": "user", "content": "hello"}]}
KEY = "planted-key"


def good(text="hi"):
    usage = {"prompt_tokens": 3, "completion_tokens": 4}
    return json.dumps({"choices": [{"message": {"content": text}}], "usage": usage}).encode()


@pytest.fixture
def serve():
    servers = []

    def start(*script, **settings):
        left = list(script)

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                status, data, extra = left.pop(0)
                if status == 0:
                    return
                time.sleep(extra.get("sleep", 0))
                self.send_response(status)
                self.send_header("Content-Length", str(len(data) + extra.get("missing", 0)))
                if "after" in extra:
                    self.send_header("Retry-After", extra["after"])
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        servers.append(server)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/v1"
        return ChatTeacher(url, key=KEY, first_wait_s=0.01, **settings)

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    "fault",
    [(500, b"", {}), (429, b"", {"after": "0"}), (0, b"", {}), (200, b"{", {"missing": 9})],
)
def test_passing_faults_are_retried(serve, fault):
    assert serve(fault, (200, good(), {})).complete(BODY) == "hi"


def test_a_slow_answer_is_given_up(serve):
    teacher = serve((200, good(), {"sleep": 0.5}), timeout_s=0.1, attempts=1)
    with pytest.raises(HarnessError, match="timed out"):
        teacher.complete(BODY)


@pytest.mark.parametrize("data", [b"{", b"[]", b'{"choices":[]}', b"[" * 10**5, good(None)])
def test_what_is_no_completion(serve, data):
    with pytest.raises(UnusableProposal):
        serve((200, data, {})).complete(BODY)


def test_an_oversized_answer(serve):
    with pytest.raises(UnusableProposal, match="larger"):
        serve((200, good("x" * 2000), {}), max_answer_bytes=1000).complete(BODY)


def test_a_refusal_shows_no_key(serve):
    with pytest.raises(InputError) as caught:
        serve((401, f"bad key {KEY}".encode(), {})).complete(BODY)
    assert "401" in str(caught.value)
    assert KEY not in str(caught.value)


def test_the_budget_ends_it(serve):
    teacher = serve((200, good(), {}), (200, good(), {}), token_budget=7)
    teacher.complete(BODY)
    with pytest.raises(NoMoreProposals):
        teacher.complete(BODY)


def test_a_recording_replays_and_tolerates_half_a_line(serve, tmp_path):
    path = tmp_path / "r.jsonl"
    script = [(200, good(f"one {KEY}"), {}), (200, good("two"), {})]
    teacher = serve(*script, recording=Recording(path))
    said = [teacher.complete(BODY), teacher.complete(BODY)]
    whole = path.read_bytes()
    assert KEY.encode() not in whole
    path.write_bytes(whole + b'{"half')
    replayed = ReplayedTeacher(path)
    assert [replayed.complete(BODY), replayed.complete(BODY)] == said
    with pytest.raises(NoMoreProposals):
        replayed.complete(BODY)
    Recording(path)
    assert path.read_bytes() == whole


def test_an_altered_recording_is_refused(serve, tmp_path):
    path = tmp_path / "r.jsonl"
    serve((200, good(), {}), recording=Recording(path)).complete(BODY)
    path.write_text(path.read_text().replace("hello", "other"))
    with pytest.raises(InputError, match="line 1"):
        ReplayedTeacher(path)


def test_an_unusable_answer_replays_as_one(serve, tmp_path):
    path = tmp_path / "r.jsonl"
    with pytest.raises(UnusableProposal) as live:
        serve((200, b"[]", {}), recording=Recording(path)).complete(BODY)
    with pytest.raises(UnusableProposal) as replayed:
        ReplayedTeacher(path).complete(BODY)
    assert str(live.value) == str(replayed.value)


@pytest.mark.parametrize("key", ["secret\n", "secret two", "secr\u00e9t"])
def test_a_key_that_no_header_can_carry(key):
    with pytest.raises(InputError) as caught:
        ChatTeacher("http://127.0.0.1:1/v1", key=key)
    assert "secr" not in str(caught.value)
