//! The time of a run: what has passed, and when it is over.

use std::time::Duration;

use tokio::time::Instant;

use crate::policy::millis;

/// Counts the time of a run, and leaves out the time it was paused.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    started: Instant,
    /// Time the run took before it was put aside.
    before: Duration,
    paused: Duration,
}

impl Clock {
    pub(super) fn start(before_ms: u64) -> Self {
        Self {
            started: Instant::now(),
            before: Duration::from_millis(before_ms),
            paused: Duration::ZERO,
        }
    }

    /// Milliseconds since the start, pauses included.
    pub(super) fn at_ms(&self) -> u64 {
        millis(self.started.elapsed())
    }

    /// Milliseconds the run has used, without pauses.
    pub(super) fn used_ms(&self) -> u64 {
        millis(self.before + self.started.elapsed().saturating_sub(self.paused))
    }

    /// When a run that may take `max` is over, if it is not paused again.
    pub(super) fn deadline(&self, max: Duration) -> Instant {
        self.started + self.paused + max.saturating_sub(self.before)
    }

    /// What happened since `since` does not count.
    pub(super) fn leave_out(&mut self, since: Instant) {
        self.paused += since.elapsed();
    }
}
