"""The runner: the one process of ours inside an isolation. Starts, limits, measures, kills.

Its code is sent to a bare interpreter (`runners.interpreted`), so that nothing of the harness need
be seen inside. One runner starts for every tool and every program that is judged: it imports only
what is quick to import (no json, no socket, no contextlib, which take longer than the rest).
Where there is a rustc, the program in `runner/` takes its place; both do the same in the same
order, and the tests of the sandbox run with both.

`channel` is its end of a socket pair whose other end the harness holds:

    harness -> runner   the plan (see `_Plan`), once: `name=value` entries, each ended by a zero
    runner -> harness   {"ready": 1}, or {"failed": "why"}
    harness -> runner   b"run K" with three descriptors: the program's stdin, stdout, stderr
    runner -> harness   {"run": K, "exit_code": .., "signal": .., ...}: measurements, no verdict

The runner ends when the harness's end is closed, whatever the reason, and takes everything with
it. The program under test never holds the socket (close-on-exec) and cannot reach into the runner,
which is not dumpable and has no capability that could be inherited. In a PID namespace the runner
is process 1: nothing inside can kill it, and nothing outlives it.
"""

# ruff: noqa: PTH123, PTH208, SIM105

from __future__ import annotations

import _signal  # type: ignore[import-not-found]
import _socket
import array
import ctypes
import errno
import os
import resource
import select
import stat
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

MAX_PACKET_BYTES = 1 << 17
# A short first wait costs nothing, as most programs end within it; then the tree is looked at.
FIRST_POLL_S = 0.02
POLL_S = 0.025
# Pauses between looks, as a multiple of what a look takes: dear on a host of many processes.
LOOK_SHARE = 20
# How long what was killed may take to be gone before that counts as a failure of the isolation.
SWEEP_S = 20.0
CPU_TICKS = os.sysconf("SC_CLK_TCK")
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_KEEPCAPS = 8
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_RAISE = 2
PR_CAP_AMBIENT_CLEAR_ALL = 4
SECCOMP_MODE_FILTER = 2
CAPABILITY_VERSION_3 = 0x20080522
CAP_DAC_READ_SEARCH = 2
LAST_CAPABILITY = 63
SYS_LANDLOCK_CREATE_RULESET = 444
SYS_LANDLOCK_ADD_RULE = 445
SYS_LANDLOCK_RESTRICT_SELF = 446
LANDLOCK_RULE_PATH_BENEATH = 1
# Executing, writing, reading, truncating, device control: the others are for directories only.
LANDLOCK_FILE_ACCESS = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15

# Python ignores some of these, and the harness may have been started with others ignored.
DEFAULT_SIGNALS = sorted(
    {int(number) for number in _signal.valid_signals() if number < 32}
    - {int(_signal.SIGKILL), int(_signal.SIGSTOP)}
)

_libc = ctypes.CDLL(None, use_errno=True)


class _Plan:
    """What the harness asks for, the same for every run of this runner.

    `sweep` says how what a run leaves behind is found: "namespace" (everything but this process 1)
    or "descendants" (this process is their subreaper). `identity` is the unprivileged user to
    become, where this process is privileged; `keep_reading` leaves it the right to read any file.
    """

    def __init__(self, packet: bytes) -> None:
        fields: dict[str, list[str]] = {}
        for entry in packet.split(b"\0")[:-1]:
            name, _, value = os.fsdecode(entry).partition("=")
            fields.setdefault(name, []).append(value)
        self.command = fields["command"]
        (self.executable,) = fields["executable"]
        (self.cwd,) = fields["cwd"]
        self.environment = dict(entry.split("=", 1) for entry in fields.get("environment", ()))
        self.cpu_s = float(fields["cpu_s"][0])
        self.wall_s = float(fields["wall_s"][0])
        self.memory_bytes = int(fields["memory_bytes"][0])
        # Number of the limit (`RLIMIT_...`) and its value.
        self.rlimits = [tuple(map(int, entry.split())) for entry in fields["rlimit"]]
        self.cpu_rlimit_s = int(fields["cpu_rlimit_s"][0])
        (self.sweep,) = fields["sweep"]
        self.identity = int(fields["identity"][0]) if "identity" in fields else None
        self.keep_reading = fields["keep_reading"] == ["1"]
        self.seccomp = bytes.fromhex(fields["seccomp"][0])
        # Kinds of access that Landlock rules (files, network, beyond the confinement), and those
        # allowed at each path and below it.
        self.ruled = [int(mask) for mask in fields.get("ruled", [""])[0].split()]
        self.open_paths = [entry.split(" ", 1) for entry in fields.get("open_path", ())]


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
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    text = file.read().decode("ascii", "replace")
            except OSError:
                continue  # it ended while it was looked at
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

    def cpu_s(self) -> float:
        """CPU seconds of a run that is over."""
        return max(self.reaped_cpu_s, sum(self.seen_cpu_s.values()))

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
            self.reaped_cpu_s += usage.ru_utime + usage.ru_stime
            self.peak_memory_bytes = max(self.peak_memory_bytes, usage.ru_maxrss * 1024)
            ended[pid] = status

    def end(self) -> dict[int, int]:
        """Kill and reap everything; the statuses of what was reaped, by pid."""
        ended: dict[int, int] = {}
        deadline = time.monotonic() + SWEEP_S
        while True:
            ended.update(self.reap())
            if not _has_children():
                return ended
            if time.monotonic() > deadline:
                raise RuntimeError("processes do not end though they were killed")
            self._kill_all()
            ended.update(self.reap())
            if _has_children():
                time.sleep(0.0005)

    def _kill_all(self) -> None:
        if self.sweep == "namespace":
            # Checked in __init__: this is process 1 and the signal stays in its namespace.
            _kill(-1)
        else:
            for pid, _ in list(self._statistics()):
                _kill(pid)


