//! What one connection is doing, and which of many is the first to go.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::Notify;
use tokio::time::Instant;

use super::room::Room;

/// What a connection is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nothing: its last request is answered.
    Idle,
    /// It is answered and ends; what the client still sends is read and dropped.
    Leaving,
    /// A request's head is awaited or arriving.
    Head,
    /// The client does not take its answer.
    Answer,
    /// A request's body is arriving.
    Body,
    /// A request is carried out.
    Busy,
    /// The same, while its answer goes out in pieces.
    Stream,
    /// The same, and the client does not take the next piece.
    Stalled,
    /// It was ended to make room for another.
    Ended,
}

impl Phase {
    /// Whether it is the client that is waited for, so that nothing is lost that had begun.
    const fn waits_for_client(self) -> bool {
        !matches!(self, Self::Busy | Self::Stream | Self::Ended)
    }

    /// Whether a request is carried out, which ends when its client goes.
    pub(super) const fn is_carried_out(self) -> bool {
        matches!(self, Self::Busy | Self::Stream | Self::Stalled)
    }

    /// Whether a request would be lost with the connection.
    pub(super) const fn has_request(self) -> bool {
        !matches!(self, Self::Idle | Self::Leaving | Self::Ended)
    }
}

/// A connection, as those see it who serve it and who look for room. Cheap to clone; the
/// clones are one connection. Requests that came over it have it among their extensions.
#[derive(Clone)]
pub(crate) struct Line {
    inner: Arc<Inner>,
}

struct Inner {
    now: Mutex<(Phase, Instant)>,
    /// Told when the connection is to end.
    end: Notify,
    /// Told when a connection begins to wait for its client.
    waits: Arc<Notify>,
    /// Bytes of its body or answer that are in memory.
    held: AtomicU64,
    room: Weak<Room>,
}

impl Line {
    /// A connection just opened. `waits` is told whenever it begins to wait for its client.
    pub(super) fn new(waits: Arc<Notify>, room: Weak<Room>) -> Self {
        let now = Mutex::new((Phase::Head, Instant::now()));
        let inner = Inner { now, end: Notify::new(), waits, held: AtomicU64::new(0), room };
        Self { inner: Arc::new(inner) }
    }

    /// Counts `bytes` more that are in memory for this connection, and says whether there is
    /// room for them; another connection may be ended for it.
    #[must_use]
    pub(crate) fn hold(&self, bytes: u64) -> bool {
        self.inner.held.fetch_add(bytes, Ordering::Relaxed);
        self.inner.room.upgrade().is_none_or(|room| room.hold(bytes, self))
    }

    /// What was counted is in memory no longer.
    pub(super) fn release(&self) {
        let bytes = self.inner.held.swap(0, Ordering::Relaxed);
        if bytes > 0
            && let Some(room) = self.inner.room.upgrade()
        {
            room.release(bytes);
        }
    }

    /// Bytes that are in memory for it.
    pub(super) fn held(&self) -> u64 {
        self.inner.held.load(Ordering::Relaxed)
    }

    /// Whether both are one connection.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// Phase, and since when its client is waited for, or else since when it is in it.
    pub(super) fn now(&self) -> (Phase, Instant) {
        *self.lock()
    }

    /// Bytes came.
    pub(super) fn arrived(&self) {
        self.step(Phase::Idle, Phase::Head);
    }

    /// A head is complete.
    pub(super) fn begin_request(&self, has_body: bool) {
        self.enter(if has_body { Phase::Body } else { Phase::Busy });
    }

    /// The request's body is complete.
    pub(crate) fn end_body(&self) {
        self.step(Phase::Body, Phase::Busy);
    }

    /// There is an answer of `bytes`. Says whether the connection can go on after it: not if
    /// part of the request's body is still to come, which would have to be read before the next
    /// head.
    pub(super) fn end_request(&self, bytes: u64) -> bool {
        self.release();
        // Where nobody else can go for it, it stays: runs bound how many there are.
        let _has_room = self.hold(bytes);
        let goes_on = self.now().0 != Phase::Body;
        self.enter(if goes_on { Phase::Idle } else { Phase::Leaving });
        goes_on
    }

    /// There is the start of an answer that goes out in pieces, while its request is carried out.
    pub(super) fn begin_stream(&self) {
        self.release();
        self.step(Phase::Busy, Phase::Stream);
    }

    /// The last piece is there.
    pub(super) fn end_stream(&self) {
        self.step(Phase::Stream, Phase::Idle);
        self.step(Phase::Stalled, Phase::Answer);
    }

