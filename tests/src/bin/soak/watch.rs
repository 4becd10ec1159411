//! What the server holds on to, over time.

use std::path::Path;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{fs, io};

/// How many samples there are at most.
const SAMPLES: u32 = 60;

/// What the server and its workers had at one moment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Sample {
    /// Since the start.
    pub(crate) at: Duration,
    /// Memory in use, in bytes; what processes share counts in each.
    pub(crate) resident_bytes: u64,
    /// The server and its workers.
    pub(crate) processes: u64,
    /// Their threads.
    pub(crate) threads: u64,
    /// Their open files.
    pub(crate) files: u64,
}

/// Takes samples in a thread of its own until the end.
pub(crate) struct Watch {
    thread: JoinHandle<Vec<Sample>>,
}

impl Watch {
    /// Watches the process `server` and its children.
    pub(crate) fn start(server: u32, start: Instant, end: Instant) -> Self {
        let pause = ((end - start) / SAMPLES).max(Duration::from_millis(200));
        let thread = thread::spawn(move || {
            let mut samples = Vec::new();
            while Instant::now() < end {
                // Where the operating system has no such files there is nothing to tell.
                samples.extend(sample(server, start.elapsed()));
                thread::sleep(pause.min(end.saturating_duration_since(Instant::now())));
            }
            samples
        });
        Self { thread }
    }

    /// The samples.
    pub(crate) fn finish(self) -> Vec<Sample> {
        self.thread.join().expect("the watch does not panic")
    }
}

fn sample(server: u32, at: Duration) -> Option<Sample> {
    let mut sample = Sample { at, ..Sample::default() };
    add(&mut sample, server).ok()?;
    for entry in fs::read_dir("/proc").ok()?.filter_map(Result::ok) {
        let Some(process) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        let is_child = fs::read_to_string(entry.path().join("status"))
            .is_ok_and(|status| number(&status, "PPid:") == Some(u64::from(server)));
        if is_child {
            // A worker may end between the two looks.
            let _ = add(&mut sample, process);
        }
    }
    Some(sample)
}

fn add(sample: &mut Sample, process: u32) -> io::Result<()> {
    let dir = Path::new("/proc").join(process.to_string());
    let status = fs::read_to_string(dir.join("status"))?;
    sample.processes += 1;
    sample.resident_bytes += number(&status, "VmRSS:").unwrap_or(0) * 1024;
    sample.threads += number(&status, "Threads:").unwrap_or(0);
    // A locked-down worker does not let itself be looked into by everyone.
    sample.files += fs::read_dir(dir.join("fd")).map_or(0, |files| files.count() as u64);
    Ok(())
}

fn number(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}
