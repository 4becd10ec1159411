//! What a server and its workers hold on to.

use std::path::Path;
use std::{fs, io};

/// What a server and the processes that it has started had at one moment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Held {
    /// The server's memory in use, in bytes.
    pub server_bytes: u64,
    /// That of all its workers. The files that they have mapped, the image before all, are the
    /// same for each, and count once, as what one of them has touched at most: a worker that
    /// starts to be used touches them anew, and takes no memory for it.
    pub worker_bytes: u64,
    /// The server and its workers.
    pub processes: u64,
    /// Their threads.
    pub threads: u64,
    /// Their open files.
    pub files: u64,
}

impl Held {
    /// Looks at the process `server` and its children. `None` where the operating system does
    /// not tell, or the server is gone.
    #[must_use]
    pub fn by(server: u32) -> Option<Self> {
        let mut held = Self::default();
        let memory = held.add(server).ok()?;
        held.server_bytes = memory.own + memory.mapped;
        let mut mapped = 0;
        for entry in fs::read_dir("/proc").ok()?.filter_map(Result::ok) {
            let Some(process) = entry.file_name().to_str().and_then(|name| name.parse().ok())
            else {
                continue;
            };
            let is_child = fs::read_to_string(entry.path().join("status"))
                .is_ok_and(|status| number(&status, "PPid:") == Some(u64::from(server)));
            if is_child {
                // A worker may end between the two looks.
                let memory = held.add(process).unwrap_or_default();
                held.worker_bytes += memory.own;
                mapped = mapped.max(memory.mapped);
            }
        }
        held.worker_bytes += mapped;
        Some(held)
    }

    /// Memory of all of them, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.server_bytes + self.worker_bytes
    }

    /// Adds a process and gives its memory.
    fn add(&mut self, process: u32) -> io::Result<Memory> {
        let dir = Path::new("/proc").join(process.to_string());
        let status = fs::read_to_string(dir.join("status"))?;
        self.processes += 1;
        self.threads += number(&status, "Threads:").unwrap_or(0);
        // A locked-down worker does not let itself be looked into by everyone.
        self.files += fs::read_dir(dir.join("fd")).map_or(0, |files| files.count() as u64);
        let bytes = |name| number(&status, name).unwrap_or(0) * 1024;
        Ok(Memory { own: bytes("RssAnon:") + bytes("RssShmem:"), mapped: bytes("RssFile:") })
    }
}

/// Memory of one process in use, in bytes.
#[derive(Debug, Clone, Copy, Default)]
struct Memory {
    own: u64,
    /// Of mapped files.
    mapped: u64,
}

fn number(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn children_count_with_their_parent() {
        let mut child = Command::new("sleep").arg("1000").spawn().expect("there is sleep");
        let held = Held::by(std::process::id()).expect("Linux tells");
        child.kill().expect("it sleeps");
        child.wait().expect("it was killed");
        assert!(held.processes >= 2 && held.threads >= 2 && held.files >= 3, "{held:?}");
        assert!(held.server_bytes > 1 << 20 && held.worker_bytes > 0, "{held:?}");
        assert_eq!(held.bytes(), held.server_bytes + held.worker_bytes);
        assert_eq!(Held::by(u32::MAX), None);
    }
}
