"""The runner: the one process of ours inside an isolation. Starts, limits, measures, kills.

It is run as a script (`python -I -S -B inside.py FD`), imports nothing of the harness and keeps to
modules that load fast. FD is its end of a socket pair whose other end the harness holds; every
packet is one JSON object:

    harness -> runner   the plan (see `_Plan`), once
    runner -> harness   {"ready": 1, ...}, or {"failed": "why"}
    harness -> runner   {"run": K} with three descriptors: the program's stdin, stdout, stderr
    runner -> harness   {"run": K, "exit_code": .., "signal": .., ...}: measurements, no verdict

The runner ends when the harness's end is closed, whatever the reason, and takes everything with
it. The program under test never holds the socket (close-on-exec) and cannot reach into the
runner, which is not dumpable and has no capability that could be inherited. In a PID namespace the
runner is process 1: nothing inside can kill it, and nothing outlives it.
"""

# The import of pathlib would take longer than all the rest.
# ruff: noqa: PTH123, PTH208

from __future__ import annotations

import array
import contextlib
import ctypes
import errno
import json
import os
import resource
import select
import signal
import socket
import sys
import time
from collections.abc import Iterator
from typing import Any

MAX_PACKET_BYTES = 1 << 17
# A short first wait costs nothing, as most programs end within it; then the tree is looked at.
FIRST_POLL_S = 0.02
POLL_S = 0.025
# Pauses between looks, as a multiple of what a look takes.
LOOK_SHARE = 20
CPU_TICKS = os.sysconf("SC_CLK_TCK")
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
# How long what was killed may take to be gone before that counts as a failure of the isolation.
SWEEP_S = 20.0

PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_SET_KEEPCAPS = 8
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_RAISE = 2
PR_CAP_AMBIENT_CLEAR_ALL = 4
SECCOMP_MODE_FILTER = 2
CAPABILITY_VERSION_3 = 0x20080522
CAP_DAC_READ_SEARCH = 2
LAST_CAPABILITY = 63

# Python ignores some of these, and the harness may have been started with others ignored.
DEFAULT_SIGNALS = tuple(
    sorted(set(signal.valid_signals()) & set(range(1, 32)) - {signal.SIGKILL, signal.SIGSTOP})
)

_libc = ctypes.CDLL(None, use_errno=True)


class _Plan:
    """What the harness asks for, the same for every run of this runner.

    `sweep` says how what a run leaves behind is found: "namespace" (everything but this process 1)
    or "descendants" (this process is their subreaper). `identity` is the unprivileged user to
    become, where this process is privileged; `keep_reading` leaves it the right to read any file.
    """

    def __init__(self, packet: dict[str, Any]) -> None:
        self.command: list[str] = [str(word) for word in packet["command"]]
        self.executable = str(packet["executable"])
        self.cwd = str(packet["cwd"])
        self.environment: dict[str, str] = dict(packet["environment"])
        self.cpu_s = float(packet["cpu_s"])
        self.wall_s = float(packet["wall_s"])
        self.memory_bytes = int(packet["memory_bytes"])
        self.rlimits: dict[str, int] = dict(packet["rlimits"])
        self.cpu_rlimit_s = int(packet["cpu_rlimit_s"])
        self.sweep = str(packet["sweep"])
        self.identity: int | None = packet["identity"]
        self.keep_reading = bool(packet["keep_reading"])
        self.descriptors: list[int] = list(packet["descriptors"])
        self.seccomp = bytes.fromhex(packet["seccomp"])


