//! The steps, as Linux has them.

use std::os::fd::BorrowedFd;

use rustix::process::DumpableBehavior;

use super::{Layer, Lockdown, files, resources, syscalls};
use crate::Safeguard;

/// The first step: everything that concerns files, while only the calling thread is there to
/// be confined. Threads that it starts afterwards are confined like it. A run needs
/// `max_memory_bytes` for its guest.
pub(in crate::worker) fn confine(max_memory_bytes: u64) -> Lockdown {
    let not_dumpable = rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable);
    // Reads a file, so it comes before there are none.
    let resources = resources::cap_memory(max_memory_bytes);
    let (files, no_new_privileges) = match files::deny() {
        Ok(denied) => (
            denied.files.into(),
            denied.no_new_privileges.then_some(()).ok_or("the kernel refused it").into(),
        ),
        Err(error) => (Layer::Missing(error.to_string()), Layer::Missing(error.to_string())),
    };
    Lockdown {
        no_new_privileges,
        not_dumpable: not_dumpable.into(),
        files,
        resources: resources.into(),
        system_calls: Layer::Missing("left out on request".to_owned()),
    }
}

/// The second step, for all threads: nothing can be added, and, unless `without_filter`, no
/// system call be made that running guests and talking over `channel` does not need.
pub(in crate::worker) fn seal(
    lockdown: &mut Lockdown,
    channel: BorrowedFd<'_>,
    without_filter: bool,
) {
    if let Err(error) = resources::freeze() {
        lockdown.resources = Layer::Missing(error.to_string());
    }
    if Safeguard::SystemCalls.is_off() {
        lockdown.system_calls = Layer::Applied;
    } else if !without_filter {
        lockdown.system_calls = syscalls::allow_only_what_guests_need(channel).into();
    }
}
