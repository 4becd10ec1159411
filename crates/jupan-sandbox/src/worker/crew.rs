//! The workers of a pool: who is ready and who is busy.

mod keeper;

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc},
    thread::{self, JoinHandle},
};

use tracing::{debug, error, warn};

use super::{
    config::WorkerPoolConfig,
    loss::Loss,
    process::{Worker, WorkerStartError},
    wire::Ready,
};
use crate::{Safeguard, SandboxError};
use keeper::Keeper;

/// The workers. A thread of its own, the keeper, starts, replaces and reaps them; callers
/// only take one and give it back. Dropping the crew ends them all.
#[derive(Debug)]
pub(super) struct Crew {
    shared: Arc<Shared>,
    keeper: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    config: WorkerPoolConfig,
    state: Mutex<State>,
    /// A worker is ready, or none can be had.
    came: Condvar,
    /// The keeper has something to do.
    needed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The last one in is the first one out: its caches are warm.
    ready: Vec<Worker>,
    /// Workers to be ended.
    retired: Vec<Worker>,
    /// Why the last start failed, until one succeeds.
    failure: Option<String>,
    is_stopping: bool,
    busy: usize,
    /// Workers that the keeper is starting.
    starting: usize,
    counts: Counts,
}

/// What has happened to workers since the start of the pool.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) ready: usize,
    pub(super) busy: usize,
    pub(super) started: u64,
    pub(super) lost: u64,
    pub(super) recycled: u64,
    pub(super) cancelled: u64,
}

impl Crew {
    /// Starts the workers and waits until all are ready. Gives what they said.
    ///
    /// # Errors
    ///
    /// When one of them cannot be started.
    pub(super) fn start(config: WorkerPoolConfig) -> Result<(Self, Ready), WorkerStartError> {
        let shared = Arc::new(Shared {
            config,
            state: Mutex::default(),
            came: Condvar::new(),
            needed: Condvar::new(),
        });
        let (started, first) = mpsc::sync_channel(1);
        let keeper = Keeper::new(Arc::clone(&shared), started);
        let keeper =
            thread::Builder::new().name("jupan-workers".to_owned()).spawn(|| keeper.keep());
        let keeper = keeper.map_err(|error| WorkerStartError::NotReady(error.to_string()))?;
        // From here on a failure drops the crew, which ends what was started.
        let crew = Self { shared, keeper: Some(keeper) };
        match first.recv() {
            Ok(Ok(ready)) => Ok((crew, ready)),
            Ok(Err(error)) => Err(error),
            Err(gone) => Err(WorkerStartError::NotReady(gone.to_string())),
        }
    }

    /// A worker for one run, as soon as there is one.
    ///
    /// # Errors
    ///
    /// When there is none and none can be started.
    pub(super) fn take(&self) -> Result<Lease<'_>, SandboxError> {
        let size = Safeguard::Workers.unless_off(self.shared.config.workers.get(), usize::MAX);
        let mut state = self.shared.lock();
        loop {
            if state.busy < size {
                while let Some(mut worker) = state.ready.pop() {
                    if worker.is_able() {
                        worker.stay_awake(state.busy == 0);
                        state.busy += 1;
                        return Ok(Lease { shared: &self.shared, worker: Some(worker) });
                    }
                    self.shared.note_idle_end(&mut state, worker);
                }
                if let (0, Some(failure)) = (state.busy + state.starting, &state.failure) {
                    return Err(SandboxError::Engine(failure.clone()));
                }
            }
            state = self.shared.came.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// How the workers are doing.
    pub(super) fn counts(&self) -> Counts {
        let state = self.shared.lock();
        Counts { ready: state.ready.len(), busy: state.busy, ..state.counts }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.shared.lock().is_stopping = true;
        self.shared.needed.notify_one();
        if let Some(keeper) = self.keeper.take() {
            // What a panic of the keeper had to say, it has said.
            let _ = keeper.join();
        }
        let mut state = self.shared.lock();
        let workers = (std::mem::take(&mut state.ready), std::mem::take(&mut state.retired));
        drop(state);
        drop(workers);
    }
}

/// A worker that is busy with a caller's run. Unless it is given back, it is not used again.
#[derive(Debug)]
pub(super) struct Lease<'a> {
    shared: &'a Shared,
    worker: Option<Worker>,
}

impl Lease<'_> {
    /// The worker.
    pub(super) fn worker(&mut self) -> &mut Worker {
        // It is there until the lease ends, which takes the lease.
        match &mut self.worker {
            Some(worker) => worker,
            None => unreachable!("a lease has its worker until it ends"),
        }
    }

    /// Gives the worker back for the next run.
    pub(super) fn give_back(mut self) {
        let Some(worker) = self.worker.take() else { return };
        let mut state = self.shared.lock();
        state.busy -= 1;
        // It is let go only for one that is there: if none can be started, it goes on.
        let max_runs = Safeguard::Recycling.unless_off(self.shared.config.max_runs, u64::MAX);
        let is_due = worker.runs() >= max_runs;
        if is_due && state.ready.len() + state.busy >= self.shared.config.workers.get() {
            debug!(pid = worker.pid(), runs = worker.runs(), "worker has had its runs");
            state.counts.recycled += 1;
            state.retired.push(worker);
            self.shared.needed.notify_one();
        } else {
            state.ready.push(worker);
        }
        drop(state);
        self.shared.came.notify_one();
    }

    /// Lets go of a worker that was ended with its run.
    pub(super) fn cancel(mut self) {
        let Some(worker) = self.worker.take() else { return };
        debug!(pid = worker.pid(), "worker has ended with a run that was given up");
        self.shared.retire(worker, |counts| &mut counts.cancelled);
    }

    /// Lets go of a worker that is lost. Its end is the keeper's business.
    pub(super) fn lose(self, loss: &Loss) {
        let pid = self.worker.as_ref().map(Worker::pid);
        if loss.is_forbidden_call() {
            error!(
                pid,
                "a worker made a system call that is forbidden: it may have been taken over"
            );
        } else {
            warn!(pid, "lost a worker in mid-run: {loss}");
        }
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            self.shared.retire(worker, |counts| &mut counts.lost);
        }
    }
}

impl Shared {
    /// The state stays consistent at every unlock, so a poisoned lock is as good as any.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a worker that was busy out of the crew.
    fn retire(&self, worker: Worker, counter: fn(&mut Counts) -> &mut u64) {
        let mut state = self.lock();
        state.busy -= 1;
        *counter(&mut state.counts) += 1;
        state.retired.push(worker);
        drop(state);
        self.needed.notify_one();
        self.came.notify_one();
    }

    fn note_idle_end(&self, state: &mut State, worker: Worker) {
        warn!(pid = worker.pid(), "a worker ended or was stopped while it was idle");
        state.counts.lost += 1;
        state.retired.push(worker);
        self.needed.notify_one();
    }
}
