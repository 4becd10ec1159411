//! One run's turn in its session.

use std::sync::Arc;

use jupan_api::{SessionAfterRun, SessionEnd, SessionInfo};
use jupan_sandbox::{ErrorKind, Kept, Outcome, SessionRun};
use tokio::sync::OwnedSemaphorePermit;

use super::Sessions;
use crate::error::ApiError;
use crate::session::Owner;

/// A request that runs in a session or waits to. While there is one, the session does not end by
/// itself.
pub(super) struct Visit {
    pub(super) sessions: Arc<Sessions>,
    pub(super) id: String,
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut inner = self.sessions.lock();
        // For the time of two lines it is nowhere, which nobody sees.
        let Some((id, mut session)) = inner.live.remove_entry(&self.id) else { return };
        session.users -= 1;
        inner.touch(&mut session);
        inner.live.insert(id, session);
        self.sessions.begun.notify_one();
    }
}

/// The right to run in a session. It belongs to the thread that runs, so that the next run begins
/// when the program has really ended. Dropped without [`Turn::finish`], say because the client
/// has gone, it leaves the session as it was.
pub(crate) struct Turn {
    pub(super) run: SessionRun,
    pub(super) runs: u64,
    pub(super) owner: Owner,
    pub(super) _permit: OwnedSemaphorePermit,
    pub(super) visit: Visit,
}

impl Turn {
    /// What the run is to its session.
    pub(crate) fn run(&self) -> &SessionRun {
        &self.run
    }

    /// Whether no program has run in the session before.
    pub(crate) fn is_first(&self) -> bool {
        self.run.state.is_none()
    }

    /// Takes in what the run has left, or ends the session. Says what has become of it.
    pub(crate) fn finish(self, outcome: &Outcome, kept: Kept) -> SessionAfterRun {
        let Self { visit, runs, .. } = &self;
        let mut inner = visit.sessions.lock();
        let id = visit.id.as_str();
        let ended = if !inner.live.contains_key(id) {
            Some(SessionEnd::Deleted)
        } else {
            match kept {
                Kept::State(state) => {
                    match inner.store(id, Some(state), visit.sessions.max_bytes) {
                        true => None,
                        false => Some(SessionEnd::TooLarge),
                    }
                }
                Kept::TooLarge { .. } => Some(SessionEnd::TooLarge),
                Kept::Nothing => Some(end_of(outcome)),
            }
        };
        if let Some(end) = ended {
            inner.end(id, end);
        }
        let runs = runs + 1;
        let session = inner.live.get_mut(id);
        let bytes = session.map_or(0, |session| {
            session.runs = runs;
            session.bytes()
        });
        SessionAfterRun { id: id.to_owned(), runs, bytes, ended }
    }

    /// Makes the session as it was when it began.
    pub(in crate::session) fn reset(self) -> Result<SessionInfo, ApiError> {
        let Self { visit, owner, .. } = &self;
        let mut inner = visit.sessions.lock();
        inner.store(&visit.id, None, u64::MAX);
        match inner.live.get_mut(&visit.id) {
            Some(session) => {
                session.runs = 0;
                let info = visit.sessions.describe(&visit.id, session);
                Ok(SessionInfo { busy: session.users > 1, ..info })
            }
            None => Err(inner.gone(owner, &visit.id)),
        }
    }
}

/// Why a session ends whose run came to this outcome, with nothing left.
fn end_of(outcome: &Outcome) -> SessionEnd {
    match outcome.failure.as_ref().map(|failure| failure.kind) {
        None | Some(ErrorKind::Exception | ErrorKind::Syntax | ErrorKind::Exit) => SessionEnd::Exit,
        Some(
            ErrorKind::Timeout
            | ErrorKind::Fuel
            | ErrorKind::Memory
            | ErrorKind::Output
            | ErrorKind::Stack
            | ErrorKind::Crash,
        ) => SessionEnd::Limit,
    }
}
