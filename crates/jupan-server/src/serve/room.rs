//! How many connections there may be, and who goes when one more comes.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jupan_sandbox::Safeguard;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::sleep;
use tracing::{debug, error};

use super::line::{Line, Phase};
use crate::config::ServerConfig;

/// How long to wait when the system has no more sockets.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// How long to wait for a socket that is about to be closed.
const MAKE_ROOM_PAUSE: Duration = Duration::from_millis(2);

/// Accepts connections, as many as there is room for. When there is none, the one goes that
/// has waited for its client longest, idle ones first; a request under way never does.
pub(super) struct Door {
    listener: TcpListener,
    room: Arc<Room>,
    /// Accepted, and waiting for room.
    waiting: Option<TcpStream>,
}

/// The connections there are.
pub(super) struct Room {
    places: Arc<Semaphore>,
    lines: Mutex<HashMap<u64, Line>>,
    next: AtomicU64,
    /// Told when a connection begins to wait for its client.
    waits: Arc<Notify>,
    /// Bytes of bodies and answers that are in memory.
    held: AtomicU64,
    max_held: u64,
}

/// A connection and its place among those that may be open.
pub(super) struct Accepted {
    pub(super) stream: TcpStream,
    pub(super) place: Place,
}

/// A connection's place; it is free again when this is dropped.
pub(super) struct Place {
    pub(super) line: Line,
    room: Arc<Room>,
    number: u64,
    _permit: OwnedSemaphorePermit,
}

impl Door {
    pub(super) fn new(listener: TcpListener, config: &ServerConfig) -> Self {
        let places = Safeguard::Connections.unless_off(config.max_connections, 1_000_000);
        let places = usize::try_from(places).unwrap_or(Semaphore::MAX_PERMITS);
        let room = Room {
            places: Arc::new(Semaphore::new(places)),
            lines: Mutex::default(),
            next: AtomicU64::new(0),
            waits: Arc::default(),
            held: AtomicU64::new(0),
            max_held: Safeguard::Buffered.unless_off(config.max_buffered_bytes, u64::MAX),
        };
        Self { listener, room: Arc::new(room), waiting: None }
    }

    /// The next connection, as soon as there is room for it. Losing this future loses no
    /// connection.
    pub(super) async fn accept(&mut self) -> Accepted {
        loop {
            if self.waiting.is_none() {
                self.waiting = Some(self.next().await);
            }
            let place = self.room.enter().await;
            if let Some(stream) = self.waiting.take() {
                return Accepted { stream, place };
            }
        }
    }

    async fn next(&self) -> TcpStream {
        loop {
            match self.listener.accept().await {
                Ok((stream, _)) => return stream,
                Err(error) if is_of_one_connection(&error) => {}
                // The system may give fewer sockets than the configuration would.
                Err(_) if self.room.make_room() => sleep(MAKE_ROOM_PAUSE).await,
                Err(error) => {
                    error!(%error, "cannot accept connections");
                    sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }
}

impl Room {
    /// A place, once there is one.
    async fn enter(self: &Arc<Self>) -> Place {
        let mut made_room = false;
        let permit = loop {
            let mut changed = pin!(self.waits.notified());
            // From here on no change is missed.
            changed.as_mut().enable();
            if let Ok(permit) = Arc::clone(&self.places).try_acquire_owned() {
                break permit;
            }
            made_room = made_room || self.make_room();
            tokio::select! {
                // Nobody closes this semaphore.
                Ok(permit) = Arc::clone(&self.places).acquire_owned() => break permit,
                () = changed, if !made_room => {}
            }
        };
        let line = Line::new(Arc::clone(&self.waits), Arc::downgrade(self));
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.lines().insert(number, line.clone());
        Place { line, room: Arc::clone(self), number, _permit: permit }
    }

    /// Ends the connection that is the first to go; says whether there is one.
    fn make_room(&self) -> bool {
        let lines = self.lines();
        let mut waiting: Vec<_> = lines.values().map(|line| (line.now(), line)).collect();
        waiting.sort_unstable_by_key(|((phase, since), _)| (phase.has_request(), *since));
        // One that has just begun a request is passed over.
        let ended = waiting.into_iter().find(|(_, line)| line.end());
        if let Some(((phase, since), _)) = ended {
            let waited_ms = since.elapsed().as_millis() as u64;
            debug!(?phase, waited_ms, "a connection makes room for another");
        }
        ended.is_some()
    }

    /// Counts `bytes` more for `line`, and says whether there is room for them, if need be
    /// after another has gone.
    pub(super) fn hold(&self, bytes: u64, line: &Line) -> bool {
        let held = self.held.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
        held <= self.max_held || self.shed(line)
    }

    pub(super) fn release(&self, bytes: u64) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Ends, of those that wait for their clients with bytes in memory, the one that has most,
    /// unless that is `asking` itself; says whether one was ended.
    fn shed(&self, asking: &Line) -> bool {
        let lines = self.lines();
        let mut holding: Vec<_> = lines
            .values()
            .filter(|line| matches!(line.now().0, Phase::Body | Phase::Answer | Phase::Stalled))
            .map(|line| (line.held(), line))
            .collect();
        holding.sort_unstable_by_key(|(held, _)| Reverse(*held));
        for (held, line) in holding {
            if line.is(asking) {
                return false;
            }
            if line.end() {
                debug!(held, "a connection makes room in memory");
                // Before it has really gone, so that not too many go.
                line.release();
                return true;
            }
        }
        false
    }

    fn lines(&self) -> MutexGuard<'_, HashMap<u64, Line>> {
        // Nothing panics while it holds the lock.
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.room.lines().remove(&self.number);
        self.line.release();
    }
}

/// Whether `error` says something about one connection and nothing about the next.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
    )
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;

