"""Python programs that try to get at something from inside, and print `held` if they cannot.

Words in angle brackets are replaced by `self_check`.
"""

from __future__ import annotations

_NETWORK = """
import socket
got = []
for family, address in ((socket.AF_INET, ("127.0.0.1", <PORT>)), (socket.AF_UNIX, <UNIX>)):
    try:
        with socket.socket(family) as s:
            s.settimeout(2)
            s.connect(address)
            got.append("connected to %r" % (address,))
    except OSError:
        pass
print(got or "held")
"""

_INTERFACES = """
try:
    lines = open("/proc/net/dev").read().split("\\n")[2:]
except OSError:
    lines = []
others = [line.split(":")[0].strip() for line in lines if line.strip()]
print("held" if set(others) <= {"lo"} else "seen: %s" % others)
"""

_FILES = """
import os
got = []
try:
    open(<SECRET>).read()
    got.append(<SECRET>)
except OSError:
    pass
try:
    got += sorted(set(os.listdir(<HOME>)) - set(<ALLOWED>))
except OSError:
    pass
print("read: %s" % got[:5] if got else "held")
"""

_WRITING = """
import os
got = []
for place in <OUTSIDE>:
    try:
        path = os.path.join(place, "vlite-probe-%d" % os.getpid())
        open(path, "x").close()
        os.unlink(path)
        got.append(place)
    except OSError:
        pass
print("written: %s" % got if got else "held")
"""

_ENVIRONMENT = """
import os
print("seen" if "VLITE_PROBE_SECRET" in os.environ else "held")
"""

_CAPABILITIES = """
status = dict(line.split(":", 1) for line in open("/proc/self/status") if ":" in line)
left = [n for n in ("CapPrm", "CapEff", "CapInh", "CapAmb") if int(status[n], 16)]
if status["NoNewPrivs"].strip() != "1":
    left.append("new privileges")
print("left: %s" % left if left else "held")
"""

_PROCESSES = """
try:
    seen = open("/proc/<HARNESS>/cmdline", "rb").read() == <COMMAND_LINE>
except OSError:
    seen = False
print("seen: process <HARNESS>" if seen else "held")
"""

_CALLS = """
status = dict(line.split(":", 1) for line in open("/proc/self/status") if ":" in line)
if status["Seccomp"].strip() != "2":
    print("no filter")
else:
    import ctypes, errno
    libc = ctypes.CDLL(None, use_errno=True)
    refused = libc.unshare(0x10000000) == -1 and ctypes.get_errno() == errno.EPERM
    print("held" if refused else "a namespace could be made")
"""

# Whoever started this program is the runner; its descriptors lead to the harness.
_RUNNER = """
import ctypes, os, platform
runner = os.getppid()
got = []
for name in os.listdir("/proc/self/fd"):
    try:
        if os.readlink("/proc/self/fd/" + name).startswith(("socket:", "anon_inode:[pidfd]")):
            got.append("own descriptor " + name)
    except OSError:
        pass
try:
    for name in os.listdir("/proc/%d/fd" % runner):
        os.readlink("/proc/%d/fd/%s" % (runner, name))
        got.append("descriptor %s of the runner" % name)
except OSError:
    pass
try:
    open("/proc/%d/mem" % runner, "r+b").close()
    got.append("memory of the runner")
except OSError:
    pass
libc = ctypes.CDLL(None, use_errno=True)
pidfd_open, pidfd_getfd = 434, 438
handle = libc.syscall(pidfd_open, runner, 0)
if handle >= 0 and any(libc.syscall(pidfd_getfd, handle, n, 0) >= 0 for n in range(3, 20)):
    got.append("a copy of a descriptor of the runner")
PTRACE_ATTACH, PTRACE_DETACH = 16, 17
if libc.ptrace(PTRACE_ATTACH, runner, None, None) == 0:
    libc.ptrace(PTRACE_DETACH, runner, None, None)
    got.append("tracing the runner")
print("got: %s" % got[:5] if got else "held")
"""

_SIGNALS = """
import os
try:
    os.kill(<HARNESS>, 0)
    reached = open("/proc/<HARNESS>/cmdline", "rb").read() == <COMMAND_LINE>
except OSError:
    reached = False
print("the harness can be signalled" if reached else "held")
"""

PROBES = {
    "no network": _NETWORK,
    "no network interface": _INTERFACES,
    "the user's files are hidden": _FILES,
    "no writing outside": _WRITING,
    "the environment is cleared": _ENVIRONMENT,
    "no capability is left": _CAPABILITIES,
    "other processes are hidden": _PROCESSES,
    "the harness cannot be signalled": _SIGNALS,
    "system calls are filtered": _CALLS,
    "the runner is closed to the program": _RUNNER,
}
