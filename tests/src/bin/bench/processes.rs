//! What processes hold in memory.

use std::fs;

/// The memory of some processes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Memory {
    /// Bytes resident, shared ones counted in each process.
    pub(crate) resident: u64,
    /// Bytes resident, shared ones divided by those who share them; `None` where the kernel
    /// does not tell.
    pub(crate) proportional: Option<u64>,
    /// How many processes there are.
    pub(crate) processes: u64,
}

/// The memory of a process and all that it started. Nothing where there is no `/proc`.
pub(crate) fn memory_of(root: u32) -> Memory {
    let parents = parents();
    let mut tree = vec![root];
    let mut next = 0;
    while let Some(&process) = tree.get(next) {
        tree.extend(parents.iter().filter(|(_, parent)| *parent == process).map(|(id, _)| *id));
        next += 1;
    }
    let mut memory = Memory { proportional: Some(0), ..Memory::default() };
    for process in tree {
        // A process may end between the looks; a kernel thread has no memory.
        let Some(resident) = kilobytes(process, "status", "VmRSS:") else { continue };
        memory.processes += 1;
        memory.resident += resident * 1024;
        let proportional = kilobytes(process, "smaps_rollup", "Pss:");
        memory.proportional =
            memory.proportional.zip(proportional).map(|(sum, more)| sum + more * 1024);
    }
    memory
}

/// All processes with their parents.
fn parents() -> Vec<(u32, u32)> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let number = |entry: fs::DirEntry| entry.file_name().to_str()?.parse().ok();
    entries
        .flatten()
        .filter_map(number)
        .filter_map(|id| {
            let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
            Some((id, parent(&stat)?))
        })
        .collect()
}

/// The parent out of `/proc/<id>/stat`: the name before it may hold anything.
fn parent(stat: &str) -> Option<u32> {
    stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()
}

fn kilobytes(process: u32, file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/{file}")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parent_is_found_behind_any_name() {
        assert_eq!(parent("7 (a) b) S 42 7 7 0"), Some(42));
        assert_eq!(parent("nonsense"), None);
    }
}
