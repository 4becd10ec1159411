//! Step 2: a permit, or 503.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use jupan_api::ErrorCode;
use jupan_sandbox::Safeguard;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError};
use tokio::time::timeout;

use crate::clients::ClientPermit;
use crate::config::ServerConfig;
use crate::error::ApiError;

/// More of anything than a test has.
const MANY: u64 = 100_000_000;

/// The slots for runs and the queue before them. Who waits is served in order of arrival; a
/// request that is dropped while it waits leaves the queue at once.
pub(crate) struct Admission {
    slots: Arc<Semaphore>,
    queue: Semaphore,
    max_concurrent: u64,
    max_queued: u64,
    wait: Duration,
    /// How long runs hold a slot, as a moving average in microseconds.
    mean_run_us: AtomicU64,
}

impl Admission {
    pub(crate) fn new(config: &ServerConfig) -> Self {
        // The configuration is checked: both counts are far below what a semaphore holds.
        let permits = |count: u64| Semaphore::new(usize::try_from(count).unwrap_or(1));
        Self {
            slots: Arc::new(permits(Safeguard::Slots.unless_off(config.max_concurrent_runs, MANY))),
            queue: permits(Safeguard::Queue.unless_off(config.max_queued_runs, MANY)),
            max_concurrent: config.max_concurrent_runs,
            max_queued: config.max_queued_runs,
            wait: Duration::from_millis(
                Safeguard::QueueWait.unless_off(config.queue_wait_ms, MANY),
            ),
            mean_run_us: AtomicU64::new(0),
        }
    }

    /// A permit for one run of a client that may have one more: at once if a slot is free, else
    /// after waiting in the queue.
    pub(crate) async fn admit(
        self: &Arc<Self>,
        client: Option<ClientPermit>,
    ) -> Result<Permit, ApiError> {
        let slot = match Arc::clone(&self.slots).try_acquire_owned() {
            Ok(slot) => slot,
            Err(TryAcquireError::Closed) => return Err(ApiError::shutting_down()),
            Err(TryAcquireError::NoPermits) => {
                let Ok(_place) = self.queue.try_acquire() else {
                    return Err(self.overloaded(format!(
                        "{} programs run and {} wait, which is all this server takes",
                        self.max_concurrent, self.max_queued
                    )));
                };
                match timeout(self.wait, Arc::clone(&self.slots).acquire_owned()).await {
                    Ok(Ok(slot)) => slot,
                    Ok(Err(_closed)) => return Err(ApiError::shutting_down()),
                    Err(_elapsed) => {
                        return Err(self.overloaded(format!(
                            "no slot became free within {} ms",
                            self.wait.as_millis()
                        )));
                    }
                }
            }
        };
        Ok(Permit {
            _client: client,
            _slot: slot,
            taken: Instant::now(),
            admission: Arc::clone(self),
        })
    }

    /// How many runs there are now, and how many requests wait.
    pub(crate) fn now(&self) -> (u64, u64) {
        let taken = |all: u64, free: usize| all.saturating_sub(free as u64);
        (
            taken(self.max_concurrent, self.slots.available_permits()),
            taken(self.max_queued, self.queue.available_permits()),
        )
    }

    /// Gives out no more permits, to those who wait neither.
    pub(crate) fn close(&self) {
        self.slots.close();
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.slots.is_closed()
    }

    /// 503, with the time after which the queue should have moved on by as many requests as
    /// are in it.
    fn overloaded(&self, message: String) -> ApiError {
        let queued = self.max_queued.saturating_sub(self.queue.available_permits() as u64);
        let mean = Duration::from_micros(self.mean_run_us.load(Ordering::Relaxed));
        let seconds = mean.as_secs_f64() * (queued + 1) as f64 / self.max_concurrent as f64;
        ApiError::new(ErrorCode::Overloaded, message)
            .retry_after(Duration::from_secs(seconds.ceil().clamp(1.0, 60.0) as u64))
    }
}

/// The right to run one program. It belongs into the thread that runs it, so that it is given
/// back when the guest has really ended and not when the client has gone.
pub(crate) struct Permit {
    _client: Option<ClientPermit>,
    _slot: OwnedSemaphorePermit,
    taken: Instant,
    admission: Arc<Admission>,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let this = u64::try_from(self.taken.elapsed().as_micros()).unwrap_or(u64::MAX);
        let mean = &self.admission.mean_run_us;
        // Two runs that end at the same time may lose one of the two samples; it is an estimate.
        let before = mean.load(Ordering::Relaxed);
        mean.store(before - before / 8 + this / 8, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admission(max_concurrent_runs: u64, max_queued_runs: u64) -> Arc<Admission> {
        Arc::new(Admission::new(&ServerConfig {
            max_concurrent_runs,
            max_queued_runs,
            queue_wait_ms: 1,
            ..ServerConfig::default()
        }))
    }

    async fn refusal(admission: &Arc<Admission>) -> (ErrorCode, String) {
        match admission.admit(None).await {
            Ok(_) => panic!("a permit was given"),
            Err(error) => (error.code, error.message),
        }
    }

    #[tokio::test]
    async fn a_permit_comes_back_when_it_is_dropped() {
        let admission = admission(1, 0);
        for _ in 0..3 {
            let permit = admission.admit(None).await.unwrap();
            assert_eq!(
                refusal(&admission).await,
                (
                    ErrorCode::Overloaded,
                    "1 programs run and 0 wait, which is all this server takes".to_owned()
                )
            );
            drop(permit);
        }
    }

    #[tokio::test]
    async fn waiting_has_an_end() {
        let admission = admission(1, 1);
        let _permit = admission.admit(None).await.unwrap();
        let expected = (ErrorCode::Overloaded, "no slot became free within 1 ms".to_owned());
        assert_eq!(refusal(&admission).await, expected);
        // The place in the queue is free again.
        assert_eq!(refusal(&admission).await, expected);
    }

    #[tokio::test]
    async fn a_closed_server_admits_no_one() {
        let admission = admission(1, 1);
        let permit = admission.admit(None).await.unwrap();
        let (waiting, ()) = tokio::join!(refusal(&admission), async { admission.close() });
        assert_eq!(waiting.0, ErrorCode::ShuttingDown);
        drop(permit);
        assert_eq!(refusal(&admission).await.0, ErrorCode::ShuttingDown);
    }

    #[tokio::test]
    async fn retry_after_grows_with_the_queue() {
        let admission = admission(2, 3);
        admission.mean_run_us.store(4_000_000, Ordering::Relaxed);
        let seconds = |error: ApiError| {
            use axum::response::IntoResponse;
            error.into_response().headers()["retry-after"].to_str().unwrap().to_owned()
        };
        assert_eq!(seconds(admission.overloaded(String::new())), "2");
        let _places = admission.queue.try_acquire_many(3).unwrap();
        assert_eq!(seconds(admission.overloaded(String::new())), "8");
        admission.mean_run_us.store(u64::MAX, Ordering::Relaxed);
        assert_eq!(seconds(admission.overloaded(String::new())), "60");
    }
}
