//! What the runner asks of the kernel, safe to call.

use std::ffi::{c_char, c_int, c_ushort, CStr, CString};
use std::ptr;
use std::time::Duration;

use crate::libc::{
    self, DescriptorMessage, MessageHeader, Opaque, PathBeneath, PollEntry, Usage, Vector, FILES,
};
pub use crate::libc::{
    ENOMEM, PR_CAPBSET_DROP, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, PR_SET_CHILD_SUBREAPER,
    PR_SET_DUMPABLE, PR_SET_KEEPCAPS, PR_SET_NO_NEW_PRIVS, PR_SET_PDEATHSIG, RLIMIT_CPU, SIGCHLD,
    SIGINT, SIGKILL, SIG_DFL, SIG_IGN,
};

/// What went wrong, in words for the harness.
pub type Fault = String;

const MOST_PLAN_BYTES: usize = 1 << 17;
const MOST_ORDER_BYTES: usize = 64;

/// How a process ended.
#[derive(Clone, Copy)]
pub enum Ending {
    Exit(i32),
    Signal(i32),
}

/// A process that was reaped, with what it and what it reaped had used.
pub struct Reaped {
    pub pid: i32,
    pub ending: Ending,
    pub cpu_s: f64,
    pub peak_memory_bytes: u64,
}

/// The fault of an error number.
pub fn fault(what: &str, number: c_int) -> Fault {
    format!("{what}: {}", std::io::Error::from_raw_os_error(number))
}

fn last_number() -> c_int {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(0)
}

fn done(what: &str, result: c_int) -> Result<(), Fault> {
    if result == 0 {
        Ok(())
    } else {
        Err(fault(what, last_number()))
    }
}

pub fn prctl(option: c_int, argument: u64) -> Result<(), Fault> {
    let result = unsafe { libc::prctl(option, argument, 0u64, 0u64, 0u64) };
    done(&format!("prctl({option})"), result)
}

pub fn raise_ambient(capability: u32) -> Result<(), Fault> {
    let (raise, capability) = (libc::PR_CAP_AMBIENT_RAISE, u64::from(capability));
    done("ambient capability", unsafe {
        libc::prctl(PR_CAP_AMBIENT, raise, capability, 0u64, 0u64)
    })
}

/// Installs a seccomp filter, an array of 8-byte BPF instructions.
pub fn filter_system_calls(program: &[u8]) -> Result<(), Fault> {
    let length = c_ushort::try_from(program.len() / 8).map_err(|_| "the filter is too long")?;
    let filter = libc::FilterProgram {
        length,
        instructions: program.as_ptr(),
    };
    done("seccomp", unsafe {
        libc::prctl(
            libc::PR_SET_SECCOMP,
            libc::SECCOMP_MODE_FILTER,
            &filter as *const libc::FilterProgram,
            0u64,
            0u64,
        )
    })
}

/// Permitted, effective and inheritable capabilities, all the same.
pub fn set_capabilities(mask: u64) -> Result<(), Fault> {
    let header = [libc::CAPABILITY_VERSION_3, 0];
    let (low, high) = (mask as u32, (mask >> 32) as u32);
    let data = [low, low, low, high, high, high];
    done("capset", unsafe { libc::capset(&header, &data) })
}

/// Gives up all groups and becomes a user and the group of the same number.
pub fn become_user(number: u32) -> Result<(), Fault> {
    done("setgroups", unsafe { libc::setgroups(0, ptr::null()) })?;
    done("setresgid", unsafe {
        libc::setresgid(number, number, number)
    })?;
    done("setresuid", unsafe {
        libc::setresuid(number, number, number)
    })
}

pub fn set_umask(mask: u32) {
    unsafe { libc::umask(mask) };
}

/// Sets what a signal does to this process: `SIG_DFL` or `SIG_IGN`.
pub fn handle_signal(number: c_int, handler: usize) {
    unsafe { libc::signal(number, handler) };
}

pub fn change_directory(path: &CStr) -> Result<(), Fault> {
    done("chdir", unsafe { libc::chdir(path.as_ptr()) })
}

/// The highest value that a limit may be given; `u64::MAX` is no limit.
pub fn hard_limit(which: u32) -> Result<u64, Fault> {
    let mut limits = [0u64; 2];
    done("getrlimit", unsafe { libc::getrlimit(which, &mut limits) })?;
    Ok(limits[1])
}

pub fn set_limit(which: u32, soft: u64, hard: u64) -> Result<(), Fault> {
    done(&format!("setrlimit({which})"), unsafe {
        libc::setrlimit(which, &[soft, hard])
    })
}

/// CPU seconds of this process.
pub fn own_cpu_s() -> Result<f64, Fault> {
    let mut usage = Usage::default();
    done("getrusage", unsafe {
        libc::getrusage(libc::RUSAGE_SELF, &mut usage)
    })?;
    Ok(usage.cpu_s())
}

pub fn ticks_s(ticks: u64) -> f64 {
    ticks as f64 / unsafe { libc::sysconf(libc::SC_CLK_TCK) } as f64
}

