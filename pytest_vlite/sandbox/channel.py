"""The harness's end of a runner: starts the process, sends runs, reads measurements strictly.

What comes from inside is hostile until shown otherwise: a packet that is not exactly what is due
is a `HarnessError`, never a measurement.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import IO, Any, get_args

from pytest_vlite.errors import HarnessError
from pytest_vlite.sandbox.interface import StoppedBy

_PACKET_BYTES = 1 << 16
# For the isolation to start, on a machine that is busy.
_START_S = 60.0
# Beyond the wall limit, which the runner itself keeps.
_GRACE_S = 45.0
# For the isolation to end by itself once its channel is closed.
_CLOSE_S = 30.0
_STDERR_BYTES = 2000


class Measurements(dict[str, Any]):
    """What the runner measured of one run, types and ranges checked."""


class RunnerChannel:
    """One runner process. Not for use by two threads at once.

    The thread that opens it must outlive it: where it dies, the kernel ends the isolation.
    """

    def __init__(self, process: subprocess.Popen[bytes], own: socket.socket, said: IO[bytes]):
        self._process = process
        self._socket = own
        self._said = said
        self._runs = 0

    @classmethod
    def start(
        cls,
        launch: Callable[[int], Sequence[str]],
        code: bytes,
        plan: Callable[[int], bytes],
        descriptors: Sequence[int] = (),
    ) -> RunnerChannel:
        """Start the command that `launch` makes of the runner's descriptor; send the runner's code,
        where it needs any, and the plan, which is made once the number of the process is known.

        `descriptors` are others that the runner inherits, under their own numbers.

        Raises:
            HarnessError: the isolation does not start; with what it said.
        """
        own, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other, contextlib.ExitStack() as stack:
            stack.callback(own.close)
            said = stack.enter_context(tempfile.TemporaryFile())
            try:
                process = subprocess.Popen(
                    launch(other.fileno()),
                    stdin=subprocess.DEVNULL,
                    stdout=said,
                    stderr=said,
                    pass_fds=(other.fileno(), *descriptors),
                    cwd="/",
                    env={"LANG": "C.UTF-8"},
                    # A Ctrl-C at the terminal is the harness's to handle, not the runner's.
                    start_new_session=True,
                )
            except OSError as fault:
                raise HarnessError(f"the isolation cannot be started: {fault}") from None
            channel = cls(process, own, said)
            stack.pop_all()
        try:
            channel._start(code, plan)
        except BaseException:
            channel.close()
            raise
        return channel

    def _start(self, code: bytes, plan: Callable[[int], bytes]) -> None:
        try:
            if code:
                self._socket.sendall(code)
            self._socket.sendall(plan(self._process.pid))
        except OSError as fault:
            raise self._broken(f"it does not take its plan ({fault})") from None
        answer = self._receive(time.monotonic() + _START_S)
        if answer != {"ready": 1}:
            raise self._broken(f"it is not ready: {answer}")

    def run(self, files: Sequence[int], wall_s: float) -> Measurements:
        """Run the program once with these descriptors as stdin, stdout and stderr.

        Raises:
            HarnessError: the isolation failed, or said something that it must not say.
        """
        self._refuse_unasked()
        self._runs += 1
        try:
            socket.send_fds(self._socket, [b"run %d" % self._runs], list(files))
        except OSError as fault:
            raise self._broken(f"it does not take a run ({fault})") from None
        answer = self._receive(time.monotonic() + wall_s + _GRACE_S)
        return _checked(answer, self._runs)

    def _refuse_unasked(self) -> None:
        self._socket.setblocking(False)
        try:
            extra = self._socket.recv(_PACKET_BYTES)
        except BlockingIOError:
            return
        except OSError as fault:
            raise self._broken(str(fault)) from None
        raise self._broken(f"it said {extra[:200]!r} unasked" if extra else "it has ended")

    def _receive(self, deadline: float) -> dict[str, Any]:
        self._socket.settimeout(max(0.001, deadline - time.monotonic()))
        try:
            data = self._socket.recv(_PACKET_BYTES)
        except TimeoutError:
            raise self._broken("it does not answer in time") from None
        except OSError as fault:
            raise self._broken(str(fault)) from None
        if not data:
            raise self._broken("it ended without an answer")
        try:
            answer = json.loads(data)
        except ValueError:
            raise self._broken(f"its answer is malformed: {data[:200]!r}") from None
        if not isinstance(answer, dict):
            raise self._broken(f"its answer is malformed: {data[:200]!r}")
        if "failed" in answer:
            raise HarnessError(f"the isolation failed: {str(answer['failed'])[:500]}")
        return answer

    def _broken(self, why: str) -> HarnessError:
        # It may be about to end; then its exit code and last words say more.
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.5)
        code = self._process.poll()
        self._said.seek(max(0, self._said.seek(0, 2) - _STDERR_BYTES))
        words = self._said.read().decode("utf-8", "backslashreplace").strip()
        ending = "" if code is None else f"; exit code {code}"
        return HarnessError(f"the isolation failed: {why}{ending}{': ' + words if words else ''}")

    def close(self) -> None:
        """End the runner and all that is inside, and wait until it is gone."""
        self._socket.close()
        if not _ends_within(self._process, _CLOSE_S):
            # A runner that does not react. Its isolation dies with it.
            self._process.kill()
        self._process.wait()
        self._said.close()


def _ends_within(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether a process ends in time. `Popen.wait(timeout)` sleeps in steps, which costs more
    than a runner takes to end."""
    if process.poll() is not None:
        return True
    handle = os.pidfd_open(process.pid)
    try:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        return bool(poll.poll(seconds * 1000))
    finally:
        os.close(handle)


