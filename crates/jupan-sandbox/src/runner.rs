//! What can run programs: this process, or workers beside it.

use serde::{Deserialize, Serialize};

use crate::{CancelToken, Limits, Outcome, Program, SandboxError};

/// Runs programs. A run blocks the calling thread until the program has really ended; the
/// thread's stack may be small.
pub trait Runner: Send + Sync + 'static {
    /// Runs `program` in a fresh instance under `limits`.
    ///
    /// # Errors
    ///
    /// When the run did not take place, see [`SandboxError`].
    fn run(&self, program: &Program, limits: &Limits) -> Result<Outcome, SandboxError> {
        self.run_unless(program, limits, &CancelToken::new())
    }

    /// As [`Runner::run`], until `cancel` is cancelled. Then the program is ended, wherever it
    /// is, and the run is a [`SandboxError::Cancelled`].
    ///
    /// # Errors
    ///
    /// When the run did not take place, or was given up.
    fn run_unless(
        &self,
        program: &Program,
        limits: &Limits,
        cancel: &CancelToken,
    ) -> Result<Outcome, SandboxError>;

    /// The image that runs them.
    fn image(&self) -> &ImageInfo;
}

/// What an image offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageInfo {
    /// Its name, `python`.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The Python version it implements, `3.14.0`.
    pub python_version: String,
    /// Names of the modules that can be imported, sorted.
    pub modules: Vec<String>,
    /// Names of the modules that are there without an import, sorted.
    pub preloaded: Vec<String>,
}
