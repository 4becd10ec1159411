//! The keeper: the thread that starts workers, replaces them and sees them off.

use std::{
    sync::{Arc, PoisonError, mpsc::SyncSender},
    time::{Duration, Instant},
};

use tracing::error;

use super::{Shared, State};
use crate::worker::{
    process::{StartingWorker, Worker, WorkerStartError},
    wire::Ready,
};

/// Workers that are ready beside those that may be busy, so that a lost one is replaced at
/// once and not after a start.
const SPARES: usize = 1;

/// How often ready workers are looked at, so that one that ended by itself is replaced before
/// a run finds out.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// How long the keeper listens to one worker that is starting before it sees to the rest.
const LISTEN: Duration = Duration::from_millis(2);

/// The pause after a start that failed, doubled each time up to [`MAX_PAUSE`].
const MIN_PAUSE: Duration = Duration::from_millis(100);
const MAX_PAUSE: Duration = Duration::from_secs(10);

/// Failed starts in a row after which runs are refused rather than kept waiting: 3, which is
/// within half a second.
const FAILURES_TO_TELL: u32 = 3;

/// Sees to it that there are enough workers. It starts them all itself, since a worker dies
/// with the thread that started it.
pub(super) struct Keeper {
    shared: Arc<Shared>,
    /// The first to have been started is the first to be listened to.
    starting: Vec<StartingWorker>,
    /// Who waits for the crew to be complete for the first time.
    started: Option<SyncSender<Result<Ready, WorkerStartError>>>,
    /// What the first worker said. All others must say the same.
    first: Option<Ready>,
    /// Starts that failed since the last that did not.
    failures: u32,
    pause: Duration,
    next_start: Instant,
}

impl Keeper {
    /// A keeper that tells `started` when the crew is complete, or why it will not be.
    pub(super) fn new(
        shared: Arc<Shared>,
        started: SyncSender<Result<Ready, WorkerStartError>>,
    ) -> Self {
        Self {
            shared,
            starting: Vec::new(),
            started: Some(started),
            first: None,
            failures: 0,
            pause: MIN_PAUSE,
            next_start: Instant::now(),
        }
    }

    /// Keeps the crew until it is dropped, or until it cannot be completed at all.
    pub(super) fn keep(mut self) {
        let shared = Arc::clone(&self.shared);
        loop {
            let mut state = shared.lock();
            if state.is_stopping {
                return;
            }
            shared.look_after_ready(&mut state);
            state.starting = self.starting.len();
            let missing = self.missing(&state);
            let may_start = missing > 0 && Instant::now() >= self.next_start;
            let retired = state.retired.pop();
            if !may_start && retired.is_none() && self.starting.is_empty() {
                let wait = match missing {
                    0 => LOOK_INTERVAL,
                    _ => self.next_start.saturating_duration_since(Instant::now()),
                };
                let waited = shared.needed.wait_timeout(state, wait.min(LOOK_INTERVAL));
                drop(waited.unwrap_or_else(PoisonError::into_inner));
                continue;
            }
            drop(state);

            let done = match may_start {
                true => self.start(missing),
                false => self.listen(),
            };
            // The end of a worker with much memory takes a while, so it comes last.
            drop(retired);
            if let Err(error) = done {
                if let Some(started) = self.started.take() {
                    // Nobody can have gone: the receiver waits for this.
                    let _ = started.send(Err(error));
                    return;
                }
                self.pause_after(&error);
            }
        }
    }

    /// How many workers are to be started. Spares come after those that runs wait for.
    fn missing(&self, state: &State) -> usize {
        let size = self.shared.config.workers.get();
        let present = state.ready.len() + state.busy + self.starting.len();
        let is_complete = self.started.is_none() && present >= size;
        let wanted = if is_complete { size + SPARES } else { size };
        wanted.saturating_sub(present)
    }

    fn start(&mut self, count: usize) -> Result<(), WorkerStartError> {
        let config = &self.shared.config;
        for _ in 0..count {
            self.starting.push(StartingWorker::spawn(&config.command, &config.images)?);
        }
        Ok(())
    }

    /// Makes a worker ready that has started, if the next in turn has.
    fn listen(&mut self) -> Result<(), WorkerStartError> {
        if self.starting.is_empty() {
            return Ok(());
        }
        let mut worker = self.starting.remove(0);
        if !worker.has_something(LISTEN) {
            self.starting.push(worker);
            return Ok(());
        }
        let (worker, ready) = worker.ready()?;
        self.check(&ready)?;
        self.pause = MIN_PAUSE;
        self.failures = 0;
        let first = self.first.get_or_insert(ready);

        let mut state = self.shared.lock();
        state.ready.push(worker);
        state.counts.started += 1;
        state.failure = None;
        if state.ready.len() == self.shared.config.workers.get()
            && let Some(started) = self.started.take()
        {
            // Nobody can have gone: the receiver waits for this.
            let _ = started.send(Ok(first.clone()));
        }
        drop(state);
        self.shared.came.notify_one();
        Ok(())
    }

    /// Checks what a new worker says of itself.
    fn check(&self, ready: &Ready) -> Result<(), WorkerStartError> {
        if self.shared.config.require_lockdown && !ready.lockdown.is_complete() {
            return Err(WorkerStartError::LockdownIncomplete(ready.lockdown.to_string()));
        }
        match &self.first {
            Some(first) if first.images != ready.images => {
                let name = |ready: &Ready| {
                    let names = ready.images.iter();
                    let names: Vec<String> =
                        names.map(|image| format!("{} {}", image.name, image.version)).collect();
                    names.join(", ")
                };
                Err(WorkerStartError::ImageChanged { was: name(first), is: name(ready) })
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Tries again later. From the third failure in a row on, whoever waits for a worker is told
    /// why there is none; one that was lost while it started is no reason to refuse a run.
    fn pause_after(&mut self, error: &WorkerStartError) {
        error!("{error}; the next attempt is in {:?}", self.pause);
        self.failures += 1;
        let mut state = self.shared.lock();
        if self.failures >= FAILURES_TO_TELL {
            state.failure = Some(error.to_string());
        }
        state.starting = self.starting.len();
        drop(state);
        self.shared.came.notify_all();
        self.next_start = Instant::now() + self.pause;
        self.pause = (self.pause * 2).min(MAX_PAUSE);
    }
}

impl Shared {
    /// Finds ready workers that have ended by themselves or have been stopped.
    fn look_after_ready(&self, state: &mut State) {
        let ended: Vec<Worker> = state.ready.extract_if(.., |worker| !worker.is_able()).collect();
        for worker in ended {
            self.note_idle_end(state, worker);
        }
    }
}
