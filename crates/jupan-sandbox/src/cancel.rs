//! Giving up a run.

use std::{
    fmt,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

/// Gives up a run, from any thread. Clones are the same token; one token may serve several
/// runs, which all end when it is cancelled. A run that is given up ends within milliseconds
/// with [`SandboxError::Cancelled`](crate::SandboxError).
#[derive(Clone, Default)]
pub struct CancelToken {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    cancelled: Condvar,
}

#[derive(Default)]
struct State {
    is_cancelled: bool,
    next_id: u64,
    watchers: Vec<(u64, Box<dyn Fn() + Send>)>,
}

impl CancelToken {
    /// A token that is not cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives up the runs that have this token, those to come as well.
    pub fn cancel(&self) {
        let mut state = self.shared.lock();
        if !state.is_cancelled {
            state.is_cancelled = true;
            // Under the lock, so that a watcher that is gone is never called afterwards.
            state.watchers.iter().for_each(|(_, watcher)| watcher());
        }
        drop(state);
        self.shared.cancelled.notify_all();
    }

    /// Whether it has been cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.shared.lock().is_cancelled
    }

    /// Cancels when the guard is dropped.
    #[must_use]
    pub fn cancel_on_drop(&self) -> CancelOnDrop {
        CancelOnDrop { token: self.clone() }
    }

    /// Calls `watcher` once if the token is cancelled, or already is, until the guard is
    /// dropped. `watcher` must be quick and must not use this token.
    pub(crate) fn watch(&self, watcher: impl Fn() + Send + 'static) -> Watch<'_> {
        let mut state = self.shared.lock();
        if state.is_cancelled {
            watcher();
        }
        let id = state.next_id;
        state.next_id += 1;
        state.watchers.push((id, Box::new(watcher)));
        Watch { shared: &self.shared, id }
    }

    /// Waits until `until`, or until the token is cancelled.
    pub(crate) fn wait_until(&self, until: Instant) {
        let mut state = self.shared.lock();
        while !state.is_cancelled {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            let waited = self.shared.cancelled.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl fmt::Debug for CancelToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CancelToken").field("is_cancelled", &self.is_cancelled()).finish()
    }
}

impl Shared {
    /// The state stays consistent at every unlock, so a poisoned lock is as good as any.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Cancels its token when it is dropped.
#[derive(Debug)]
pub struct CancelOnDrop {
    token: CancelToken,
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.token.cancel();
    }
}

/// A watcher that is in place; dropping it takes it away.
pub(crate) struct Watch<'a> {
    shared: &'a Shared,
    id: u64,
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        self.shared.lock().watchers.retain(|&(id, _)| id != self.id);
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicU32, Ordering},
        thread,
        time::Duration,
    };

    use super::*;

    fn counter() -> (Arc<AtomicU32>, impl Fn() + Send + 'static) {
        let calls = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&calls);
        (calls, move || {
            counted.fetch_add(1, Ordering::Relaxed);
        })
    }

    #[test]
    fn a_watcher_is_called_once_while_it_is_in_place() {
        let token = CancelToken::new();
        let (early, count_early) = counter();
        let (kept, count_kept) = counter();
        drop(token.watch(count_early));
        let watch = token.watch(count_kept);
        assert!(!token.is_cancelled());
        token.clone().cancel();
        token.cancel();
        drop(watch);
        assert!(token.is_cancelled());
        let calls = (early.load(Ordering::Relaxed), kept.load(Ordering::Relaxed));
        assert_eq!(calls, (0, 1));
    }

    #[test]
    fn a_watcher_that_comes_late_is_called_at_once() {
        let token = CancelToken::new();
        drop(token.cancel_on_drop());
        let (calls, count) = counter();
        let _watch = token.watch(count);
        assert_eq!(calls.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn waiting_ends_with_the_time_or_the_token() {
        let token = CancelToken::new();
        let start = Instant::now();
        token.wait_until(start + Duration::from_millis(5));
        assert!(start.elapsed() >= Duration::from_millis(5));
        let waiting = thread::spawn({
            let token = token.clone();
            move || token.wait_until(Instant::now() + Duration::from_secs(3600))
        });
        token.cancel();
        waiting.join().unwrap();
    }
}