    /// The client does not take its answer.
    pub(super) fn block(&self) {
        self.step(Phase::Idle, Phase::Answer);
        self.step(Phase::Stream, Phase::Stalled);
    }

    /// The client has taken it.
    pub(super) fn unblock(&self) {
        self.step(Phase::Answer, Phase::Idle);
        self.step(Phase::Stalled, Phase::Stream);
    }

    /// All that was written has left.
    pub(super) fn flushed(&self) {
        if !self.now().0.has_request() {
            self.release();
        }
    }

    /// There will be no further request.
    pub(super) fn leave(&self) {
        self.enter(Phase::Leaving);
    }

    /// Ends the connection if it still waits for its client; says whether it did.
    pub(super) fn end(&self) -> bool {
        let mut now = self.lock();
        if !now.0.waits_for_client() {
            return false;
        }
        *now = (Phase::Ended, Instant::now());
        drop(now);
        self.inner.end.notify_one();
        true
    }

    /// Completes when the connection is to end.
    pub(super) async fn ended(&self) {
        self.inner.end.notified().await;
    }

    fn step(&self, from: Phase, to: Phase) {
        if self.now().0 == from {
            self.enter(to);
        }
    }

    fn enter(&self, phase: Phase) {
        let mut now = self.lock();
        // What was ended stays so.
        if now.0 == Phase::Ended {
            return;
        }
        let began_to_wait = !now.0.waits_for_client() && phase.waits_for_client();
        // A body is as old as its head: who is slow with both is not young twice.
        let since = match (now.0, phase) {
            (Phase::Head, Phase::Body) => now.1,
            _ => Instant::now(),
        };
        *now = (phase, since);
        drop(now);
        if began_to_wait {
            self.inner.waits.notify_waiters();
        }
    }

    fn lock(&self) -> MutexGuard<'_, (Phase, Instant)> {
        // Nothing panics while it holds the lock.
        self.inner.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line() -> Line {
        Line::new(Arc::default(), Weak::new())
    }

    fn phase(line: &Line) -> Phase {
        line.now().0
    }

    #[test]
    fn a_connection_goes_from_head_to_answer_and_again() {
        let line = line();
        for _ in 0..2 {
            assert_eq!(phase(&line), Phase::Head);
            line.begin_request(true);
            assert_eq!(phase(&line), Phase::Body);
            line.end_body();
            assert_eq!(phase(&line), Phase::Busy);
            assert!(line.end_request(0));
            assert_eq!(phase(&line), Phase::Idle);
            line.block();
            assert_eq!(phase(&line), Phase::Answer);
            line.unblock();
            line.arrived();
        }
        line.begin_request(false);
        assert!(line.end_request(0), "there was no body");
        line.begin_request(true);
        assert!(!line.end_request(0), "nobody read the body");
        assert_eq!(phase(&line), Phase::Leaving);
    }

    #[test]
    fn bytes_that_come_during_a_request_are_of_the_next() {
        let line = line();
        line.begin_request(false);
        line.arrived();
        line.block();
        assert_eq!(phase(&line), Phase::Busy);
    }

    #[test]
    fn a_stream_is_under_way_until_its_last_piece() {
        let line = line();
        line.begin_request(true);
        line.end_body();
        line.begin_stream();
        line.arrived();
        assert_eq!(phase(&line), Phase::Stream);
        assert!(!line.end(), "its request is carried out");
        line.block();
        assert_eq!(phase(&line), Phase::Stalled);
        assert!(phase(&line).is_carried_out() && phase(&line).has_request());
        line.unblock();
        line.end_stream();
        assert_eq!(phase(&line), Phase::Idle);
        line.begin_request(false);
        line.begin_stream();
        line.block();
        line.end_stream();
        assert_eq!(phase(&line), Phase::Answer, "the last piece is still to be taken");
    }

    #[test]
    fn a_stalled_stream_may_be_ended() {
        let line = line();
        line.begin_request(false);
        line.begin_stream();
        line.block();
        assert!(line.end());
        line.end_stream();
        assert_eq!(phase(&line), Phase::Ended);
    }

    #[test]
    fn a_request_under_way_is_not_ended() {
        let line = line();
        line.begin_request(false);
        assert!(!line.end());
        line.end_request(0);
        assert!(line.end());
        assert!(!line.end(), "once is enough");
        line.begin_request(false);
        assert_eq!(phase(&line), Phase::Ended);
    }
}