def _has_children() -> bool:
    """Whether anything is left: what a dead process leaves becomes a child of this one."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _kill(pid: int) -> None:
    try:
        os.kill(pid, _signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def _prctl(option: int, *arguments: int) -> None:
    values = [ctypes.c_ulong(value) for value in (*arguments, 0, 0, 0, 0)[:4]]
    if _libc.prctl(ctypes.c_int(option), *values) != 0:
        raise _last_error(f"prctl({option})")


def _set_capabilities(mask: int) -> None:
    """Permitted, effective and inheritable capabilities, all the same."""
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    low, high = mask & 0xFFFFFFFF, mask >> 32
    data = (ctypes.c_uint32 * 6)(low, low, low, high, high, high)
    if _libc.capset(header, data) != 0:
        raise _last_error("capset")


def _filter_system_calls(program: bytes) -> None:
    """Install a seccomp filter, an array of 8-byte BPF instructions."""

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]

    filters = Program(len(program) // 8, program)
    mode = ctypes.c_ulong(SECCOMP_MODE_FILTER)
    if _libc.prctl(ctypes.c_int(PR_SET_SECCOMP), mode, ctypes.byref(filters)) != 0:
        raise _last_error("seccomp")


def _path_rules(plan: _Plan) -> int | None:
    """A descriptor of Landlock's rules, to be enforced later; None where nothing is ruled."""
    if not plan.ruled:
        return None
    known = plan.ruled
    while not known[-1]:
        # An older kernel knows fewer fields and takes no longer structure.
        known = known[:-1]
    masks = (ctypes.c_uint64 * len(known))(*known)
    rules = _system_call(SYS_LANDLOCK_CREATE_RULESET, ctypes.byref(masks), ctypes.sizeof(masks), 0)
    for access, path in plan.open_paths:
        _open_path(rules, int(access), path)
    return rules


def _open_path(rules: int, access: int, path: str) -> None:
    class PathBeneath(ctypes.Structure):
        _pack_ = 1
        _fields_ = [("access", ctypes.c_uint64), ("descriptor", ctypes.c_int32)]

    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            access &= LANDLOCK_FILE_ACCESS
        rule = PathBeneath(access, descriptor)
        kind = LANDLOCK_RULE_PATH_BENEATH
        _system_call(SYS_LANDLOCK_ADD_RULE, rules, kind, ctypes.byref(rule), 0)
    finally:
        os.close(descriptor)


def _system_call(number: int, *arguments: Any) -> int:
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    result = int(_libc.syscall(ctypes.c_long(number), *words))
    if result < 0:
        raise _last_error(f"system call {number}")
    return result


def _last_error(what: str) -> OSError:
    number = ctypes.get_errno()
    return OSError(number, f"{what}: {os.strerror(number)}")


def _drop_privileges(identity: int | None, keep_reading: bool) -> None:
    """Become an unprivileged user, for good: no capability is left that exec could raise again."""
    keep = 1 << CAP_DAC_READ_SEARCH if keep_reading and identity is not None else 0
    if identity is not None:
        for capability in range(LAST_CAPABILITY + 1):
            if keep >> capability & 1 == 0:
                try:
                    _prctl(PR_CAPBSET_DROP, capability)
                except OSError:
                    break  # one that the kernel does not know, or no right to drop it
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


def _prepare(plan: _Plan) -> None:
    """Take on what programs shall inherit from this process."""
    # The permissions of what a tool writes must not depend on who started the harness.
    os.umask(0o022)
    # Whoever started the harness may have had it ignored; then no child could be waited for.
    _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)
    if plan.sweep == "descendants":
        _prctl(PR_SET_CHILD_SUBREAPER, 1)
    # Paths are opened before the change of user, who may not reach them by name.
    rules = _path_rules(plan)
    _drop_privileges(plan.identity, plan.keep_reading)
    # After the change of user, which undoes both.
    _prctl(PR_SET_DUMPABLE, 0)
    if plan.sweep == "namespace":
        _prctl(PR_SET_PDEATHSIG, _signal.SIGKILL)
    os.chdir(plan.cwd)
    if rules is not None:
        _system_call(SYS_LANDLOCK_RESTRICT_SELF, rules, 0)
        os.close(rules)
    for number, value in plan.rlimits:
        hard = resource.getrlimit(number)[1]
        limit = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(number, (limit, limit))
    if plan.seccomp:
        _filter_system_calls(plan.seccomp)


