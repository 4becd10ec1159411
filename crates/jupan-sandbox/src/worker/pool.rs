//! The pool: runs programs in its workers.

use std::time::Instant;

use tracing::{info, warn};

use super::{
    config::WorkerPoolConfig, crew::Crew, lockdown::Lockdown, process::WorkerStartError,
    wire::Ready,
};
use crate::{
    ImageInfo, Kept, Limits, Outcome, Program, RunOptions, Runner, SandboxError, WorkerPoolStatus,
    run,
};

/// Runs programs in worker processes, see the [crate's documentation](crate#workers). Dropping
/// it ends them.
///
/// A call of [`Runner::run`] waits while all workers are busy; who calls keeps to their
/// number. A run whose worker is lost is an outcome: [`ErrorKind::Crash`](crate::ErrorKind)
/// if the worker ended or answered nonsense, `Timeout` if it did not answer. What the program
/// had printed is lost with it.
#[derive(Debug)]
pub struct WorkerPool {
    crew: Crew,
    config: WorkerPoolConfig,
    ready: Ready,
}

impl WorkerPool {
    /// Starts the workers and waits until all are ready.
    ///
    /// # Errors
    ///
    /// When a worker cannot be started, or cannot lock itself down as required.
    pub fn start(config: WorkerPoolConfig) -> Result<Self, WorkerStartError> {
        let (crew, ready) = Crew::start(config.clone())?;
        let workers = config.workers;
        if ready.lockdown.is_complete() {
            info!(workers, "workers are ready and locked down");
        } else {
            warn!(workers, "workers are ready, but not locked down in full: {}", ready.lockdown);
        }
        Ok(Self { crew, config, ready })
    }

    /// How far the workers have locked themselves down.
    #[must_use]
    pub fn lockdown(&self) -> &Lockdown {
        &self.ready.lockdown
    }

    /// How the workers are doing.
    #[must_use]
    pub fn status(&self) -> WorkerPoolStatus {
        let counts = self.crew.counts();
        WorkerPoolStatus {
            ready: counts.ready,
            busy: counts.busy,
            started: counts.started,
            lost: counts.lost,
            recycled: counts.recycled,
            cancelled: counts.cancelled,
        }
    }
}

impl Runner for WorkerPool {
    fn run_with(
        &self,
        program: &Program,
        limits: &Limits,
        options: RunOptions<'_>,
    ) -> Result<(Outcome, Kept), SandboxError> {
        let (images, grace) = (&self.ready.images, self.config.answer_grace);
        run::check(program, limits, self.ready.max_memory_bytes, images, options.session)?;
        let cancel = options.cancel.cloned().unwrap_or_default();
        let mut lease = self.crew.take()?;
        let start = Instant::now();
        let killer = lease.worker().killer();
        let cancelled = cancel.watch(move || killer.kill());
        let result = lease.worker().run(program, limits, options, images, grace);
        drop(cancelled);
        match result {
            _ if cancel.is_cancelled() => {
                lease.cancel();
                Err(SandboxError::Cancelled)
            }
            Ok(result) => {
                lease.give_back();
                result
            }
            Err(loss) => {
                lease.lose(&loss);
                Ok((loss.outcome(limits, start.elapsed()), Kept::Nothing))
            }
        }
    }

    fn image(&self) -> &ImageInfo {
        // A worker has told of one at least, or the pool had not started.
        &self.ready.images[0]
    }

    fn images(&self) -> &[ImageInfo] {
        &self.ready.images
    }

    fn workers(&self) -> Option<WorkerPoolStatus> {
        Some(self.status())
    }
}
