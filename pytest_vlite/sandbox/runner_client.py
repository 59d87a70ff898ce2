"""The harness's end of a case runner: hands over descriptors, reads measurements strictly."""

from __future__ import annotations

import contextlib
import json
import math
import os
import select
import socket
import subprocess
from pathlib import Path
from typing import BinaryIO

from pytest_vlite.errors import HarnessError
from pytest_vlite.sandbox.interface import CaseLimits, CaseRun, StoppedBy

RUNNER_SCRIPT = Path(__file__).with_name("case_runner.py")
# Room that a program's own code, thread stacks and allocator may map beyond what it uses.
ADDRESS_SPACE_SLACK_BYTES = 128 * 2**20
# Deep recursion is legal; Linux lets the main thread's stack grow to this.
STACK_BYTES = 256 * 2**20
_OPEN_FILES = 64
_REPLY_BYTES = 4096
_REPLY_KEYS = {
    "exit_code",
    "signal",
    "cpu_s",
    "duration_s",
    "peak_memory_bytes",
    "stopped_by",
}
_REPLY_GRACE_S = 30.0
_END_GRACE_S = 5.0


def runner_settings(limits: CaseLimits, program: str, user_id: int | None) -> list[str]:
    """The words that `case_runner` is started with. `user_id`: become this user first."""
    rlimits = {
        "RLIMIT_AS": limits.memory_bytes + ADDRESS_SPACE_SLACK_BYTES,
        "RLIMIT_FSIZE": limits.output_bytes,
        "RLIMIT_NOFILE": _OPEN_FILES,
        "RLIMIT_CORE": 0,
        "RLIMIT_STACK": min(STACK_BYTES, limits.memory_bytes),
    }
    if user_id is not None:
        # Counted per user, so it only makes sense for a user that has nothing else running. The
        # runner itself is one of them.
        rlimits["RLIMIT_NPROC"] = limits.processes + 1
    user = -1 if user_id is None else user_id
    words = [program, str(user), str(math.ceil(limits.cpu_s) + 1), str(limits.wall_s)]
    return words + [f"{name}={value}" for name, value in rlimits.items()]


class RunnerClient:
    """A running case runner. Use as a context manager; leaving it ends everything inside."""

    def __init__(self, command: list[str], limits: CaseLimits, cwd: Path) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            descriptor = theirs.fileno()
            self._process = subprocess.Popen(
                [*command, str(descriptor)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=(descriptor,),
                cwd=cwd,
                env={},
            )
        except OSError as fault:
            ours.close()
            raise HarnessError(f"the isolation did not start: {fault}") from None
        finally:
            theirs.close()
        self._channel = ours
        self._channel.settimeout(limits.wall_s + _REPLY_GRACE_S)

    def __enter__(self) -> RunnerClient:
        return self

    def __exit__(self, *exception: object) -> None:
        # The runner ends by itself when the channel closes. `Popen.wait(timeout)` would sleep.
        self._channel.close()
        handle = os.pidfd_open(self._process.pid)
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        poll.poll(_END_GRACE_S * 1000)
        os.close(handle)
        self._process.kill()
        self._process.wait()
        if self._process.stderr is not None:
            self._process.stderr.close()

    def run(self, stdin: Path | BinaryIO, stdout: BinaryIO, stderr: BinaryIO) -> CaseRun:
        """Run the program on one case.

        Raises:
            HarnessError: the isolation failed; nothing follows for the program.
        """
        with contextlib.ExitStack() as stack:
            source = stack.enter_context(stdin.open("rb")) if isinstance(stdin, Path) else stdin
            descriptors = [source.fileno(), stdout.fileno(), stderr.fileno()]
            os.lseek(descriptors[0], 0, os.SEEK_SET)
            try:
                socket.send_fds(self._channel, [b"run"], descriptors)
                reply = self._channel.recv(_REPLY_BYTES)
            except OSError as fault:
                raise HarnessError(f"the isolation failed: {fault}{self._said()}") from None
        if not reply:
            raise HarnessError(f"the isolation ended in the middle of a case{self._said()}")
        return _read_reply(reply, os.fstat(descriptors[1]).st_size)

    def _said(self) -> str:
        self._process.kill()
        self._process.wait()
        if self._process.stderr is None:
            return ""
        text = self._process.stderr.read(2000).decode("utf-8", "backslashreplace").strip()
        return f": {text.splitlines()[-1]}" if text else ""


def _read_reply(reply: bytes, output_bytes: int) -> CaseRun:
    try:
        record = json.loads(reply)
        if isinstance(record, dict) and set(record) == {"fault"}:
            raise HarnessError(
                f"the program could not be started: {os.strerror(int(record['fault']))}"
            )
        if not isinstance(record, dict) or set(record) != _REPLY_KEYS:
            raise ValueError("wrong keys")
        stopped_by: StoppedBy | None = record["stopped_by"]
        if stopped_by not in (None, "cpu", "wall", "output"):
            raise ValueError("wrong stopped_by")
        exit_code, number = record["exit_code"], record["signal"]
        return CaseRun(
            exit_code=None if exit_code is None else int(exit_code),
            signal=None if number is None else int(number),
            cpu_s=float(record["cpu_s"]),
            duration_s=float(record["duration_s"]),
            peak_memory_bytes=int(record["peak_memory_bytes"]),
            output_bytes=output_bytes,
            stopped_by=stopped_by,
        )
    except (ValueError, TypeError):
        raise HarnessError(f"the case runner sent a broken reply: {reply[:200]!r}") from None