class _Tree:
    """The processes of one run: finds, measures and ends them.

    A process whose parent ignores its end is missing from every sum the kernel keeps; what was
    last seen of it is therefore kept here.
    """

    def __init__(self, sweep: str) -> None:
        self.sweep = sweep
        self.own_pid = os.getpid()
        self.reaped_cpu_s = 0.0
        self.seen_cpu_s: dict[tuple[int, int], float] = {}
        self.peak_memory_bytes = 0
        if sweep == "namespace" and self.own_pid != 1:
            raise RuntimeError("the runner is not process 1 of a PID namespace")

    def _statistics(self) -> Iterator[tuple[int, list[str]]]:
        """(pid, fields of /proc/PID/stat after the name) of each process of this run."""
        everyone: dict[int, list[str]] = {}
        for name in os.listdir("/proc"):
            if not name.isdigit() or int(name) == self.own_pid:
                continue
            # It may end while it is looked at.
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                text = file.read().decode("ascii", "replace")
                everyone[int(name)] = text.rpartition(")")[2].split()
        if self.sweep == "namespace":
            yield from everyone.items()
            return
        children: dict[int, list[int]] = {}
        for pid, fields in everyone.items():
            children.setdefault(int(fields[1]), []).append(pid)
        waiting = list(children.get(self.own_pid, ()))
        while waiting:
            pid = waiting.pop()
            yield pid, everyone[pid]
            waiting.extend(children.get(pid, ()))

    def look(self) -> tuple[float, int]:
        """CPU seconds of the run so far and the memory in use now, in bytes."""
        living_cpu = 0.0
        memory = 0
        for pid, fields in self._statistics():
            own = (int(fields[11]) + int(fields[12])) / CPU_TICKS
            living_cpu += own + (int(fields[13]) + int(fields[14])) / CPU_TICKS
            memory += int(fields[21]) * PAGE_BYTES
            self.seen_cpu_s[pid, int(fields[19])] = own
        self.peak_memory_bytes = max(self.peak_memory_bytes, memory)
        return max(self.reaped_cpu_s + living_cpu, sum(self.seen_cpu_s.values())), memory

    def reaped(self, usage: resource.struct_rusage) -> None:
        self.reaped_cpu_s += usage.ru_utime + usage.ru_stime
        self.peak_memory_bytes = max(self.peak_memory_bytes, usage.ru_maxrss * 1024)

    def reap(self) -> dict[int, int]:
        """Take in what has ended; its wait statuses by pid."""
        ended: dict[int, int] = {}
        while True:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return ended
            if pid == 0:
                return ended
            self.reaped(usage)
            ended[pid] = status

    def end(self) -> dict[int, int]:
        """Kill and reap everything; the statuses of what was reaped, by pid."""
        ended: dict[int, int] = {}
        deadline = time.monotonic() + SWEEP_S
        while True:
            ended.update(self.reap())
            if not self._has_children():
                return ended
            self._kill_all()
            ended.update(self.reap())
            if self._has_children():
                if time.monotonic() > deadline:
                    raise RuntimeError("processes do not end though they were killed")
                time.sleep(0.0005)

    def _has_children(self) -> bool:
        try:
            os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            # Whatever a dead process leaves becomes a child of this one: none is left.
            return False
        return True

    def _kill_all(self) -> None:
        if self.sweep == "namespace":
            # Checked in __init__: this is process 1 and the signal stays in its namespace.
            with contextlib.suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)
            return
        for pid, _ in list(self._statistics()):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)


class _Harness:
    """This end of the socket pair."""

    def __init__(self, descriptor: int) -> None:
        self.socket = socket.socket(fileno=descriptor)
        os.set_inheritable(descriptor, False)
        self.descriptor = descriptor

    def receive(self) -> tuple[dict[str, Any], list[int]] | None:
        """The next packet and its descriptors; None when the harness has gone."""
        descriptors = array.array("i")
        size = 3 * descriptors.itemsize
        data, ancillary, flags, _ = self.socket.recvmsg(
            MAX_PACKET_BYTES, socket.CMSG_SPACE(size), socket.MSG_CMSG_CLOEXEC
        )
        for level, kind, content in ancillary:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                whole = len(content) - len(content) % descriptors.itemsize
                descriptors.frombytes(content[:whole])
        if not data:
            return None
        if flags & (socket.MSG_TRUNC | socket.MSG_CTRUNC):
            raise RuntimeError("a packet was cut")
        packet = json.loads(data)
        if not isinstance(packet, dict):
            raise RuntimeError("a packet is not an object")
        return packet, list(descriptors)

    def send(self, packet: dict[str, Any]) -> None:
        self.socket.sendall(json.dumps(packet).encode("ascii"))


def _prctl(option: int, *arguments: int) -> None:
    values = [ctypes.c_ulong(value) for value in (*arguments, 0, 0, 0, 0)[:4]]
    if _libc.prctl(ctypes.c_int(option), *values) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"prctl({option}): {os.strerror(number)}")


def _set_capabilities(mask: int) -> None:
    """Permitted, effective and inheritable capabilities, all the same."""
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    low, high = mask & 0xFFFFFFFF, mask >> 32
    data = (ctypes.c_uint32 * 6)(low, low, low, high, high, high)
    if _libc.capset(header, data) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"capset: {os.strerror(number)}")


def _drop_privileges(identity: int | None, keep_reading: bool) -> None:
    """Become an unprivileged user, for good: no capability is left that exec could raise again."""
    keep = 1 << CAP_DAC_READ_SEARCH if keep_reading and identity is not None else 0
    for capability in range(LAST_CAPABILITY + 1):
        if keep >> capability & 1 == 0:
            # The kernel knows fewer than 64; without CAP_SETPCAP the set stays, without use.
            with contextlib.suppress(OSError):
                _prctl(PR_CAPBSET_DROP, capability)
    if identity is not None:
        if keep:
            _prctl(PR_SET_KEEPCAPS, 1)
        os.setgroups([])
        os.setresgid(identity, identity, identity)
        os.setresuid(identity, identity, identity)
    _prctl(PR_SET_NO_NEW_PRIVS, 1)
    _prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    _set_capabilities(keep)
    if keep:
        _prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_READ_SEARCH)


