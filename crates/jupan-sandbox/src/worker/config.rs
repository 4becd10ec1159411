//! What a pool of workers is made of.

use std::{ffi::OsString, num::NonZeroUsize, path::PathBuf, sync::Arc, thread, time::Duration};

use crate::CheckedImage;

/// How a worker is started: a program that calls [`serve_worker`](crate::serve_worker).
///
/// It finds the channel to the pool in place of its standard input, an empty environment, and the stderr of the process that started it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerCommand {
    /// The executable.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
}

impl WorkerCommand {
    /// This process's own executable with `args`, also if its file has been replaced by a
    /// newer one since.
    ///
    /// # Errors
    ///
    /// When the operating system does not say which file that is.
    pub fn this_program(
        args: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> std::io::Result<Self> {
        let program =
            if cfg!(target_os = "linux") { PathBuf::from(SELF) } else { std::env::current_exe()? };
        Ok(Self { program, args: args.into_iter().map(Into::into).collect() })
    }

    /// What the worker is called in lists of processes.
    pub(super) fn shown_as(&self) -> OsString {
        match std::env::args_os().next() {
            Some(name) if self.program.as_os_str() == SELF => name,
            _ => self.program.clone().into_os_string(),
        }
    }
}

/// The file that the calling process runs, on Linux.
const SELF: &str = "/proc/self/exe";

/// A pool of workers.
#[derive(Debug, Clone)]
pub struct WorkerPoolConfig {
    /// How a worker is started.
    pub command: WorkerCommand,
    /// The images that the workers run: programs start in the first, and run in another if they
    /// import a package of that one. They are checked once, and handed over to each worker; at
    /// most [`WorkerPoolConfig::MOST_IMAGES`]. Default: none, for programs that bring their own
    /// guest.
    pub images: Vec<Arc<CheckedImage>>,
    /// How many programs run at the same time, each in its own worker. One more worker is kept
    /// ready to take the place of one that is lost. Default: one per core.
    pub workers: NonZeroUsize,
    /// Runs after which a worker is replaced by a fresh one, so that nothing that piles up in
    /// a process piles up for ever. Default 10,000.
    pub max_runs: u64,
    /// Whether to refuse workers that cannot lock themselves down in full, because the kernel
    /// lacks a part of it. Default: no, what is missing is logged.
    pub require_lockdown: bool,
    /// How long after the time limit of its run a worker may answer before it is taken for
    /// lost. The worker ends the run itself at the time limit; this is for one that cannot,
    /// and leaves room for a machine that is busy elsewhere. Default 1 s.
    pub answer_grace: Duration,
}

impl WorkerPoolConfig {
    /// 8 images.
    pub const MOST_IMAGES: usize = 8;
    /// 10,000 runs.
    pub const DEFAULT_MAX_RUNS: u64 = 10_000;
    /// 1 second.
    pub const DEFAULT_ANSWER_GRACE: Duration = Duration::from_secs(1);

    /// The defaults, for workers that `command` starts.
    #[must_use]
    pub fn new(command: WorkerCommand) -> Self {
        Self {
            command,
            images: Vec::new(),
            workers: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            max_runs: Self::DEFAULT_MAX_RUNS,
            require_lockdown: false,
            answer_grace: Self::DEFAULT_ANSWER_GRACE,
        }
    }
}
