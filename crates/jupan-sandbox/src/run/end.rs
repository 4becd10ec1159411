//! When a run has to end: at its deadline, or when its caller gives it up.

use std::{
    pin::pin,
    task::{Context, Poll, Waker},
    time::{Duration, Instant},
};

use super::classify::HostStop;
use crate::{CancelToken, OutputStream, Safeguard, tell::Teller};

/// Instructions between two looks at the end: 1,000,000, a tenth of a millisecond or less of
/// computing. A look costs about a microsecond.
pub(crate) const LOOK_FUEL: u64 = 1_000_000;

/// What ends a run from outside.
#[derive(Debug, Clone)]
pub(crate) struct RunEnd {
    /// When the run ends at the latest.
    deadline: Instant,
    cancel: CancelToken,
    /// Tells what the run writes; it is looked after when the end is.
    teller: Option<Teller>,
}

impl RunEnd {
    /// An end at `deadline`, or when `cancel` is cancelled.
    pub(crate) fn new(deadline: Instant, cancel: CancelToken) -> Self {
        Self { deadline, cancel, teller: None }
    }

    /// Has `teller` told what the run writes.
    pub(crate) fn tell_by(&mut self, teller: Option<Teller>) {
        self.teller = teller;
    }

    /// The run has written `bytes`.
    pub(crate) fn tell(&self, stream: OutputStream, bytes: &[u8]) {
        if let Some(teller) = &self.teller {
            teller.write(stream, bytes);
        }
    }

    /// Nothing of what the run has written is to wait any longer.
    pub(crate) fn tell_all(&self) {
        if let Some(teller) = &self.teller {
            teller.flush();
        }
    }

    /// Puts the deadline elsewhere.
    pub(crate) fn move_deadline(&mut self, deadline: Instant) {
        self.deadline = deadline;
    }

    /// Whether the run has to end, and why.
    ///
    /// # Errors
    ///
    /// [`HostStop::Deadline`] or [`HostStop::Cancelled`].
    pub(crate) fn check(&self) -> Result<(), HostStop> {
        if let Some(teller) = &self.teller {
            teller.look();
        }
        if self.cancel.is_cancelled() {
            Err(HostStop::Cancelled)
        } else if Instant::now() >= self.deadline {
            Err(HostStop::Deadline)
        } else {
            Ok(())
        }
    }

    /// Waits for `wait`, or until the run has to end.
    ///
    /// # Errors
    ///
    /// As [`RunEnd::check`].
    pub(crate) fn sleep(&self, wait: Duration) -> Result<(), HostStop> {
        self.tell_all();
        let until = Instant::now().checked_add(wait).unwrap_or(self.deadline);
        self.cancel.wait_until(Safeguard::Sleep.unless_off(until.min(self.deadline), until));
        self.check()
    }

    /// Drives `guest` on this thread until it is done or has to end. The guest yields every
    /// [`LOOK_FUEL`] instructions; otherwise it waits for nothing that an executor would have
    /// to bring about. What is done after the end has come is not done.
    ///
    /// # Errors
    ///
    /// As [`RunEnd::check`]. The guest has then been unwound: no instruction of it runs any
    /// more.
    pub(crate) fn drive<T>(&self, guest: impl Future<Output = T>) -> Result<T, HostStop> {
        let mut guest = pin!(guest);
        loop {
            match guest.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                Poll::Ready(done) if Safeguard::Clock.is_off() => return Ok(done),
                Poll::Ready(done) => return self.check().map(|()| done),
                Poll::Pending if Safeguard::Clock.is_off() => {}
                Poll::Pending => self.check()?,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future;

    use super::*;

    fn within(time: Duration) -> RunEnd {
        RunEnd::new(Instant::now() + time, CancelToken::new())
    }

    #[test]
    fn what_is_done_in_time_is_its_result() {
        let mut looks = 0;
        let guest = future::poll_fn(|_| {
            looks += 1;
            if looks < 5 { Poll::Pending } else { Poll::Ready(7) }
        });
        assert_eq!(within(Duration::from_secs(3600)).drive(guest), Ok(7));
        assert_eq!(looks, 5);
    }

    #[test]
    fn what_is_not_done_ends_with_its_reason() {
        let never = future::pending::<()>;
        assert_eq!(within(Duration::ZERO).drive(never()), Err(HostStop::Deadline));
        assert_eq!(within(Duration::from_millis(2)).drive(never()), Err(HostStop::Deadline));
        let end = within(Duration::ZERO);
        assert_eq!(end.drive(future::ready(7)), Err(HostStop::Deadline), "too late");
        end.cancel.cancel();
        assert_eq!(end.drive(never()), Err(HostStop::Cancelled), "before the deadline");
    }

    #[test]
    fn sleep_ends_with_the_time_or_the_run() {
        assert_eq!(within(Duration::from_secs(3600)).sleep(Duration::from_millis(1)), Ok(()));
        assert_eq!(within(Duration::from_millis(1)).sleep(Duration::MAX), Err(HostStop::Deadline));
    }
}
