"""Runs inside the isolation: starts, limits, measures and ends one program, case after case.

Started as a script by `runner_client`, with nothing of the harness importable: arguments are the
settings of `runner_client.runner_settings`, the socket's descriptor last. Each request carries
three descriptors (stdin, stdout, stderr of the case); each reply is one JSON object of
measurements. No expected output ever comes here, and no verdict leaves.

One starts for every program that is judged, so it imports only what is quick to import: no json, no
socket, no signal, which would cost more than the rest of it.
"""

import _signal  # type: ignore[import-not-found]
import _socket
import array
import os
import resource
import select
import sys
import time

_PR_SET_DUMPABLE = 4
_PR_SET_CHILD_SUBREAPER = 36


def main() -> None:
    program, user_id, cpu_stop_s, wall_s = sys.argv[1:5]
    channel = _socket.socket(fileno=int(sys.argv[-1]))
    os.set_inheritable(channel.fileno(), False)
    if int(user_id) >= 0:
        # Becoming another user also closes this process to tracing by others of that user.
        os.setgroups([])
        os.setresgid(*(int(user_id),) * 3)
        os.setresuid(*(int(user_id),) * 3)
    if int(user_id) < 0 or os.getpid() != 1:
        import ctypes

        libc = ctypes.CDLL(None)
        libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
        libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for word in sys.argv[5:-1]:
        name, _, value = word.partition("=")
        resource.setrlimit(getattr(resource, name), (int(value), int(value)))
    room = _socket.CMSG_SPACE(3 * array.array("i").itemsize)
    while True:
        message, ancillary, _flags, _address = channel.recvmsg(16, room)
        if not message:
            return
        descriptors = array.array("i", ancillary[0][2])
        try:
            reply = run_case(program, int(cpu_stop_s), float(wall_s), descriptors, channel)
        except OSError as fault:
            reply = f'{{"fault": {fault.errno}}}'
        finally:
            for descriptor in descriptors:
                os.close(descriptor)
        end_others()
        channel.send(reply.encode())


def run_case(
    program: str,
    cpu_stop_s: int,
    wall_s: float,
    descriptors: "array.array[int]",
    channel: _socket.socket,
) -> str:
    started = time.monotonic()
    pid = os.posix_spawn(
        program,
        ["program"],
        {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"},
        file_actions=[(os.POSIX_SPAWN_DUP2, descriptors[i], i) for i in range(3)],
        setsid=True,
        setsigmask=[],
        # Python ignores these two, and a program that inherits that is not told of its limits.
        setsigdef=[_signal.SIGPIPE, _signal.SIGXFSZ],
    )
    try:
        resource.prlimit(pid, resource.RLIMIT_CPU, (cpu_stop_s, cpu_stop_s + 1))
    except ProcessLookupError:
        pass
    handle = os.pidfd_open(pid)
    stopped_by = "null"
    try:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        # The harness closing its end means that it is gone, and nobody waits for this case.
        poll.register(channel, 0)
        if not poll.poll(wall_s * 1000):
            stopped_by = '"wall"'
        os.kill(pid, _signal.SIGKILL)
    finally:
        os.close(handle)
    _pid, status, use = os.wait4(pid, 0)
    number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
    if stopped_by == "null" and number == _signal.SIGXCPU:
        stopped_by = '"cpu"'
    if stopped_by == "null" and number == _signal.SIGXFSZ:
        stopped_by = '"output"'
    return (
        f'{{"exit_code": {os.WEXITSTATUS(status) if number is None else "null"}, '
        f'"signal": {"null" if number is None else number}, '
        f'"cpu_s": {use.ru_utime + use.ru_stime}, "duration_s": {time.monotonic() - started}, '
        f'"peak_memory_bytes": {use.ru_maxrss * 1024}, "stopped_by": {stopped_by}}}'
    )


def end_others() -> None:
    """End and reap whatever the program left running."""
    while True:
        if os.getpid() == 1:
            try:
                os.kill(-1, _signal.SIGKILL)
            except OSError:
                pass
        else:
            for pid in children(os.getpid()):
                try:
                    os.kill(pid, _signal.SIGKILL)
                except OSError:
                    pass
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def children(pid: int) -> list[int]:
    """All descendants; orphans come to this process, which is their subreaper."""
    found: list[int] = []
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            direct = [int(word) for word in file.read().split()]
    except OSError:
        return found
    for child in direct:
        found += [child, *children(child)]
    return found


main()