pub fn page_bytes() -> u64 {
    unsafe { libc::sysconf(libc::SC_PAGESIZE) as u64 }
}

pub fn close(descriptor: c_int) {
    unsafe { libc::close(descriptor) };
}

pub fn close_on_exec(descriptor: c_int) -> Result<(), Fault> {
    done("fcntl", unsafe {
        libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC)
    })
}

/// Kills a process (-1: all but this one). It may have ended already.
pub fn kill(pid: c_int) {
    unsafe { libc::kill(pid, SIGKILL) };
}

/// Takes in one process that has ended, if there is one.
pub fn reap_one() -> Result<Option<Reaped>, Fault> {
    let mut status = 0;
    let mut usage = Usage::default();
    let pid = unsafe { libc::wait4(-1, &mut status, libc::WNOHANG, &mut usage) };
    if pid < 0 && last_number() != libc::ECHILD {
        return Err(fault("wait4", last_number()));
    }
    if pid <= 0 {
        return Ok(None);
    }
    let ending = match status & 0x7f {
        0 => Ending::Exit(status >> 8 & 0xff),
        signal => Ending::Signal(signal),
    };
    let peak_memory_bytes = usage.peak_memory_kib as u64 * 1024;
    Ok(Some(Reaped {
        pid,
        ending,
        cpu_s: usage.cpu_s(),
        peak_memory_bytes,
    }))
}

/// Whether any child is left, living or dead.
pub fn has_children() -> Result<bool, Fault> {
    let mut info = Opaque::new();
    let options = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
    match unsafe { libc::waitid(libc::P_ALL, 0, &mut info, options) } {
        0 => Ok(true),
        _ if last_number() == libc::ECHILD => Ok(false),
        _ => Err(fault("waitid", last_number())),
    }
}

/// A process by descriptor, which becomes readable at its end.
pub struct ProcessHandle {
    pub descriptor: c_int,
}

impl ProcessHandle {
    pub fn open(pid: c_int) -> Result<ProcessHandle, Fault> {
        let descriptor = unsafe { libc::syscall(libc::SYS_PIDFD_OPEN, pid, 0) } as c_int;
        if descriptor < 0 {
            return Err(fault("pidfd_open", last_number()));
        }
        Ok(ProcessHandle { descriptor })
    }
}

impl Drop for ProcessHandle {
    fn drop(&mut self) {
        close(self.descriptor);
    }
}

/// A file or folder by descriptor, of which nothing can be read.
pub struct OpenPath {
    pub descriptor: c_int,
}

impl OpenPath {
    pub fn new(path: &CStr) -> Result<OpenPath, Fault> {
        let descriptor = unsafe { libc::open(path.as_ptr(), libc::O_PATH_CLOEXEC) };
        if descriptor < 0 {
            return Err(fault(&path.to_string_lossy(), last_number()));
        }
        Ok(OpenPath { descriptor })
    }
}

impl Drop for OpenPath {
    fn drop(&mut self) {
        close(self.descriptor);
    }
}

/// A descriptor of rules for these kinds of access: files, network, beyond the confinement.
pub fn make_path_rules(ruled: &[u64]) -> Result<c_int, Fault> {
    let (masks, size) = (ruled.as_ptr(), std::mem::size_of_val(ruled));
    let number = libc::SYS_LANDLOCK_CREATE_RULESET;
    let descriptor = unsafe { libc::syscall(number, masks, size, 0u64) } as c_int;
    if descriptor < 0 {
        return Err(fault("landlock_create_ruleset", last_number()));
    }
    Ok(descriptor)
}

/// Allows kinds of access at a path and below it.
pub fn add_path_rule(rules: c_int, access: u64, descriptor: c_int) -> Result<(), Fault> {
    let rule = PathBeneath { access, descriptor };
    let (number, kind) = (libc::SYS_LANDLOCK_ADD_RULE, libc::LANDLOCK_RULE_PATH_BENEATH);
    let result = unsafe { libc::syscall(number, rules, kind, &rule as *const PathBeneath, 0u64) };
    done("landlock_add_rule", result as c_int)
}

/// Enforces rules on this process and all that it starts.
pub fn enforce_path_rules(rules: c_int) -> Result<(), Fault> {
    let result = unsafe { libc::syscall(libc::SYS_LANDLOCK_RESTRICT_SELF, rules, 0u64) };
    done("landlock_restrict_self", result as c_int)
}

/// Waits for either descriptor, no longer than `most`; which of them has something.
pub fn poll(first: c_int, second: c_int, most: Duration) -> Result<(bool, bool), Fault> {
    let entry = |descriptor| PollEntry {
        descriptor,
        events: libc::POLLIN | libc::POLLRDHUP,
        returned: 0,
    };
    let mut entries = [entry(first), entry(second)];
    // Rounded up, so that what is waited for is over afterwards.
    let timeout_ms = most.as_micros().div_ceil(1000).min(60_000) as c_int;
    let found = unsafe { libc::poll(entries.as_mut_ptr(), 2, timeout_ms) };
    if found < 0 && last_number() != libc::EINTR {
        return Err(fault("poll", last_number()));
    }
    Ok((entries[0].returned != 0, entries[1].returned != 0))
}

