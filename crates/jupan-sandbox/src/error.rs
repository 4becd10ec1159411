//! Faults of the host. A program that fails is an [`Outcome`](crate::Outcome), not an error.

use crate::{LimitError, StateError};

/// The sandbox could not carry out a run. Nothing is known about the program; the sandbox
/// stays usable.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SandboxError {
    /// A limit is outside its bounds; the program did not start.
    #[error("limit out of range: {0}")]
    Limit(#[from] LimitError),
    /// The source text is larger than the limit; the program did not start.
    #[error("source text of {actual} bytes is larger than the limit of {limit} bytes")]
    SourceTooLarge {
        /// Its size.
        actual: u64,
        /// The limit.
        limit: u64,
    },
    /// The guest refused the inputs; the program did not start.
    #[error("inputs are not valid: {0}")]
    Inputs(String),
    /// The session's state is not one that a run can go on from; the program did not start.
    #[error("the session cannot go on: {0}")]
    State(#[from] StateError),
    /// A file cannot be given to the program, which did not start.
    #[error("file `{name}` is not valid: {reason}")]
    File {
        /// Its name.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// The names of files to be given back are too many or too long; the program did not start.
    #[error("outputs are not valid: {0}")]
    Outputs(String),
    /// The program names an image that there is not; it did not start.
    #[error("there is no image `{name}`")]
    NoImage {
        /// The name.
        name: String,
    },
    /// The caller gave the run up, see [`CancelToken`](crate::CancelToken).
    #[error("the run was cancelled")]
    Cancelled,
    /// WebAssembly engine or operating system failed.
    #[error("the sandbox failed: {0}")]
    Engine(String),
}
