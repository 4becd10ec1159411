//! Accepts connections until told to stop.

use std::future::pending;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use jupan_sandbox::Safeguard;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};
use tracing::{debug, error, info, warn};

use crate::app::AppState;
use crate::config::{ConfigError, ServerConfig};

/// The most bytes of a request's head.
const MAX_HEAD_BYTES: usize = 32 << 10;
/// The most bytes that a connection buffers.
const MAX_BUFFER_BYTES: usize = 64 << 10;
/// How long to wait when the system has no more sockets.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// How long answers under way have at the very end of a shutdown.
const FAREWELL: Duration = Duration::from_millis(500);
/// Longer than any test takes.
const FOR_EVER: Duration = Duration::from_secs(86_400);

/// Serves `app` on `listener` until `shutdown` completes, then finishes what is running, for
/// at most `shutdown_grace_ms`, while new requests are answered with 503. `app` is what
/// [`app`](crate::app()) made of the same `state`.
///
/// A run that outlives the grace time still has its thread when this returns: end the process
/// or shut the runtime down with a time-out, since dropping a runtime waits for its threads.
///
/// # Errors
///
/// When the listener's address is not one that the configuration allows, or is not known. A
/// connection that fails is no error.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    state: AppState,
    shutdown: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let config = state.config();
    config.check_address(listener.local_addr().map_err(ServeError::Address)?)?;
    let budget = Safeguard::Connections.unless_off(config.max_connections, 1_000_000);
    let budget = usize::try_from(budget).unwrap_or(Semaphore::MAX_PERMITS);
    let budget = Arc::new(Semaphore::new(budget));
    let mut connections = Connections::new(app.clone(), config, Arc::clone(&budget), true);

    let mut shutdown = pin!(shutdown);
    loop {
        tokio::select! {
            biased;
            () = &mut shutdown => break,
            accepted = connections.accept(&listener) => connections.start(accepted),
        }
    }

    info!("shutting down");
    state.begin_shutdown();
    // Whoever comes now gets an answer as well, on a connection that ends with it.
    let mut late = Connections::new(app, config, budget, false);
    let grace = Duration::from_millis(config.shutdown_grace_ms);
    let deadline = Instant::now() + Safeguard::ShutdownGrace.unless_off(grace, FOR_EVER);
    let mut finish = pin!(connections.finish(deadline));
    let finished = loop {
        tokio::select! {
            biased;
            finished = &mut finish => break finished,
            accepted = late.accept(&listener) => late.start(accepted),
        }
    };
    drop(listener);
    late.finish(Instant::now() + Safeguard::Farewell.unless_off(FAREWELL, FOR_EVER)).await;
    if finished {
        info!("shut down");
    } else {
        warn!("shut down with requests unfinished, since the grace time was over");
    }
    Ok(())
}

/// An accepted connection and its place among those that may be open.
type Accepted = (TcpStream, OwnedSemaphorePermit);

/// Connections that are served and ended together.
struct Connections {
    app: TowerToHyperService<Router>,
    http: http1::Builder,
    graceful: GracefulShutdown,
    tasks: JoinSet<()>,
    /// One permit per open connection.
    budget: Arc<Semaphore>,
}

impl Connections {
    fn new(app: Router, config: &ServerConfig, budget: Arc<Semaphore>, keep_alive: bool) -> Self {
        let head_time = Duration::from_millis(config.header_timeout_ms);
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(Safeguard::HeadTime.unless_off(head_time, FOR_EVER))
            .max_header_size(Safeguard::HeadSize.unless_off(MAX_HEAD_BYTES, usize::MAX))
            .max_buf_size(MAX_BUFFER_BYTES)
            .keep_alive(keep_alive);
        Self {
            app: TowerToHyperService::new(app),
            http,
            graceful: GracefulShutdown::new(),
            tasks: JoinSet::new(),
            budget,
        }
    }

    /// The next connection, as soon as there may be one more. Losing this future loses no
    /// connection.
    async fn accept(&self, listener: &TcpListener) -> Accepted {
        loop {
            let Ok(permit) = Arc::clone(&self.budget).acquire_owned().await else {
                // Nobody closes this semaphore; if someone did, there would be none to accept.
                return pending().await;
            };
            match listener.accept().await {
                Ok((stream, _)) => return (stream, permit),
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    error!(%error, "cannot accept connections");
                    sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    fn start(&mut self, (stream, permit): Accepted) {
        while self.tasks.try_join_next().is_some() {}
        if let Err(error) = stream.set_nodelay(true) {
            debug!(%error, "a connection keeps delaying small packets");
        }
        let connection = self.http.serve_connection(TokioIo::new(stream), self.app.clone());
        let connection = self.graceful.watch(connection);
        self.tasks.spawn(async move {
            if let Err(error) = connection.await {
                debug!(%error, "a connection ended early");
            }
            drop(permit);
        });
    }

    /// Lets every request under way finish, and says whether all did before `deadline`. The
    /// rest is cut off.
    async fn finish(self, deadline: Instant) -> bool {
        let Self { graceful, mut tasks, .. } = self;
        let finish = async {
            graceful.shutdown().await;
            while tasks.join_next().await.is_some() {}
        };
        timeout_at(deadline, finish).await.is_ok()
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

/// The server could not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The listener's address is not known.
    #[error("the listener has no address: {0}")]
    Address(#[source] io::Error),
    /// The address must not be served without a token.
    #[error(transparent)]
    Config(#[from] ConfigError),
}
