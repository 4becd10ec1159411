//! What can run programs: this process, or workers beside it.

use serde::{Deserialize, Serialize};

use crate::{CancelToken, Kept, Limits, Outcome, OutputSink, Program, SandboxError, SessionRun};

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

    /// As [`Runner::run_unless`], and `sink` is told what the program writes while it runs. Default:
    /// it is told at the end.
    ///
    /// # Errors
    ///
    /// As [`Runner::run_unless`].
    fn run_telling(
        &self,
        program: &Program,
        limits: &Limits,
        cancel: &CancelToken,
        sink: &OutputSink,
    ) -> Result<Outcome, SandboxError> {
        let outcome = self.run_unless(program, limits, cancel)?;
        outcome.tell(sink);
        Ok(outcome)
    }

    /// As [`Runner::run_unless`], in a session: the program finds what the run before it has left,
    /// and what it leaves is given back for the next. After an error the state from before is as
    /// good as it was. Default: an error, for runners that keep nothing.
    ///
    /// # Errors
    ///
    /// When the run did not take place, or was given up.
    fn run_in_session(
        &self,
        program: &Program,
        limits: &Limits,
        session: &SessionRun,
        cancel: &CancelToken,
    ) -> Result<(Outcome, Kept), SandboxError> {
        let _ = (program, limits, session, cancel);
        Err(SandboxError::Engine("this runner has no sessions".to_owned()))
    }

    /// The image that every program starts in.
    fn image(&self) -> &ImageInfo;

    /// All images: that of [`Runner::image`] comes first. A program that imports a package which
    /// only another one has runs there. Default: that one alone.
    fn images(&self) -> &[ImageInfo] {
        std::slice::from_ref(self.image())
    }

    /// How the worker processes are doing, if there are any. Default: there are none.
    fn workers(&self) -> Option<WorkerPoolStatus> {
        None
    }
}

/// How the workers of a pool are doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkerPoolStatus {
    /// Workers that wait for a run, a spare one included.
    pub ready: usize,
    /// Workers that run a program.
    pub busy: usize,
    /// Workers started so far.
    pub started: u64,
    /// Workers lost so far: ended by themselves, or by the pool for an answer that did not
    /// come or cannot be.
    pub lost: u64,
    /// Workers replaced so far because they had had their runs.
    pub recycled: u64,
    /// Workers ended so far because their run was given up, see [`CancelToken`].
    pub cancelled: u64,
}

/// What an image offers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Top-level names of the packages that it has beside the standard library, sorted.
    pub packages: Vec<String>,
    /// Bytes of linear memory at the start of a run.
    pub memory_bytes: u64,
    /// BLAKE3 hash of its compiled module, in hexadecimal.
    pub blake3: String,
}

/// The limits of a run in the image at `place` of `images`. The memory limit says what a program
/// may have in the first of them: what another takes more at its start is granted on top.
pub(crate) fn limits_in(images: &[ImageInfo], place: usize, limits: &Limits) -> Limits {
    let memory_bytes = limits.memory_bytes.saturating_add(extra_memory_bytes(images, place));
    Limits { memory_bytes, ..*limits }
}

/// What the image at `place` takes more than the first at its start.
fn extra_memory_bytes(images: &[ImageInfo], place: usize) -> u64 {
    match (images.first(), images.get(place)) {
        (Some(first), Some(image)) => image.memory_bytes.saturating_sub(first.memory_bytes),
        _ => 0,
    }
}

/// The most of that among all `images`.
pub(crate) fn most_extra_memory_bytes(images: &[ImageInfo]) -> u64 {
    (0..images.len()).map(|place| extra_memory_bytes(images, place)).max().unwrap_or(0)
}
