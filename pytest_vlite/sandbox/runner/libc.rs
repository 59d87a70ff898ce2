//! Declarations of the C library: what the runner uses of it, on 64-bit Linux.

use std::ffi::{c_char, c_int, c_long, c_short, c_uint, c_ulong, c_ushort, c_void};

#[cfg(not(all(
    target_os = "linux",
    target_pointer_width = "64",
    target_endian = "little"
)))]
compile_error!("the runner is for 64-bit little-endian Linux");

pub const PR_SET_PDEATHSIG: c_int = 1;
pub const PR_SET_DUMPABLE: c_int = 4;
pub const PR_SET_KEEPCAPS: c_int = 8;
pub const PR_CAPBSET_DROP: c_int = 24;
pub const PR_SET_CHILD_SUBREAPER: c_int = 36;
pub const PR_SET_NO_NEW_PRIVS: c_int = 38;
pub const PR_CAP_AMBIENT: c_int = 47;
pub const PR_CAP_AMBIENT_CLEAR_ALL: u64 = 4;
pub const PR_SET_SECCOMP: c_int = 22;
pub const PR_CAP_AMBIENT_RAISE: c_ulong = 2;
pub const SECCOMP_MODE_FILTER: c_ulong = 2;
pub const CAPABILITY_VERSION_3: u32 = 0x2008_0522;

pub const RLIMIT_CPU: u32 = 0;
pub const ENOMEM: c_int = 12;
pub const EINTR: c_int = 4;
pub const ECHILD: c_int = 10;
pub const SIGINT: c_int = 2;
pub const SIGKILL: c_int = 9;
pub const SIGCHLD: c_int = 17;
pub const SIGSTOP: c_int = 19;
pub const LAST_PLAIN_SIGNAL: c_int = 31;
pub const SIG_DFL: usize = 0;
pub const SIG_IGN: usize = 1;

pub const F_SETFD: c_int = 2;
pub const FD_CLOEXEC: c_int = 1;
pub const POLLIN: c_short = 1;
pub const POLLRDHUP: c_short = 0x2000;
pub const SYS_PIDFD_OPEN: c_long = 434;
pub const SYS_LANDLOCK_CREATE_RULESET: c_long = 444;
pub const SYS_LANDLOCK_ADD_RULE: c_long = 445;
pub const SYS_LANDLOCK_RESTRICT_SELF: c_long = 446;
pub const LANDLOCK_RULE_PATH_BENEATH: c_int = 1;
pub const O_PATH_CLOEXEC: c_int = 0x28_0000;
pub const P_ALL: c_int = 0;
pub const WNOHANG: c_int = 1;
pub const WEXITED: c_int = 4;
pub const WNOWAIT: c_int = 0x0100_0000;
pub const RUSAGE_SELF: c_int = 0;
pub const SC_CLK_TCK: c_int = 2;
pub const SC_PAGESIZE: c_int = 30;
pub const SOL_SOCKET: c_int = 1;
pub const SCM_RIGHTS: c_int = 1;
pub const MSG_CTRUNC: c_int = 8;
pub const MSG_NOSIGNAL: c_int = 0x4000;
pub const MSG_CMSG_CLOEXEC: c_int = 0x4000_0000;
pub const POSIX_SPAWN_SETSIGDEF: c_short = 0x04;
pub const POSIX_SPAWN_SETSIGMASK: c_short = 0x08;
pub const POSIX_SPAWN_SETSID: c_short = 0x80;

pub const FILES: usize = 3;

#[repr(C)]
pub struct Vector {
    pub base: *mut c_void,
    pub length: usize,
}

#[repr(C)]
pub struct MessageHeader {
    pub name: *mut c_void,
    pub name_length: u32,
    pub vectors: *mut Vector,
    pub vector_count: usize,
    pub control: *mut c_void,
    pub control_length: usize,
    pub flags: c_int,
}

/// One control message that holds descriptors, and no room for more.
#[repr(C)]
#[derive(Default)]
pub struct DescriptorMessage {
    pub length: usize,
    pub level: c_int,
    pub kind: c_int,
    pub descriptors: [c_int; FILES + 1],
}

#[repr(C)]
pub struct PollEntry {
    pub descriptor: c_int,
    pub events: c_short,
    pub returned: c_short,
}

