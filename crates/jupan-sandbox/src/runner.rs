//! What can run programs: this process, or workers beside it.

use serde::{Deserialize, Serialize};

use crate::{CancelToken, Kept, Limits, Outcome, OutputSink, Program, SandboxError, SessionRun};

/// Runs programs. A run blocks the calling thread until the program has really ended; the
/// thread's stack may be small.
pub trait Runner: Send + Sync + 'static {
    /// Runs `program` under `limits`, with what `options` ask for. Gives the outcome, and what the
    /// run leaves for the next one of its session, if it has one.
    ///
    /// # Errors
    ///
    /// When the run did not take place, see [`SandboxError`]. In a session the state from before is
    /// then as good as it was.
    fn run_with(
        &self,
        program: &Program,
        limits: &Limits,
        options: RunOptions<'_>,
    ) -> Result<(Outcome, Kept), SandboxError>;

    /// Runs `program` in a fresh instance under `limits`.
    ///
    /// # Errors
    ///
    /// When the run did not take place, see [`SandboxError`].
    fn run(&self, program: &Program, limits: &Limits) -> Result<Outcome, SandboxError> {
        self.run_with(program, limits, RunOptions::default()).map(|(outcome, _)| outcome)
    }

    /// As [`Runner::run`], until `cancel` is cancelled, see [`RunOptions::cancel`].
    ///
    /// # Errors
    ///
    /// When the run did not take place, or was given up.
    fn run_unless(
        &self,
        program: &Program,
        limits: &Limits,
        cancel: &CancelToken,
    ) -> Result<Outcome, SandboxError> {
        let options = RunOptions { cancel: Some(cancel), ..RunOptions::default() };
        self.run_with(program, limits, options).map(|(outcome, _)| outcome)
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

/// What a run may have beside its program and limits. Default: nothing of it.
#[derive(Clone, Copy, Default)]
pub struct RunOptions<'a> {
    /// When it is cancelled, the program is ended, wherever it is, and the run is a
    /// [`SandboxError::Cancelled`].
    pub cancel: Option<&'a CancelToken>,
    /// The session of the run: the program finds what the run before it has left, and what it
    /// leaves is given back for the next.
    pub session: Option<&'a SessionRun>,
    /// It is told what the program writes while it runs.
    pub sink: Option<&'a OutputSink>,
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

/// How programs are handed to an image.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ImageKind {
    /// By the contract in `jupan-abi`: Jupan's own guest.
    #[default]
    Jupan,
    /// In turns: `CPython` with the scientific packages, see `run/kind/cpython.rs`.
    Cpython,
}

impl ImageKind {
    /// Whether a run in an image of this kind can leave something for the next of its session. A
    /// session keeps memory, and of such a guest there is more: see `image/rest.rs`.
    #[must_use]
    pub const fn has_sessions(self) -> bool {
        match self {
            Self::Jupan => true,
            Self::Cpython => false,
        }
    }
}

/// What an image offers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageInfo {
    /// Its name, `python`.
    pub name: String,
    /// Its version.
    pub version: String,
    /// How programs are handed to it.
    pub kind: ImageKind,
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
