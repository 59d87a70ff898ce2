//! What the harness asks for, the same for every run of this runner.

use std::ffi::CString;
use std::time::Duration;

use crate::kernel::Fault;

/// `inside.py` has the same fields, with their meaning.
#[derive(Default)]
pub struct Plan {
    pub command: Vec<CString>,
    pub executable: CString,
    pub cwd: CString,
    pub environment: Vec<CString>,
    pub cpu_s: f64,
    pub wall: Duration,
    pub memory_bytes: u64,
    /// Number of the limit (`RLIMIT_...`) and its value.
    pub rlimits: Vec<(u32, u64)>,
    pub cpu_rlimit_s: u64,
    pub in_namespace: bool,
    pub identity: Option<u32>,
    pub keep_reading: bool,
    /// A filter of system calls, an array of 8-byte BPF instructions.
    pub seccomp: Vec<u8>,
    /// Kinds of access that Landlock rules: files, network, beyond the confinement.
    pub ruled: Vec<u64>,
    /// Kinds of access allowed at each path and below it.
    pub open_paths: Vec<(u64, CString)>,
}

impl Plan {
    /// Reads entries `name=value`, each ended by a zero byte.
    pub fn read(packet: &[u8]) -> Result<Plan, Fault> {
        let mut plan = Plan::default();
        let entries = packet.strip_suffix(b"\0").ok_or("the plan is cut off")?;
        for entry in entries.split(|byte| *byte == 0) {
            let at = entry
                .iter()
                .position(|byte| *byte == b'=')
                .ok_or("an entry without a name")?;
            plan.take(&entry[..at], &entry[at + 1..])?;
        }
        if plan.command.is_empty() || plan.executable.is_empty() {
            return Err("the plan has no command".into());
        }
        Ok(plan)
    }

    fn take(&mut self, name: &[u8], value: &[u8]) -> Result<(), Fault> {
        let string = || CString::new(value).expect("entries hold no zero byte");
        match name {
            b"command" => self.command.push(string()),
            b"executable" => self.executable = string(),
            b"cwd" => self.cwd = string(),
            b"environment" => self.environment.push(string()),
            b"cpu_s" => self.cpu_s = number(value)?,
            b"wall_s" => {
                self.wall = Duration::try_from_secs_f64(number(value)?)
                    .map_err(|fault| format!("the plan's wall time: {fault}"))?;
            }
            b"memory_bytes" => self.memory_bytes = number(value)?,
            b"rlimit" => {
                let at = value
                    .iter()
                    .position(|byte| *byte == b' ')
                    .ok_or("half a limit")?;
                self.rlimits
                    .push((number(&value[..at])?, number(&value[at + 1..])?));
            }
            b"cpu_rlimit_s" => self.cpu_rlimit_s = number(value)?,
            b"sweep" => self.in_namespace = value == b"namespace",
            b"identity" => self.identity = Some(number(value)?),
            b"keep_reading" => self.keep_reading = value == b"1",
            b"seccomp" => {
                self.seccomp = value.chunks(2).map(hexadecimal).collect::<Result<_, _>>()?;
            }
            b"ruled" => {
                let masks = value.split(|byte| *byte == b' ');
                self.ruled = masks.map(number).collect::<Result<_, _>>()?;
            }
            b"open_path" => {
                let at = value
                    .iter()
                    .position(|byte| *byte == b' ')
                    .ok_or("half a path")?;
                let path = CString::new(&value[at + 1..]).expect("entries hold no zero byte");
                self.open_paths.push((number(&value[..at])?, path));
            }
            _ => return Err(format!("the plan has {:?}", String::from_utf8_lossy(name))),
        }
        Ok(())
    }
}

fn number<T: std::str::FromStr>(value: &[u8]) -> Result<T, Fault> {
    std::str::from_utf8(value)
        .ok()
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| format!("no number: {:?}", String::from_utf8_lossy(value)))
}

fn hexadecimal(pair: &[u8]) -> Result<u8, Fault> {
    std::str::from_utf8(pair)
        .ok()
        .filter(|text| text.len() == 2)
        .and_then(|text| u8::from_str_radix(text, 16).ok())
        .ok_or_else(|| "the filter is no hexadecimal text".into())
}
