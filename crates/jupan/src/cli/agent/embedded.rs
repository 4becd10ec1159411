//! A tool server inside of this process.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use anyhow::{Context, Result};
use jupan_server::{AppState, ServerConfig};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::cli::serve::load_sandbox;
use crate::settings::Settings;

/// A tool server on a free port of 127.0.0.1, with the limits that are configured.
pub(super) struct Embedded {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), jupan_server::ServeError>>,
}

impl Embedded {
    pub(super) async fn start(settings: &Settings) -> Result<Self> {
        let config = ServerConfig {
            // Only this process knows the port.
            bearer_token: None,
            listen: (Ipv4Addr::LOCALHOST, 0).into(),
            ..settings.server()?
        };
        let sandbox = load_sandbox(settings, &config)?;
        let listener =
            TcpListener::bind(config.listen).await.context("cannot listen on 127.0.0.1")?;
        let address = listener.local_addr().context("the listener has no address")?;
        let state = AppState::new(config, Arc::new(sandbox))?;
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = async move {
            let app = jupan_server::app(state.clone());
            jupan_server::serve(listener, app, state, async {
                // Told or left alone: either way nobody asks any more.
                drop(stopped.await);
            })
            .await
        };
        Ok(Self { address, stop, task: tokio::spawn(serving) })
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Ends the server, after the requests that are running.
    pub(super) async fn stop(self) -> Result<()> {
        drop(self.stop);
        self.task.await.context("the embedded server broke down")??;
        Ok(())
    }
}
