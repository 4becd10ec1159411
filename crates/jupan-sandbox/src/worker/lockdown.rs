//! How a worker makes itself unable to do anything but run guests.
//!
//! It happens in [`lock_down`], once the image is loaded: no new privileges, not dumpable, no
//! files ([`files`]), a cap on memory, no more threads and files ([`resources`]), and no system
//! call outside a short list ([`syscalls`]). The process has one thread, before and after.

#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
mod resources;
#[cfg(target_os = "linux")]
mod syscalls;

use std::fmt;

use serde::{Deserialize, Serialize};

#[cfg(target_os = "linux")]
pub(super) use linux::lock_down;

/// How far a worker has locked itself down. A guest that escapes from WebAssembly is left with
/// what these allow: to compute, and to answer the pool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lockdown {
    /// No privileges can be gained by running other programs.
    pub no_new_privileges: Layer,
    /// The process cannot be traced by others of its user, and leaves no core file.
    pub not_dumpable: Layer,
    /// Landlock: no file can be opened, listed, made or run; where the kernel can, no TCP
    /// connection be made and no signal be sent either.
    pub files: Layer,
    /// Resource limits: memory is capped; no file, socket, thread or process can be added.
    pub resources: Layer,
    /// seccomp: system calls outside a short list end the process.
    pub system_calls: Layer,
}

/// One part of the lockdown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Layer {
    /// In force.
    Applied,
    /// Not in force, for this reason.
    Missing(String),
}

impl Lockdown {
    /// Nothing is in force, for `reason`.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn missing(reason: &str) -> Self {
        let missing = || Layer::Missing(reason.to_owned());
        Self {
            no_new_privileges: missing(),
            not_dumpable: missing(),
            files: missing(),
            resources: missing(),
            system_calls: missing(),
        }
    }

    /// Whether every part is in force.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.parts().iter().all(|(_, layer)| **layer == Layer::Applied)
    }

    /// The parts by name.
    fn parts(&self) -> [(&'static str, &Layer); 5] {
        let Self { no_new_privileges, not_dumpable, files, resources, system_calls } = self;
        [
            ("no new privileges", no_new_privileges),
            ("not dumpable", not_dumpable),
            ("no files (Landlock)", files),
            ("resource limits", resources),
            ("few system calls (seccomp)", system_calls),
        ]
    }
}

impl fmt::Display for Lockdown {
    /// What is missing and why.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (name, layer) in self.parts() {
            if let Layer::Missing(reason) = layer {
                write!(f, "{separator}{name} is not in force ({reason})")?;
                separator = "; ";
            }
        }
        if separator.is_empty() { f.write_str("all is in force") } else { Ok(()) }
    }
}

impl<E: fmt::Display> From<Result<(), E>> for Layer {
    fn from(result: Result<(), E>) -> Self {
        match result {
            Ok(()) => Self::Applied,
            Err(error) => Self::Missing(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        let mut lockdown = Lockdown {
            no_new_privileges: Layer::Applied,
            not_dumpable: Layer::Applied,
            files: Layer::Applied,
            resources: Layer::Applied,
            system_calls: Layer::Applied,
        };
        assert!(lockdown.is_complete());
        assert_eq!(lockdown.to_string(), "all is in force");
        lockdown.files = Layer::Missing("too old".to_owned());
        lockdown.system_calls = Layer::Missing("not built in".to_owned());
        assert!(!lockdown.is_complete());
        assert_eq!(
            lockdown.to_string(),
            "no files (Landlock) is not in force (too old); \
             few system calls (seccomp) is not in force (not built in)"
        );
    }
}