def _checked(answer: dict[str, Any], run: int) -> Measurements:
    """The measurements of a run, or `HarnessError` if they are not exactly that."""
    names = {"run", "exit_code", "signal", "cpu_s", "duration_s", "peak_memory_bytes", "stopped_by"}
    if set(answer) != names:
        raise HarnessError(f"the isolation failed: it answered with {sorted(answer)}")
    if answer["run"] != run:
        raise HarnessError(f"the isolation failed: an answer to run {answer['run']}, not {run}")
    for name in ("exit_code", "signal", "peak_memory_bytes"):
        value = answer[name]
        if value is not None and (type(value) is not int or value < 0):
            raise HarnessError(f"the isolation failed: {name} is {value!r}")
    for name in ("cpu_s", "duration_s"):
        value = answer[name]
        # The bound refuses infinity, which JSON's reader accepts, and NaN.
        if type(value) is not float or not 0 <= value < 1e9:
            raise HarnessError(f"the isolation failed: {name} is {value!r}")
    if (answer["exit_code"] is None) == (answer["signal"] is None):
        raise HarnessError("the isolation failed: neither an exit code nor a signal, or both")
    if answer["peak_memory_bytes"] is None:
        raise HarnessError("the isolation failed: no peak memory")
    if answer["stopped_by"] not in (None, *get_args(StoppedBy)):
        raise HarnessError(f"the isolation failed: stopped by {answer['stopped_by']!r}")
    return Measurements(answer)


def reopened_for_reading(descriptor: int) -> int:
    """A second, read-only descriptor of an open file, at the same place in it."""
    return _reopened(descriptor, os.O_RDONLY)


def reopened_for_writing(descriptor: int) -> int:
    """A second, write-only descriptor of an open file, at the same place in it.

    The program gets this one, so that no flag it sets and nothing it locks stays with ours.
    """
    return _reopened(descriptor, os.O_WRONLY)


def _reopened(descriptor: int, mode: int) -> int:
    again = os.open(f"/proc/self/fd/{descriptor}", mode | os.O_CLOEXEC | os.O_NOCTTY)
    try:
        position = os.lseek(descriptor, 0, os.SEEK_CUR)
        if position:
            os.lseek(again, position, os.SEEK_SET)
    except OSError:
        os.close(again)
        raise
    return again
