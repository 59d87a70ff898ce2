//! The processes of one run: finds, measures and ends them.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::time::{Duration, Instant};

use crate::kernel::{self, Ending, Fault};

const SWEEP: Duration = Duration::from_secs(20);

/// What `/proc/PID/stat` says of a process.
struct Statistics {
    pid: i32,
    parent: i32,
    own_cpu_s: f64,
    reaped_cpu_s: f64,
    started: u64,
    memory_bytes: u64,
}

/// A process whose parent ignores its end is missing from every sum the kernel keeps; what was
/// last seen of it is therefore kept here.
pub struct Tree {
    in_namespace: bool,
    own_pid: i32,
    reaped_cpu_s: f64,
    seen_cpu_s: BTreeMap<(i32, u64), f64>,
    pub peak_memory_bytes: u64,
}

impl Tree {
    pub fn new(in_namespace: bool) -> Result<Tree, Fault> {
        let own_pid = std::process::id() as i32;
        if in_namespace && own_pid != 1 {
            return Err("the runner is not process 1 of a PID namespace".into());
        }
        Ok(Tree {
            in_namespace,
            own_pid,
            reaped_cpu_s: 0.0,
            seen_cpu_s: BTreeMap::new(),
            peak_memory_bytes: 0,
        })
    }

    /// The processes of this run.
    fn processes(&self) -> Result<Vec<Statistics>, Fault> {
        let mut everyone = Vec::new();
        for entry in fs::read_dir("/proc").map_err(|fault| format!("/proc: {fault}"))? {
            let entry = entry.map_err(|fault| format!("/proc: {fault}"))?;
            let pid = entry
                .file_name()
                .to_str()
                .and_then(|name| name.parse().ok());
            let Some(pid) = pid.filter(|pid| *pid != self.own_pid) else {
                continue;
            };
            // One that ended while it was looked at is left out.
            everyone.extend(
                fs::read(entry.path().join("stat"))
                    .ok()
                    .and_then(|text| read(pid, &text)),
            );
        }
        if self.in_namespace {
            return Ok(everyone);
        }
        let mut children: HashMap<i32, Vec<Statistics>> = HashMap::new();
        for process in everyone {
            children.entry(process.parent).or_default().push(process);
        }
        let mut found = children.remove(&self.own_pid).unwrap_or_default();
        let mut at = 0;
        while at < found.len() {
            found.extend(children.remove(&found[at].pid).unwrap_or_default());
            at += 1;
        }
        Ok(found)
    }

    /// CPU seconds of the run so far and the memory in use now, in bytes.
    pub fn look(&mut self) -> Result<(f64, u64), Fault> {
        let mut living_cpu_s = 0.0;
        let mut memory_bytes = 0;
        for process in self.processes()? {
            living_cpu_s += process.own_cpu_s + process.reaped_cpu_s;
            memory_bytes += process.memory_bytes;
            self.seen_cpu_s
                .insert((process.pid, process.started), process.own_cpu_s);
        }
        self.peak_memory_bytes = self.peak_memory_bytes.max(memory_bytes);
        Ok((
            (self.reaped_cpu_s + living_cpu_s).max(self.seen_s()),
            memory_bytes,
        ))
    }

    /// CPU seconds of a run that is over.
    pub fn cpu_s(&self) -> f64 {
        self.reaped_cpu_s.max(self.seen_s())
    }

    fn seen_s(&self) -> f64 {
        self.seen_cpu_s.values().sum()
    }

    /// Takes in what has ended; how the process `wanted` did if it is among them.
    pub fn reap(&mut self, wanted: i32) -> Result<Option<Ending>, Fault> {
        let mut found = None;
        while let Some(ended) = kernel::reap_one()? {
            self.reaped_cpu_s += ended.cpu_s;
            self.peak_memory_bytes = self.peak_memory_bytes.max(ended.peak_memory_bytes);
            if ended.pid == wanted {
                found = Some(ended.ending);
            }
        }
        Ok(found)
    }

    /// Kills and reaps everything; how the process `wanted` ended if it was not reaped before.
    pub fn end(&mut self, wanted: i32) -> Result<Option<Ending>, Fault> {
        let deadline = Instant::now() + SWEEP;
        let mut found = None;
        loop {
            found = self.reap(wanted)?.or(found);
            // What a dead process leaves becomes a child of this one.
            if !kernel::has_children()? {
                return Ok(found);
            }
            if Instant::now() > deadline {
                return Err("processes do not end though they were killed".into());
            }
            self.kill_all()?;
            found = self.reap(wanted)?.or(found);
            if kernel::has_children()? {
                std::thread::sleep(Duration::from_micros(500));
            }
        }
    }

    fn kill_all(&self) -> Result<(), Fault> {
        if self.in_namespace {
            // Checked in `new`: this is process 1 and the signal stays in its namespace.
            kernel::kill(-1);
            return Ok(());
        }
        self.processes()?
            .iter()
            .for_each(|process| kernel::kill(process.pid));
        Ok(())
    }
}

fn read(pid: i32, text: &[u8]) -> Option<Statistics> {
    // The name before may hold anything, brackets and spaces included.
    let end_of_name = text.iter().rposition(|byte| *byte == b')')?;
    let fields: Vec<&str> = std::str::from_utf8(&text[end_of_name + 1..])
        .ok()?
        .split_ascii_whitespace()
        .collect();
    let number = |place: usize| fields.get(place)?.parse::<u64>().ok();
    Some(Statistics {
        pid,
        parent: fields.get(1)?.parse().ok()?,
        own_cpu_s: kernel::ticks_s(number(11)? + number(12)?),
        reaped_cpu_s: kernel::ticks_s(number(13)? + number(14)?),
        started: number(19)?,
        memory_bytes: number(21)? * kernel::page_bytes(),
    })
}