#[repr(C)]
#[derive(Default)]
pub struct Usage {
    pub user: [c_long; 2],
    pub system: [c_long; 2],
    pub peak_memory_kib: c_long,
    pub others: [c_long; 13],
}

impl Usage {
    pub fn cpu_s(&self) -> f64 {
        let seconds = |time: [c_long; 2]| time[0] as f64 + time[1] as f64 / 1e6;
        seconds(self.user) + seconds(self.system)
    }
}

#[repr(C)]
pub struct FilterProgram {
    pub length: c_ushort,
    pub instructions: *const u8,
}

/// A rule of Landlock.
#[repr(C, packed)]
pub struct PathBeneath {
    pub access: u64,
    pub descriptor: c_int,
}

/// Room for a structure of the C library whose size differs between libraries; none needs more.
#[repr(C, align(16))]
pub struct Opaque([u8; 1024]);

impl Opaque {
    pub fn new() -> Opaque {
        Opaque([0; 1024])
    }
}

extern "C" {
    pub fn prctl(option: c_int, ...) -> c_int;
    pub fn syscall(number: c_long, ...) -> c_long;
    pub fn umask(mask: c_uint) -> c_uint;
    pub fn open(path: *const c_char, flags: c_int, ...) -> c_int;
    pub fn close(descriptor: c_int) -> c_int;
    pub fn kill(pid: c_int, signal: c_int) -> c_int;
    pub fn poll(entries: *mut PollEntry, count: c_ulong, timeout_ms: c_int) -> c_int;
    pub fn fcntl(descriptor: c_int, command: c_int, ...) -> c_int;
    pub fn signal(number: c_int, handler: usize) -> usize;
    pub fn chdir(path: *const c_char) -> c_int;
    pub fn capset(header: *const [u32; 2], data: *const [u32; 6]) -> c_int;
    pub fn setgroups(count: usize, groups: *const c_uint) -> c_int;
    pub fn setresgid(real: c_uint, effective: c_uint, saved: c_uint) -> c_int;
    pub fn setresuid(real: c_uint, effective: c_uint, saved: c_uint) -> c_int;
    pub fn getrlimit(which: c_uint, limits: *mut [u64; 2]) -> c_int;
    pub fn setrlimit(which: c_uint, limits: *const [u64; 2]) -> c_int;
    pub fn getrusage(who: c_int, usage: *mut Usage) -> c_int;
    pub fn sysconf(name: c_int) -> c_long;
    pub fn wait4(pid: c_int, status: *mut c_int, options: c_int, usage: *mut Usage) -> c_int;
    pub fn waitid(kind: c_int, id: c_uint, info: *mut Opaque, options: c_int) -> c_int;
    pub fn recv(socket: c_int, data: *mut c_void, length: usize, flags: c_int) -> isize;
    pub fn recvmsg(socket: c_int, message: *mut MessageHeader, flags: c_int) -> isize;
    pub fn send(socket: c_int, data: *const c_void, length: usize, flags: c_int) -> isize;
    pub fn sigemptyset(set: *mut Opaque) -> c_int;
    pub fn sigaddset(set: *mut Opaque, signal: c_int) -> c_int;
    pub fn posix_spawn(
        pid: *mut c_int,
        path: *const c_char,
        actions: *const Opaque,
        attributes: *const Opaque,
        arguments: *const *const c_char,
        environment: *const *const c_char,
    ) -> c_int;
    pub fn posix_spawn_file_actions_init(actions: *mut Opaque) -> c_int;
    pub fn posix_spawn_file_actions_adddup2(actions: *mut Opaque, from: c_int, to: c_int) -> c_int;
    pub fn posix_spawn_file_actions_destroy(actions: *mut Opaque) -> c_int;
    pub fn posix_spawnattr_init(attributes: *mut Opaque) -> c_int;
    pub fn posix_spawnattr_setflags(attributes: *mut Opaque, flags: c_short) -> c_int;
    pub fn posix_spawnattr_setsigmask(attributes: *mut Opaque, set: *const Opaque) -> c_int;
    pub fn posix_spawnattr_setsigdefault(attributes: *mut Opaque, set: *const Opaque) -> c_int;
    pub fn posix_spawnattr_destroy(attributes: *mut Opaque) -> c_int;
}
