//! What runs the programs.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use http::StatusCode;
use jupan_client::{Client, ExecuteRequest, ExecuteResponse};
use jupan_server::AppState;
use tokio::runtime::Runtime;

use super::memory;
use crate::cli::{run, serve};
use crate::settings::Settings;

/// The longest that one program may take to be answered, with the time in a queue.
const TIME_OUT: Duration = Duration::from_secs(120);

/// What runs the programs: one at a time, on the calling thread.
pub(super) struct Target {
    runtime: Runtime,
    place: Place,
}

enum Place {
    /// The server's router in this process, without a socket.
    Embedded(AppState),
    /// A running server.
    Server(Client),
}

impl Target {
    /// A sandbox inside of this process, with the limits that are configured.
    pub(super) fn embedded(settings: &Settings) -> Result<Self> {
        let config = run::config(&settings.server()?);
        let sandbox = serve::load_sandbox(settings, &config)?;
        let state = AppState::new(config, Arc::new(sandbox))?;
        Ok(Self { runtime: runtime()?, place: Place::Embedded(state) })
    }

    /// The server at `url`.
    ///
    /// # Errors
    ///
    /// When it is not there or not ready.
    pub(super) fn server(url: &str, token: Option<String>) -> Result<Self> {
        let mut client = Client::builder(url).time_out(TIME_OUT);
        if let Some(token) = token {
            client = client.token(token);
        }
        let (client, runtime) = (client.build()?, runtime()?);
        runtime.block_on(client.ready())?;
        Ok(Self { runtime, place: Place::Server(client) })
    }

    /// Runs a program.
    ///
    /// # Errors
    ///
    /// When it was refused or no answer came.
    pub(super) fn execute(&self, request: &ExecuteRequest) -> Result<ExecuteResponse> {
        match &self.place {
            Place::Server(client) => Ok(self.runtime.block_on(client.execute(request))?),
            Place::Embedded(state) => {
                let body = serde_json::to_string(request).context("cannot write the request")?;
                let (status, reply) = self.runtime.block_on(run::execute(state.clone(), body))?;
                if status != StatusCode::OK {
                    bail!("the request was refused ({status}): {reply}");
                }
                serde_json::from_str(&reply).context("the answer is not one of the contract")
            }
        }
    }

    /// Bytes of memory of the process that runs the programs, if that can be known.
    pub(super) fn resident_bytes(&self) -> Option<u64> {
        match self.place {
            Place::Embedded(_) => memory::resident_bytes(),
            Place::Server(_) => None,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Place::Embedded(_) => f.write_str("the sandbox"),
            Place::Server(client) => write!(f, "the server at {}", client.base_url()),
        }
    }
}

fn runtime() -> Result<Runtime> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start the runtime")
}
