//! The runner as a compiled program: `inside.py` describes the protocol and why each step is taken.
//!
//! It starts in a tenth of the time that an interpreter takes and needs none inside. Whatever one
//! of the two does the other must do: the tests of the sandbox run with both.

mod confine;
mod kernel;
mod libc;
mod paths;
mod plan;
mod tree;

use std::fs;
use std::time::{Duration, Instant};

use kernel::{Channel, Ending, Fault};
use plan::Plan;
use tree::Tree;

const FIRST_POLL: Duration = Duration::from_millis(20);
const POLL: Duration = Duration::from_millis(25);
const LOOK_SHARE: u32 = 20;

fn main() {
    let number = std::env::args().nth(1).and_then(|word| word.parse().ok());
    let Some(channel) = number.map(Channel::new) else {
        std::process::exit(2);
    };
    if let Err(fault) = serve(&channel) {
        let words: String = fault
            .chars()
            .map(|c| {
                if (' '..='~').contains(&c) && c != '"' && c != '\\' {
                    c
                } else {
                    ' '
                }
            })
            .collect();
        // The harness may have gone, too.
        let _ = channel.send(&format!("{{\"failed\": \"{words}\"}}"));
    }
}

/// Serves the harness until it closes its end.
fn serve(channel: &Channel) -> Result<(), Fault> {
    kernel::close_on_exec(channel.descriptor)?;
    kernel::prctl(kernel::PR_SET_DUMPABLE, 0)?;
    // The terminal's interrupt is for the harness.
    kernel::handle_signal(kernel::SIGINT, kernel::SIG_IGN);
    let Some(packet) = channel.receive_plan()? else {
        return Ok(());
    };
    let plan = Plan::read(&packet)?;
    confine::prepare(&plan)?;
    channel.send("{\"ready\": 1}")?;
    while let Some((number, files)) = channel.receive_run()? {
        let Some(result) = run(&plan, files, channel)? else {
            return Ok(());
        };
        channel.send(&format!("{{\"run\": {number}, {result}}}"))?;
    }
    Ok(())
}

/// One run of the program; its measurements, or None if the harness has gone meanwhile.
fn run(plan: &Plan, files: [i32; 3], channel: &Channel) -> Result<Option<String>, Fault> {
    let mut tree = Tree::new(plan.in_namespace)?;
    confine::limit_cpu(plan.cpu_rlimit_s)?;
    let started = Instant::now();
    let spawned = kernel::spawn(&plan.executable, &plan.command, &plan.environment, files);
    files.into_iter().for_each(kernel::close);
    let pid = match spawned {
        Ok(pid) => pid,
        // Its image alone is larger than the address space it may have.
        Err(kernel::ENOMEM) => {
            let killed = Ending::Signal(kernel::SIGKILL);
            return Ok(Some(measurements(
                &tree,
                killed,
                started.elapsed(),
                Some("memory"),
            )));
        }
        Err(number) => return Err(kernel::fault(&plan.executable.to_string_lossy(), number)),
    };
    // Where memory runs out, the kernel shall take the program. (It may have ended already.)
    let _ = fs::write(format!("/proc/{pid}/oom_score_adj"), "1000");
    let watched = watch(plan, pid, &mut tree, channel, started)?;
    let duration = started.elapsed();
    let swept = tree.end(pid)?;
    let (stopped_by, ending) = match watched {
        Watched::HarnessGone => return Ok(None),
        Watched::Ended(ending) => (None, Some(ending)),
        Watched::Stopped(reason) => (Some(reason), swept),
    };
    let ending = ending.ok_or("the program ended but was not reaped")?;
    Ok(Some(measurements(&tree, ending, duration, stopped_by)))
}

enum Watched {
    Ended(Ending),
    Stopped(&'static str),
    HarnessGone,
}

/// Waits until the program ends or must be ended.
fn watch(
    plan: &Plan,
    pid: i32,
    tree: &mut Tree,
    channel: &Channel,
    started: Instant,
) -> Result<Watched, Fault> {
    let program = kernel::ProcessHandle::open(pid)?;
    let deadline = started + plan.wall;
    let mut pause = FIRST_POLL;
    let mut looked = false;
    loop {
        let remaining = pause.min(deadline.saturating_duration_since(Instant::now()));
        let (ended, harness) = kernel::poll(program.descriptor, channel.descriptor, remaining)?;
        if harness {
            return Ok(Watched::HarnessGone);
        }
        if ended || looked {
            if let Some(ending) = tree.reap(pid)? {
                return Ok(Watched::Ended(ending));
            }
        }
        let before = Instant::now();
        let (cpu_s, memory_bytes) = tree.look()?;
        looked = true;
        if cpu_s > plan.cpu_s {
            return Ok(Watched::Stopped("cpu"));
        }
        if memory_bytes > plan.memory_bytes {
            return Ok(Watched::Stopped("memory"));
        }
        if Instant::now() >= deadline {
            return Ok(Watched::Stopped("wall"));
        }
        pause = POLL.max(before.elapsed() * LOOK_SHARE);
    }
}

/// The fields of the answer, as JSON without its braces.
fn measurements(
    tree: &Tree,
    ending: Ending,
    duration: Duration,
    stopped_by: Option<&str>,
) -> String {
    let (exit_code, signal) = match ending {
        Ending::Exit(code) => (code.to_string(), "null".to_string()),
        Ending::Signal(number) => ("null".to_string(), number.to_string()),
    };
    let reason = stopped_by.map_or("null".to_string(), |word| format!("\"{word}\""));
    format!(
        "\"exit_code\": {exit_code}, \"signal\": {signal}, \"cpu_s\": {:.9}, \
         \"duration_s\": {:.9}, \"peak_memory_bytes\": {}, \"stopped_by\": {reason}",
        tree.cpu_s(),
        duration.as_secs_f64(),
        tree.peak_memory_bytes,
    )
}
