//! The layers, as Linux has them.

use std::os::fd::BorrowedFd;

use rustix::process::DumpableBehavior;

use super::{Layer, Lockdown, files, resources, syscalls};
use crate::Safeguard;

/// Takes from the calling thread, which must be the only one, everything that running guests
/// and talking over `channel` does not need. A run needs `max_memory_bytes` for its guest.
/// System calls are left alone if `without_filter`.
pub(in crate::worker) fn lock_down(
    max_memory_bytes: u64,
    channel: BorrowedFd<'_>,
    without_filter: bool,
) -> Lockdown {
    let not_dumpable = rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable);
    // Reads a file, so it comes before there are none.
    let memory = resources::cap_memory(max_memory_bytes);
    let (files, no_new_privileges) = match files::deny() {
        Ok(denied) => (
            denied.files.into(),
            denied.no_new_privileges.then_some(()).ok_or("the kernel refused it").into(),
        ),
        Err(error) => (Layer::Missing(error.to_string()), Layer::Missing(error.to_string())),
    };
    let resources = memory.and_then(|()| resources::freeze());
    let system_calls = if Safeguard::SystemCalls.is_off() {
        Layer::Applied
    } else if without_filter {
        Layer::Missing("left out on request".to_owned())
    } else {
        syscalls::allow_only_what_guests_need(channel).into()
    };
    Lockdown {
        no_new_privileges,
        not_dumpable: not_dumpable.into(),
        files,
        resources: resources.into(),
        system_calls,
    }
}