def _run(plan: _Plan, files: list[int], channel: _socket.socket) -> str | None:
    """One run of the program; its measurements, or None if the harness has gone meanwhile."""
    tree = _Tree(plan.sweep)
    _limit_cpu(plan.cpu_rlimit_s)
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
        return _measurements(tree, _signal.SIGKILL, time.monotonic() - started, "memory")
    finally:
        for file in files:
            os.close(file)
    try:
        with open(f"/proc/{pid}/oom_score_adj", "wb") as score:
            # Where memory runs out, the kernel shall take the program, not the harness.
            score.write(b"1000")
    except OSError:
        pass  # it has ended already
    stopped_by, status = _watch(plan, pid, tree, channel, started)
    duration_s = time.monotonic() - started
    status = tree.end().get(pid, status)
    if stopped_by == "harness":
        return None
    if status is None:
        raise RuntimeError("the program ended but was not reaped")
    return _measurements(tree, status, duration_s, stopped_by)


def _limit_cpu(limit_s: int) -> None:
    """Set the limit that the next program inherits, high enough not to end this process."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    wanted = int(own.ru_utime + own.ru_stime) + 1 + limit_s
    soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def _watch(
    plan: _Plan, pid: int, tree: _Tree, channel: _socket.socket, started: float
) -> tuple[str | None, int | None]:
    """Wait until the program ends or must be ended; (reason to end it, wait status)."""
    program = os.pidfd_open(pid)
    try:
        poll = select.poll()
        poll.register(program, select.POLLIN)
        # Nothing is sent during a run: whatever arrives is the end of the harness.
        poll.register(channel, select.POLLIN | select.POLLRDHUP)
        deadline = started + plan.wall_s
        pause_s = FIRST_POLL_S
        looked = False
        while True:
            remaining_s = max(0.0, min(pause_s, deadline - time.monotonic()))
            events = dict(poll.poll(remaining_s * 1000))
            if channel.fileno() in events:
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
            pause_s = max(POLL_S, LOOK_SHARE * (time.monotonic() - before))
    finally:
        os.close(program)


def _measurements(tree: _Tree, status: int, duration_s: float, stopped_by: str | None) -> str:
    """The fields of the answer, as JSON without its braces."""
    exit_code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else "null"
    signal = os.WTERMSIG(status) if os.WIFSIGNALED(status) else "null"
    reason = "null" if stopped_by is None else f'"{stopped_by}"'
    return (
        f'"exit_code": {exit_code}, "signal": {signal}, "cpu_s": {tree.cpu_s():.9f}, '
        f'"duration_s": {duration_s:.9f}, "peak_memory_bytes": {tree.peak_memory_bytes}, '
        f'"stopped_by": {reason}'
    )


def _receive_run(channel: _socket.socket) -> tuple[int, list[int]] | None:
    """The number and the descriptors of the next run; None when the harness has gone."""
    descriptors = array.array("i")
    room = _socket.CMSG_SPACE(3 * descriptors.itemsize)
    data, ancillary, flags, _ = channel.recvmsg(64, room, _socket.MSG_CMSG_CLOEXEC)
    if not data:
        return None
    for level, kind, content in ancillary:
        if level == _socket.SOL_SOCKET and kind == _socket.SCM_RIGHTS:
            descriptors.frombytes(content)
    if flags & _socket.MSG_CTRUNC or len(descriptors) != 3:
        raise RuntimeError(f"a run came with {len(descriptors)} descriptors")
    return int(data.removeprefix(b"run ")), list(descriptors)


def _failed(channel: _socket.socket, fault: Exception) -> None:
    words = "".join(
        c if c.isascii() and c.isprintable() and c not in '"\\' else " " for c in str(fault)
    )
    channel.sendall(f'{{"failed": "{words}"}}'.encode())


def serve(channel: _socket.socket) -> None:
    """Serve the harness until it closes its end."""
    os.set_inheritable(channel.fileno(), False)
    _prctl(PR_SET_DUMPABLE, 0)
    # Python's own handler would let a program interrupt the runner.
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
    packet = channel.recv(MAX_PACKET_BYTES)
    if not packet:
        return
    try:
        plan = _Plan(packet)
        _prepare(plan)
        channel.sendall(b'{"ready": 1}')
        while received := _receive_run(channel):
            number, files = received
            result = _run(plan, files, channel)
            if result is None:
                return
            channel.sendall(f'{{"run": {number}, {result}}}'.encode())
    except (OSError, RuntimeError, ValueError, KeyError) as fault:
        _failed(channel, fault)


if __name__ == "__main__":
    serve(_socket.socket(fileno=int(sys.argv[1])))
