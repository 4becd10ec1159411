//! How long a client may take.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use jupan_sandbox::Safeguard;
use tokio::time::{Instant, Sleep, sleep_until};

use super::FOR_EVER;
use super::line::{Line, Phase};
use crate::config::ServerConfig;

/// How long a client may take for what.
#[derive(Debug, Clone, Copy)]
pub(super) struct Times {
    /// For a head.
    head: Duration,
    /// Between two requests.
    idle: Duration,
    /// To take the next byte of an answer.
    answer: Duration,
    /// To send what nobody wants any more.
    pub(super) rest: Duration,
}

impl Times {
    pub(super) fn new(config: &ServerConfig) -> Self {
        let time =
            |safeguard: Safeguard, ms| safeguard.unless_off(Duration::from_millis(ms), FOR_EVER);
        Self {
            head: time(Safeguard::HeadTime, config.header_timeout_ms),
            idle: time(Safeguard::IdleTime, config.idle_timeout_ms),
            answer: time(Safeguard::WriteTime, config.write_timeout_ms),
            rest: time(Safeguard::BodyDrainTime, config.body_timeout_ms),
        }
    }

    /// Completes when the client of `line` has taken too long. It has to be polled whenever
    /// the connection may have gone on, which is when both are one task.
    pub(super) async fn over(self, line: &Line) {
        let mut alarm = Alarm::default();
        std::future::poll_fn(|cx| match self.deadline(line) {
            Some(deadline) => alarm.poll(cx, deadline),
            None => Poll::Pending,
        })
        .await;
    }

    fn deadline(self, line: &Line) -> Option<Instant> {
        let (phase, since) = line.now();
        match phase {
            Phase::Idle => Some(since + self.idle),
            Phase::Head => Some(since + self.head),
            Phase::Answer | Phase::Stalled => Some(since + self.answer),
            // These have their times where they are waited for.
            Phase::Leaving | Phase::Body | Phase::Busy | Phase::Stream | Phase::Ended => None,
        }
    }
}

/// A timer whose deadline mostly moves on before it is reached.
#[derive(Default)]
struct Alarm(Option<Pin<Box<Sleep>>>);

impl Alarm {
    /// Ready once `deadline` is over.
    fn poll(&mut self, cx: &mut Context<'_>, deadline: Instant) -> Poll<()> {
        let sleep = self.0.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
        // One that rings early is set again then, which costs less than to move it each time.
        if sleep.deadline() > deadline {
            sleep.as_mut().reset(deadline);
        }
        while sleep.as_mut().poll(cx).is_ready() {
            if sleep.deadline() >= deadline {
                return Poll::Ready(());
            }
            sleep.as_mut().reset(deadline);
        }
        Poll::Pending
    }
}