    use super::*;

    /// A room for so many connections, and 100 bytes.
    async fn room(max_connections: u64) -> Arc<Room> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let config =
            ServerConfig { max_connections, max_buffered_bytes: 100, ..ServerConfig::default() };
        Door::new(listener, &config).room
    }

    /// Whether `entering` has to wait.
    async fn waits<F: Future<Output = Place>>(entering: Pin<&mut F>) -> bool {
        tokio::select! {
            biased;
            _ = entering => false,
            () = std::future::ready(()) => true,
        }
    }

    #[tokio::test]
    async fn idle_ones_go_first_then_the_one_that_waits_longest() {
        let room = room(5).await;
        let mut places = Vec::new();
        for _ in 0..5 {
            places.push(room.enter().await);
        }
        let [body, head, idle, newer_idle, busy] = &places[..] else { unreachable!() };
        body.line.begin_request(true);
        assert!(body.line.now().1 < head.line.now().1);
        for place in [busy, idle, newer_idle] {
            place.line.begin_request(false);
        }
        idle.line.end_request(0);
        newer_idle.line.end_request(0);
        let in_order = [idle, newer_idle, body, head].map(|place| place.number);
        for number in in_order {
            let mut next = pin!(room.enter());
            assert!(waits(next.as_mut()).await);
            let at = places.iter().position(|place| place.line.now().0 == Phase::Ended).unwrap();
            assert_eq!(places[at].number, number);
            places.remove(at);
            let next = next.await;
            next.line.begin_request(false);
            places.push(next);
        }
    }

    #[tokio::test]
    async fn while_all_are_busy_the_next_waits_for_one_that_is_not() {
        let room = room(2).await;
        let (one, other) = (room.enter().await, room.enter().await);
        one.line.begin_request(false);
        other.line.begin_request(false);
        let mut next = pin!(room.enter());
        assert!(waits(next.as_mut()).await);
        other.line.end_request(0);
        assert!(waits(next.as_mut()).await);
        assert_eq!((one.line.now().0, other.line.now().0), (Phase::Busy, Phase::Ended));
        drop(other);
        next.await;
        // One that ends by itself makes room too.
        let mut next = pin!(room.enter());
        drop(one);
        assert!(!waits(next.as_mut()).await);
    }
    #[tokio::test]
    async fn for_memory_the_one_goes_that_holds_most_and_waits_for_its_client() {
        let room = room(4).await;
        let (body, answer) = (room.enter().await, room.enter().await);
        let (busy, next) = (room.enter().await, room.enter().await);
        body.line.begin_request(true);
        assert!(body.line.hold(20));
        busy.line.begin_request(false);
        assert!(busy.line.hold(40));
        answer.line.begin_request(false);
        assert!(answer.line.end_request(30));
        answer.line.block();
        next.line.begin_request(true);
        assert!(next.line.hold(10));
        let phases = || [&body, &answer, &busy, &next].map(|place| place.line.now().0);
        assert_eq!(phases(), [Phase::Body, Phase::Answer, Phase::Busy, Phase::Body]);

        assert!(next.line.hold(5));
        assert_eq!(phases(), [Phase::Body, Phase::Ended, Phase::Busy, Phase::Body]);
        assert!(!next.line.hold(30), "it has most itself");
        assert_eq!(phases(), [Phase::Body, Phase::Ended, Phase::Busy, Phase::Body]);
        drop((body, answer, busy, next));
        assert_eq!(room.held.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn an_answer_counts_until_it_has_left() {
        let room = room(1).await;
        let place = room.enter().await;
        place.line.begin_request(true);
        assert!(place.line.hold(60));
        place.line.flushed();
        place.line.end_body();
        assert_eq!(room.held.load(Ordering::Relaxed), 60);
        assert!(place.line.end_request(50));
        assert_eq!(room.held.load(Ordering::Relaxed), 50);
        place.line.block();
        place.line.flushed();
        assert_eq!(room.held.load(Ordering::Relaxed), 50);
        place.line.unblock();
        place.line.flushed();
        assert_eq!(room.held.load(Ordering::Relaxed), 0);
    }
}