/// The runner's end of the socket pair.
pub struct Channel {
    pub descriptor: c_int,
}

impl Channel {
    pub fn new(descriptor: c_int) -> Channel {
        Channel { descriptor }
    }

    pub fn send(&self, packet: &str) -> Result<(), Fault> {
        let (data, length) = (packet.as_ptr().cast(), packet.len());
        let sent = unsafe { libc::send(self.descriptor, data, length, libc::MSG_NOSIGNAL) };
        if sent < 0 {
            Err(fault("send", last_number()))
        } else {
            Ok(())
        }
    }

    /// The plan; None when the harness has gone.
    pub fn receive_plan(&self) -> Result<Option<Vec<u8>>, Fault> {
        let mut packet = vec![0u8; MOST_PLAN_BYTES];
        let (data, length) = (packet.as_mut_ptr().cast(), packet.len());
        let received = unsafe { libc::recv(self.descriptor, data, length, 0) };
        if received < 0 {
            return Err(fault("recv", last_number()));
        }
        packet.truncate(received as usize);
        Ok(Some(packet).filter(|packet| !packet.is_empty()))
    }

    /// The number and the descriptors of the next run; None when the harness has gone.
    pub fn receive_run(&self) -> Result<Option<(u64, [c_int; FILES])>, Fault> {
        let mut packet = [0u8; MOST_ORDER_BYTES];
        let mut vector = Vector {
            base: packet.as_mut_ptr().cast(),
            length: packet.len(),
        };
        let mut control = DescriptorMessage::default();
        let mut header = MessageHeader {
            name: ptr::null_mut(),
            name_length: 0,
            vectors: &mut vector,
            vector_count: 1,
            control: (&mut control as *mut DescriptorMessage).cast(),
            control_length: std::mem::size_of::<DescriptorMessage>(),
            flags: 0,
        };
        let flags = libc::MSG_CMSG_CLOEXEC;
        let received = unsafe { libc::recvmsg(self.descriptor, &mut header, flags) };
        if received < 0 {
            return Err(fault("recvmsg", last_number()));
        }
        if received == 0 {
            return Ok(None);
        }
        let expected = std::mem::size_of::<usize>()
            + 2 * std::mem::size_of::<c_int>()
            + FILES * std::mem::size_of::<c_int>();
        let whole = header.flags & libc::MSG_CTRUNC == 0
            && control.length == expected
            && (control.level, control.kind) == (libc::SOL_SOCKET, libc::SCM_RIGHTS);
        if !whole {
            return Err("a run came without its descriptors".into());
        }
        let number = std::str::from_utf8(&packet[..received as usize])
            .ok()
            .and_then(|order| order.strip_prefix("run ")?.parse().ok())
            .ok_or("a run came without its number")?;
        let [first, second, third, _] = control.descriptors;
        Ok(Some((number, [first, second, third])))
    }
}

/// Starts a program in a session of its own with these files as its first descriptors, and with no
/// signal ignored or blocked; its process, or the error number.
pub fn spawn(
    executable: &CStr,
    command: &[CString],
    environment: &[CString],
    files: [c_int; FILES],
) -> Result<c_int, c_int> {
    let strings = |list: &[CString]| -> Vec<*const c_char> {
        list.iter()
            .map(|text| text.as_ptr())
            .chain([ptr::null()])
            .collect()
    };
    let (arguments, environment) = (strings(command), strings(environment));
    let (mut actions, mut attributes) = (Opaque::new(), Opaque::new());
    let (mut none, mut all) = (Opaque::new(), Opaque::new());
    let mut pid = 0;
    unsafe {
        libc::posix_spawn_file_actions_init(&mut actions);
        libc::posix_spawnattr_init(&mut attributes);
        libc::sigemptyset(&mut none);
        libc::sigemptyset(&mut all);
        for signal in 1..=libc::LAST_PLAIN_SIGNAL {
            if signal != SIGKILL && signal != libc::SIGSTOP {
                libc::sigaddset(&mut all, signal);
            }
        }
        let flags =
            libc::POSIX_SPAWN_SETSIGDEF | libc::POSIX_SPAWN_SETSIGMASK | libc::POSIX_SPAWN_SETSID;
        let mut number = libc::posix_spawnattr_setflags(&mut attributes, flags);
        number |= libc::posix_spawnattr_setsigmask(&mut attributes, &none);
        number |= libc::posix_spawnattr_setsigdefault(&mut attributes, &all);
        for (target, file) in (0..).zip(files) {
            number |= libc::posix_spawn_file_actions_adddup2(&mut actions, file, target);
        }
        if number == 0 {
            number = libc::posix_spawn(
                &mut pid,
                executable.as_ptr(),
                &actions,
                &attributes,
                arguments.as_ptr(),
                environment.as_ptr(),
            );
        }
        libc::posix_spawn_file_actions_destroy(&mut actions);
        libc::posix_spawnattr_destroy(&mut attributes);
        if number == 0 {
            Ok(pid)
        } else {
            Err(number)
        }
    }
}
