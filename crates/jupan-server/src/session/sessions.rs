//! The sessions that there are.

mod turn;

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jupan_api::{ErrorCode, SessionEnd, SessionInfo, SessionList};
use jupan_sandbox::{ImageInfo, Safeguard, SessionRun, SessionState};
use tokio::sync::{Notify, Semaphore};
use tokio::time::{Instant, sleep_until, timeout};
use uuid::Uuid;

pub(crate) use self::turn::Turn;
use self::turn::Visit;
use super::owner::Owner;
use super::request::Wanted;
use super::words::gone;
use crate::config::ServerConfig;
use crate::error::ApiError;

/// Requests for one session that run or wait; one more is refused.
const MAX_USERS: usize = 16;

/// Sessions that have ended and of which it is still known why.
const MAX_REMEMBERED: usize = 1024;

/// More of anything than a test has.
const MANY: u64 = 100_000_000;

/// All sessions of a server.
pub(crate) struct Sessions {
    max_sessions: u64,
    max_bytes: u64,
    wait: Duration,
    /// Names of the runner's images.
    images: Vec<String>,
    state: Mutex<Inner>,
    /// A session may now be the next to be idle for too long.
    begun: Notify,
}

#[derive(Default)]
struct Inner {
    live: HashMap<String, Session>,
    /// Bytes of all their states.
    bytes: u64,
    /// What others were and why they have ended: the last to end comes last.
    ended: VecDeque<Ended>,
    /// Counts uses, so that there is an order in them.
    uses: u64,
}

struct Ended {
    id: String,
    owner: Owner,
    end: SessionEnd,
    max_idle: Duration,
}

struct Session {
    owner: Owner,
    wanted: Wanted,
    state: Option<SessionState>,
    runs: u64,
    /// One run at a time, in order of arrival.
    turn: Arc<Semaphore>,
    /// Who has the turn or waits for it.
    users: usize,
    last_use: u64,
    last_used: Instant,
}

impl Session {
    fn bytes(&self) -> u64 {
        self.state.as_ref().map_or(0, SessionState::bytes)
    }

    /// When it will have been idle for too long, unless it is busy.
    fn end(&self) -> Option<Instant> {
        let max = Safeguard::SessionIdle.unless_off(self.wanted.max_idle, Duration::MAX);
        self.last_used.checked_add(max).filter(|_| self.users == 0)
    }

    fn image(&self) -> Option<usize> {
        self.state.as_ref().map(SessionState::image).or(self.wanted.image)
    }
}

impl Sessions {
    /// None yet, for a server with `config` whose runner has `images`.
    pub(crate) fn new(config: &ServerConfig, images: &[ImageInfo]) -> Self {
        Self {
            max_sessions: config.max_sessions,
            max_bytes: Safeguard::SessionBytes.unless_off(config.sessions_max_bytes, u64::MAX),
            wait: Duration::from_millis(
                Safeguard::SessionWait.unless_off(config.queue_wait_ms, MANY),
            ),
            images: images.iter().map(|image| image.name.clone()).collect(),
            state: Mutex::default(),
            begun: Notify::new(),
        }
    }

    /// Begins one.
    pub(super) fn begin(&self, owner: Owner, wanted: Wanted) -> Result<SessionInfo, ApiError> {
        if self.max_sessions == 0 {
            let message = "this server has no sessions: its max_sessions is 0";
            return Err(ApiError::new(ErrorCode::NotFound, message));
        }
        let mut inner = self.lock();
        while inner.live.len() as u64 >= Safeguard::Sessions.unless_off(self.max_sessions, u64::MAX)
        {
            if !inner.evict(None, |_| 1) {
                let message = format!(
                    "there are {} sessions, which is all this server has, and each of them is busy",
                    self.max_sessions
                );
                return Err(ApiError::new(ErrorCode::Overloaded, message)
                    .retry_after(Duration::from_secs(1)));
            }
        }
        // Nobody can guess it: 122 of its bits are the operating system's random ones.
        let id = Uuid::new_v4().simple().to_string();
        let mut session = Session {
            owner,
            wanted,
            state: None,
            runs: 0,
            turn: Arc::new(Semaphore::new(1)),
            users: 0,
            last_use: 0,
            last_used: Instant::now(),
        };
        inner.touch(&mut session);
        let info = self.describe(&id, &session);
        inner.live.insert(id, session);
        self.begun.notify_one();
        Ok(info)
    }

