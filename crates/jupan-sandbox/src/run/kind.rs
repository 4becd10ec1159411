//! How a program is handed to a guest, and how its report comes back: one module for each
//! [`ImageKind`]. What is the same for all of them, limits, output, files and what a report means,
//! is not here.
//!
//! | kind | module | contract |
//! | --- | --- | --- |
//! | `Jupan` | `jupan.rs` | `jupan-abi`: request and report lie in the guest's memory |
//! | `Cpython` | `cpython.rs` | turns, and calls of the host: `door.rs` |

pub(crate) mod cpython;
pub(super) mod door;
pub(super) mod jupan;

use jupan_abi::{Ending, GuestRequest};
use wasmtime::{InstancePre, Store};

use super::RunState;
use crate::{ImageKind, SandboxError, SessionState};

/// How the calls into the guest ended.
pub(super) enum Ended {
    /// With a report.
    Reported(Ending),
    /// With a report that cannot be believed, for this reason.
    Unreadable(String),
    /// With a trap, or by a host function. The note is what a panic of the interpreter said.
    Stopped { error: wasmtime::Error, note: Option<String> },
}

/// What a run starts from.
#[derive(Clone, Copy)]
pub(super) struct Start<'a> {
    pub(super) kind: ImageKind,
    pub(super) image: &'a InstancePre<RunState>,
    /// What tells the image from others.
    pub(super) id: &'a [u8; 32],
    /// A session's state. Only a guest of the kind [`ImageKind::Jupan`] has one.
    pub(super) state: Option<&'a SessionState>,
    /// The most memory that it may have.
    pub(super) memory_bytes: u64,
}

/// Takes a fresh instance, hands the request over, calls the guest and reads its report.
pub(super) async fn execute(
    store: &mut Store<RunState>,
    start: Start<'_>,
    request: &GuestRequest,
) -> Result<Ended, SandboxError> {
    match start.kind {
        ImageKind::Jupan => jupan::execute(store, start, request).await,
        ImageKind::Cpython => cpython::execute(store, start, request).await,
    }
}
