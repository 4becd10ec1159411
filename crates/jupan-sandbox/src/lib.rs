//! Runs one Python program in a fresh WebAssembly instance, under limits. Knows no HTTP.

mod error;
mod limits;
mod outcome;
mod program;
mod runner;

pub use error::SandboxError;
pub use limits::{LimitError, Limits};
pub use outcome::{Captured, ErrorKind, Failure, Outcome, RunStatus, Usage};
pub use program::Program;
pub use runner::{ImageInfo, Runner};