    /// All that `owner` has, the last used first.
    pub(super) fn list(&self, owner: &Owner) -> SessionList {
        let inner = self.lock();
        let of_owner = inner.live.iter().filter(|(_, session)| session.owner == *owner);
        let mut sessions: Vec<_> = of_owner.collect();
        sessions.sort_by_key(|(_, session)| Reverse(session.last_use));
        SessionList {
            bytes: sessions.iter().map(|(_, session)| session.bytes()).sum(),
            sessions: sessions
                .into_iter()
                .map(|(id, session)| self.describe(id, session))
                .collect(),
        }
    }

    /// What there is to be known of one. It does not count as a use.
    pub(super) fn info(&self, owner: &Owner, id: &str) -> Result<SessionInfo, ApiError> {
        let mut inner = self.lock();
        inner.session(owner, id).map(|session| self.describe(id, session))
    }

    /// Ends one. A run in it goes on to its end, and leaves nothing.
    pub(super) fn delete(&self, owner: &Owner, id: &str) -> Result<(), ApiError> {
        let mut inner = self.lock();
        inner.session(owner, id)?;
        inner.end(id, SessionEnd::Deleted);
        Ok(())
    }

    /// The right to run in one, alone, as soon as those who came before are done.
    pub(crate) async fn enter(self: &Arc<Self>, owner: &Owner, id: &str) -> Result<Turn, ApiError> {
        let (visit, turn) = {
            let mut inner = self.lock();
            let session = inner.session(owner, id)?;
            let max_users = Safeguard::SessionUsers.unless_off(MAX_USERS, usize::MAX);
            if session.users >= max_users {
                let message = format!(
                    "{MAX_USERS} requests run or wait in this session, which is all it takes; its \
                     runs go one after the other"
                );
                return Err(ApiError::new(ErrorCode::Overloaded, message)
                    .about("session_id")
                    .retry_after(Duration::from_secs(1)));
            }
            session.users += 1;
            let turn = Arc::clone(&session.turn);
            (Visit { sessions: Arc::clone(self), id: id.to_owned() }, turn)
        };
        let permit = match timeout(self.wait, turn.acquire_owned()).await {
            Ok(Ok(permit)) => permit,
            // It has ended meanwhile.
            Ok(Err(_closed)) => return Err(self.lock().gone(owner, id)),
            Err(_elapsed) => {
                let message =
                    format!("the session was busy for {} ms; ask again", self.wait.as_millis());
                return Err(ApiError::new(ErrorCode::Overloaded, message)
                    .about("session_id")
                    .retry_after(Duration::from_secs(1)));
            }
        };
        let mut inner = self.lock();
        let session = inner.session(owner, id)?;
        let run = SessionRun {
            state: session.state.clone(),
            image: session.wanted.image,
            max_bytes: session.wanted.max_bytes,
        };
        let runs = session.runs;
        drop(inner);
        Ok(Turn { run, runs, owner: owner.clone(), _permit: permit, visit })
    }

    /// Ends those that are idle for too long, each in time, for as long as this is polled.
    pub(crate) async fn keep_time(&self) {
        loop {
            let next = self.lock().next_end();
            match next {
                Some(next) => tokio::select! {
                    () = sleep_until(next) => {}
                    () = self.begun.notified() => {}
                },
                None => self.begun.notified().await,
            }
        }
    }

