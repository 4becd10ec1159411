//! The wall clock: one thread that interrupts the guests of an engine at their deadlines.

use std::{
    collections::BTreeSet,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc},
    thread::{self, JoinHandle},
    time::Instant,
};

use wasmtime::Engine;

/// Moves the engine's epoch on whenever a registered deadline passes; every running guest
/// then looks at its own deadline, see [`crate::run`]. Between deadlines the thread sleeps,
/// so that an idle sandbox costs nothing. Dropping the clock stops the thread.
#[derive(Debug)]
pub(crate) struct Clock {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    deadlines: BTreeSet<(Instant, u64)>,
    /// When the thread looks at the deadlines again by itself; `None` while it sleeps until it
    /// is woken.
    next_look: Option<Instant>,
    next_id: u64,
    stopping: bool,
}

/// A registered deadline; dropping it takes the deadline back.
#[derive(Debug)]
pub(crate) struct DeadlineGuard {
    shared: Arc<Shared>,
    key: (Instant, u64),
}

impl Clock {
    /// Starts the clock of `engine`. When it returns, the thread has been through its start:
    /// from here on it only waits, which a process may make all that it can do.
    ///
    /// # Errors
    ///
    /// When the operating system gives no thread.
    pub(crate) fn start(engine: Engine) -> std::io::Result<Self> {
        let shared =
            Arc::new(Shared { state: Mutex::new(State::default()), changed: Condvar::new() });
        let (started, is_up) = mpsc::sync_channel(1);
        let thread = thread::Builder::new().name("jupan-clock".to_owned()).spawn({
            let shared = Arc::clone(&shared);
            move || {
                // Nobody can have gone: the receiver waits below.
                let _ = started.send(());
                drop(started);
                shared.tick(|| engine.increment_epoch());
            }
        })?;
        let _ = is_up.recv();
        Ok(Self { shared, thread: Some(thread) })
    }

    /// Has the epoch moved on at `deadline`.
    pub(crate) fn register(&self, deadline: Instant) -> DeadlineGuard {
        let mut state = self.shared.lock();
        let key = (deadline, state.next_id);
        state.next_id += 1;
        state.deadlines.insert(key);
        // A thread that looks early enough is left alone: in a row of runs it sleeps through
        // most of them.
        let is_awaited = state.next_look.is_some_and(|next_look| next_look <= deadline);
        drop(state);
        if !is_awaited {
            self.shared.changed.notify_one();
        }
        DeadlineGuard { shared: Arc::clone(&self.shared), key }
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        self.shared.lock().stopping = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // The thread only waits and counts; it has nothing to report.
            let _ = thread.join();
        }
    }
}

impl Drop for DeadlineGuard {
    fn drop(&mut self) {
        self.shared.lock().deadlines.remove(&self.key);
    }
}

impl Shared {
    /// The state stays consistent at every unlock, so a poisoned lock is as good as any.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tick(&self, passed: impl Fn()) {
        let mut state = self.lock();
        while !state.stopping {
            state.next_look = state.deadlines.first().map(|&(deadline, _)| deadline);
            let Some(deadline) = state.next_look else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let now = Instant::now();
            if now < deadline {
                let wait = self.changed.wait_timeout(state, deadline - now);
                state = wait.unwrap_or_else(PoisonError::into_inner).0;
            } else {
                state.deadlines.pop_first();
                passed();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn deadlines_pass_in_order_and_can_be_taken_back() {
        let shared =
            Arc::new(Shared { state: Mutex::new(State::default()), changed: Condvar::new() });
        let (passed, times) = mpsc::channel();
        let thread = thread::spawn({
            let shared = Arc::clone(&shared);
            move || shared.tick(|| passed.send(Instant::now()).unwrap())
        });
        let clock = Clock { shared, thread: Some(thread) };
        let start = Instant::now();
        let _late = clock.register(start + Duration::from_millis(30));
        let _early = clock.register(start + Duration::from_millis(10));
        drop(clock.register(start + Duration::from_millis(20)));
        assert!(times.recv().unwrap() >= start + Duration::from_millis(10));
        assert!(times.recv().unwrap() >= start + Duration::from_millis(30));
        // The thread waits for one that is taken back, and is not woken for the next.
        let start = Instant::now();
        drop(clock.register(start + Duration::from_millis(10)));
        let _next = clock.register(start + Duration::from_millis(20));
        assert!(times.recv().unwrap() >= start + Duration::from_millis(20));
        drop(clock);
        assert!(times.recv().is_err(), "three deadlines, three ticks");
    }
}
