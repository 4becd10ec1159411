//! Resource limits.

use std::{fs, io};

use rustix::{
    param::page_size,
    process::{Resource, Rlimit, setrlimit},
};

use crate::Safeguard;

/// Memory that a worker may take for itself, beside what it has at its start and its guest's:
/// 1 GiB. A request, its outcome, and the answer that carries it have 200 MiB at most.
const OWN_MEMORY_BYTES: u64 = 1 << 30;

/// Why the limits are not in force.
#[derive(Debug, thiserror::Error)]
pub(super) enum ResourcesError {
    #[error("the size of this process cannot be read: {0}")]
    Size(io::Error),
    #[error("limit refused: {0}")]
    Limit(#[from] rustix::io::Errno),
}

/// Caps address space and memory, and leaves neither core files nor files at all.
pub(super) fn cap_memory(max_guest_bytes: u64) -> Result<(), ResourcesError> {
    let (address_space, data) = size().map_err(ResourcesError::Size)?;
    // The guest's address space is reserved by now; its memory counts when it is used.
    set(Safeguard::WorkerMemory, Resource::As, address_space + OWN_MEMORY_BYTES)?;
    set(Safeguard::WorkerMemory, Resource::Data, data + max_guest_bytes + OWN_MEMORY_BYTES)?;
    set(Safeguard::WorkerFiles, Resource::Core, 0)?;
    set(Safeguard::WorkerFiles, Resource::Fsize, 0)
}

/// Nothing can be added: no descriptor, no thread, no process. What is there stays.
pub(super) fn freeze() -> Result<(), ResourcesError> {
    set(Safeguard::WorkerFiles, Resource::Nofile, 0)?;
    // Root is not bound by this one; the filter of system calls has no exception for it.
    set(Safeguard::WorkerProcesses, Resource::Nproc, 0)
}

fn set(safeguard: Safeguard, resource: Resource, most: u64) -> Result<(), ResourcesError> {
    if safeguard.is_off() {
        return Ok(());
    }
    Ok(setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?)
}

/// Bytes of address space, and of memory that is this process's own.
fn size() -> io::Result<(u64, u64)> {
    let text = fs::read_to_string("/proc/self/statm")?;
    let pages: Vec<u64> = text.split_whitespace().map_while(|word| word.parse().ok()).collect();
    match pages[..] {
        // Size, resident, shared, text, library, data.
        [size, _, _, _, _, data, ..] => {
            let page = page_size() as u64;
            Ok((size * page, data * page))
        }
        _ => Err(io::Error::new(io::ErrorKind::InvalidData, "unexpected content")),
    }
}
