//! Accepts connections until told to stop.

mod connections;
mod line;
mod refusal;
mod room;
mod socket;
mod stream;
mod times;

use std::io;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use jupan_sandbox::Safeguard;
use tokio::net::TcpListener;
use tokio::time::Instant;
use tracing::{info, warn};

use self::connections::Connections;
pub(crate) use self::line::Line;
use self::room::Door;
use crate::app::AppState;
use crate::config::ConfigError;

/// The most bytes of a request's head.
const MAX_HEAD_BYTES: usize = 32 << 10;
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
    let mut door = Door::new(listener, config);
    let mut connections = Connections::new(app.clone(), &state, true);

    let mut shutdown = pin!(shutdown);
    let sessions = state.sessions();
    let mut time_of_sessions = pin!(sessions.keep_time());
    loop {
        tokio::select! {
            biased;
            () = &mut shutdown => break,
            () = &mut time_of_sessions => unreachable!("it has no end"),
            accepted = door.accept() => connections.start(accepted),
        }
    }

    info!("shutting down");
    state.begin_shutdown();
    // Whoever comes now gets an answer as well, on a connection that ends with it.
    let mut late = Connections::new(app, &state, false);
    let grace = Duration::from_millis(config.shutdown_grace_ms);
    let deadline = Instant::now() + Safeguard::ShutdownGrace.unless_off(grace, FOR_EVER);
    let mut finish = pin!(connections.finish(deadline));
    let finished = loop {
        tokio::select! {
            biased;
            finished = &mut finish => break finished,
            accepted = door.accept() => late.start(accepted),
        }
    };
    drop(door);
    late.finish(Instant::now() + Safeguard::Farewell.unless_off(FAREWELL, FOR_EVER)).await;
    if finished {
        info!("shut down");
    } else {
        warn!("shut down with requests unfinished, since the grace time was over");
    }
    Ok(())
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