def _filter_system_calls(program: bytes) -> None:
    """Install a seccomp filter, an array of 8-byte BPF instructions."""

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]

    filters = Program(len(program) // 8, program)
    arguments = (ctypes.c_ulong(SECCOMP_MODE_FILTER), ctypes.byref(filters))
    if _libc.prctl(ctypes.c_int(PR_SET_SECCOMP), *arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"seccomp: {os.strerror(number)}")


def _prepare(plan: _Plan) -> None:
    """Take on what programs shall inherit from this process."""
    for descriptor in plan.descriptors:
        os.set_inheritable(descriptor, False)
    # The permissions of what a tool writes must not depend on who started the harness.
    os.umask(0o022)
    if plan.sweep == "descendants":
        _prctl(PR_SET_CHILD_SUBREAPER, 1)
    _drop_privileges(plan.identity, plan.keep_reading)
    # After the change of user, which sets it again.
    _prctl(PR_SET_DUMPABLE, 0)
    os.chdir(plan.cwd)
    for name, value in plan.rlimits.items():
        number = getattr(resource, name)
        hard = resource.getrlimit(number)[1]
        limit = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(number, (limit, limit))
    if plan.seccomp:
        _filter_system_calls(plan.seccomp)


def _run(plan: _Plan, files: list[int], harness: _Harness) -> dict[str, Any] | None:
    """One run of the program; its measurements, or None if the harness has gone meanwhile."""
    if len(files) != 3:
        raise RuntimeError(f"a run needs 3 descriptors, not {len(files)}")
    tree = _Tree(plan.sweep)
    started = time.monotonic()
    try:
        pid = os.posix_spawn(
            plan.executable,
            plan.command,
            plan.environment,
            file_actions=[(os.POSIX_SPAWN_DUP2, file, target) for target, file in enumerate(files)],
            setsid=True,
            setsigmask=(),
            setsigdef=DEFAULT_SIGNALS,
        )
    except OSError as fault:
        if fault.errno != errno.ENOMEM:
            raise
        # Its image alone is larger than the address space it may have.
        return _measurements(tree, signal.SIGKILL, time.monotonic() - started, "memory")
    finally:
        for file in files:
            os.close(file)
    with contextlib.suppress(ProcessLookupError):
        resource.prlimit(pid, resource.RLIMIT_CPU, (plan.cpu_rlimit_s, plan.cpu_rlimit_s + 1))
    with contextlib.suppress(OSError), open(f"/proc/{pid}/oom_score_adj", "wb") as score:
        # Where memory runs out, the kernel shall take the program, not the harness.
        score.write(b"1000")
    stopped_by, status = _watch(plan, pid, tree, harness, started)
    duration_s = time.monotonic() - started
    left = tree.end()
    if stopped_by == "harness":
        return None
    status = left.get(pid, status)
    if status is None:
        raise RuntimeError("the program ended but was not reaped")
    return _measurements(tree, status, duration_s, stopped_by)


def _measurements(
    tree: _Tree, status: int, duration_s: float, stopped_by: str | None
) -> dict[str, Any]:
    return {
        "exit_code": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
        "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else None,
        "cpu_s": max(tree.reaped_cpu_s, sum(tree.seen_cpu_s.values())),
        "duration_s": duration_s,
        "peak_memory_bytes": tree.peak_memory_bytes,
        "stopped_by": stopped_by,
    }


def _watch(
    plan: _Plan, pid: int, tree: _Tree, harness: _Harness, started: float
) -> tuple[str | None, int | None]:
    """Wait until the program ends or must be ended; (reason to end it, wait status)."""
    program = os.pidfd_open(pid)
    try:
        poll = select.poll()
        poll.register(program, select.POLLIN)
        # Nothing is sent during a run: whatever arrives is the end of the harness.
        poll.register(harness.descriptor, select.POLLIN | select.POLLRDHUP)
        deadline = started + plan.wall_s
        pause_s = FIRST_POLL_S
        looked = False
        while True:
            remaining_s = max(0.0, min(pause_s, deadline - time.monotonic()))
            events = dict(poll.poll(remaining_s * 1000))
            if harness.descriptor in events:
                return "harness", None
            ended = tree.reap() if events or looked else {}
            if pid in ended:
                return None, ended[pid]
            before = time.monotonic()
            cpu_s, memory = tree.look()
            looked = True
            if cpu_s > plan.cpu_s:
                return "cpu", None
            if memory > plan.memory_bytes:
                return "memory", None
            if time.monotonic() >= deadline:
                return "wall", None
            # On a host with thousands of processes a look is dear.
            pause_s = max(POLL_S, LOOK_SHARE * (time.monotonic() - before))
    finally:
        os.close(program)


def main() -> None:
    """Serve the harness until it closes its end."""
    harness = _Harness(int(sys.argv[1]))
    _prctl(PR_SET_DUMPABLE, 0)
    received = harness.receive()
    if received is None:
        return
    plan = _Plan(received[0])
    try:
        _prepare(plan)
    except (OSError, ValueError) as fault:
        harness.send({"failed": str(fault)})
        return
    harness.send({"ready": 1, "pid": os.getpid()})
    while True:
        received = harness.receive()
        if received is None:
            return
        packet, files = received
        try:
            result = _run(plan, files, harness)
        except (OSError, RuntimeError) as fault:
            harness.send({"failed": str(fault)})
            return
        if result is None:
            return
        harness.send({"run": packet["run"], **result})


if __name__ == "__main__":
    main()