    /// What is in there stays consistent at every unlock, so a poisoned lock is as good as any.
    /// Whoever looks finds none that was idle for too long.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        let mut inner = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        inner.end_idle(Instant::now());
        inner
    }

    fn describe(&self, id: &str, session: &Session) -> SessionInfo {
        let idle = session.last_used.elapsed();
        SessionInfo {
            id: id.to_owned(),
            image: session.image().and_then(|place| self.images.get(place).cloned()),
            runs: session.runs,
            bytes: session.bytes(),
            max_bytes: session.wanted.max_bytes,
            idle_ms: if session.users == 0 { crate::config::millis(idle) } else { 0 },
            max_idle_ms: crate::config::millis(session.wanted.max_idle),
            busy: session.users > 0,
        }
    }
}

impl Inner {
    /// Notes a use of `session`.
    fn touch(&mut self, session: &mut Session) {
        self.uses += 1;
        session.last_use = self.uses;
        session.last_used = Instant::now();
    }

    fn end_idle(&mut self, now: Instant) {
        let is_over = |session: &Session| session.end().is_some_and(|end| end <= now);
        let idle = self.live.iter().filter(|(_, session)| is_over(session));
        let idle: Vec<String> = idle.map(|(id, _)| id.clone()).collect();
        for id in idle {
            self.end(&id, SessionEnd::Idle);
        }
    }

    /// When the next of them will have been idle for too long.
    fn next_end(&self) -> Option<Instant> {
        self.live.values().filter_map(Session::end).min()
    }

    /// The session `id` of `owner`. What others have is for them to know.
    fn session(&mut self, owner: &Owner, id: &str) -> Result<&mut Session, ApiError> {
        if self.live.get(id).is_none_or(|session| session.owner != *owner) {
            return Err(self.gone(owner, id));
        }
        // The line above has found it, which the borrow checker cannot carry over.
        self.live.get_mut(id).ok_or_else(|| gone(id, None))
    }

    /// Ends the one that was not used for longest of whoever has most by `weight`, but for
    /// `except` and those that are busy: theirs is no memory that would come free. So nobody
    /// loses theirs to one who takes more. Whether there was one.
    fn evict(&mut self, except: Option<&str>, weight: fn(&Session) -> u64) -> bool {
        let mut weights: HashMap<&Owner, u64> = HashMap::new();
        for session in self.live.values() {
            *weights.entry(&session.owner).or_default() += weight(session);
        }
        let others = self.live.iter().filter(|(id, session)| {
            session.users == 0 && except.is_none_or(|except| except != id.as_str())
        });
        let oldest = others.min_by_key(|(_, session)| {
            (Reverse(weights.get(&session.owner).copied()), session.last_use)
        });
        match oldest.map(|(id, _)| id.clone()) {
            Some(id) => {
                self.end(&id, SessionEnd::Evicted);
                true
            }
            None => false,
        }
    }

    fn end(&mut self, id: &str, end: SessionEnd) {
        let Some(session) = self.live.remove(id) else { return };
        self.bytes -= session.bytes();
        session.turn.close();
        let Session { owner, wanted, .. } = session;
        self.ended.push_back(Ended { id: id.to_owned(), owner, end, max_idle: wanted.max_idle });
        if self.ended.len() > Safeguard::SessionsEnded.unless_off(MAX_REMEMBERED, usize::MAX) {
            self.ended.pop_front();
        }
    }

    /// 404 for one that `owner` has not, or no more.
    fn gone(&self, owner: &Owner, id: &str) -> ApiError {
        let ended = self.ended.iter().rev().find(|ended| ended.id == id && ended.owner == *owner);
        gone(id, ended.map(|ended| (ended.end, ended.max_idle)))
    }

    /// Gives the session `id` another state. Whether there is room for it.
    fn store(&mut self, id: &str, state: Option<SessionState>, max_bytes: u64) -> bool {
        let Some(session) = self.live.get_mut(id) else { return false };
        self.bytes -= session.bytes();
        session.state = state;
        self.bytes += session.bytes();
        while self.bytes > max_bytes {
            if !self.evict(Some(id), Session::bytes) {
                return false;
            }
        }
        true
    }
}
