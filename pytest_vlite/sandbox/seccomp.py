"""The system call filter: BPF instructions, made here, without a library.

No compiler, verifier or program needs what is refused: new namespaces, mounts, tracing or reading
other processes, keys, BPF, io_uring, performance counters, limits and priorities of other
processes, signals by way of descriptors, sockets, and the kinds of shared memory that no limit
counts. A judged program may also not change what the end of a child does: a child that nobody waits
for would take its CPU time out of every sum that the kernel keeps. Everything else is allowed.
Refused calls fail with EPERM, those with a fall-back in the C library with ENOSYS; a call of a
foreign architecture ends the process.
"""

from __future__ import annotations

import errno
import platform
import struct
from collections.abc import Iterator, Sequence

# Number on x86_64 and on aarch64; None where the architecture has no such call.
_REFUSED: dict[str, tuple[int | None, int | None]] = {
    # Other processes: their memory, their registers, their files.
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "move_pages": (279, 239),
    "migrate_pages": (256, 238),
    # Namespaces, roots, mounts.
    "unshare": (272, 97),
    "setns": (308, 268),
    "chroot": (161, 51),
    "pivot_root": (155, 41),
    "mount": (165, 40),
    "umount2": (166, 39),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    # Kernel interfaces with a history.
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "fanotify_init": (300, 262),
    "lookup_dcookie": (212, 18),
    "iopl": (172, None),
    "ioperm": (173, None),
    "modify_ldt": (154, None),
    # The machine.
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "syslog": (103, 116),
    "vhangup": (153, 58),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    # Who gets the processor, in which order.
    "setpriority": (141, 140),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
    "ioprio_set": (251, 30),
    # Other machines, and whoever listens on this one.
    "socket": (41, 198),
    # Memory that outlives a process, or that its limit does not count.
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
}
# The C library and others do without where these do not exist. The flags of clone3 lie in memory,
# where a filter cannot see them.
_ABSENT: dict[str, tuple[int, int]] = {
    "clone3": (435, 435),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
}
_CLONE = (56, 220)
_PRLIMIT = (302, 261)
# Calls whose first argument is the process that gets a signal.
_SIGNALS: dict[str, tuple[int, int]] = {
    "kill": (62, 129),
    "tkill": (200, 130),
    "tgkill": (234, 131),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
}
_FCNTL = (72, 25)
_IOCTL = (16, 29)
_RT_SIGACTION = (13, 134)
# Commands that make the kernel send a signal to a process of the caller's choice (F_SETOWN,
# F_SETSIG, F_SETOWN_EX; FIOSETOWN, SIOCSPGRP), or type into a terminal (TIOCSTI).
_SIGNALLING_FCNTLS = (8, 10, 15)
_REFUSED_IOCTLS = (0x8901, 0x8902, 0x5412)
_SIGCHLD = 17
# Any of the namespaces that clone can make.
_NAMESPACE_FLAGS = 0x7E020000

_ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
_X32_BIT = 0x40000000

_LOAD = 0x20  # BPF_LD | BPF_W | BPF_ABS
_JUMP_EQUAL = 0x15
_JUMP_NOT_LESS = 0x35
_JUMP_ANY_BIT = 0x45
_RETURN = 0x06
_NUMBER_OFFSET = 0
_ARCHITECTURE_OFFSET = 4
# Their lower halves: both architectures are little-endian.
_FIRST_ARGUMENT_OFFSET = 16
_SECOND_ARGUMENT_OFFSET = 24
_ALLOW = 0x7FFF0000
_ERROR = 0x00050000
_KILL_PROCESS = 0x80000000

Instruction = tuple[int, int, int, int]


def available(machine: str | None = None) -> bool:
    """Whether there is a filter for a machine's architecture (default: this one)."""
    return (machine or platform.machine()) in _ARCHITECTURES


def filter_program(
    protected_pids: Sequence[int] = (),
    machine: str | None = None,
    *,
    children_are_waited_for: bool = False,
) -> bytes:
    """The filter as an array of BPF instructions; nothing for an architecture without one.

    `protected_pids`: processes that must not be signalled. With any, signals to groups of
    processes and to all are refused, too. (In a process namespace there is no need.)
    `children_are_waited_for`: refuse any change of what the end of a child does. The process that
    installs the filter must have left that at its default. (A tool such as a shell may need it.)
    """
    name = machine or platform.machine()
    if name not in _ARCHITECTURES:
        return b""
    column, architecture = _ARCHITECTURES[name]
    instructions = list(_instructions(column, architecture, protected_pids))
    if children_are_waited_for:
        ends = _refuse_argument([(_JUMP_EQUAL, 0, 1, _SIGCHLD)])
        # Before the last instruction, which allows.
        instructions[-1:-1] = _where(_RT_SIGACTION[column], ends)
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in instructions)


def _instructions(
    column: int, architecture: int, protected_pids: Sequence[int]
) -> Iterator[Instruction]:
    yield (_LOAD, 0, 0, _ARCHITECTURE_OFFSET)
    yield (_JUMP_EQUAL, 1, 0, architecture)
    yield (_RETURN, 0, 0, _KILL_PROCESS)
    yield (_LOAD, 0, 0, _NUMBER_OFFSET)
    # The numbers of x32 on x86_64; no number is as high elsewhere.
    yield (_JUMP_NOT_LESS, 0, 1, _X32_BIT)
    yield (_RETURN, 0, 0, _ERROR | errno.ENOSYS)
    for numbers in _REFUSED.values():
        number = numbers[column]
        if number is not None:
            yield from _where(number, [(_RETURN, 0, 0, _ERROR | errno.EPERM)])
    for numbers in _ABSENT.values():
        yield from _where(numbers[column], [(_RETURN, 0, 0, _ERROR | errno.ENOSYS)])
    yield from _where(_CLONE[column], _refuse_argument([(_JUMP_ANY_BIT, 0, 1, _NAMESPACE_FLAGS)]))
    # Only the limits of the caller itself, which is called 0.
    yield from _where(_PRLIMIT[column], _refuse_argument([(_JUMP_EQUAL, 1, 0, 0)]))
    for call, commands in ((_FCNTL, _SIGNALLING_FCNTLS), (_IOCTL, _REFUSED_IOCTLS)):
        tests = [(_JUMP_EQUAL, 0, 1, command) for command in commands]
        yield from _where(call[column], _refuse_argument(tests, _SECOND_ARGUMENT_OFFSET))
    if protected_pids:
        negative = (_JUMP_NOT_LESS, 0, 1, 0x80000000)
        one_of = [(_JUMP_EQUAL, 0, 1, pid) for pid in protected_pids]
        for numbers in _SIGNALS.values():
            yield from _where(numbers[column], _refuse_argument([negative, *one_of]))
    yield (_RETURN, 0, 0, _ALLOW)


def _where(number: int, body: list[Instruction]) -> Iterator[Instruction]:
    """A body for one system call; it must end in a return."""
    yield (_JUMP_EQUAL, 0, len(body), number)
    yield from body


def _refuse_argument(
    tests: Sequence[Instruction], offset: int = _FIRST_ARGUMENT_OFFSET
) -> list[Instruction]:
    """Refuse the call if an argument passes a test (falls through to the next)."""
    body: list[Instruction] = [(_LOAD, 0, 0, offset)]
    for test in tests:
        body += [test, (_RETURN, 0, 0, _ERROR | errno.EPERM)]
    return [*body, (_RETURN, 0, 0, _ALLOW)]
