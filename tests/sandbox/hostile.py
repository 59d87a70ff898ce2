"""The text of a program that does what its input orders, one word a line."""

PROGRAM = r"""
use std::io::{Read, Write};
use std::os::raw::{c_int, c_long, c_void};
extern "C" {
    fn fork() -> c_int;
    fn setsid() -> c_int;
    fn kill(pid: c_int, signal: c_int) -> c_int;
    fn getppid() -> c_int;
    fn ptrace(request: c_long, pid: c_int, address: *mut c_void, data: *mut c_void) -> c_long;
    fn signal(number: c_int, action: usize) -> usize;
    fn pipe(ends: *mut c_int) -> c_int;
    fn fcntl(descriptor: c_int, command: c_int, ...) -> c_int;
    fn syscall(number: c_long, ...) -> c_long;
    fn prlimit(pid: c_int, which: c_int, new: *const [u64; 2], old: *mut [u64; 2]) -> c_int;
}
#[inline(never)]
fn dive(depth: u64) -> u64 {
    let room = std::hint::black_box([depth; 64]);
    if depth == 0 { room[0] } else { dive(depth - 1) + std::hint::black_box(room)[63] % 2 }
}
fn burn(seconds: f64) {
    let started = std::time::Instant::now();
    let mut x = 1u64;
    while started.elapsed().as_secs_f64() < seconds {
        for _ in 0..10000 { x = std::hint::black_box(x.wrapping_mul(31) + 7); }
    }
}
fn sleep(seconds: u64) { std::thread::sleep(std::time::Duration::from_secs(seconds)); }
fn daemon() {
    unsafe {
        if fork() == 0 {
            setsid();
            if fork() == 0 {
                loop {
                    println!("x");
                    std::thread::sleep(std::time::Duration::from_millis(5));
                }
            }
            std::process::exit(0);
        }
    }
}
fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let words: Vec<&str> = text.lines().collect();
    let number = |i: usize| words[i].parse::<u64>().unwrap();
    match words[0] {
        "echo" => println!("{}", words[1]),
        "exit" => std::process::exit(number(1) as i32),
        "abort" => std::process::abort(),
        "environment" => for (name, _) in std::env::vars() { println!("{name}"); },
        "burn" => burn(number(1) as f64 / 1000.0),
        "sleep" => sleep(number(1)),
        "hold" => {
            let block = vec![1u8; (number(1) as usize) << 20];
            println!("{}", std::hint::black_box(&block).iter().step_by(4096).count());
        }
        "flood" => loop {
            if std::io::stdout().write_all(&[b'x'; 65536]).is_err() { sleep(60); }
        },
        "dive" => println!("{}", dive(number(1))),
        "bomb" => {
            let mut started = 0;
            for _ in 0..number(1) {
                let pid = unsafe { fork() };
                if pid == 0 { sleep(60); }
                if pid > 0 { started += 1; }
            }
            println!("{started}");
        }
        "daemon" => { daemon(); std::thread::sleep(std::time::Duration::from_millis(100)); }
        "read" => println!("{}", std::fs::read_to_string(words[1]).unwrap_or("hidden".into())),
        "by-name" => {
            let again = std::fs::read("/dev/stdin").unwrap();
            std::fs::write("/dev/stdout", again.len().to_string()).unwrap();
        }
        "write" => println!("{}", std::fs::write(words[1], "x").is_ok()),
        "open" => for entry in std::fs::read_dir("/proc/self/fd").unwrap() {
            let name = entry.unwrap().file_name();
            let target = std::fs::read_link(std::path::Path::new("/proc/self/fd").join(&name));
            let target = target.map(|t| t.display().to_string()).unwrap_or_default();
            // Its own file is no secret, and how it was started where nothing is mounted.
            let itself = std::fs::read_link("/proc/self/exe").unwrap();
            if !target.contains("/fd") && target != itself.display().to_string() {
                println!("{}", name.to_str().unwrap());
            }
        },
        "attack" => unsafe {
            let runner = getppid();
            println!("pid {runner}");
            println!("fds {}", std::fs::read_dir(format!("/proc/{runner}/fd")).is_ok());
            println!("memory {}", std::fs::File::open(format!("/proc/{runner}/mem")).is_ok());
            let none = std::ptr::null_mut();
            println!("ptrace {}", ptrace(16, runner, none, none) == 0);
            println!("limits {}", prlimit(runner, 7, &[0, 0], std::ptr::null_mut()) == 0);
            for signal in 1..65 { kill(runner, signal); }
        },
        // Each child works for a while and is waited for by nobody.
        "hide" => unsafe {
            println!("{}", signal(17, 1) != usize::MAX);
            for _ in 0..number(1) {
                if fork() == 0 {
                    let mut x = 1u64;
                    for _ in 0..5_000_000 { x = std::hint::black_box(x.wrapping_mul(31) + 7); }
                    std::process::exit(0);
                }
                std::thread::sleep(std::time::Duration::from_millis(15));
            }
        },
        "strike" => unsafe {
            let runner = getppid();
            let handle = syscall(434, runner as c_long, 0 as c_long);
            println!("{}", syscall(424, handle, 9 as c_long, 0 as c_long, 0 as c_long) == 0);
            let mut ends = [0; 2];
            pipe(ends.as_mut_ptr());
            let mut sent = fcntl(ends[0], 10, 9) == 0;
            sent = fcntl(ends[0], 8, runner) == 0 && sent;
            fcntl(ends[0], 4, 0o20000);
            println!("{sent}");
            let mut mask = [1u64; 16];
            let own = syscall(203, 0 as c_long, 128 as c_long, mask.as_mut_ptr());
            let other = syscall(141, 0 as c_long, runner as c_long, 19 as c_long);
            println!("{}", own == 0 || other == 0);
            println!("{}", kill(runner, 0) == 0 && kill(runner, 9) == 0);
        },
        other => panic!("{other}"),
    }
}
"""
